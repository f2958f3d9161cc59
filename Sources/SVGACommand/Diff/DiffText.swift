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

    /// - Complexity: linear in the changes. No list of their messages or lines is made: a movie may have hundreds of thousands.
    var text: String {
        let difference = report.difference
        var text = screen.styled("\(report.before) → \(report.after)".printable, .bold) + "\n"
        add("Summary", difference.summaries.lazy.map { ("~", $0.text) }, to: &text)
        add("Movie", difference.facts.lazy.map { ("~", fact($0)) }, to: &text)
        let images = unsummarized(difference.images, difference.summarizedImages)
        add("Images", images.lazy.map { (mark($0.kind), $0.text) }, to: &text)
        let sprites = unsummarized(difference.sprites, difference.summarizedSprites)
        add("Sprites", sprites.lazy.map { (mark($0.kind), $0.text) }, to: &text)
        add("Sounds", difference.sounds.lazy.map { (mark($0.kind), $0.text) }, to: &text)
        add("Audio", difference.audios.lazy.map { (mark($0.kind), $0.text) }, to: &text)
        if difference.isEmpty { text += screen.text("  no difference in content") + "\n" }
        if let pixels = report.pixels {
            for line in self.pixels(pixels) { text += line + "\n" }
        }
        return text
    }

    /// The changes without those in a summary; with `-v` all changes.
    private func unsummarized<Change>(_ changes: [Change], _ summarized: Set<Int>) -> [Change] {
        isVerbose ? changes : changes.enumerated().filter { !summarized.contains($0.offset) }.map(\.element)
    }

    private func add(_ title: Message, _ items: some Collection<(mark: String, text: Message)>, to text: inout String) {
        if items.isEmpty { return }
        let isCut = !isVerbose && screen.isTerminal && items.count > DiffText.maximumLines
        text += "  " + screen.styled(screen.text(title), .cyan) + "\n"
        for item in items.prefix(isCut ? DiffText.maximumLines - 1 : items.count) {
            let line = "    \(item.mark) \(screen.text(item.text))".printable
            switch item.mark {
            case "+": text += screen.styled(line, .cyan)
            case "-": text += screen.styled(line, .red)
            default: text += line
            }
            text += "\n"
        }
        if isCut { text += screen.styled(screen.text("    … and \(items.count - DiffText.maximumLines + 1) more (-v)"), .dim) + "\n" }
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
