import Foundation
import SVGAModel
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Substitution")
struct SubstitutionTests {
    @Test("an image replaces the bitmap, with its fit and mask")
    func image() async throws {
        let gift = try GiftFolder()
        let plain = try #require(await gift.render([]).picture)
        #expect(plain.pixel(20, 20) == .red && plain.pixel(5, 5) == .blue)
        let filled = try #require(await gift.render(["--set-image", "face=" + gift.path("wide.png")]).picture)
        #expect(filled.pixel(20, 20) == .white && filled.pixel(11, 11) == .white)
        let contained = try #require(await gift.render(["--set-image", "face=" + gift.path("wide.png") + ",fit=contain"]).picture)
        #expect(contained.pixel(20, 20) == .white && contained.pixel(20, 11) == .blue)
        let round = try #require(await gift.render(["--set-image", "face=" + gift.path("wide.png") + ",mask=circle"]).picture)
        #expect(round.pixel(20, 20) == .white && round.pixel(11, 11) == .blue)
    }

    @Test("a picture may come from standard input")
    func standardInput() async throws {
        let gift = try GiftFolder()
        let bytes = try #require(gift.folder.read("green.png"))
        #expect(await gift.render(["--set-image", "face=-,fit=fill"], input: bytes).picture?.pixel(20, 20) == .green)
    }

    @Test("a text is drawn in its style, with the fonts that are given")
    func text() async throws {
        let gift = try GiftFolder()
        let font = TestFiles.root.appendingPathComponent("Tests/Fonts/LatinArabicHebrew.ttf").path
        let plain = try #require(await gift.render([]).picture)
        let words = ["--font", font, "--no-system-fonts", "--set-text", "name=HHH"]
        let result = await gift.render(words)
        let white = try #require(result.picture, "\(result.errors)")
        let green = try #require(await gift.render(words + ["--text-style", "name=color:lime,size:16"]).picture)
        #expect(white != plain && green != plain && green != white)
        #expect((10..<50).contains { green.pixel($0, 20) == .green })
    }

