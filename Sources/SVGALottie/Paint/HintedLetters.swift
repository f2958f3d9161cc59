import SVGAModel
import SVGARender
import SVGASupport

/// A letter of an installed font at a size.
struct HintedLetter: Hashable {
    let letter: InstalledLetter
    /// In pixels.
    let size: Double
}

// Letters of installed fonts as Chromium draws them on Linux: their outlines fit the rows of pixels.
extension FrameStatePainter {
    /// Larger letters are not hinted, as in Skia.
    private static let maximumHintedSize = 256.0
    /// The maximum number of outlines that are kept.
    private static let maximumHintedLetters = 2_000
    private static let hinting = 100_000

    /// The outline of a text in pixels; nil if it is turned, skewed or too large.
    func hintedPath(of text: InstalledText, _ transform: SVGATransform) throws(SVGAError) -> SVGAPath? {
        let placed = text.letters.map { (letter: $0.letter, transform: $0.transform.concatenating(transform)) }
        guard let scale = placed.first?.transform.a, scale > 0, placed.allSatisfy({ $0.transform.isUpright(scale) }) else { return nil }
        let size = (text.size * scale * 64).rounded() / 64
        guard size >= 1, size <= FrameStatePainter.maximumHintedSize else { return nil }
        try readOutlines(of: Set(placed.map(\.letter)), size)
        var path = SVGAPath()
        for (letter, transform) in placed {
            guard let outline = hintedLetters[HintedLetter(letter: letter, size: size)] else { return nil }
            // The baseline is at a whole pixel, and the letter at a quarter of one.
            let steps = letter.isLastResort ? 1.0 : 4
            let (x, y) = ((transform.tx * steps + 0.5).rounded(.down) / steps, (transform.ty + 0.5).rounded(.down))
            path.append(contentsOf: outline.transformed(.translation(x: x, y: y)))
        }
        return path
    }

    /// Reads the outlines that are not kept.
    private func readOutlines(of letters: Set<InstalledLetter>, _ size: Double) throws(SVGAError) {
        let new = letters.filter { hintedLetters[HintedLetter(letter: $0, size: size)] == nil }
        guard !new.isEmpty else { return }
        meter.spend(new.count * FrameStatePainter.hinting)
        try meter.check()
        if hintedLetters.count + new.count > FrameStatePainter.maximumHintedLetters { hintedLetters = [:] }
        for (_, group) in Dictionary(grouping: new, by: \.font) {
            guard let first = group.first else { continue }
            let font = first.font
            let drawn = try? GlyphOutline.outlines(
                of: group.map(\.character), family: first.family, fallback: first.fallback, weight: font.weight, isItalic: font.isItalic,
                fonts: .system, hinting: GlyphOutline.Hinting(size: size, isFull: first.isLastResort))
            guard let drawn else { continue }
            for (letter, outline) in zip(group, drawn.outlines) { hintedLetters[HintedLetter(letter: letter, size: size)] = outline.path }
        }
    }
}

extension SVGATransform {
    /// Whether it scales by the same factor in both directions, without a rotation or a skew.
    fileprivate func isUpright(_ scale: Double) -> Bool {
        let tolerance = 1e-4 * scale
        return b.magnitude < tolerance && c.magnitude < tolerance && (a - scale).magnitude < tolerance && (d - scale).magnitude < tolerance
            && isFinite
    }
}
