import Foundation
import SVGAFormat
import SVGAModel
import SVGAPlatform

/// Measures complete exports by `svga render`, and by ffmpeg, which receives the same frames through a pipe.
enum ExportBench {
    enum Format: String, CaseIterable { case webp, gif, mp4 }

    struct Row {
        let file: String
        let format: Format
        let ours: ProcessRun
        let theirs: ProcessRun
        let ourBytes: Int
        let theirBytes: Int
    }

    /// The number of measured files.
    static let most = 12

    static func largest(_ files: [String]) -> [String] {
        let sized = files.map { (size: byteCount($0), file: $0) }
        return sized.sorted { ($0.size, $1.file) > ($1.size, $0.file) }.prefix(most).map(\.file)
    }

    /// - Parameters:
    ///   - svga: the program to measure.
    ///   - rounds: the number of runs of each export; the fastest counts.
    static func measure(_ file: String, _ format: Format, svga: String, rounds: Int) throws(BenchError) -> Row {
        let movie: VideoEntity
        do {
            movie = try VideoEntity(path: file)
        } catch {
            throw BenchError(error.description)
        }
        let folder = NSTemporaryDirectory() + "svga-bench-\(UInt64.random(in: 0...UInt64.max))"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw BenchError("\(folder): \(error.localizedDescription)")
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (ourFile, theirFile) = ("\(folder)/ours.\(format.rawValue)", "\(folder)/theirs.\(format.rawValue)")
        // MP4 has no alpha.
        let background = format == .mp4 ? ["--background", "black"] : []
        let render = [svga, "render", file, "-q", "--force"] + background
        let size = "\(Int(movie.viewBox.width.rounded()))x\(Int(movie.viewBox.height.rounded()))"
        let pipe = ["ffmpeg", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", size, "-r", "\(movie.fps)", "-i", "-"]
        var ours: [ProcessRun] = []
        var theirs: [ProcessRun] = []
        for _ in 0..<rounds {
            ours.append(try ProcessRun([render + ["-o", ourFile]]))
            theirs.append(try ProcessRun([render + ["--format", "rgba", "-o", "-"], pipe + settings(format) + [theirFile]]))
        }
        func best(_ runs: [ProcessRun]) -> ProcessRun { runs.min { $0.seconds < $1.seconds } ?? runs[0] }
        return Row(
            file: URL(fileURLWithPath: file).lastPathComponent, format: format, ours: best(ours), theirs: best(theirs),
            ourBytes: byteCount(ourFile), theirBytes: byteCount(theirFile))
    }

    /// ffmpeg's options for the same codec and quality as ours.
    private static func settings(_ format: Format) -> [String] {
        switch format {
        case .webp: ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"]
        case .gif: ["-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-loop", "0"]
        case .mp4:
            [
                "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-preset", "medium", "-rc-lookahead", "10", "-crf", "20",
                "-pix_fmt", "yuv420p",
                "-movflags", "+faststart",
            ]
        }
    }

    private static func byteCount(_ path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
    }

    static func table(_ rows: [Row]) -> String {
        func text(_ value: Double) -> String { String(format: "%.2f", value) }
        func cell(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
        func line(_ cells: [String]) -> String {
            zip(cells, [28, 7, 9, 9, 10, 9, 9, 10, 7]).map { cell($0, $1) }.joined(separator: " ")
        }
        var lines = ["Whole exports: svga render, and ffmpeg fed with its raw frames through a pipe"]
        lines.append(line(["file", "format", "svga s", "peak MB", "KB", "ffmpeg s", "peak MB", "KB", "ratio"]))
        for row in rows {
            lines.append(
                line([
                    row.file, row.format.rawValue, text(row.ours.seconds), "\(row.ours.peakBytes >> 20)", "\(row.ourBytes >> 10)",
                    text(row.theirs.seconds), "\(row.theirs.peakBytes >> 20)", "\(row.theirBytes >> 10)",
                    text(row.ours.seconds / row.theirs.seconds),
                ]))
        }
        for format in Format.allCases {
            let own = rows.filter { $0.format == format }
            guard !own.isEmpty else { continue }
            let ratio = own.map(\.ours.seconds).reduce(0, +) / own.map(\.theirs.seconds).reduce(0, +)
            let peak = own.map(\.ours.peakBytes).max() ?? 0
            lines.append("\(format.rawValue): \(text(ratio)) of the pipe's time in all, at most \(peak >> 20) MB")
        }
        return lines.joined(separator: "\n")
    }
}

/// The `svga` program beside this one.
enum SVGAProgram {
    /// - Throws: an error if it is not built.
    static func path() throws(BenchError) -> String {
        let svga = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("svga").path
        guard FileManager.default.isExecutableFile(atPath: svga) else { throw BenchError("\(svga) is not there: build it first") }
        return svga
    }
}

/// A measured pipeline of programs: each reads the output of the previous one.
struct ProcessRun {
    /// Wall-clock time from the first start to the last end.
    let seconds: Double
    /// The processor time of all programs, including system time.
    let processorSeconds: Double
    /// The largest peak of resident memory of a program.
    let peakBytes: Int

    /// - Parameter commands: the path and the arguments of each program.
    /// - Throws: an error if a program cannot be started, or if its exit code is not 0.
    init(_ commands: [[String]]) throws(BenchError) {
        let start = ContinuousClock.now
        var processes: [pid_t] = []
        var input: Int32 = -1
        for (index, command) in commands.enumerated() {
            var ends: [Int32] = [-1, -1]
            if index < commands.count - 1, pipe(&ends) != 0 { throw BenchError("no pipe: \(String(cString: strerror(errno)))") }
            // A program must not inherit the ends of other pipes: it would keep them open, and the reader would never reach the end of its input.
            for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            processes.append(try ProcessRun.spawn(command, input: input, output: ends[1]))
            if input >= 0 { close(input) }
            if ends[1] >= 0 { close(ends[1]) }
            input = ends[0]
        }
        var (peak, processor) = (0, 0.0)
        var failed: String?
        for (process, command) in zip(processes, commands) {
            var status: Int32 = 0
            var usage = rusage()
            guard wait4(process, &status, 0, &usage) == process else { throw BenchError("lost \(command[0])") }
            if status != 0 { failed = failed ?? command.joined(separator: " ") }
            peak = max(peak, Int(usage.ru_maxrss) * 1024)
            for time in [usage.ru_utime, usage.ru_stime] { processor += Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        }
        seconds = (ContinuousClock.now - start) / .seconds(1)
        processorSeconds = processor
        peakBytes = peak
        if let failed { throw BenchError("failed: \(failed)") }
    }

    /// - Parameters:
    ///   - input: a descriptor, or -1 for nothing to read.
    ///   - output: a descriptor, or -1 for nowhere.
    private static func spawn(_ command: [String], input: Int32, output: Int32) throws(BenchError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if input >= 0 {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if output >= 0 {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        guard result == 0 else { throw BenchError("\(command[0]): \(String(cString: strerror(result)))") }
        return process
    }
}
