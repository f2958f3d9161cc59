import CPangoCairo
import SVGAModel
import SVGAPixels
import SVGASupport

/// A text broken into lines and fitted into its layout rectangle, with the position of each line.
///
/// The text is laid out at its font size. To shrink it, the layout is enlarged and drawn smaller by ``fontScale``. The result is the same,
/// because font metrics are not hinted, and this also works for markup with sizes.
struct TextLayout: ~Copyable {
    /// A line and the start of its baseline, in points of the sprite's space.
    struct Line {
        let pointer: UnsafeMutablePointer<PangoLayoutLine>
        let x: Double
        let y: Double
    }

    private let layout: ObjectReference
    let style: ResolvedTextStyle
    /// At most 1; less if the text was shrunk to fit.
    private(set) var fontScale = 1.0
    private(set) var lines: [Line] = []
    /// Whether letters of the line were replaced by an ellipsis before the layout.
    private(set) var isShortened = false
    /// The bounding box of all letters, in points of the sprite's space; nil if there are no lines.
    private(set) var ink: SVGARect?

    /// - Parameter centersEmBox: whether a single line that is centered vertically is centered by its ``EmBox``.
    init(_ source: TextSource, style: ResolvedTextStyle, engine: FontEngine, centersEmBox: Bool = false) throws(SVGAError) {
        let layout = try engine.makeLayout(language: TextLayout.language(of: source.text, style))
        try TextLayout.setFont(of: layout.pointer, style, engine.fileFamilies)
        self.layout = layout
        self.style = style
        source.apply(to: self.layout.pointer)
        if style.style.shrinksToFit { shrink() }
        if style.maxLines == 1, style.style.ellipsis == .end, !source.hasAttributes, TextLayout.hasConjuncts(source.text) {
            shorten(source.text)
        }
        setRoom(ellipsis: style.style.ellipsis, longWords: true)
        positionLines(centersEmBox: centersEmBox)
    }

    /// The style's language if the text has Han characters, else English, because Pango raises the ellipsis for Chinese.
    private static func language(of text: String, _ style: ResolvedTextStyle) -> String {
        text.unicodeScalars.contains { $0.properties.isIdeographic } ? style.style.language.filter { $0 != "\0" } : "en"
    }

