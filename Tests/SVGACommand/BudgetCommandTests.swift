import Foundation
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Budget files: svga inspect, validate, render and batch --budget")
struct BudgetCommandTests {
    let gift: GiftFolder

    init() throws { gift = try GiftFolder() }

    /// The path of a budget file.
    private func budget(_ text: String) -> String {
        gift.folder.write(Array(text.utf8), to: "budget.json")
        return gift.path("budget.json")
    }

    private func shortened(_ text: String) -> String { text.replacing(gift.folder.path + "/", with: "") }

    @Test func `each limit has a line, and an exceeded one is exit 1`() async throws {
        let file = budget(#"{"drawCalls": 1, "frames": 4, "requiredKeys": ["face"]}"#)
        let result = await CommandFixtures.run("inspect", gift.movie, "--budget", file)
        #expect(result.code == .findings && result.errors.isEmpty)
        #expect(
            shortened(result.output) == """
                gift.svga: exceeds 1 of 3 limits
                        limit                 value  allowed
                  over  draw calls per frame      2        1  frame 1
                  ok    frame count               4        4
                  ok    required key face

                """)
    }

    @Test func `a movie within the budget is exit 0`() async throws {
        let result = await CommandFixtures.run("inspect", gift.movie, "--budget", budget(#"{"bytes": "1m", "fps": 30}"#))
        #expect(result.code == .done && result.output.contains("within the budget"))
    }

    @Test func `the JSON has limit, value, frame and verdict, and follows its schema`() async throws {
        let file = budget(##"{"$schema": "#", "schema": 1, "overdraw": 1, "players": ["ios"], "sounds": null}"##)
        let result = await CommandFixtures.run("inspect", gift.movie, "--budget", file, "--json")
        let report = try JSONValue(parsing: Array(result.output.utf8))
        #expect(result.code == .findings && report["isWithin"] == .bool(false))
        #expect(try JSONSchema(named: "inspect").faults(of: report) == [])
        guard case .array(let lines)? = report["limits"] else { throw CocoaError(.coderReadCorrupt) }
        #expect(lines.map { $0["limit"] } == [.string("overdraw"), .string("players")])
        // 60 × 40 points, and a sprite of 20 × 20 above.
        #expect(lines[0]["value"]?.text(.compact).hasPrefix("1.1666") == true && lines[0]["frame"] == .integer(1))
        #expect(lines[1]["subject"] == .string("ios") && lines[1]["isWithin"] == .bool(true))
    }

    @Test(
        arguments: [
            (#"{"draws": 1}"#, "a budget does not support \"draws\""), (#"{"drawCalls": -1}"#, "drawCalls needs a number of at least 0"),
            (#"{"drawCalls": 1.5}"#, "drawCalls needs a whole number"), (#"{"bytes": "x"}"#, "bytes needs a size such as 500k"),
            (#"{"players": ["tv"]}"#, "players needs names of players, not \"tv\""), ("{}", "the budget has no limits"),
            ("[]", "a budget needs an object of limits"), (#"{"requiredKeys": 1}"#, "requiredKeys needs a list of texts"),
            (#"{"schema": 2, "fps": 1}"#, "schema needs 1"), ("nothing", "this is not JSON"),
        ])
    func `a budget file that is wrong is refused`(text: String, message: String) async {
        let result = await CommandFixtures.run("inspect", gift.movie, "--budget", budget(text))
        #expect(result.code == .invalidInput && result.output.isEmpty)
        #expect(shortened(result.errors).contains("budget.json: \(message)"), "\(result.errors)")
    }

    @Test func `the schema of budget files has each limit`() throws {
        let schema = try JSONSchema(named: "budget")
        let members = BudgetFile.limits.map { JSONValue.Member(name: $0, value: .null) }
        #expect(schema.faults(of: .object(members)) == [])
        #expect(schema.faults(of: ["draws": 1]) != [])
    }

    @Test func `validate reports an exceeded limit as SVGA207`() async throws {
        let result = await CommandFixtures.run("validate", gift.movie, "--budget", budget(#"{"visibleSprites": 2}"#))
        #expect(result.code == .findings)
        #expect(result.output.contains("SVGA207 error    frame 1: visible sprites per frame: 3, and at most 2 are allowed"))
    }

    @Test func `render refuses a movie over the budget, and writes nothing`() async throws {
        let file = budget(#"{"drawCalls": 1}"#)
        let words = ["render", gift.movie, "-o", gift.path("a.png"), "--frame", "0"]
        let result = await CommandFixtures.run(words + ["--budget", file])
        #expect(result.code == .findings && gift.folder.read("a.png") == nil)
        #expect(
            shortened(result.errors).contains(
                "gift.svga: the movie exceeds the budget budget.json: draw calls per frame: 2, and at most 1 are allowed"))
        #expect(await CommandFixtures.run(words + ["--budget", budget(#"{"drawCalls": 2}"#)]).code == .done)
    }

    @Test func `a budget counts for all jobs of a batch, or for one job`() async throws {
        let file = budget(#"{"drawCalls": 1}"#)
        gift.folder.write(
            Array(
                """
                {"input": "gift.svga", "output": "a.png", "frame": 0}
                {"input": "gift.svga", "output": "b.png", "frame": 0, "budget": "budget.json"}

                """.utf8), to: "jobs.jsonl")
        let one = await CommandFixtures.run("batch", gift.path("jobs.jsonl"), "-o", gift.path("one"))
        #expect(one.code == .partFailed && one.output.contains("exceeds the budget"))
        #expect(gift.folder.read("one/a.png") != nil && gift.folder.read("one/b.png") == nil)
        let all = await CommandFixtures.run("batch", gift.path("jobs.jsonl"), "-o", gift.path("all"), "--budget", file)
        #expect(all.code == .partFailed && gift.folder.read("all/a.png") == nil)
    }

    @Test func `a Lottie and another form of report are refused`() async throws {
        let file = budget(#"{"fps": 30}"#)
        let lottie = TestFiles.root.appendingPathComponent("samples/lottie/surprise.json").path
        let result = await CommandFixtures.run("inspect", lottie, "--budget", file)
        #expect(result.code == .usage && result.errors.contains("this is a Lottie"))
        #expect(await CommandFixtures.run("inspect", gift.movie, "--budget", file, "--keys").code == .usage)
    }
}
