import Foundation
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// What a person types who does not know the program yet.
@Suite("First tries")
struct FirstTryTests {
    private let folder = TemporaryFolder()

    private func movie(_ name: String = "gift.svga") throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(MovieFolder.bytes()).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `a file without a command is inspected`() async throws {
        let path = try movie()
        let (code, text, _) = await CommandFixtures.run(path)
        #expect(code == .done)
        #expect(text == (await CommandFixtures.run("inspect", path)).output)
        #expect(await CommandFixtures.run(path, "--json").output == (await CommandFixtures.run("inspect", path, "--json")).output)
    }

    @Test func `a missing file without a command is a file that cannot be read`() async {
        let (code, _, errors) = await CommandFixtures.run("/nowhere/gift.svga")
        #expect(code == .invalidInput)
        #expect(errors.contains("no such file"))
    }

    @Test(arguments: ["-v", "-V", "--version"])
    func `a request for the version prints it`(word: String) async {
        let (code, text, _) = await CommandFixtures.run(word)
        #expect(code == .done && text.hasPrefix("svga \(CommandLineTool.version)\n"))
    }

    @Test(arguments: [["-v"], ["--perf"], ["--timeout", "60"], ["--timeout=60"], ["-qv"], ["--max-frames", "9k"], ["--strict", "-q"]])
    func `common options may precede the command`(options: [String]) async throws {
        let path = try movie()
        let before = await CommandFixtures.run(options + ["inspect", path, "--json"])
        #expect(before.code == .done)
        #expect(before.output == (await CommandFixtures.run(["inspect", path, "--json"] + options)).output)
    }

    @Test func `an option of one command before it is unknown`() async throws {
        let (code, _, errors) = await CommandFixtures.run("--json", "inspect", try movie())
        #expect(code == .usage && errors.hasPrefix("svga: unknown option --json"))
    }

    @Test(
        arguments: [
            ("info", "svga inspect"), ("show", "svga inspect"), ("view", "svga preview"), ("compress", "svga optimize"),
            ("gif", "svga render"),
            ("MP4", "svga render"), ("extract", "svga unpack"), ("check", "svga validate"), ("thumb", "svga thumbnail"),
            ("cat", "svga dump"),
        ])
    func `a word of other programs names the command that does it`(word: String, command: String) async {
        let (code, _, errors) = await CommandFixtures.run(word, "gift.svga")
        #expect(code == .usage)
        #expect(errors.hasPrefix("svga: unknown command \(word); use \(command)") && errors.count { $0 == "\n" } == 1, "\(errors)")
    }

    // MARK: Help

