import SVGACheck
import SVGAModel
import SVGASupport
import SVGATasks

/// The report as text: added (+), removed (-), changed (~) and moved (>) items.
struct DiffText {
    /// The maximum number of lines per section on a terminal, unless `-v` is given.
    private static let maximumLines = 20

    private let report: DiffReport
    private let isVerbose: Bool
    private let screen: TextStream

    init(_ report: DiffReport, isVerbose: Bool, screen: TextStream) {
        self.report = report
        self.isVerbose = isVerbose
        self.screen = screen
    }

    var text: String {
        let difference = report.difference
        var lines = [screen.styled("\(report.before) → \(report.after)".printable, .bold)]
        lines += section("Summary", difference.summaries.map { ("~", $0.text) })
        lines += section("Movie", difference.facts.map { ("~", fact($0)) })
        let images = unsummarized(difference.images, difference.summarizedImages)
        lines += section("Images", images.map { (mark($0.kind), $0.text) })
        let sprites = unsummarized(difference.sprites, difference.summarizedSprites)
        lines += section("Sprites", sprites.map { (mark($0.kind), $0.text) })
        lines += section("Sounds", difference.sounds.map { (mark($0.kind), $0.text) })
        lines += section("Audio", difference.audios.map { (mark($0.kind), $0.text) })
        if difference.isEmpty { lines.append(screen.text("  no difference in content")) }
        if let pixels = report.pixels { lines += self.pixels(pixels) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The changes without those in a summary; with `-v` all changes.
    private func unsummarized<Change>(_ changes: [Change], _ summarized: Set<Int>) -> [Change] {
        isVerbose ? changes : changes.enumerated().filter { !summarized.contains($0.offset) }.map(\.element)
    }

    private func section(_ title: Message, _ items: [(mark: String, text: Message)]) -> [String] {
        if items.isEmpty { return [] }
        let isCut = !isVerbose && screen.isTerminal && items.count > DiffText.maximumLines
        let shownItems = isCut ? items.prefix(DiffText.maximumLines - 1) : items[...]
        var lines = ["  " + screen.styled(screen.text(title), .cyan)]
        for item in shownItems {
            let line = "    \(item.mark) \(screen.text(item.text))".printable
            switch item.mark {
            case "+": lines.append(screen.styled(line, .cyan))
            case "-": lines.append(screen.styled(line, .red))
            default: lines.append(line)
            }
        }
        if isCut { lines.append(screen.styled(screen.text("    … and \(items.count - shownItems.count) more (-v)"), .dim)) }
        return lines
    }

    private func mark(_ kind: MovieDifference.Kind) -> String {
        switch kind {
        case .added: "+"
        case .removed: "-"
        case .changed, .renamed: "~"
        case .moved: ">"
        }
    }

    // MARK: Items

    private func fact(_ fact: MovieDifference.Fact) -> Message {
        let note: Message = fact.isMeaningful ? "" : " (no difference in content)"
        return fact.text + note
    }

    private func pixels(_ pixels: DiffReport.Pixels) -> [String] {
        var lines = ["  " + screen.styled(screen.text("Pixels"), .cyan)]
        let part: Message = pixels.isPart ? " (only the \(pixels.width) × \(pixels.height) pixels of both)" : ""
        guard let worst = pixels.worst else {
            return lines + [screen.text("      all \(Units.count(pixels.framesCompared, "frame")) compared are identical\(part)")]
        }
        let frames = pixels.frames.map { $0[0]...$0[1] }.framesText
        lines.append(
            screen.text(
                "    ~ \(pixels.framesDiffering) of \(Units.count(pixels.framesCompared, "frame")) differ\(part): \(frames)"))
        let ssim = "SSIM \(Units.decimal(worst.ssim, places: 5)), PSNR \(Units.decimal(worst.psnr, places: 2)) dB"
        let pixelCount = Units.count(worst.differingPixels, "pixel")
        lines.append(
            screen.text("      worst is frame \(worst.frame): \(pixelCount) by up to \(worst.largestDifference) of 255, \(ssim)"))
        if let picture = pixels.picture { lines.append(screen.text("      image: \(picture)").printable) }
        return lines
    }
}