    @Test("files whose names differ only in Unicode's normal form are two")
    func normalForms() async throws {
        let gift = try GiftFolder()
        gift.folder.write(try #require(gift.folder.read("green.png")), to: "\u{E9}.png")
        gift.folder.write(try #require(gift.folder.read("wide.png")), to: "e\u{301}.png")
        let options = ["--set-image", "back=" + gift.path("\u{E9}.png"), "--set-image", "face=" + gift.path("e\u{301}.png")]
        let picture = try #require(await gift.render(options).picture)
        #expect(picture.pixel(5, 5) == .green && picture.pixel(20, 20) == .white)
    }

    @Test("a hidden key draws nothing")
    func hidden() async throws {
        #expect(try await GiftFolder().render(["--hide", "face"]).picture?.pixel(20, 20) == .blue)
    }

    @Test("later options win over earlier ones, those of --vars included")
    func precedence() async throws {
        let gift = try GiftFolder()
        gift.folder.write(Array("{\"images\": {\"face\": \"green.png\"}}".utf8), to: "vars.json")
        let vars = ["--vars", gift.path("vars.json")]
        let white = ["--set-image", "face=" + gift.path("wide.png")]
        let hide = ["--hide", "face"]
        #expect(await gift.render(white + vars).picture?.pixel(20, 20) == .green)
        #expect(await gift.render(vars + white).picture?.pixel(20, 20) == .white)
        #expect(await gift.render(white + hide).picture?.pixel(20, 20) == .blue)
        #expect(await gift.render(hide + white).picture?.pixel(20, 20) == .white)
    }

    @Test("a key's own style wins over that for all, and a later text keeps it")
    func styles() throws {
        var plan = SubstitutionPlan()
        plan.apply(.text(key: "a", "1", isMarkup: true))
        plan.apply(.style(key: "a", try TextStyleArgument("size:5,size:6").changes))
        plan.apply(.style(key: nil, try TextStyleArgument("size:9,lines:2").changes))
        plan.apply(.text(key: "a", "2", isMarkup: nil))
        let content = try #require(plan.contents["a"])
        #expect(content.text == "2" && content.style.size == 6 && content.style.maxLines == 2)
        #expect(!content.isMarkup, "whether a text is markup goes with the text")
    }

    @Test("an unknown key is an error that names the nearest, unless it is allowed")
    func unknownKeys() async throws {
        let gift = try GiftFolder()
        let refusal = await gift.refusal("--set-text", "nmae=x", "--hide", "zzzzzz")
        #expect(refusal.code == .usage)
        #expect(
            refusal.errors
                == "svga: gift.svga: no sprite has the key \"nmae\" (nearest: \"name\") or \"zzzzzz\"; svga inspect --keys lists them; "
                + "--allow-missing ignores others\n")
        let style = await gift.refusal("--text-style", "fcae=size:3")
        #expect(style.code == .usage && style.errors.contains("\"fcae\" (nearest: \"face\")"))
        let unused = await gift.refusal("--text-style", "name=size:3")
        #expect(unused.code == .usage && unused.errors.hasSuffix("has a style, but no text; add --set-text name=TEXT\n"))
        for options in [["--set-text", "nmae=x"], ["--text-style", "name=size:3"], ["--hide", "zz"]] {
            #expect(await gift.render(["--allow-missing"] + options).code == .done)
        }
    }

    @Test("a file that cannot be used is named with the reason, exit 3")
    func brokenFiles() async throws {
        let gift = try GiftFolder()
        gift.folder.write(Array("hello".utf8), to: "text.png")
        gift.folder.write(Array(try #require(gift.folder.read("green.png")).prefix(50)), to: "half.png")
        gift.folder.write(Array("{".utf8), to: "vars.json")
        let cases = [
            (["--set-image", "face=" + gift.path("none.png")], "none.png: No such file or directory"),
            (["--set-image", "face=" + gift.path("a.png,fti=fill")], "options after a file are ,fit= ,mask= and ,default="),
            (["--set-image", "face=" + gift.folder.path], "Is a directory"),
            (["--set-image", "face=" + gift.path("text.png")], "text.png: neither PNG, JPEG, WebP, GIF nor BMP"),
            (["--set-image", "face=" + gift.path("half.png")], "half.png: the PNG is truncated"),
            (["--vars", gift.path("vars.json")], "vars.json: this is not JSON: "),
            (["--font", gift.path("text.png"), "--set-text", "name=x"], "text.png: "),
        ]
        for (options, words) in cases {
            let result = await gift.render(options)
            #expect(result.code == .invalidInput && result.errors.contains(words), "\(result.errors)")
            #expect(result.errors.count { $0 == "\n" } == 1)
        }
    }

    @Test("a photo of 20,000 × 20,000 pixels is refused by limit, exit 4")
    func hugePhoto() async throws {
        let gift = try GiftFolder()
        // A BMP has the size of its header.
        var header: [UInt8] = Array("BM".utf8) + [UInt8](repeating: 0, count: 52)
        (header[10], header[14], header[26], header[28]) = (54, 40, 1, 24)
        for start in [18, 22] { (header[start], header[start + 1]) = (UInt8(20_000 & 255), UInt8(20_000 >> 8)) }
        gift.folder.write(header, to: "huge.bmp")
        let refusal = await gift.refusal("--set-image", "face=" + gift.path("huge.bmp"))
        #expect(refusal.code == .limit)
        #expect(
            refusal.errors
                == "svga: huge.bmp: 400000000 exceeds the limit of 67108864 for imagePixels; raise it with --max-image-pixels N\n")
        let bytes = await gift.refusal("--set-image", "face=" + gift.path("wide.png"), "--max-image-pixels", "799")
        #expect(bytes.code == .limit)
    }

    @Test("markup that is wrong names the key, exit 2")
    func markup() async throws {
        let refusal = try await GiftFolder().refusal("--set-text", "name=<b", "--text-style", "markup")
        #expect(refusal.code == .usage && refusal.errors.contains("\"name\": markup"), "\(refusal.errors)")
    }

    @Test("options may precede the movie, and the sample's avatar changes in its visible frames")
    func sample() async throws {
        let gift = try GiftFolder()
        let movie = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        var pictures: [[UInt8]] = []
        for options in [[], ["--set-image", "user1=" + gift.path("green.png")]] {
            for frame in ["20", "60"] {
                let words = ["render"] + options + [movie, "-o", gift.path("out.rgba"), "--force", "--frame", frame]
                #expect(await CommandFixtures.run(words).code == .done)
                pictures.append(try #require(gift.folder.read("out.rgba")))
            }
        }
        #expect(pictures[0] == pictures[2], "in frame 20 it is not there yet")
        #expect(pictures[1] != pictures[3])
    }
}
