import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Names come from strangers' files: a mark that turns the direction of text must not reach a terminal.
@Suite struct InvisibleTextTests {
    /// Marks of direction, characters without width, fillers, tags and controls.
    static let invisible: [Unicode.Scalar] = {
        let single: [UInt32] = [0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x34F, 0x61C, 0x115F, 0x180E, 0x200B, 0x200C, 0x200E, 0x200F, 0x2028, 0x2029]
        let others: [UInt32] = [0x2800, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9, 0x1D173, 0xE0001, 0xE0041]
        let ranges: [UInt32] = Array(0x202A...0x202E) + Array(0x2060...0x2069)
        return (single + ranges + others).compactMap { Unicode.Scalar($0) }
    }()

    @Test(arguments: invisible) func `each is spelt out in a line, and escaped in JSON`(scalar: Unicode.Scalar) throws {
        let text = "a\(scalar)b"
        #expect(text.printable == "a\\u{\(String(scalar.value, radix: 16))}b")
        let json = JSONValue.object([.init(name: text, value: .string(text))]).text(.compact, escaping: [.short, .controls])
        #expect(!json.unicodeScalars.contains { $0.isInvisible }, "\(json)")
        #expect(try JSONValue(parsing: Array(json.utf8))[text] == .string(text))
    }

    @Test(arguments: ["plain", "Ünï", "爱心 ❤️", "👩‍👩‍👧", "नमस्ते", "a\u{301}", "שלום", "مرحبا", "\u{FF21}"])
    func `text of a person stays unchanged`(text: String) {
        #expect(text.printable == text)
        #expect(JSONText.quoted(text, escaping: [.short, .controls]) == "\"\(text)\"")
    }

    /// A movie whose keys, names of sounds and version are full of them.
    private static func movie() throws -> [UInt8] {
        let name = "evil\(String(String.UnicodeScalarView(invisible.filter { $0 != "\u{2800}" })))gpj"
        let face = WireFrame.visible(clip: "M0 0 A 1 \(name)")
        var movie = WireMovie.tiny(
            frames: 2, images: [WireImage(key: name, bytes: CommandFixtures.png), WireImage(key: "x" + name, bytes: [1, 2])],
            sprites: [.one(name, matte: "m" + name, face, face), .one("gone" + name, .visible()), .one(name + ".matte", face)])
        movie.version = "2" + name
        movie.images.append(WireImage(key: "s" + name, bytes: MPEGFixtures.sound))
        var audio = WireAudio()
        (audio.audioKey, audio.endFrame) = ("s" + name, 2)
        movie.audios = [audio]
        return try DocumentWriter.write(movie, as: .zlib)
    }

    @Test func `no command prints one of a movie's names or of a file's name`() async throws {
        let folder = TemporaryFolder()
        let name = "m\u{202E}agvs.svga"
        folder.write(try Self.movie(), to: name)
        folder.write(Array("input,output\n\(name),\u{202E}\u{FEFF}a.png\n".utf8), to: "jobs.csv")
        let movie = folder.path + "/" + name
        let commands: [[String]] = [
            ["inspect", movie], ["inspect", "--all", movie], ["inspect", "--keys", movie], ["inspect", "--timeline", movie],
            ["inspect", "--json", movie], ["inspect", "--keys", "--json", movie], ["inspect", "--text", movie], ["inspect", movie, movie],
            ["validate", "--player", "all", movie], ["validate", "--json", movie], ["validate", "--sarif", movie],
            ["validate", "--require-keys", "evi\u{202E}", movie], ["dump", movie], ["diff", movie, movie],
            ["hit", movie, "--frame", "0", "--at", "1,1"], ["bounds", movie, "evil"], ["optimize", "--dry-run", "-v", movie],
            ["edit", movie, "--delete", "evi\u{202E}l", "-o", folder.path + "/out.svga"],
            ["render", movie, "-o", folder.path + "/out.png", "--frame", "0", "--set-text", "evi\u{202E}=a"],
            ["render", folder.path + "/none\u{202E}.svga", "-o", "a.png"], ["compare-players", movie],
            ["batch", folder.path + "/jobs.csv", "-o", folder.path + "/out\u{2067}"],
            ["convert", movie, "-o", folder.path + "/c.svga", "--to", "1"],
        ]
        for words in commands {
            let result = await CommandFixtures.run(words)
            let text = result.output + result.errors
            let raw = Set(text.unicodeScalars.filter { $0.isInvisible && $0 != "\n" && $0 != "\t" }).map { String($0.value, radix: 16) }
            #expect(raw.isEmpty && !text.isEmpty || words.last == movie && text.isEmpty, "\(words): \(raw.sorted())")
        }
    }
}
