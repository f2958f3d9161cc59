public import SVGAPixels

/// A vector shape of a frame (Rules of rendering, section 6), with defaults filled in and its path parsed.
///
/// It is drawn in `sprite space × transform`: filled with the nonzero rule if it has a ``fill``, then stroked.
public struct ShapeEntity: Hashable, Sendable {
    /// The outline of a shape, in shape space: points before ``ShapeEntity/transform``.
    public enum Geometry: Hashable, Sendable {
        /// Any outline of lines and cubic curves.
        case path(SVGAPath)
        /// A rectangle. `cornerRadius` is at most half of each side, which reading ensures.
        case rect(SVGARect, cornerRadius: Double)
        /// An ellipse by its center and its two radii.
        case ellipse(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double)
    }

    /// The ends of a stroke.
    public enum LineCap: Sendable {
        /// The stroke ends at the path's end.
        case butt
        /// Extended by a half circle.
        case round
        /// Extended by half a square.
        case square

        /// The number in files.
        package var number: Int32 {
            switch self {
            case .butt: 0
            case .round: 1
            case .square: 2
            }
        }

        package init?(number: Int32) {
            switch number {
            case 0: self = .butt
            case 1: self = .round
            case 2: self = .square
            default: return nil
            }
        }
    }

    /// The corners of a stroke.
    public enum LineJoin: Sendable {
        /// Pointed, up to the ``ShapeEntity/Stroke/miterLimit``; beyond it like `bevel`.
        case miter
        /// Rounded.
        case round
        /// Cut off.
        case bevel

        /// The number in files.
        package var number: Int32 {
            switch self {
            case .miter: 0
            case .round: 1
            case .bevel: 2
            }
        }

        package init?(number: Int32) {
            switch number {
            case 0: self = .miter
            case 1: self = .round
            case 2: self = .bevel
            default: return nil
            }
        }
    }

    /// A dash pattern in shape space: `dash` is drawn, `gap` is not, starting at the offset `phase`.
    public struct Dash: Hashable, Sendable {
        /// The length of a dash.
        public var dash: Double
        /// The length of a gap.
        public var gap: Double
        /// The offset into the pattern at the start of the stroke.
        public var phase: Double
        /// Further dashes and gaps before the pattern repeats, used only by some emulated players.
        package var rest: [Double] = []
        /// The length of each subpath before its first dash, used only by some emulated players; ``phase`` is 0 then.
        package var lead = 0.0
        /// Whether dash and gap change places after an odd number of them in the subpaths before, used only by some emulated players. Then the
        /// dashes at the ends of a closed subpath are not joined.
        package var alternates = false

        /// A pattern with these lengths. A stroke is dashed if the dash or the gap is above 0.
        public init(dash: Double, gap: Double, phase: Double) {
            self.dash = dash
            self.gap = gap
            self.phase = phase
        }
    }

    /// A stroke, measured in shape space: all transforms scale it.
    public struct Stroke: Hashable, Sendable {
        /// The color of the stroke.
        public var color: SVGAColor
        /// Above 0.
        public var width: Double
        /// The ends of the stroke.
        public var lineCap: LineCap
        /// The corners of the stroke.
        public var lineJoin: LineJoin
        /// The maximum length of a miter, in stroke widths. A longer one becomes a bevel.
        public var miterLimit: Double
        /// nil: the stroke is not dashed.
        public var dash: Dash?

        /// A stroke; only color and width have no default.
        public init(
            color: SVGAColor, width: Double, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: Double = 10,
            dash: Dash? = nil
        ) {
            self.color = color
            self.width = width
            self.lineCap = lineCap
            self.lineJoin = lineJoin
            self.miterLimit = miterLimit
            self.dash = dash
        }
    }

    /// The outline.
    public var geometry: Geometry
    /// The fill color; nil: not filled.
    public var fill: SVGAColor?
    /// The stroke along the outline, above the fill; nil: not stroked.
    public var stroke: Stroke?
    /// From shape space to sprite space.
    public var transform: SVGATransform

    /// A shape. Without a fill and a stroke it is invisible.
    public init(geometry: Geometry, fill: SVGAColor? = nil, stroke: Stroke? = nil, transform: SVGATransform = .identity) {
        self.geometry = geometry
        self.fill = fill
        self.stroke = stroke
        self.transform = transform
    }

    /// Whether the shape paints anything: its outline, paint and transform are not empty.
    package var isDrawn: Bool { bounds != nil }

    /// The bounding box of the painted area in sprite space, including stroke and miter joins; nil if it is empty.
    package var bounds: SVGARect? {
        guard fill != nil || stroke != nil, transform.isInvertible, var box = geometry.bounds else { return nil }
        if let stroke { box = box.outset(by: stroke.reach) }
        return transform.boundingBox(of: box)
    }
}

extension ShapeEntity.Stroke {
    /// The maximum distance of the stroke's edge from the outline, in shape space.
    package var reach: Double {
        // A miter join extends by miterLimit half widths, a square cap by √2 of them.
        width / 2 * (lineJoin == .miter ? max(miterLimit, 1.5) : 1.5)
    }
}

extension ShapeEntity.Geometry {
    /// The bounding box of the outline in shape space, without the stroke; nil for an empty outline.
    package var bounds: SVGARect? {
        switch self {
        case .path(let path):
            path.bounds
        case .rect(let rect, _):
            rect.width != 0 || rect.height != 0 ? rect : nil
        case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
            radiusX != 0 || radiusY != 0
                ? SVGARect(x: centerX - radiusX, y: centerY - radiusY, width: 2 * radiusX, height: 2 * radiusY) : nil
        }
    }
}
