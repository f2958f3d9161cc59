public import SVGAModel

/// A text to be shown over a sprite (Rules of rendering, section 8).
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

    /// Whether both are drawn alike. `==` also accepts texts that differ in Unicode normalisation.
    func isSame(as other: TextContent) -> Bool { self == other && text.hasSameBytes(as: other.text) }
}

/// How a text looks. Lengths are in points of the sprite's space (Rules of rendering, section 8), so they grow with the sprite.
///
/// The default suits a name plate: white, because most plates are dark; one line, centred both ways; cut to the layout's width with an
/// ellipsis at the end.
///
/// Numbers that are not finite count as the property's default; numbers out of their range are brought into it.
public struct TextStyle: Hashable, Sendable {
    /// Where each line lies in the layout's width.
    public enum HorizontalAlignment: Hashable, Sendable, CaseIterable {
        /// Where a line of its writing direction begins: left for Latin, right for Arabic.
        case leading
        /// In the middle.
        case center
        /// Where a line of its writing direction ends.
        case trailing
        /// At the left edge, whatever the writing direction.
        case left
        /// At the right edge, whatever the writing direction.
        case right
    }

    /// Where the lines lie in the layout's height.
    public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
        /// At the upper edge.
        case top
        /// In the middle.
        case center
        /// At the lower edge.
        case bottom
    }

    /// Where a line that is too long may be broken.
    public enum Wrap: Hashable, Sendable, CaseIterable {
        /// Only the text's own line breaks begin a line.
        case none
        /// Between words; within a word that is longer than a line.
        case word
        /// Between any two characters.
        case character
    }

    /// Where a text that is too long is cut.
    public enum Ellipsis: Hashable, Sendable, CaseIterable {
        /// The beginning is left out.
        case start
        /// A part in the middle is left out.
        case middle
        /// The end is left out.
        case end
        /// A line that is too long sticks out; lines after `maxLines` of ``TextStyle`` are left out.
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
    /// Whether the letters slant.
    public var isItalic: Bool
    /// The font's size, up to 2 000. nil: 70 % of the layout's height, divided by `maxLines`, which is how names sit on plates.
    public var size: Double?
    /// The color of the letters, unless markup sets another one.
    public var color: SVGAColor
    /// The color of an outline behind the letters; nil: no outline.
    public var outlineColor: SVGAColor?
    /// How far the outline reaches outwards, 0…200. 0: none.
    public var outlineWidth: Double
    /// The shadow behind the letters and their outline; nil: no shadow.
    public var shadow: TextShadow?
    /// The horizontal alignment of each line.
    public var horizontalAlignment: HorizontalAlignment
    /// The vertical alignment of all lines together, from the ascent of the first line to the descent of the last.
    public var verticalAlignment: VerticalAlignment
    /// The maximum number of lines, at least 1. With 1, a line break in the text is a space.
    public var maxLines: Int
    /// Where lines may break, if `maxLines` is above 1.
    public var wrap: Wrap
    /// Where a text that is too long is cut. If lines are left out because of `maxLines`, the last one ends with an ellipsis.
    public var ellipsis: Ellipsis
    /// Whether a text that is too wide (or, with `maxLines` above 1, too many lines or too high) gets smaller, before it is wrapped in the
    /// middle of a word or cut. Outline and shadow keep their widths.
    public var shrinksToFit: Bool
    /// The smallest size that `shrinksToFit` may use, at least 1.
    public var minimumSize: Double
    /// The distance of baselines as a factor of the font's own, 0…10.
    public var lineSpacing: Double
    /// The offset of the text to the right, in points of the sprite's space.
    public var offsetX: Double
    /// The offset of the text downward, in points of the sprite's space.
    public var offsetY: Double
    /// Whether nothing is drawn outside of the layout rectangle. If not, outlines, shadows and what does not fit may lie there.
    public var clipsToLayout: Bool

    /// One white line in the center of the layout, unless the properties say otherwise.
    public init(
        fontFamily: String = "sans-serif", language: String = "zh-cn", weight: Int = 400, isItalic: Bool = false, size: Double? = nil,
        color: SVGAColor = .white, outlineColor: SVGAColor? = nil, outlineWidth: Double = 1, shadow: TextShadow? = nil,
        horizontalAlignment: HorizontalAlignment = .center, verticalAlignment: VerticalAlignment = .center, maxLines: Int = 1,
        wrap: Wrap = .word, ellipsis: Ellipsis = .end, shrinksToFit: Bool = false, minimumSize: Double = 8, lineSpacing: Double = 1,
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
    /// Half-transparent black by default.
    public var color: SVGAColor
    /// To the right, in points of the sprite's space.
    public var offsetX: Double
    /// Down, in points of the sprite's space.
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
