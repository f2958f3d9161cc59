import Dispatch
import Foundation
import SVGASupport

/// The program. Measures the given files, or the default files.
enum Bench {
    /// - Returns: the exit code: 0 for success, 1 if a phase is too slow or an optimized file too different, 2 for a usage error, 3 without an input
    ///   that can be measured.
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
        if options.isRoofs {
            print(BenchJSON.text(RoofBench.measure()))
            return 0
        }
        let files = options.files.isEmpty ? BenchFiles.found() : options.files
        if files.isEmpty { return fail("there is no .svga file to measure; name some, or set SVGA_CORPUS to a folder of them", code: 3) }

        if options.isExport { return exports(files, options) }
        if options.isOptimize { return optimizations(files) }
        if options.isGifts { return gifts(files, options) }
        if options.isCaches { return caches(files) }
        if options.isSoak { return soak(files, options) }
        return phases(files, options)
    }

    /// Measures the phases of each file.
    private static func phases(_ files: [String], _ options: BenchOptions) -> Int32 {
        do throws(BenchError) {
            let earlier = try options.earlierReport.map { (path) throws(BenchError) in try BenchReport(path: path) }
            var options = options
            if !options.namesPhases, (try? SVGAProgram.path()) == nil {
                options.leaveOut(.wholeCommand)
                note("svga is not beside svga-bench, so the whole command is not measured\n")
            }
            var reports: [FileReport] = []
            for file in files {
                do throws(BenchError) {
                    reports.append(try PhaseBench.measure(file, options))
                } catch {
                    throw BenchError("\(file): \(error)")
                }
                note("\(reports.count) of \(files.count) measured\r")
            }
            let report = BenchReport(files: reports)
            guard let earlier else {
                print(options.isJSON ? report.json : BenchTable.text(report, phases: options.phases))
                return 0
            }
            let comparison = try BenchComparison(report, with: earlier, tolerance: options.tolerance)
            print(options.isJSON ? comparison.json : comparison.text)
            return comparison.slower.isEmpty ? 0 : fail(comparison.failure, code: 1)
        } catch {
            return fail(error.description, code: 3)
        }
    }

    /// Measures complete exports of the largest files.
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

    /// Measures stills for many users.
    private static func gifts(_ files: [String], _ options: BenchOptions) -> Int32 {
        for file in files {
            do throws(BenchError) {
                print(try GiftBench.run(file, users: options.givenRuns ?? 1000))
            } catch {
                return fail("\(file): \(error)", code: 3)
            }
        }
        return 0
    }

    /// Measures the gain of each cache.
    private static func caches(_ files: [String]) -> Int32 {
        var rows: [CacheBench.Row] = []
        for cache in CacheBench.Cache.allCases {
            for file in files {
                do throws(BenchError) {
                    if let row = try CacheBench.measure(file, cache) { rows.append(row) }
                    note("\(rows.count) measured\r")
                } catch {
                    return fail("\(file), \(cache.rawValue): \(error)", code: 3)
                }
            }
        }
        print(CacheBench.table(rows))
        return 0
    }

    /// Measures the growth of memory.
    private static func soak(_ files: [String], _ options: BenchOptions) -> Int32 {
        // The caches are used in a task, for which this thread waits.
        let end = DispatchSemaphore(value: 0)
        let code = Locked<Int32>(0)
        Task.detached {
            do throws(BenchError) {
                let results = try await SoakBench.run(files, frames: options.givenRuns ?? 600_000, note: note)
                print(results.map(\.text).joined(separator: "\n"))
                let growing = results.filter { !$0.isFlat }.map(\.name)
                if !growing.isEmpty { code.withLock { $0 = fail("memory grows with \(growing.joined(separator: " and "))", code: 1) } }
            } catch {
                code.withLock { $0 = fail(error.description, code: 3) }
            }
            end.signal()
        }
        end.wait()
        return code.withLock { $0 }
    }

    /// Measures the gain of optimizing.
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

    /// The path of the `svga` program beside this one; nil, with a message, if it is not built.
    private static func program() -> String? {
        do throws(BenchError) {
            return try SVGAProgram.path()
        } catch {
            _ = fail(error.description, code: 3)
            return nil
        }
    }

    private static func fail(_ message: String, code: Int32) -> Int32 {
        FileHandle.standardError.write(Data("svga-bench: \(message)\n".utf8))
        return code
    }

    /// Prints progress if standard error is a terminal.
    private static func note(_ text: String) {
        if isatty(STDERR_FILENO) != 0 { FileHandle.standardError.write(Data(text.utf8)) }
    }
}

