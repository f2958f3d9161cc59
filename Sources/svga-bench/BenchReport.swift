import Foundation

/// The results. Names in the JSON never change their meaning. All times are milliseconds of processor time.
struct BenchReport: Codable {
    /// The version of the reports that this program writes and reads.
    static let knownSchema = 1

    let schema: Int
    let files: [FileReport]
    /// The means of `paintToNaive`, `paintToLimit` and the median of `wholeCommand`, over the files that have them.
    let geometricMeans: [String: Double]?

    init(files: [FileReport]) {
        schema = BenchReport.knownSchema
        self.files = files
        func mean(_ value: (FileReport) -> Double?) -> Double? { GeometricMean.of(files.compactMap(value)) }
        let means = [
            "paintToNaive": mean(\.paintToNaive), "paintToLimit": mean(\.paintToLimit), "wholeCommand": mean { $0[.wholeCommand]?.median },
        ]
        geometricMeans = means.compactMapValues { $0 }
    }

    /// Reads an earlier report.
    init(path: String) throws(BenchError) {
        struct Version: Decodable { let schema: Int }
        guard let data = FileManager.default.contents(atPath: path) else { throw BenchError("\(path): it cannot be read") }
        guard let version = try? JSONDecoder().decode(Version.self, from: data) else {
            throw BenchError("\(path): it is not a report of svga-bench --json")
        }
        guard version.schema == BenchReport.knownSchema else {
            throw BenchError("\(path): its schema is \(version.schema), and this svga-bench reads \(BenchReport.knownSchema)")
        }
        do {
            self = try JSONDecoder().decode(BenchReport.self, from: data)
        } catch {
            throw BenchError("\(path): it is not a complete report of svga-bench --json")
        }
    }

    var json: String { BenchJSON.text(self) }
}

/// The JSON format of this program.
enum BenchJSON {
    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding fails only for non-finite numbers, and measurements are finite.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// The geometric mean, for ratios: a factor of 2 and a factor of 1/2 cancel each other.
enum GeometricMean {
    /// The mean; nil without values above 0.
    static func of(_ values: [Double]) -> Double? {
        let logarithms = values.filter { $0 > 0 }.map(log)
        return logarithms.isEmpty ? nil : exp(logarithms.reduce(0, +) / Double(logarithms.count))
    }
}

struct FileReport: Codable {
    let file: String
    let bytes: Int
    let width: Int
    let height: Int
    let frames: Int
    /// The number of frames that `plan`, `paint`, `naive` and `limit` have measured.
    let sampledFrames: Int
    /// The total number of pixels that bitmaps cover in all sampled frames; see ``LimitPhase``.
    let coveredPixels: Int?
    /// The mean difference between our pictures and the naive painter's over all channels, 0…255.
    let naiveDifference: Double?
    let phases: [String: Timing]
    var paintToNaive: Double?
    var paintToLimit: Double?

    init(
        file: String, bytes: Int, width: Int, height: Int, frames: Int, sampledFrames: Int, coveredPixels: Int?, naiveDifference: Double?,
        phases: [String: Timing]
    ) {
        self.file = file
        self.bytes = bytes
        self.width = width
        self.height = height
        self.frames = frames
        self.sampledFrames = sampledFrames
        self.coveredPixels = coveredPixels
        self.naiveDifference = naiveDifference
        self.phases = phases
        paintToNaive = ratio(of: .paint, to: .naive)
        paintToLimit = ratio(of: .paint, to: .limit)
    }

    subscript(phase: PhaseName) -> Timing? { phases[phase.rawValue] }

    private func ratio(of phase: PhaseName, to yardstick: PhaseName) -> Double? {
        guard let phase = self[phase], let yardstick = self[yardstick], yardstick.median > 0 else { return nil }
        return phase.median / yardstick.median
    }
}

/// The times of one phase of one file, in milliseconds; per frame for phases that run over frames.
struct Timing: Codable {
    let min: Double
    let p10: Double
    let median: Double
    let p90: Double
    let runs: Int
    /// The median for all frames of the movie, extrapolated if only a sample was measured.
    let wholeMovie: Double?

