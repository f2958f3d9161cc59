import SVGAModel
import SVGAPixels

/// What an SVG draws, with every style, reference and transform resolved. In pixels of the canvas.
struct SVGDrawing {
    var operations: [Operation] = []

    struct Operation {
        var action: Action
        var source: Source
        /// What is left of the canvas, each within those before it.
        var clips: [Area]
    }

    enum Action {
        case fill(Area)
        /// The path is on the canvas; the matrix takes the space in which the style is measured there.
        case stroke(SVGAPath, matrix: SVGATransform, style: StrokeStyle)
        /// All of the canvas, with this opacity.
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
        /// Drawn for itself and then as one picture, moved by some pixels.
        case group(SVGDrawing, x: Double, y: Double)
    }

    struct Gradient {
        /// Of Cairo: x0, y0, x1, y1, or x0, y0, r0, x1, y1, r1.
        var numbers: [Double]
        var stops: [(offset: Double, color: SVGAColor)] = []
        /// From the canvas to the gradient's space.
        var matrix = SVGATransform.identity
        var extend = Extend.pad
    }

    enum Extend { case none, pad, reflect, `repeat` }
}
