import SVGAModel
import SVGARender
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Substitution on the command line")
struct SubstitutionArgumentTests {
    func message(_ body: () throws -> Void) -> String {
        do { try body() } catch let error as TaskError { return "\(error.parts.message.shell); \(error.parts.advice.shell)" } catch {}
        return "parsed"
    }

    /// What a style makes of a text.
    func content(_ style: String, key: String? = nil) throws -> TextContent {
        let argument = try TextStyleArgument(style)
        #expect(argument.key == key)
        var content = TextContent("x")
        for change in argument.changes { change(&content) }
        return content
    }

    @Test("fit and mask follow the file's name, in any order")
    func imageOptions() throws {
        let fits: [(String, ImageFit)] = [("fill", .fill), ("contain", .contain), ("cover", .cover), ("none", .none)]
        for (word, fit) in fits { #expect(try ImageArgument("k=a.png,fit=\(word)").choice.fit == fit) }
        let masks: [(String, ImageMask)] = [
            ("none", .none), ("circle", .circle), ("original", .original), ("round:7.5", .roundedCorners(radius: 7.5)),
        ]
        for (word, mask) in masks { #expect(try ImageArgument("k=a.png,mask=\(word)").choice.mask == mask) }
        for word in ["k=a.png,fit=cover,mask=circle", "k=a.png,mask=circle,fit=cover"] {
            let argument = try ImageArgument(word)
            #expect(argument.key == "k" && argument.choice.file.path == "a.png")
            #expect(argument.choice.fit == .cover && argument.choice.mask == .circle)
        }
        #expect(try ImageArgument("k=a.png").choice == ImageChoice(file: #require(FileName(argument: "a.png"))))
    }

    @Test(
        "commas and equals signs belong to the file's name unless they are its options",
        arguments: [
            ("k=a,b.png", "a,b.png"), ("k=a=b.png", "a=b.png"), ("k=a,size=3.png", "a,size=3.png"),
            ("k=a,fit=b.png,fit=fill", "a,fit=b.png"),
            ("k=a,fit=cover,fit=fill", "a,fit=cover"), ("k=a,mask=circle,x", "a,mask=circle,x"), ("k=-", "-"),
            ("k=https://a.b/c.png?d=1,2,fit=cover,default=e.png", "https://a.b/c.png?d=1,2"), ("k=a,default=b,c", "a,default=b,c"),
        ])
    func fileNames(word: String, file: String) throws {
        #expect(try ImageArgument(word).choice.file.path == file)
    }

    @Test("an invalid image argument is reported with the reason")
    func wrongImages() {
        #expect(message { _ = try ImageArgument("a.png") } == "--set-image needs KEY=FILE, not \"a.png\"; ")
        #expect(message { _ = try ImageArgument("=a.png") } == "--set-image needs KEY=FILE, not \"=a.png\"; ")
        #expect(message { _ = try ImageArgument("k=,fit=fill") }.contains("the file name is missing"))
        #expect(message { _ = try ImageArgument("k=a,fit=covr") }.hasSuffix("not \"covr\"; did you mean cover?"))
        for mask in ["round:", "round:-1", "round:nan", "square"] {
            #expect(message { _ = try ImageArgument("k=a,mask=\(mask)") }.contains("mask needs none, circle, original or round:R"))
        }
    }

    @Test("a text is everything after the first equals sign")
    func texts() throws {
        for (word, text) in [("k=", ""), ("k=a=b, c", "a=b, c"), ("k= 王小明 ", " 王小明 ")] {
            let argument = try KeyedWord.split(word, option: "set-text", form: "KEY=TEXT")
            #expect(argument.key == "k" && argument.value == text)
        }
        #expect(message { _ = try KeyedWord.split("k", option: "set-text", form: "KEY=TEXT") } == "--set-text needs KEY=TEXT, not \"k\"; ")
    }

    @Test("every property of a text style can be set")
    func allProperties() throws {
        var expected = TextContent("x", isMarkup: true)
        expected.style.fontFamily = "Noto Sans,serif"
        expected.style.language = "ja"
        expected.style.weight = 700
        expected.style.isItalic = true
        expected.style.size = 24.5
        expected.style.color = SVGAColor(red: 1, green: 0, blue: 0)
        expected.style.outlineColor = SVGAColor(red: 0, green: 0, blue: 0)
        expected.style.outlineWidth = 2
        expected.style.shadow = TextShadow(color: SVGAColor(red: 0, green: 0, blue: 1), offsetX: -1, offsetY: 2, blur: 3)
        expected.style.horizontalAlignment = .trailing
        expected.style.verticalAlignment = .bottom
        expected.style.maxLines = 3
        expected.style.wrap = .character
        expected.style.ellipsis = .middle
        expected.style.shrinksToFit = true
        expected.style.minimumSize = 9
        expected.style.lineSpacing = 1.5
        expected.style.offsetX = -4
        expected.style.offsetY = 5
        expected.style.clipsToLayout = true
        let style =
            "font:Noto Sans,serif,language:ja,weight:bold,italic,size:24.5,color:#f00,outline:#000/2,shadow:blue/-1/2/3,align:trailing,"
            + "valign:bottom,lines:3,wrap:character,ellipsis:middle,shrink,min-size:9,line-spacing:1.5,offset-x:-4,offset-y:5,"
            + "overflow:clip,markup"
        #expect(try content(style) == expected)
        #expect(try content("name=" + style, key: "name") == expected)
        #expect(try content("*=" + style) == expected)
        for property in TextStyleProperty.all { #expect(style.contains(property.name), "\(property.name)") }
    }

    @Test("a property can be turned off again")
    func off() throws {
        let style = "italic,italic:no,shrink:yes,shrink:false,outline:red/3,outline:none,shadow:red,shadow:none,size:3,size:auto,weight:450"
        var expected = TextContent("x")
        (expected.style.outlineWidth, expected.style.weight) = (3, 450)
        expected.style.shrinksToFit = false
        #expect(try content(style) == expected)
    }

    @Test(
        "a value that is out of its range or no value is refused",
        arguments: [
            "size:0", "size:2001", "size:x", "weight:99", "weight:heavy", "color:12", "outline:#000/-1", "outline:#000/1/2",
            "shadow:#000/1", "shadow:#000/1/1/201", "align:middle", "lines:0", "wrap:", "min-size:0", "line-spacing:11", "offset-x:nan",
            "italic:maybe", "font:", "overflow:hidden",
        ])
    func wrongValues(style: String) {
        let name = style.split(separator: ":")[0]
        #expect(message { _ = try TextStyleArgument(style) }.hasPrefix("--text-style: \(name) needs "))
    }

    @Test("an unknown property names the nearest, and a part without a value names what it needs")
    func unknownProperties() {
        #expect(message { _ = try TextStyleArgument("sise:3") } == "--text-style: a text style has no \"sise\"; did you mean size?")
        #expect(message { _ = try TextStyleArgument("k=size") }.hasPrefix("--text-style: size needs a number"))
        #expect(message { _ = try TextStyleArgument("itallic") } == "--text-style: \"itallic\" is not name:value; did you mean italic?")
        for word in ["", "k=", "=size:3"] { #expect(message { _ = try TextStyleArgument(word) }.hasPrefix("--text-style needs KEY=")) }
        #expect(message { _ = try TextStyleArgument("size:3,") } != "parsed")
    }

    @Test("standard input can be read once, and an empty font list is refused")
    func validation() throws {
        func message(_ line: String) -> String {
            self.message { _ = try RenderCommand.parse(line.split(separator: " ").map(String.init)) }
        }
        #expect(message("- -o a.png --vars -").hasPrefix("standard input (-) can be read only once"))
        #expect(message("a -o a.png --vars - --set-image k=-,fit=fill").hasPrefix("standard input (-) can be read only once"))
        #expect(message("a -o a.png --set-image k=-,fit=fill") == "parsed")
        #expect(message("a -o a.png --no-system-fonts") == "with --no-system-fonts there is no font; add --font FILE")
        #expect(message("a -o a.png --no-system-fonts --font f.ttf") == "parsed")
    }
}
