import Foundation

/// Measures what `svga optimize` saves, lossless and with palettes, and how similar the frames stay.
enum OptimizeBench {
    enum Mode: String, CaseIterable {
        case lossless
        case quality80 = "--quality 80"

        var options: [String] { self == .lossless ? [] : ["--quality", "80"] }
    }

    /// The part of the `--json` report that is used here.
    struct Row: Decodable {
        let file: String
        let bytesBefore: Int
        let bytesAfter: Int
        let decodedBytesBefore: Int
        let decodedBytesAfter: Int
        let frames: Int
        let differingFrames: Int
        let lowestSimilarity: Double
        let undone: [String]
    }

    /// - Parameter svga: the path of the program.
    static func measure(_ file: String, _ mode: Mode, svga: String) throws(BenchError) -> Row {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: svga)
        process.arguments = ["optimize", file, "--dry-run", "--json", "-q"] + mode.options
        let output = Pipe()
        process.standardOutput = output
        do {
            try process.run()
            let report = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw BenchError("svga optimize ends with \(process.terminationStatus)") }
            return try JSONDecoder().decode(Row.self, from: report)
        } catch let error as BenchError {
            throw error
        } catch {
            throw BenchError(error.localizedDescription)
        }
    }

    static func table(_ rows: [Row], _ mode: Mode) -> String {
        func cell(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
        func line(_ cells: [String]) -> String { zip(cells, [36, 10, 10, 8, 11, 11, 8, 9, 8]).map { cell($0, $1) }.joined(separator: " ") }
        func saved(_ before: Int, _ after: Int) -> String {
            before > 0 ? String(format: "%.1f%%", 100 * Double(before - after) / Double(before)) : "—"
        }
        func row(_ name: String, _ rows: [Row]) -> String {
            func sum(_ value: (Row) -> Int) -> Int { rows.reduce(0) { $0 + value($1) } }
            let (before, after) = (sum(\.bytesBefore), sum(\.bytesAfter))
            let (decoded, decodedAfter) = (sum(\.decodedBytesBefore), sum(\.decodedBytesAfter))
            let lowest = rows.map(\.lowestSimilarity).min() ?? 1
            return line([
                name, "\(before)", "\(after)", saved(before, after), "\(decoded / 1000)", "\(decodedAfter / 1000)",
                saved(decoded, decodedAfter), "\(sum(\.differingFrames))/\(sum(\.frames))", String(format: "%.4f", lowest),
            ])
        }
        var lines = ["svga optimize, \(mode.rawValue)"]
        lines.append(line(["file", "bytes", "after", "saved", "decoded KB", "after KB", "saved", "differ", "SSIM"]))
        lines += rows.map { row(URL(fileURLWithPath: $0.file).lastPathComponent, [$0]) }
        lines.append(row("all", rows))
        return lines.joined(separator: "\n")
    }

    /// Results that are errors, one line each.
    static func failures(_ rows: [Row], _ mode: Mode) -> [String] {
        rows.flatMap { row -> [String] in
            var failures: [String] = []
            if row.bytesAfter > row.bytesBefore { failures.append("\(row.file) became larger") }
            if mode == .lossless && row.differingFrames > 0 { failures.append("\(row.file) changed") }
            if row.lowestSimilarity < 0.98 { failures.append("\(row.file) is below the bound") }
            return failures
        }
    }
}