    private static func setFont(of layout: OpaquePointer, _ style: ResolvedTextStyle, _ fileFamilies: [String]) throws(SVGAError) {
        let description = try FontDescription()
        var family = style.style.fontFamily
        if family == "sans-serif" { family = (fileFamilies + [family]).joined(separator: ",") }
        pango_font_description_set_family(description.pointer, family.filter { $0 != "\0" })
        pango_font_description_set_weight(description.pointer, PangoWeight(UInt32(style.weight)))
        pango_font_description_set_style(description.pointer, style.style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_absolute_size(description.pointer, style.size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description.pointer)
    }

    // MARK: Fitting

    /// Computes ``fontScale``.
    private mutating func shrink() {
        let smallest = style.minimumSize / style.size
        if style.wrap == .none {
            setRoom(ellipsis: .none, longWords: false)
            let widest = size.width
            if widest > style.layoutWidth { fontScale = max(smallest, style.layoutWidth / widest) }
            if style.maxLines > 1, size.height * fontScale > style.layoutHeight {
                fontScale = max(smallest, style.layoutHeight / size.height)
            }
            return
        }
        if fits { return }
        var low = smallest
        var high = 1.0
        for _ in 0..<10 {
            fontScale = (low + high) / 2
            if fits { low = fontScale } else { high = fontScale }
        }
        fontScale = low
    }

    /// Whether the text fits at the current scale. With word wrap, words must not be broken.
    private var fits: Bool {
        setRoom(ellipsis: .none, longWords: false)
        let size = size
        return lineCount <= style.maxLines && size.width * fontScale <= style.layoutWidth + 0.01
            && size.height * fontScale <= style.layoutHeight
    }

    private func setRoom(ellipsis: TextStyle.Ellipsis, longWords: Bool) {
        let pointer = layout.pointer
        let isLimited = style.wrap != .none || ellipsis != .none
        // One unit more, so that a text shrunk to exactly this width fits.
        let width = (style.layoutWidth / fontScale * Double(PANGO_SCALE)).rounded(.up) + 1
        pango_layout_set_width(pointer, isLimited ? Int32(saturating: min(width, Double(Int32.max / 2))) : -1)
        pango_layout_set_wrap(
            pointer, style.wrap == .character ? PANGO_WRAP_CHAR : longWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
        let mode =
            switch ellipsis {
            case .start: PANGO_ELLIPSIZE_START
            case .middle: PANGO_ELLIPSIZE_MIDDLE
            case .end: PANGO_ELLIPSIZE_END
            case .none: PANGO_ELLIPSIZE_NONE
            }
        pango_layout_set_ellipsize(pointer, mode)
        // A negative height is a number of lines per paragraph.
        pango_layout_set_height(pointer, style.wrap == .none ? -1 : -Int32(clamping: min(style.maxLines, 1 << 20)))
    }

    /// The viramas that join consonants to one character (UAX 29, rule GB9c).
    private static let linkers: Set<UInt32> = [0x094D, 0x09CD, 0x0ACD, 0x0B4D, 0x0C4D, 0x0D4D]

    /// Whether Pango, which does not have the rule GB9c, may break a character of the text at its ellipsis.
    private static func hasConjuncts(_ text: String) -> Bool { text.unicodeScalars.contains { linkers.contains($0.value) } }

    /// Replaces the end of a line that is too long by an ellipsis, between characters.
    private mutating func shorten(_ text: String) {
        setRoom(ellipsis: .none, longWords: true)
        guard size.width * fontScale > style.layoutWidth + 0.001 else { return }
        let letters = Array(text)
        func keep(_ count: Int) {
            let kept = String(String(letters[..<count]).reversed().drop(while: \.isWhitespace).reversed()) + "…"
            pango_layout_set_text(layout.pointer, kept, Int32(clamping: kept.utf8.count))
        }
        var (low, high) = (0, letters.count)
        while low < high {
            let middle = (low + high + 1) / 2
            keep(middle)
            if size.width * fontScale <= style.layoutWidth { low = middle } else { high = middle - 1 }
        }
        keep(low)
        isShortened = true
    }

    // MARK: Measuring

    var lineCount: Int { Int(pango_layout_get_line_count(layout.pointer)) }

    private func line(_ index: Int) -> UnsafeMutablePointer<PangoLayoutLine>? {
        pango_layout_get_line_readonly(layout.pointer, Int32(clamping: index))
    }

    /// The size of all lines, before ``fontScale``.
    private var size: SVGASize {
        var result = SVGASize(width: 0, height: 0)
        for index in 0..<lineCount {
            guard let line = line(index) else { continue }
            let logical = TextLayout.extents(of: line).logical
            result.width = max(result.width, logical.width)
            result.height += logical.height * (index == 0 ? 1 : style.lineSpacing)
        }
        return result
    }

    /// In points before ``fontScale``, from the start of the line's baseline.
    static func extents(of line: UnsafeMutablePointer<PangoLayoutLine>) -> (ink: SVGARect, logical: SVGARect) {
        func rect(_ pango: PangoRectangle) -> SVGARect {
            let unit = 1 / Double(PANGO_SCALE)
            return SVGARect(
                x: Double(pango.x) * unit, y: Double(pango.y) * unit, width: Double(pango.width) * unit,
                height: Double(pango.height) * unit)
        }
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, &ink, &logical)
        return (rect(ink), rect(logical))
    }

    // MARK: Positions

    private mutating func positionLines(centersEmBox: Bool) {
        var baseline = 0.0
        var bottom = 0.0
        var inks: [SVGARect] = []
        for index in 0..<min(lineCount, style.maxLines) {
            guard let pointer = line(index) else { continue }
            let (ink, logical) = TextLayout.extents(of: pointer)
            // The distance of baselines: the descent above plus the ascent below.
            baseline += index == 0 ? -logical.y * fontScale : (bottom - logical.y * fontScale) * style.lineSpacing
            bottom = logical.maxY * fontScale
            let free = style.layoutWidth - logical.width * fontScale
            let x = free * share(of: pointer) - logical.x * fontScale + style.offsetX
            lines.append(Line(pointer: pointer, x: x, y: baseline))
            inks.append(ink)
        }
        let free = style.layoutHeight - (baseline + bottom)
        let share =
            switch style.style.verticalAlignment {
            case .top: 0.0
            case .center: 0.5
            case .bottom: 1.0
            }
        var top = free * share + style.offsetY
        if centersEmBox, lines.count == 1, style.style.verticalAlignment == .center, let box = EmBox(of: lines[0].pointer) {
            top = style.layoutHeight / 2 + (box.ascent - 0.5) * style.size * fontScale - baseline + style.offsetY
        }
        lines = lines.map { Line(pointer: $0.pointer, x: $0.x, y: $0.y + top) }
        for (line, ink) in zip(lines, inks) where ink.width > 0 && ink.height > 0 {
            let box = SVGARect(
                x: line.x + ink.x * fontScale, y: line.y + ink.y * fontScale, width: ink.width * fontScale,
                height: ink.height * fontScale)
            self.ink = self.ink?.union(box) ?? box
        }
    }

    /// Moves the first baseline to a row of pixels. Returns the offset downward.
    mutating func snap(pixelsPerPoint scale: Double) -> Double {
        guard let first = lines.first else { return 0 }
        let offset = (first.y * scale).rounded() / scale - first.y
        lines = lines.map { Line(pointer: $0.pointer, x: $0.x, y: $0.y + offset) }
        return offset
    }

    /// The fraction of the free width to the left of a line.
    private func share(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Double {
        let isRightToLeft = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
        return switch style.style.horizontalAlignment {
        case .left: 0
        case .right: 1
        case .center: 0.5
        case .leading: isRightToLeft ? 1 : 0
        case .trailing: isRightToLeft ? 0 : 1
        }
    }
}

/// A ``TextStyle`` with defaults applied and every number finite and in its range.
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

    /// The maximum length in points. Pango counts 1/1024 points in 32 bits.
    private static let longest = 100_000.0
    private static let largestSize = 2_000.0
    /// The smallest share of its size at which a text is drawn by default. The players for web pages have the same.
    private static let minimumShare = 0.6

    /// nil if the layout is too small for a text.
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
        let hasMinimum = style.minimumSize.isFinite && style.minimumSize > 0
        minimumSize = hasMinimum ? min(size, max(1, style.minimumSize)) : ResolvedTextStyle.minimumShare * size
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

    /// A single line is never wrapped.
    var wrap: TextStyle.Wrap { maxLines == 1 ? .none : style.wrap }

    /// The preprocessing of a text before layout.
    func cut(isMarkup: Bool) -> TextCut {
        // The narrowest letters are about a sixth of the font size wide. Markup can set any size, and lines that are not cut can have any
        // length, so both get the maximum count.
        var characters = 1024.0
        if !isMarkup, style.ellipsis != .none || wrap != .none {
            let smallest = style.shrinksToFit ? minimumSize : size
            characters = min(characters, 64 + 8 * layoutWidth / smallest * Double(wrap == .none ? 1 : maxLines))
        }
        let lineBreaks: TextCut.LineBreaks = maxLines == 1 ? .joined : wrap == .none ? .paragraphs : .withinParagraph
        let perText = lineBreaks == .paragraphs ? 1024 : Int(saturating: characters)
        return TextCut(ellipsis: style.ellipsis, lineBreaks: lineBreaks, maxLines: maxLines, characters: perText)
    }
}
