import SVGACheck
import SVGAFormat
import SVGAImport
import SVGAModel
import SVGASupport
import SVGATasks

/// What `svga import` made.
struct ImportReport: Sendable {
    let file: String
    /// nil with `--dry-run`.
    let output: String?
    let kind: String
    let width: Double
    let height: Double
    let fps: Int
    let frames: Int
    let sprites: Int
    /// What an app can replace: the keys of pictures, in their order.
    let keys: [String]
    let byteCount: Int
    /// Of all images, at 4 bytes a pixel.
    let decodedBytes: Int
    let rasterized: [Imported.Note]
    let lost: [Imported.Note]
    /// The lowest of the compared frames; nil where the source cannot be drawn.
    let similarity: Double?
    /// What public players show otherwise, one line each.
    let players: [String]

    init(
        _ imported: Imported, input: String, output: String?, byteCount: Int, similarity: Double?, players: [String] = []
    ) throws(TaskError) {
        let movie = try TaskError.naming(input) { () throws(ReadError) in try imported.document.videoEntity() }
        file = input
        self.output = output
        kind = imported.source
        (width, height) = (movie.viewBox.width, movie.viewBox.height)
        (fps, frames) = (movie.fps, movie.frames)
        sprites = movie.sprites.count
        keys = movie.images.map(\.key)
        self.byteCount = byteCount
        decodedBytes = movie.decodedImageBytes
        rasterized = imported.rasterized
        lost = imported.lost
        self.similarity = similarity
        self.players = players
    }

    /// Rounded down, so that the text never claims a higher similarity than was measured.
    static func text(_ similarity: Double) -> String { Units.decimal((similarity * 10_000).rounded(.down) / 10_000, places: 4) }
}

extension ImportReport: JSONRepresentable {
    /// The contract of `--json`: every name is always there, and what is not known is null.
    var json: JSONValue {
        [
            "schema": 1, "file": file, "output": output, "kind": kind, "width": width, "height": height, "fps": fps, "frames": frames,
            "sprites": sprites, "keys": keys, "bytes": byteCount, "decodedBytes": decodedBytes, "rasterized": rasterized, "lost": lost,
            "lowestSimilarity": similarity, "players": players,
        ]
    }
}

extension Imported.Note: JSONRepresentable {
    var json: JSONValue { ["place": place, "message": message] }

    var line: String { (place.isEmpty ? "" : "\(place): ") + message }
}

extension ImportReport {
    /// How many notes and keys are listed; the others are only counted.
    private static let listed = 12

    /// For a person.
    func text(isVerbose: Bool) -> String {
        var lines = [
            file + (output.map { " → \($0)" } ?? " (nothing was written)"),
            "  \(kind)  \(width.brief) × \(height.brief), \(Units.count(frames, "frame")) at \(fps) a second",
            "  Movie   \(Units.bytes(byteCount)), \(Units.count(sprites, "sprite")), \(Units.bytes(decodedBytes)) of decoded images",
            "  Frames  " + (similarity.map { "lowest SSIM \(ImportReport.text($0))" } ?? "not compared: the source cannot be drawn"),
        ]
        if !keys.isEmpty { lines.append("  Keys    " + shortened(keys.map(\.quoted), isVerbose).joined(separator: ", ")) }
        lines += shortened(rasterized.map { "  Picture: \($0.line)" }, isVerbose)
        lines += shortened(lost.map { "  Differs: \($0.line)" }, isVerbose)
        lines += shortened(players.map { "  Players: \($0)" }, isVerbose)
        return lines.map(\.printable).joined(separator: "\n")
    }

    private func shortened(_ items: [String], _ isVerbose: Bool) -> [String] {
        if isVerbose || items.count <= ImportReport.listed { return items }
        let first = items.prefix(ImportReport.listed)
        return first + [(items[0].hasPrefix("  ") ? "  " : "") + "and \(items.count - first.count) more (-v)"]
    }
}
