import Foundation

/// What was measured. Names in the JSON never change their meaning; all times are milliseconds of processor time.
struct BenchReport: Encodable {
    let schema = 1
    let files: [FileReport]

    private enum CodingKeys: CodingKey { case schema, files }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Fails for numbers that are not finite, which no measurement is.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

struct FileReport: Encodable {
    let file: String
    let bytes: Int
    let width: Int
    let height: Int
    let frames: Int
    /// How many of the frames `plan`, `paint`, `naive` and `limit` ran over.
    let sampledFrames: Int
    /// By bitmaps, in all sampled frames together; see ``LimitPhase``.
    let coveredPixels: Int?
    /// Between painter and naive painter, mean of 0…255 over channels.
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

/// One phase of one file: for phases that run over frames, per frame.
struct Timing: Encodable {
    let min: Double
    let p10: Double
    let median: Double
    let p90: Double
    let runs: Int
    /// The median for all frames of the movie; of a sample, scaled up.
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
