public import SVGAPixels

/// One vector shape of a frame (Rules of rendering, section 6), with its defaults filled in and its path parsed.
///
/// It is drawn in `sprite space × transform`: filled with the nonzero rule where ``fill`` is there, then stroked.
public struct ShapeEntity: Hashable, Sendable {
    public enum Geometry: Hashable, Sendable {
        case path(Path)
        /// `cornerRadius` is already clamped to half of each side.
        case rect(Rect, cornerRadius: Double)
        case ellipse(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double)
    }

    public enum LineCap: UInt8, Sendable { case butt, round, square }

    public enum LineJoin: UInt8, Sendable { case miter, round, bevel }

    /// A dash pattern in shape space: `dash` drawn, `gap` left out, starting `phase` into the pattern.
    public struct Dash: Hashable, Sendable {
        public var dash: Double
        public var gap: Double
        public var phase: Double

        public init(dash: Double, gap: Double, phase: Double) {
            self.dash = dash
            self.gap = gap
            self.phase = phase
        }
    }

    /// A stroke, measured in shape space: all transforms scale it.
    public struct Stroke: Hashable, Sendable {
        public var color: Color
        /// Above 0.
        public var width: Double
        public var lineCap: LineCap
        public var lineJoin: LineJoin
        public var miterLimit: Double
        public var dash: Dash?

        public init(
            color: Color, width: Double, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: Double = 10,
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

    public var geometry: Geometry
    public var fill: Color?
    public var stroke: Stroke?
    public var transform: Transform

    public init(geometry: Geometry, fill: Color? = nil, stroke: Stroke? = nil, transform: Transform = .identity) {
        self.geometry = geometry
        self.fill = fill
        self.stroke = stroke
        self.transform = transform
    }

    /// Whether the shape leaves any ink: something to fill or stroke, a paint to do it with, a transform that shows it.
    public var isDrawn: Bool { bounds != nil }

    /// The box around the shape's ink in sprite space, stroke and miter joins included; nil where it draws nothing.
    public var bounds: Rect? {
        guard fill != nil || stroke != nil, transform.isInvertible, var box = geometry.bounds else { return nil }
        if let stroke {
            // A miter join reaches at most miterLimit half widths out, a square cap √2 of them.
            let reach = stroke.lineJoin == .miter ? max(stroke.miterLimit, 1.5) : 1.5
            box = box.outset(by: stroke.width / 2 * reach)
        }
        return transform.boundingBox(of: box)
    }
}

extension ShapeEntity.Geometry {
    /// The box around the outline in shape space, without any stroke; nil where there is no outline.
    public var bounds: Rect? {
        switch self {
        case .path(let path):
            path.bounds
        case .rect(let rect, _):
            rect.width != 0 || rect.height != 0 ? rect : nil
        case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
            radiusX != 0 || radiusY != 0
                ? Rect(x: centerX - radiusX, y: centerY - radiusY, width: 2 * radiusX, height: 2 * radiusY) : nil
        }
    }
}
