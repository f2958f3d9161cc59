import SVGAModel

/// A ``TextStyle`` with every number finite, in its range, and known.
struct ResolvedTextStyle {
    let style: TextStyle
    let layoutWidth: Double
    let layoutHeight: Double
    let size: Double
    let minimumSize: Double
    let maxLines: Int
    let weight: Int
    /// 0: no outline.
    let outlineWidth: Double
    let shadow: TextShadow?
    let lineSpacing: Double
    let offsetX: Double
    let offsetY: Double

    /// Lengths beyond this are no gift; Pango counts 1024ths of a point in 32 bits.
    private static let longest = 100_000.0
    private static let largestSize = 2_000.0

    /// nil where there is no room for a text.
    init?(_ style: TextStyle, layoutWidth: Double, layoutHeight: Double) {
        guard layoutWidth.isFinite, layoutHeight.isFinite, layoutWidth > 0, layoutHeight > 0 else { return nil }
        func number(_ value: Double, _ range: ClosedRange<Double>, default other: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : other
        }
        let defaults = TextStyle()
        self.style = style
        self.layoutWidth = min(layoutWidth, ResolvedTextStyle.longest)
        self.layoutHeight = min(layoutHeight, ResolvedTextStyle.longest)
        maxLines = max(1, style.maxLines)
        let fitting = 0.7 * layoutHeight / Double(maxLines)
        size = min(style.size.map { $0.isFinite ? $0 : fitting } ?? fitting, ResolvedTextStyle.largestSize)
        guard size > 0 else { return nil }
        minimumSize = min(size, number(style.minimumSize, 1...ResolvedTextStyle.largestSize, default: defaults.minimumSize))
        weight = min(max(style.weight, 100), 1000)
        outlineWidth = style.outlineColor == nil ? 0 : number(style.outlineWidth, 0...200, default: defaults.outlineWidth)
        let lengths = -ResolvedTextStyle.longest...ResolvedTextStyle.longest
        shadow = style.shadow.map {
            TextShadow(
                color: $0.color, offsetX: number($0.offsetX, lengths, default: 0), offsetY: number($0.offsetY, lengths, default: 0),
                blur: number($0.blur, 0...200, default: 0))
        }
        lineSpacing = number(style.lineSpacing, 0...10, default: defaults.lineSpacing)
        offsetX = number(style.offsetX, lengths, default: 0)
        offsetY = number(style.offsetY, lengths, default: 0)
    }

    /// With one line there is nothing to wrap.
    var wrap: TextStyle.Wrap { maxLines == 1 ? .none : style.wrap }

    /// How a text becomes what is laid out.
    func cut(isMarkup: Bool) -> TextCut {
        // The narrowest letters are a sixth of the size wide. Markup may have any size, and without an end nothing says how much is seen.
        var characters = 1024.0
        if !isMarkup, style.ellipsis != .none || wrap != .none {
            let smallest = style.shrinksToFit ? minimumSize : size
            characters = min(characters, 64 + 8 * layoutWidth / smallest * Double(wrap == .none ? 1 : maxLines))
        }
        let lineBreaks: TextCut.LineBreaks = maxLines == 1 ? .joined : wrap == .none ? .paragraphs : .withinParagraph
        let perText = lineBreaks == .paragraphs ? 1024 : Int(characters)
        return TextCut(ellipsis: style.ellipsis, lineBreaks: lineBreaks, maxLines: maxLines, characters: perText)
    }
}
