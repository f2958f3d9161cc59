import SVGAModel
import SVGAPixels

/// The drawing operations of an SVG, with resolved styles, references and transforms. In pixels of the canvas.
struct SVGDrawing {
    var operations: [Operation] = []

    struct Operation {
        var action: Action
        var source: Source
        /// The clip areas; the result is their intersection.
        var clips: [Area]
    }

    enum Action {
        case fill(Area)
        /// The path is in canvas coordinates; the matrix maps the stroke style's space to the canvas.
        case stroke(SVGAPath, matrix: SVGATransform, style: StrokeStyle)
        /// Fills the canvas with this opacity.
        case paint(alpha: Double)
    }

    struct Area {
        var path: SVGAPath
        var isEvenOdd: Bool
    }

    struct StrokeStyle {
        var width = 2.0
        var cap = ShapeEntity.LineCap.butt
        var join = ShapeEntity.LineJoin.miter
        var miterLimit = 10.0
        var dashes: [Double] = []
        var phase = 0.0
    }

    indirect enum Source {
        case color(SVGAColor)
        case gradient(Gradient)
        /// A group that is composed separately and drawn as one picture with an offset in pixels.
        case group(SVGDrawing, x: Double, y: Double)
    }

    struct Gradient {
        /// Cairo's parameters: x0, y0, x1, y1, or x0, y0, r0, x1, y1, r1.
        var numbers: [Double]
        var stops: [(offset: Double, color: SVGAColor)] = []
        /// The transform from the canvas to the gradient's space.
        var matrix = SVGATransform.identity
        var extend = Extend.pad
    }

    enum Extend { case none, pad, reflect, `repeat` }
}
