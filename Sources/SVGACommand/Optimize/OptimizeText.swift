import SVGAEdit
import SVGASupport
import SVGATasks

/// The report of `svga optimize` as text.
struct OptimizeText {
    private let report: OptimizeReport
    private let isVerbose: Bool
    private let screen: TextStream

    /// The maximum number of listed images and sounds; the others are counted.
    private static let maximumListed = 8

    init(_ report: OptimizeReport, isVerbose: Bool, screen: TextStream) {
        self.report = report
        self.isVerbose = isVerbose
        self.screen = screen
    }

    var text: String {
        var lines = [headline, screen.text(memory), screen.text("  Frames  \(frames)")]
        lines += soundLines + imageLines
        if !report.removedSprites.isEmpty {
            lines.append(screen.text("  Removed, never visible: \(Units.count(report.removedSprites.count, "sprite"))"))
        }
        if report.roundedSprites > 0 {
            lines.append(screen.text("  Rounded numbers: \(Units.count(report.roundedSprites, "sprite"))"))
        }
        if !report.undone.isEmpty {
            lines.append(screen.text("  Not applied, visible: \(report.undone.joined(separator: ", "))"))
        }
        lines += report.notes.map { screen.text("  Note: \($0)") }
        return lines.joined(separator: "\n").printableLines
    }

    /// One line, for one of several files.
    var line: String {
        let target = report.output.flatMap { $0 == report.file ? nil : " → \($0)" } ?? ""
        let loss: Message = report.differingFrames > 0 ? "; frames: \(frames)" : ""
        let change = OptimizeText.change(report.bytesBefore, report.bytesAfter)
        return screen.text("\(report.file)\(target): \(change)\(loss)").printable
    }

    /// The summary of several files.
    static func total(_ reports: [OptimizeReport]) -> Message {
        let done = reports.filter { $0.error == nil }
        let (before, after) = (done.reduce(0) { $0 + $1.bytesBefore }, done.reduce(0) { $0 + $1.bytesAfter })
        let failed: Message = done.count < reports.count ? ", \(reports.count - done.count) failed" : ""
        return "\(Units.count(done.count, "file")): \(change(before, after))\(failed)"
    }

    private var headline: String {
        let target = report.output.map { " → \($0)" } ?? screen.text(" (nothing was written)")
        return "\(report.file)\(target)\n" + screen.text("  File    \(OptimizeText.change(report.bytesBefore, report.bytesAfter))")
    }

    private var memory: Message { "  Images  \(OptimizeText.change(report.decodedBytesBefore, report.decodedBytesAfter)) decoded" }

    private var frames: Message {
        guard report.differingFrames > 0 else { return "all \(report.frames) frames are identical" }
        // Rounded down, so that the text never exceeds the measured similarity.
        let lowest = Units.decimal((report.lowestSimilarity * 10_000).rounded(.down) / 10_000, places: 4)
        return "\(report.differingFrames) of \(report.frames) frames differ; lowest SSIM \(lowest)"
    }

    private var soundLines: [String] {
        let listedSounds = report.sounds.prefix(isVerbose ? report.sounds.count : OptimizeText.maximumListed)
        let lines = listedSounds.map { sound in
            let rate = Units.decimal(Double(sound.bitsPerSecond) / 1000, places: 3)
            let change = OptimizeText.change(sound.bytesBefore, sound.bytesAfter)
            return screen.text("  Sound   \(sound.key): \(change), MP3 of \(rate) kbit/s")
        }
        let more = report.sounds.count - listedSounds.count
        return lines + (more > 0 ? [screen.text("  and \(Units.count(more, "sound")) more (-v)")] : [])
    }

    private var imageLines: [String] {
        let sorted = report.images.sorted { ($1.bytesBefore - $1.bytesAfter, $0.key) < ($0.bytesBefore - $0.bytesAfter, $1.key) }
        guard !sorted.isEmpty else { return [] }
        var table = TextTable(columns: [
            .init(title: "  Image"), .init(title: "change"), .init(title: "before", isRight: true), .init(title: "after", isRight: true),
            .init(title: "pixels"),
        ])
        for image in sorted.prefix(isVerbose ? sorted.count : OptimizeText.maximumListed) {
            let size = "\(image.widthBefore)×\(image.heightBefore)"
            let newSize = "\(image.widthAfter)×\(image.heightAfter)"
            table.rows.append([
                "  \(image.key)".printable, screen.text(OptimizeText.action(image.action)), screen.bytes(image.bytesBefore),
                image.action == .removed ? "" : screen.bytes(image.bytesAfter),
                image.action == .shrunk || image.action == .cropped ? "\(size) → \(newSize)" : size,
            ])
        }
        let more = sorted.count - table.rows.count
        return table.lines(width: screen.columns, screen.wording)
            + (more > 0 ? [screen.text("  and \(Units.count(more, "image")) more (-v)")] : [])
    }

    private static func action(_ action: Optimization.ImageChange.Action) -> Message {
        switch action {
        case .removed: "removed"
        case .rewritten: "rewritten"
        case .cropped: "cropped"
        case .palette: "palette"
        case .shrunk: "shrunk"
        case .coarser: "coarser"
        }
    }

    private static func change(_ before: Int, _ after: Int) -> Message {
        guard before > 0, after != before else { return "\(Units.bytes(before)), unchanged" }
        if after > before { return "\(Units.bytes(before)) → \(Units.bytes(after))" }
        let percent = Units.decimal(Double(before - after) / Double(before) * 100, places: 1)
        return "\(Units.bytes(before)) → \(Units.bytes(after)), \(percent)% saved"
    }
}

extension String {
    /// The text with each line made printable, because names come from the file.
    fileprivate var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
    }
}