/// The error if something cannot be measured. The description is one line for a person.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The command line.
struct BenchOptions {
    static let help = """
        Measures each phase of reading and rendering .svga files, on one thread, in processor time.
        Usage: svga-bench [FILES…] [options]
        Without files: all of SVGA_CORPUS, else of ../shared/corpus, else of samples.
          --json         print JSON instead of tables
          --runs N       at most N rounds for a file (default 31)
          --seconds S    no new round for a file after S seconds, but at least 3 rounds (default 6)
          --frames N     paint at most N frames of a movie, evenly taken from all (default 48)
          --phase NAME   only this phase; may be repeated: \(PhaseName.allCases.map(\.rawValue).joined(separator: ", "));
                         wholeCommand, svga render --format rgba --threads 1, needs svga beside svga-bench
          --compare FILE print how the phases compare with an earlier run's --json, and exit with 1 if one became slower
          --tolerance X  for --compare: how many times as long a phase may take in the geometric mean of all files (default 1.25)
          --export       measure whole exports of the 12 largest files to WebP, GIF and MP4 instead, beside ffmpeg
                         fed through a pipe; needs svga beside svga-bench, and ffmpeg; each is run 3 times, or --runs
          --optimize     measure what svga optimize saves, and how alike the frames stay, instead; needs svga beside svga-bench
          --gifts        measure a still for each of 1000 users, or --runs, with a picture and a name of their own, instead:
                         from one prepared movie, and with the file opened anew for each
          --caches       measure the same work with and without each cache of painting and encoding, instead
          --roofs        measure plain blending of 16 KiB to 64 MiB instead, and print JSON
          --soak         draw 600 000 frames, or --runs, with ever other substitutions, and play for 24 hours of a clock moved by hand,
                         instead, and exit with 1 if memory grows
          --help         this text
        """

    private(set) var files: [String] = []
    private(set) var phases: [PhaseName] = []
    /// Whether the user has named the phases.
    private(set) var namesPhases = false
    private(set) var isJSON = false
    private(set) var isHelp = false
    private(set) var isExport = false
    private(set) var isOptimize = false
    private(set) var isGifts = false
    private(set) var isCaches = false
    private(set) var isRoofs = false
    private(set) var isSoak = false
    /// The path of the report to compare with; nil: none.
    private(set) var earlierReport: String?
    /// The maximum time of a phase as a multiple of its time in the earlier report.
    private(set) var tolerance = 1.25
    /// The number of rounds; nil: the default of the measurement.
    private(set) var givenRuns: Int?
    var runs: Int { givenRuns ?? 31 }
    private(set) var seconds = 6.0
    private(set) var frames = 48

    init(_ words: [String]) throws(BenchError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": isJSON = true
            case "--export": isExport = true
            case "--optimize": isOptimize = true
            case "--gifts": isGifts = true
            case "--caches": isCaches = true
            case "--roofs": isRoofs = true
            case "--soak": isSoak = true
            case "--compare": earlierReport = try BenchOptions.path(word, rest.popFirst())
            case "--tolerance":
                tolerance = try BenchOptions.number(word, rest.popFirst()) {
                    Double($0)
                } atLeast: {
                    $0 > 0 && $0.isFinite
                }
            case "--help", "-h": isHelp = true
            case "--runs":
                givenRuns = try BenchOptions.number(word, rest.popFirst()) {
                    Int($0)
                } atLeast: {
                    $0 > 0
                }
            case "--frames":
                frames = try BenchOptions.number(word, rest.popFirst()) {
                    Int($0)
                } atLeast: {
                    $0 > 0
                }
            case "--seconds":
                seconds = try BenchOptions.number(word, rest.popFirst()) {
                    Double($0)
                } atLeast: {
                    $0 > 0 && $0.isFinite
                }
            case "--phase":
                guard let name = rest.popFirst(), let phase = PhaseName(rawValue: name) else {
                    throw BenchError("--phase needs one of \(PhaseName.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                phases.append(phase)
            default:
                if word.hasPrefix("-") { throw BenchError("unknown option \(word); see svga-bench --help") }
                files.append(word)
            }
        }
        namesPhases = !phases.isEmpty
        if phases.isEmpty { phases = PhaseName.allCases }
    }

    mutating func leaveOut(_ phase: PhaseName) { phases.removeAll { $0 == phase } }

    private static func path(_ name: String, _ word: String?) throws(BenchError) -> String {
        guard let word, !word.isEmpty else { throw BenchError("\(name) needs the path of a file") }
        return word
    }

    private static func number<Value>(
        _ name: String, _ word: String?, _ read: (String) -> Value?, atLeast isAllowed: (Value) -> Bool
    ) throws(BenchError) -> Value {
        guard let value = word.flatMap(read), isAllowed(value) else { throw BenchError("\(name) needs a number above 0") }
        return value
    }
}

/// The default files: those of `SVGA_CORPUS`, or of `../shared/corpus` beside the package, or of `samples`, whichever exists first.
enum BenchFiles {
    static func found() -> [String] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        var folders = ProcessInfo.processInfo.environment["SVGA_CORPUS"].map { [URL(fileURLWithPath: $0)] } ?? []
        folders += [here, package].map { $0.deletingLastPathComponent().appendingPathComponent("shared/corpus") }
        folders += [here, package].map { $0.appendingPathComponent("samples") }
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let files = names.filter { $0.hasSuffix(".svga") }.sorted()
            if !files.isEmpty { return files.map { folder.appendingPathComponent($0).path } }
        }
        return []
    }
}
