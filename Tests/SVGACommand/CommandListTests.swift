import Foundation
import SVGAPlatform
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Runs many command lines in this process, for `tools/numbers`. Without `SVGA_COMMAND_LIST` there is nothing to run.
///
/// The variable names a file with one case per line: its folder, then its command lines. They are separated by U+001E, words by U+001F. The
/// results go to `SVGA_COMMAND_RESULTS`, line by line: the case's folder before it starts; then again, with the exit codes, the processor
/// time, and the first line of what was reported. A crash thereby names its case.
@Suite("Command lines of a list", .serialized, .enabled(if: ProcessInfo.processInfo.environment["SVGA_COMMAND_LIST"] != nil))
struct CommandListTests {
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `each command line ends with an exit code`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let list = try String(contentsOfFile: environment["SVGA_COMMAND_LIST"] ?? "", encoding: .utf8)
        let results = try #require(fopen(environment["SVGA_COMMAND_RESULTS"] ?? "", "a"))
        defer { fclose(results) }
        func write(_ fields: [String]) {
            fputs(fields.joined(separator: "\t") + "\n", results)
            fflush(results)
        }
        for line in list.split(separator: "\n") {
            let parts = line.split(separator: "\u{1E}").map(String.init)
            try #require(chdir(parts[0]) == 0)
            write([parts[0]])
            let started = Self.processorSeconds
            var codes: [Int32] = []
            var errors = ""
            for command in parts.dropFirst() {
                let words = command.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
                let run = await CommandFixtures.run(words)
                codes.append(run.code.rawValue)
                errors = run.errors
                if run.code != .done { break }
            }
            let seconds = Self.processorSeconds - started
            let reported = errors.split(separator: "\n").first { $0.hasPrefix("svga: ") } ?? ""
            write([parts[0], codes.map(String.init).joined(separator: ","), "\(seconds)", String(reported)])
        }
    }
}
