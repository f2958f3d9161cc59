import SVGAModel
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("The command line's grammar")
struct ParserTests {
    /// Ordered operations, a repeated option, numbers and a shared group, as the commands need them.
    struct Sample: Command {
        enum Step: Equatable {
            case rename(String)
            case delete(String)
        }

        var inputs: [FileName] = []
        var output = FileName()
        var steps: [Step] = []
        var offset = 0
        var texts: [String] = []
        var common = CommonOptions()

        static let name = "sample"
        static let abstract: LocalizedText = "A sample"
        static let examples = ["svga sample a -o b"]
        static let groups: [ParameterGroup<Sample>] = [
            ParameterGroup(
                [
                    .arguments(\.inputs, "IN…", help: "inputs", ""),
                    .option(\.output, "o", "output", placeholder: "OUT", help: "output", "", required: true),
                    .option("rename", as: String.self, "A=B", help: "rename", "") { $0.steps.append(.rename($1)) },
                    .option("delete", as: String.self, "K", help: "delete", "") { $0.steps.append(.delete($1)) },
                    .option(\.offset, "offset", placeholder: "N", help: "offset", ""),
                    .option(\.texts, "set-text", placeholder: "K=S", help: "text", ""),
                ]),
            CommonOptions.group.at(\.common),
            CommonOptions.limitGroup.at(\.common),
        ]

        func run(in context: CommandContext) async throws(TaskError) -> ExitCode { .done }
    }

    func parse(_ line: String) throws -> Sample { try Sample.parse(line.split(separator: " ").map(String.init)) }

    func message(_ line: String) -> String {
        do { _ = try parse(line) } catch let error as TaskError { return "\(error.parts.message.shell); \(error.parts.advice.shell)" } catch
        {}
        return "parsed"
    }

    @Test("a value may follow its option, an equals sign or a short name")
    func valueForms() throws {
        for line in ["a -o b", "a -ob", "a --output b", "a --output=b", "-o b a", "--output=b -- a"] {
            let sample = try parse(line)
            #expect(sample.inputs.map(\.path) == ["a"] && sample.output.path == "b", "\(line)")
        }
    }

    @Test("options of different names keep their common order")
    func order() throws {
        let sample = try parse("a -o b --rename x=y --delete z --rename y=w")
        #expect(sample.steps == [.rename("x=y"), .delete("z"), .rename("y=w")])
        #expect(try parse("a -o b --set-text k=1 --set-text k=2").texts == ["k=1", "k=2"])
    }

    @Test("a negative number is a value")
    func negativeNumbers() throws {
        #expect(try parse("a -o b --offset -5").offset == -5)
        #expect(try parse("a -o b --offset=-5").offset == -5)
    }

    @Test("- is an argument and -- ends the options")
    func dashes() throws {
        #expect(try parse("- -o -").inputs.map(\.path) == ["-"])
        #expect(try parse("-o b -- -x --offset").inputs.map(\.path) == ["-x", "--offset"])
    }

    @Test("one-letter flags may stand together")
    func clusters() throws {
        let common = try parse("a -qvo b").common
        #expect(common.isQuiet && common.isVerbose)
    }

    @Test("an unknown option names the nearest ones")
    func unknownOption() {
        #expect(message("a -o b --ofset 3") == "unknown option --ofset; did you mean --offset?")
        #expect(message("a -o b --zzzzzz") == "unknown option --zzzzzz; ")
        #expect(message("a -x") == "unknown option -x; ")
    }

    @Test("a missing value, a wrong one and one too many are reported")
    func wrongValues() {
        #expect(message("a -o") == "-o needs a value (OUT); ")
        #expect(message("a --output --offset 3").hasPrefix("--output needs a value (OUT)"))
        #expect(message("a -o b --offset x").hasPrefix("--offset needs a whole number, not \"x\""))
        #expect(message("a -o b --strict=yes") == "--strict takes no value; ")
        #expect(message("-o b").hasPrefix("IN… is missing"))
        #expect(message("a").hasPrefix("-o OUT is missing"))
    }

    @Test("every limit can be set, with a suffix for 1000s or 1024s", arguments: [("3k", 3000), ("3ki", 3072)])
    func limits(word: String, value: Int) throws {
        for name in ReadLimits.names {
            let sample = try Sample.parse(["a", "-o", "b", "--max-\(name.name.kebabCase)", word])
            #expect(sample.common.limits[keyPath: name.limit] == value)
        }
        #expect(message("a -o b --max-frames 3q").hasPrefix("--max-frames needs a number such as"))
    }
}
