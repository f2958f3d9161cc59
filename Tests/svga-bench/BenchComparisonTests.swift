import Foundation
import TestSupport
import Testing

@testable import svga_bench

@Suite("Comparing with an earlier run") struct BenchComparisonTests {
    private let folder = TemporaryFolder()

    /// A report as `--json` prints it, of files with these times by phase.
    private func json(_ files: [String: [String: Double]], bytes: Int = 100, schema: Int = 1) -> String {
        let entries = files.sorted { $0.key < $1.key }.map { file, phases in
            let timings = phases.map { phase, time in
                "\"\(phase)\": {\"min\": \(time), \"p10\": \(time), \"median\": \(2 * time), \"p90\": \(3 * time), \"runs\": 5}"
            }
            return "{\"file\": \"\(file)\", \"bytes\": \(bytes), \"width\": 8, \"height\": 8, \"frames\": 4, \"sampledFrames\": 4, "
                + "\"phases\": {\(timings.joined(separator: ", "))}}"
        }
        return "{\"schema\": \(schema), \"files\": [\(entries.joined(separator: ", "))]}"
    }

    private func report(_ text: String) throws -> BenchReport {
        folder.write(Array(text.utf8), to: "report.json")
        return try BenchReport(path: "\(folder.path)/report.json")
    }

    private func compare(
        _ now: [String: [String: Double]], with then: [String: [String: Double]], tolerance: Double = 1.25, bytesThen: Int = 100
    ) throws -> BenchComparison {
        try BenchComparison(report(json(now)), with: report(json(then, bytes: bytesThen)), tolerance: tolerance)
    }

    @Test("a phase is slower where the geometric mean of its ratios is above the tolerance")
    func slower() throws {
        let then = ["a.svga": ["paint": 1.0, "plan": 1], "b.svga": ["paint": 2, "plan": 1]]
        let now = ["a.svga": ["paint": 2.0, "plan": 4], "b.svga": ["paint": 2, "plan": 0.25]]
        let comparison = try compare(now, with: then)
        #expect(comparison.slower == ["paint"])
        #expect((try #require(comparison.geometricMeans["paint"]) - 2.0.squareRoot()).magnitude < 1e-9)
        #expect((try #require(comparison.geometricMeans["plan"]) - 1).magnitude < 1e-9)
        #expect(comparison.failure == "paint takes 1.41 times as long; allowed is 1.25")
        #expect(try compare(now, with: then, tolerance: 1.5).slower == [])
        #expect(comparison.text.contains("Slowest: a.svga plan 4.00, a.svga paint 2.00"))
    }

    @Test("the machine's reference rows are printed and not compared")
    func yardsticks() throws {
        let comparison = try compare(["a.svga": ["naive": 9.0, "limit": 9]], with: ["a.svga": ["naive": 1.0, "limit": 1]])
        #expect(comparison.slower == [])
        #expect(comparison.geometricMeans["naive"] ?? 0 > 8.9)
    }

    @Test("files that only one of the reports has are named")
    func missingFiles() throws {
        let time = ["paint": 1.0]
        let comparison = try compare(["a.svga": time, "new.svga": time], with: ["a.svga": time, "gone.svga": time])
        #expect(comparison.new == ["new.svga"] && comparison.missing == ["gone.svga"])
        #expect(comparison.text.contains("Not in the earlier report: new.svga"))
        #expect(comparison.text.contains("Only in the earlier report: gone.svga"))
    }

    @Test("a comparison without common files is an error, also with another file of the same name")
    func nothingToCompare() {
        let time = ["paint": 1.0]
        #expect(throws: BenchError.self) { try compare(["a.svga": time], with: ["b.svga": time]) }
        #expect(throws: BenchError.self) { try compare(["a.svga": time], with: ["a.svga": ["plan": 1]]) }
        #expect(throws: BenchError.self) { try compare(["a.svga": time], with: ["a.svga": time], bytesThen: 99) }
    }

    @Test("a report that is missing, broken or of another version is an error")
    func badReports() throws {
        func message(_ text: String) -> String {
            do {
                _ = try report(text)
                return ""
            } catch {
                return "\(error)".replacingOccurrences(of: folder.path + "/", with: "")
            }
        }
        #expect(message("{}") == "report.json: it is not a report of svga-bench --json")
        #expect(message(json([:], schema: 2)) == "report.json: its schema is 2, and this svga-bench reads 1")
        #expect(message("{\"schema\": 1}") == "report.json: it is not a complete report of svga-bench --json")
        #expect(throws: BenchError.self) { try BenchReport(path: "\(folder.path)/nowhere.json") }
    }

    @Test("a report reads back unchanged, with its geometric means")
    func roundTrip() throws {
        let first = try report(json(["a.svga": ["paint": 1.0, "wholeCommand": 8], "b.svga": ["wholeCommand": 2]]))
        let written = BenchReport(files: first.files)
        #expect((try #require(written.geometricMeans?["wholeCommand"]) - 8).magnitude < 1e-9)
        #expect(try report(written.json).json == written.json)
    }

    @Test("options need their values")
    func options() {
        #expect(throws: BenchError.self) { try BenchOptions(["--compare"]) }
        #expect(throws: BenchError.self) { try BenchOptions(["--tolerance", "0"]) }
        #expect(throws: BenchError.self) { try BenchOptions(["--plot"]) }
        let options = try? BenchOptions(["--compare", "old.json", "--tolerance", "1.1", "a.svga"])
        #expect(options?.earlierReport == "old.json" && options?.tolerance == 1.1 && options?.files == ["a.svga"])
    }
}