    @Test(arguments: [
        ("--set-text", "--set-text KEY=TEXT"), ("set-text", "--set-text KEY=TEXT"), ("size", "--size WxH"), ("gif", "--format FORMAT"),
        ("fonts", "--font"), ("python", "import svga"), ("sound", "svga help SVGA"), ("mp3", "--audio-bitrate"),
        ("encode", "--audio-bitrate RATE"), ("avatar", "svga render"), ("avatar", "--set-image KEY=FILE"), ("fonts", "--font FILE"),
        ("photo", "svga help substitution"),
    ])
    func `help finds a word in commands, options, topics and codes`(word: String, expected: String) async {
        let (code, text, _) = await CommandFixtures.run("help", word)
        #expect(code == .done)
        #expect(text.contains(expected), "\(text)")
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `help on an unknown word is an error`() async {
        let (code, _, errors) = await CommandFixtures.run("help", "xylophone")
        #expect(code == .usage && errors.hasPrefix("svga: there is no help on \"xylophone\""))
    }

    @Test func `help on keys explains imageKeys, and keyboard is the player's`() async {
        #expect(await CommandFixtures.run("help", "keys").output.contains("svga inspect IN --keys"))
        #expect(await CommandFixtures.run("help", "keyboard").output.contains("space        pause or continue"))
    }

    // MARK: Folders

    @Test(arguments: ["inspect", "validate"])
    func `a folder is one table`(command: String) async throws {
        _ = try (movie("b.svga"), movie("a.svga"))
        let (code, text, _) = await CommandFixtures.run(command, folder.path)
        #expect(code == .done)
        let lines = text.split(separator: "\n")
        #expect(lines[0].hasPrefix("2 movies"))
        for column in ["file", "canvas", "frames", "memory", "keys", "findings"] { #expect(lines[0].contains(column)) }
        #expect(lines[1].hasPrefix("\(folder.path)/a.svga") && lines[2].hasPrefix("\(folder.path)/b.svga"))
    }

    @Test func `a file of a folder that cannot be read is a row, and the others are shown`() async throws {
        _ = try movie("a.svga")
        try Data("no movie".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/b.svga"))
        let (code, text, errors) = await CommandFixtures.run("inspect", folder.path)
        #expect(code == .partFailed)
        #expect(text.contains("b.svga") && text.contains("cannot be read"))
        #expect(errors.hasPrefix("svga: \(folder.path)/b.svga: ") && errors.count { $0 == "\n" } == 1)
    }

    @Test func `a folder as JSON is a list, even of one movie`() async throws {
        _ = try movie()
        for command in ["inspect", "validate"] { #expect(await CommandFixtures.run(command, folder.path, "--json").output.hasPrefix("[")) }
    }

    // MARK: Values and outputs

    @Test(arguments: [("300", 300, 0), ("300x", 300, 0), ("x200", 0, 200), ("300X200", 300, 200), ("300×200", 300, 200)])
    func `a size may leave out a side`(word: String, width: Int, height: Int) throws {
        let size = try #require(PixelSize(argument: word))
        #expect(size.width == width && size.height == height)
    }

    @Test(arguments: ["", "x", "0", "0x0", "1x2x3", "-5", "3.5", "axb", "5xb"])
    func `a size without a side above 0 is refused`(word: String) {
        #expect(PixelSize(argument: word) == nil)
    }

    @Test(arguments: [("100kb", 100_000), ("100KB", 100_000), ("1MiB", 1 << 20), ("20b", 20), ("1.5mb", 1_500_000)])
    func `a size of a file may end in B`(word: String, bytes: Int) {
        #expect(ByteSize(argument: word)?.value == bytes)
        #expect(Amount(argument: word)?.value == bytes)
    }

    @Test(arguments: [("--width", "--size N"), ("--height", "--size 0xN"), ("-y", "--force"), ("--image", "--set-image KEY=FILE")])
    func `an option of other programs names ours`(word: String, ours: String) async {
        let errors = await CommandFixtures.run("render", "a.svga", "-o", "a.png", word, "300").errors
        #expect(errors.hasPrefix("svga: unknown option \(word); use \(ours)"))
    }

    @Test func `convert to a format of render names render`() async {
        let (code, _, errors) = await CommandFixtures.run("convert", "a.svga", "-o", "a.gif", "--to", "gif")
        #expect(code == .usage && errors.contains("svga render IN -o OUT.gif"))
    }

    @Test func `thumbnail, unpack and dump take -o`() async throws {
        let path = try movie()
        let names = [("thumbnail", "a.png"), ("unpack", "unpacked"), ("dump", "a.json")]
        for (command, name) in names {
            let (code, _, errors) = await CommandFixtures.run(command, path, "-o", "\(folder.path)/\(name)")
            #expect(code == .done, "\(errors)")
            #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"))
        }
        let dumped = try String(contentsOfFile: "\(folder.path)/a.json", encoding: .utf8)
        #expect(dumped == (await CommandFixtures.run("dump", path)).output)
        #expect(await CommandFixtures.run("dump", path, "-o", "\(folder.path)/a.json").code == .outputFailed)
    }

    @Test func `thumbnail needs one output`() async {
        #expect(await CommandFixtures.run("thumbnail", "a.svga").errors.hasPrefix("svga: OUT is missing"))
        #expect(await CommandFixtures.run("thumbnail", "a.svga", "b.png", "-o", "c.png").errors.hasPrefix("svga: OUT and -o both"))
    }

    @Test func `an empty avatar in a job is as an empty cell of a CSV file`() throws {
        let images: [JSONValue.Member] = [
            .init(name: "a", value: .string("")), .init(name: "b", value: .null), .init(name: "c", value: .string("x.png")),
        ]
        let options = try JSONOptions.options(.init(name: "set-image", value: .object(images)), JobKeys.info("set-image"))
        #expect(options.map(\.word) == ["c=x.png"])
    }
}