    init(_ measurement: Measurement, frames: (sampled: Int, all: Int)?) {
        let perFrame = 1 / Double(Swift.max(1, frames?.sampled ?? 1))
        min = measurement.min * perFrame
        p10 = measurement.p10 * perFrame
        median = measurement.median * perFrame
        p90 = measurement.p90 * perFrame
        runs = measurement.runs
        wholeMovie = frames.map { measurement.median * perFrame * Double($0.all) }
    }
}

/// The report as text tables.
enum BenchTable {
    static func text(_ report: BenchReport, phases: [PhaseName]) -> String {
        var blocks: [String] = []
        let once = phases.filter { !$0.isPerFrame }
        if !once.isEmpty {
            let header = ["for the file, in ms"] + once.flatMap { [$0.rawValue, "p10–p90"] }
            blocks.append(table(header, report.files.map { file in [file.file] + once.flatMap { cells(file[$0]) } }))
        }
        let perFrame = phases.filter(\.isPerFrame)
        if !perFrame.isEmpty {
            let header = ["per frame, in ms", "frames"] + perFrame.flatMap { [$0.rawValue, "p10–p90"] }
            let rows = report.files.map { file in
                [file.file, file.sampledFrames == file.frames ? "\(file.frames)" : "\(file.sampledFrames)/\(file.frames)"]
                    + perFrame.flatMap { cells(file[$0]) }
            }
            blocks.append(table(header, rows))
        }
        if perFrame.contains(.paint) {
            let header = ["painting", "movie ms", "paint÷naive", "paint÷limit", "differs"] + (hasWhole(phases) ? ["whole command ms"] : [])
            func row(_ name: String, _ values: [String], _ whole: Double?) -> [String] {
                [name] + values + (hasWhole(phases) ? [number(whole)] : [])
            }
            let rows = report.files.map { file in
                row(
                    file.file,
                    [
                        number(file[.paint]?.wholeMovie, 0), number(file.paintToNaive, 2), number(file.paintToLimit, 2),
                        number(file.naiveDifference, 2),
                    ], file[.wholeCommand]?.median)
            }
            let means = report.geometricMeans ?? [:]
            let mean = row(
                "geometric mean", ["", number(means["paintToNaive"], 3), number(means["paintToLimit"], 3), ""], means["wholeCommand"])
            blocks.append(table(header, rows + [mean]))
        }
        blocks.append(
            "Medians, and the range from the 10th to the 90th of 100 runs, of processor time on one thread; \(legend(phases))")
        return blocks.joined(separator: "\n\n")
    }

    private static func hasWhole(_ phases: [PhaseName]) -> Bool { phases.contains(.wholeCommand) }

    private static func legend(_ phases: [PhaseName]) -> String {
        phases.contains(.paint)
            ? "paint includes plan. scene:\nanother scene of the prepared movie, with a new picture and a new name. naive: a textbook Cairo loop; differs: its pictures' mean distance from ours, of 255. "
                + "limit: as many pixels as the\nbitmaps cover, blended straight through memory. movie: paint for all frames."
                + (hasWhole(phases) ? " whole command: svga render --format rgba --threads 1,\nfrom start to end, its processor time." : "")
            : "plan and paint are per frame."
    }

    private static func cells(_ timing: Timing?) -> [String] {
        guard let timing else { return ["–", ""] }
        return [number(timing.median), number(timing.p10) + "–" + number(timing.p90)]
    }

    /// The number with three significant digits, or with `places` decimals.
    static func number(_ value: Double?, _ places: Int? = nil) -> String {
        guard let value else { return "–" }
        return String(format: "%.\(places ?? (value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3))f", value)
    }

    static func table(_ header: [String], _ rows: [[String]]) -> String {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + space : space + row[column]
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
