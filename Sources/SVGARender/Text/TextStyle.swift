public import SVGAModel

/// A text that is drawn over a sprite (Rules of rendering, section 8).
package struct TextContent: Hashable, Sendable {
    package var text: String
    /// Whether ``text`` is Pango markup.
    package var isMarkup: Bool
    package var style: TextStyle

    package init(_ text: String, isMarkup: Bool = false, style: TextStyle = TextStyle()) {
        self.text = text
        self.isMarkup = isMarkup
        self.style = style
    }

    /// Whether both have the same style and the same bytes. `==` ignores differences of Unicode normalization.
    func isSame(as other: TextContent) -> Bool { self == other && text.hasSameBytes(as: other.text) }
}

/// The font, colors and layout of a text. Lengths are in points of the sprite's space (Rules of rendering, section 8), so they scale with the
/// sprite.
///
/// The default suits a name plate: one centered white line. A line that is wider than the layout is drawn smaller, down to 60 % of its size. If it is
/// still too wide, it ends with an ellipsis after the last whole character that fits.
///
/// A number that is not finite is replaced by the default. Other numbers are clamped to their range.
public struct TextStyle: Hashable, Sendable {
    /// The horizontal position of each line in the layout.
    public enum HorizontalAlignment: Hashable, Sendable, CaseIterable {
        /// The side where the line's writing direction begins: left for Latin, right for Arabic.
        case leading
        /// In the middle.
        case center
        /// The side where the line's writing direction ends.
        case trailing
        /// At the left edge, for every writing direction.
        case left
        /// At the right edge, for every writing direction.
        case right
    }

    /// The vertical position of the lines in the layout.
    public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
        /// At the upper edge.
        case top
        /// In the middle.
        case center
        /// At the lower edge.
        case bottom
    }

    /// The positions at which a line that is too long may be broken.
    public enum Wrap: Hashable, Sendable, CaseIterable {
        /// Only at the line breaks of the text.
        case none
        /// Between words, and within a word that is longer than a line.
        case word
        /// Between any two characters.
        case character
    }

    /// The part of a text that is omitted if the text is too long.
    public enum Ellipsis: Hashable, Sendable, CaseIterable {
        /// The beginning.
        case start
        /// A part in the middle.
        case middle
        /// The end.
        case end
        /// Nothing of a line, so that it exceeds the layout. Lines after `maxLines` of ``TextStyle`` are omitted.
        case none
    }

    /// The name of a font family, or several separated by commas: the first that exists is used. Other fonts supply characters that it
    /// lacks. `sans-serif` means the font files of the ``FontSet`` in their order, then the system's sans serif.
    public var fontFamily: String
    /// The language, as a tag such as `ja`. It decides the shapes of Han characters, which Chinese, Japanese and Korean share. Other
    /// scripts do not need it.
    public var language: String
    /// The font weight as in CSS: 100…1000, 400 regular, 700 bold. The nearest weight of the family is used.
    public var weight: Int
    /// Whether the letters are italic.
    public var isItalic: Bool
    /// The font size, at most 2 000. nil: 70 % of the layout's height, divided by `maxLines`, as usual on name plates.
    public var size: Double?
    /// The color of the letters, unless markup sets another one.
    public var color: SVGAColor
    /// The color of an outline behind the letters; nil: no outline.
    public var outlineColor: SVGAColor?
    /// The width of the outline outside of the letters, 0…200. 0: no outline.
    public var outlineWidth: Double
    /// The shadow behind the letters and their outline; nil: no shadow.
    public var shadow: TextShadow?
    /// The horizontal alignment of each line.
    public var horizontalAlignment: HorizontalAlignment
    /// The vertical alignment of all lines together, from the ascent of the first line to the descent of the last.
    public var verticalAlignment: VerticalAlignment
    /// The maximum number of lines, at least 1. With 1, a line break in the text is a space.
    public var maxLines: Int
    /// The positions at which lines may be broken, if `maxLines` is above 1.
    public var wrap: Wrap
    /// The part that is omitted if the text is too long. If `maxLines` omits lines, the last line ends with an ellipsis.
    public var ellipsis: Ellipsis
    /// Whether the font size is reduced if the text does not fit, before a word is broken or the text is truncated. A text does not fit if it is too
    /// wide or, with `maxLines` above 1, has too many lines or is too high. The sizes of outline and shadow do not change.
    public var shrinksToFit: Bool
    /// The smallest size that `shrinksToFit` may use, at least 1; 0: 60 % of the size.
    public var minimumSize: Double
    /// The factor of the font's line height, 0…10.
    public var lineSpacing: Double
    /// The offset of the text to the right, in points of the sprite's space.
    public var offsetX: Double
    /// The offset of the text downward, in points of the sprite's space.
    public var offsetY: Double
    /// Whether the text is clipped to the layout rectangle. If false, outlines, shadows and a text that does not fit exceed it.
    public var clipsToLayout: Bool

    /// By default: one white line in the center of the layout.
    public init(
        fontFamily: String = "sans-serif", language: String = "zh-cn", weight: Int = 400, isItalic: Bool = false, size: Double? = nil,
        color: SVGAColor = .white, outlineColor: SVGAColor? = nil, outlineWidth: Double = 1, shadow: TextShadow? = nil,
        horizontalAlignment: HorizontalAlignment = .center, verticalAlignment: VerticalAlignment = .center, maxLines: Int = 1,
        wrap: Wrap = .word, ellipsis: Ellipsis = .end, shrinksToFit: Bool = true, minimumSize: Double = 0, lineSpacing: Double = 1,
        offsetX: Double = 0, offsetY: Double = 0, clipsToLayout: Bool = false
    ) {
        self.fontFamily = fontFamily
        self.language = language
        self.weight = weight
        self.isItalic = isItalic
        self.size = size
        self.color = color
        self.outlineColor = outlineColor
        self.outlineWidth = outlineWidth
        self.shadow = shadow
        self.horizontalAlignment = horizontalAlignment
        self.verticalAlignment = verticalAlignment
        self.maxLines = maxLines
        self.wrap = wrap
        self.ellipsis = ellipsis
        self.shrinksToFit = shrinksToFit
        self.minimumSize = minimumSize
        self.lineSpacing = lineSpacing
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.clipsToLayout = clipsToLayout
    }
}

/// A blurred copy of a text and its outline, behind it.
public struct TextShadow: Hashable, Sendable {
    /// The color. Default: half-transparent black.
    public var color: SVGAColor
    /// The offset to the right, in points of the sprite's space.
    public var offsetX: Double
    /// The offset downward, in points of the sprite's space.
    public var offsetY: Double
    /// The blur radius as in CSS: twice the standard deviation, in points of the sprite's space, 0…200; 0: sharp.
    public var blur: Double

    /// By default: soft, half-transparent black, one point below the text.
    public init(
        color: SVGAColor = SVGAColor(red: 0, green: 0, blue: 0, alpha: 0.5), offsetX: Double = 0, offsetY: Double = 1, blur: Double = 2
    ) {
        self.color = color
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.blur = blur
    }
}
