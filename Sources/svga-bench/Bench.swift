import Foundation

/// The whole program: measures the files named, or those it finds.
enum Bench {
    /// - Returns: the exit code: 0 done, 2 usage, 3 no input that can be measured.
    static func run(arguments: [String]) -> Int32 {
        let options: BenchOptions
        do throws(BenchError) {
            options = try BenchOptions(arguments)
        } catch {
            return fail(error.description, code: 2)
        }
        if options.isHelp {
            print(BenchOptions.help)
            return 0
        }
        let files = options.files.isEmpty ? BenchFiles.found() : options.files
        if files.isEmpty { return fail("there is no .svga file to measure; name some, or set SVGA_CORPUS to a folder of them", code: 3) }

        if options.isExport { return exports(files, options) }
        var reports: [FileReport] = []
        for file in files {
            do throws(BenchError) {
                reports.append(try FileBench.measure(file, options))
                note("\(reports.count) of \(files.count) measured\r")
            } catch {
                return fail("\(file): \(error)", code: 3)
            }
        }
        let report = BenchReport(files: reports)
        print(options.isJSON ? report.json : BenchTable.text(report, phases: options.phases))
        return 0
    }

    /// Whole exports, in the order of the files' sizes.
    private static func exports(_ files: [String], _ options: BenchOptions) -> Int32 {
        let svga = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("svga").path
        guard FileManager.default.isExecutableFile(atPath: svga) else { return fail("\(svga) is not there: build it first", code: 3) }
        var rows: [ExportBench.Row] = []
        for file in ExportBench.largest(files) {
            for format in ExportBench.Format.allCases {
                do throws(BenchError) {
                    rows.append(try ExportBench.measure(file, format, svga: svga, rounds: options.givenRuns ?? 3))
                    note("\(rows.count) measured\r")
                } catch {
                    return fail("\(file) to \(format.rawValue): \(error)", code: 3)
                }
            }
        }
        print(ExportBench.table(rows))
        return 0
    }

    private static func fail(_ message: String, code: Int32) -> Int32 {
        FileHandle.standardError.write(Data("svga-bench: \(message)\n".utf8))
        return code
    }

    /// Progress, only where somebody watches.
    private static func note(_ text: String) {
        if isatty(STDERR_FILENO) != 0 { FileHandle.standardError.write(Data(text.utf8)) }
    }
}

/// Why something cannot be measured. The description is one line for a person.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
