import Foundation
import SVGAFormat
import SVGAModel

/// Measures whole exports by `svga render` beside ffmpeg that gets the same frames through a pipe.
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

    /// How many files are measured: the largest.
    static let most = 12

    static func largest(_ files: [String]) -> [String] {
        let sized = files.map { (size: byteCount($0), file: $0) }
        return sized.sorted { ($0.size, $1.file) > ($1.size, $0.file) }.prefix(most).map(\.file)
    }

    /// - Parameters:
    ///   - svga: the program to measure.
    ///   - rounds: how often each is run; the quickest counts.
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
        // Video has no alpha.
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

    /// What makes of ffmpeg's output the same as ours: the same codec, lossless or of the same quality.
    private static func settings(_ format: Format) -> [String] {
        switch format {
        case .webp: ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"]
        case .gif: ["-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-loop", "0"]
        case .mp4:
            ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
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
