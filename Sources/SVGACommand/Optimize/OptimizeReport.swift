import SVGAEdit
import SVGASupport

/// What `svga optimize` did.
struct OptimizeReport: Sendable {
    /// As they were written on the command line; the output is nil with `--dry-run`.
    let file: String
    let output: String?
    let bytesBefore: Int
    let bytesAfter: Int
    /// Of all images, at 4 bytes a pixel.
    let decodedBytesBefore: Int
    let decodedBytesAfter: Int
    let frames: Int
    let differingFrames: Int
    let lowestSimilarity: Double
    let images: [Image]
    let removedSprites: [String]
    let undone: [String]
    let notes: [String]

    struct Image: Sendable {
        let key: String
        /// `removed`, `rewritten`, `cropped`, `palette` or `shrunk`.
        let action: String
        let bytesBefore: Int
        let bytesAfter: Int
        let widthBefore: Int
        let heightBefore: Int
        let widthAfter: Int
        let heightAfter: Int
    }

    init(_ result: Optimization, file: String, output: String?) {
        self.file = file
        self.output = output
        bytesBefore = result.bytesBefore
        bytesAfter = result.bytesAfter
        decodedBytesBefore = result.decodedBytesBefore
        decodedBytesAfter = result.decodedBytesAfter
        frames = result.frames
        differingFrames = result.differingFrames
        lowestSimilarity = result.lowestSimilarity
        images = result.images.map {
            Image(
                key: $0.key, action: $0.action.rawValue, bytesBefore: $0.bytesBefore, bytesAfter: $0.bytesAfter,
                widthBefore: $0.widthBefore, heightBefore: $0.heightBefore, widthAfter: $0.widthAfter, heightAfter: $0.heightAfter)
        }
        removedSprites = result.removedSprites
        undone = result.undone.map(\.rawValue)
        notes = result.notes
    }
}

extension OptimizeReport: JSONRepresentable {
    /// The contract of `--json`: every name is always there, and what is not known is null.
    var json: JSONValue {
        [
            "schema": 1, "file": file, "output": output, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter,
            "decodedBytesBefore": decodedBytesBefore, "decodedBytesAfter": decodedBytesAfter, "frames": frames,
            "differingFrames": differingFrames, "lowestSimilarity": lowestSimilarity, "images": images, "removedSprites": removedSprites,
            "undone": undone, "notes": notes,
        ]
    }
}

extension OptimizeReport.Image: JSONRepresentable {
    var json: JSONValue {
        [
            "key": key, "action": action, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter, "widthBefore": widthBefore,
            "heightBefore": heightBefore, "widthAfter": widthAfter, "heightAfter": heightAfter,
        ]
    }
}

/// What `svga optimize` did, for a person.
struct OptimizeText {
    private let report: OptimizeReport
    private let isVerbose: Bool
    private let columns: Int

    /// How many images are listed; the others are only counted.
    private static let listed = 8

    init(_ report: OptimizeReport, isVerbose: Bool, screen: TextStream) {
        self.report = report
        self.isVerbose = isVerbose
        columns = screen.columns
    }

    var text: String {
        var lines = [headline, memory, likeness]
        lines += imageLines
        if !report.removedSprites.isEmpty {
            lines.append("  Never visible and gone: \(Units.count(report.removedSprites.count, "sprite"))")
        }
        if !report.undone.isEmpty { lines.append("  Taken back, as it would have shown: \(report.undone.joined(separator: ", "))") }
        lines += report.notes.map { "  Note: \($0)" }
        return lines.joined(separator: "\n").printableLines
    }

    private var headline: String {
        let target = report.output.map { " → \($0)" } ?? " (nothing was written)"
        return "\(report.file)\(target)\n  File    \(change(report.bytesBefore, report.bytesAfter))"
    }

    private var memory: String { "  Images  \(change(report.decodedBytesBefore, report.decodedBytesAfter)) decoded" }

    private var likeness: String {
        guard report.differingFrames > 0 else { return "  Frames  all \(report.frames) drawn and the same to the last bit" }
        // Rounded down, so that the text never claims a higher similarity than was measured.
        let lowest = Units.decimal((report.lowestSimilarity * 10_000).rounded(.down) / 10_000, places: 4)
        return "  Frames  \(report.differingFrames) of \(report.frames) differ; lowest SSIM \(lowest)"
    }

    private var imageLines: [String] {
        let sorted = report.images.sorted { ($1.bytesBefore - $1.bytesAfter, $0.key) < ($0.bytesBefore - $0.bytesAfter, $1.key) }
        guard !sorted.isEmpty else { return [] }
        var table = TextTable(columns: [
            .init(title: "  Image"), .init(title: "change"), .init(title: "before", isRight: true), .init(title: "after", isRight: true),
            .init(title: "pixels"),
        ])
        for image in sorted.prefix(isVerbose ? sorted.count : OptimizeText.listed) {
            let size = "\(image.widthBefore)×\(image.heightBefore)"
            let newSize = "\(image.widthAfter)×\(image.heightAfter)"
            table.rows.append([
                "  \(image.key)".printable, image.action, Units.bytes(image.bytesBefore),
                image.action == "removed" ? "" : Units.bytes(image.bytesAfter),
                image.action == "shrunk" || image.action == "cropped" ? "\(size) → \(newSize)" : size,
            ])
        }
        let more = sorted.count - table.rows.count
        return table.lines(width: columns) + (more > 0 ? ["  and \(Units.count(more, "image")) more (-v)"] : [])
    }

    private func change(_ before: Int, _ after: Int) -> String {
        guard before > 0, after != before else { return "\(Units.bytes(before)), as it was" }
        let percent = Units.decimal(Double(before - after) / Double(before) * 100, places: 1)
        return "\(Units.bytes(before)) → \(Units.bytes(after)), \(percent)% saved"
    }
}

extension String {
    /// Every line made printable, because names come from the file.
    fileprivate var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
    }
}
