import SVGAPixels
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Help")
struct HelpTests {
    static let names = CommandLineTool.commands.map { $0.name }

    @Test("each command's help fits a screen of 80 by 24", arguments: names)
    func fitsScreen(name: String) async {
        let (code, help, _) = await CommandFixtures.run(name, "--help")
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(code == .done)
        #expect((6...23).contains(lines.count), "one line stays for the prompt")
        for line in lines { #expect(line.count <= 80, "\(line)") }
        #expect(await CommandFixtures.run("help", name).output == help)
        #expect(await CommandFixtures.run(name, "-h").output == help)
    }

    @Test("each command has two examples in samples/ that it can parse", arguments: names)
    func examples(name: String) throws {
        let command = try #require(CommandLineTool.commands.first { $0.name == name })
        #expect(command.examples.count == 2)
        for example in command.examples {
            #expect(command.info.help(in: .english).contains(example) && example.contains("samples/"))
            let words = example.split(separator: " ").map(String.init)
            // Examples of completions are whole shell lines.
            if words.starts(with: ["svga", name]) && name != "completions" { _ = try command.parse(Array(words.dropFirst(2))) }
        }
    }

    @Test("the overview and every topic have lines of at most 80 columns")
    func topics() async {
        let overview = await CommandFixtures.run("help").output
        #expect(overview == (await CommandFixtures.run("--help").output))
        for name in HelpTests.names { #expect(overview.contains("  \(name)")) }
        for topic in HelpText.topicNames {
            #expect(overview.contains("svga help \(topic)"))
            let text = await CommandFixtures.run("help", topic).output
            #expect(!text.isEmpty)
            for line in (text + overview).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
        #expect(await CommandFixtures.run("help", "limits").output.contains("--max-inflated-bytes N"))
    }

    @Test("help explains itself, however it is asked")
    func ownHelp() async {
        let text = await CommandFixtures.run("help", "help").output
        #expect(text.contains("Usage: svga help [--man] [COMMAND|TOPIC|CODE|WORD]\n"))
        #expect(await CommandFixtures.run("help", "--help").output == text)
    }

    @Test("the version names every library")
    func version() async {
        let (code, text, _) = await CommandFixtures.run("--version")
        #expect(code == .done && text.hasPrefix("svga \(CommandLineTool.version)\n"))
        for library in ["zlib", "libzip", "protobuf-c", "cairo", "libspng", "libjpeg-turbo", "libwebp", "giflib"] {
            let line = text.split(separator: "\n").first { $0.contains("  \(library) ") }
            #expect((line?.split(separator: " ").count ?? 0) >= 2, "\(library)")
        }
    }

    @Test("a command line that makes no sense is one line on standard error, exit 2")
    func usageErrors() async {
        for words in [["inspcet"], ["--frame"], ["inspect"], ["render", "a"], ["help", "x"], ["inspect", "a", "--json", "--picture"]] {
            let output = TextSink()
            let errors = TextSink()
            let context = CommandContext(output: output.stream(false), errors: errors.stream(false)) { _ in [] }
            let code = await CommandLineTool.run(words, context: context)
            #expect(code == .usage && output.text.isEmpty, "\(words)")
            #expect(errors.text.hasPrefix("svga: ") && errors.text.count { $0 == "\n" } == 1, "\(errors.text)")
        }
        #expect(await CommandFixtures.run("inspcet").errors == "svga: unknown command inspcet; did you mean inspect?\n")
    }
}
