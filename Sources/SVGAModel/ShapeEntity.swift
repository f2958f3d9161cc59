public import SVGAPixels

/// One vector shape of a frame (Rules of rendering, section 6), with its defaults filled in and its path parsed.
///
/// It is drawn in `sprite space × transform`: filled with the nonzero rule where ``fill`` is there, then stroked.
public struct ShapeEntity: Hashable, Sendable {
    /// The outline of a shape, in shape space: points before ``ShapeEntity/transform``.
    public enum Geometry: Hashable, Sendable {
        /// Any outline of lines and cubic curves.
        case path(SVGAPath)
        /// A rectangle. `cornerRadius` is at most half of each side; reading sees to that.
        case rect(SVGARect, cornerRadius: Double)
        /// An ellipse by its center and its two radii.
        case ellipse(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double)
    }

    /// How the ends of a stroke look.
    public enum LineCap: Sendable {
        /// The stroke ends where the path does.
        case butt
        /// A half circle is added.
        case round
        /// Half a square is added.
        case square

        /// The number that files write.
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

    /// How the corners of a stroke look.
    public enum LineJoin: Sendable {
        /// Pointed, up to the ``ShapeEntity/Stroke/miterLimit``; beyond it as `bevel`.
        case miter
        /// Rounded.
        case round
        /// Cut off.
        case bevel

        /// The number that files write.
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

    /// A dash pattern in shape space: `dash` drawn, `gap` left out, starting `phase` into the pattern.
    public struct Dash: Hashable, Sendable {
        /// How long each dash is.
        public var dash: Double
        /// How long the gap after each dash is.
        public var gap: Double
        /// How far into the pattern the stroke starts.
        public var phase: Double
        /// What follows the gap before the pattern starts again: a dash and a gap in turn. Only as some players read a file.
        package var rest: [Double] = []

        /// A pattern of these lengths. A stroke is dashed if the dash or the gap is above 0.
        public init(dash: Double, gap: Double, phase: Double) {
            self.dash = dash
            self.gap = gap
            self.phase = phase
        }
    }

    /// A stroke, measured in shape space: all transforms scale it.
    public struct Stroke: Hashable, Sendable {
        /// What it is drawn with.
        public var color: SVGAColor
        /// Above 0.
        public var width: Double
        /// How its ends look.
        public var lineCap: LineCap
        /// How its corners look.
        public var lineJoin: LineJoin
        /// The longest a pointed corner may be, in stroke widths. A longer one is cut off.
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
    /// What the outline is filled with; nil: it is not filled.
    public var fill: SVGAColor?
    /// What is drawn along the outline, above the fill; nil: nothing.
    public var stroke: Stroke?
    /// From shape space to sprite space.
    public var transform: SVGATransform

    /// A shape. Without a fill and a stroke it shows nothing.
    public init(geometry: Geometry, fill: SVGAColor? = nil, stroke: Stroke? = nil, transform: SVGATransform = .identity) {
        self.geometry = geometry
        self.fill = fill
        self.stroke = stroke
        self.transform = transform
    }

    /// Whether the shape leaves any ink: something to fill or stroke, a paint to do it with, a transform that shows it.
    package var isDrawn: Bool { bounds != nil }

    /// The box around the shape's ink in sprite space, stroke and miter joins included; nil where it draws nothing.
    public var bounds: SVGARect? {
        guard fill != nil || stroke != nil, transform.isInvertible, var box = geometry.bounds else { return nil }
        if let stroke { box = box.outset(by: stroke.reach) }
        return transform.boundingBox(of: box)
    }
}

extension ShapeEntity.Stroke {
    /// How far it reaches from its outline in shape space, at most.
    package var reach: Double {
        // A miter join reaches miterLimit half widths, a square cap √2 of them.
        width / 2 * (lineJoin == .miter ? max(miterLimit, 1.5) : 1.5)
    }
}

extension ShapeEntity.Geometry {
    /// The box around the outline in shape space, without any stroke; nil where there is no outline.
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
