import Foundation

/// The whole program: measures the files named, or those it finds.
enum Bench {
    /// - Returns: the exit code: 0 done, 1 an optimized file is worse than it may be, 2 usage, 3 no input that can be measured.
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
        if options.isOptimize { return optimizations(files) }
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
        guard let svga = program() else { return 3 }
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

    /// What optimizing saves, in the files' order.
    private static func optimizations(_ files: [String]) -> Int32 {
        guard let svga = program() else { return 3 }
        var failures: [String] = []
        for mode in OptimizeBench.Mode.allCases {
            var rows: [OptimizeBench.Row] = []
            for file in files {
                do throws(BenchError) {
                    rows.append(try OptimizeBench.measure(file, mode, svga: svga))
                    note("\(rows.count) of \(files.count) measured\r")
                } catch {
                    return fail("\(file): \(error)", code: 3)
                }
            }
            print(OptimizeBench.table(rows, mode))
            failures += OptimizeBench.failures(rows, mode)
        }
        return failures.isEmpty ? 0 : fail(failures.joined(separator: "; "), code: 1)
    }

    /// The command beside this program; nil, and said, where it is not built.
    private static func program() -> String? {
        let svga = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("svga").path
        if FileManager.default.isExecutableFile(atPath: svga) { return svga }
        _ = fail("\(svga) is not there: build it first", code: 3)
        return nil
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
