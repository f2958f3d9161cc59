package import SVGAModel

/// What a Lottie composition shows at one moment: everything is a number, nothing moves.
///
/// Painting draws it as it is; importing turns many of them into sprites.
package struct LottieFrameState: Hashable, Sendable {
    /// From the bottom up: what comes first is covered by what follows.
    package var layers: [LayerState]
    /// What it took to find out, in layers and segments of paths; only of a whole moment.
    package var cost = 0
    /// Whether it is more than one moment may hold, so that a part of it was left out; only of a whole moment.
    package var isCut = false

    package init(layers: [LayerState]) { self.layers = layers }
}

/// A layer at one moment. A layer that is not seen then (outside its span, hidden, opacity 0) is left out.
package struct LayerState: Hashable, Sendable {
    /// Which layer it is, the same at every moment: its position in the file's list of layers, before it those of the precomposition layers
    /// around it.
    package var place: [Int]
    /// What the designer called it; empty where the file says nothing.
    package var name: String
    /// From the layer's space to that of the composition that it stands in. Its parents are in it.
    package var transform: SVGATransform
    /// 0…1, for the layer as one picture.
    package var opacity: Double
    package var blendMode: BlendMode
    /// What of the layer is seen, in the layer's space, each combined with what those before it leave.
    package var masks: [MaskState]
    /// The layer whose ink decides where this one is seen. It stands in the same composition, and is not drawn itself.
    package var matte: MatteState?
    package var content: Content

    package indirect enum Content: Hashable, Sendable {
        /// Fills and strokes, from the bottom up.
        case shapes([PaintState])
        /// A picture of the file's assets, drawn into (0, 0, width, height).
        case image(asset: String, width: Double, height: Double)
        /// A rectangle from (0, 0).
        case solid(SVGAColor, width: Double, height: Double)
        /// Other layers, cut off at (0, 0, width, height).
        case composition(LottieFrameState, width: Double, height: Double)
    }

    package enum BlendMode: String, Hashable, Sendable {
        case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion
        case hue, saturation, color, luminosity, add, hardMix
    }

    package init(
        place: [Int], name: String, transform: SVGATransform, opacity: Double, blendMode: BlendMode = .normal, masks: [MaskState] = [],
        matte: MatteState? = nil, content: Content
    ) {
        self.place = place
        self.name = name
        self.transform = transform
        self.opacity = opacity
        self.blendMode = blendMode
        self.masks = masks
        self.matte = matte
        self.content = content
    }
}

/// A mask of a layer at one moment.
package struct MaskState: Hashable, Sendable {
    package enum Mode: Hashable, Sendable {
        case add, subtract, intersect, lighten, darken, difference

        /// What the first mask of a layer is combined with: everything, or nothing. A first mask that adds, or shows the difference, shows
        /// what is in its path, as in lottie-web and lottie-ios.
        package var startsWithEverything: Bool {
            switch self {
            case .subtract, .intersect, .darken: true
            case .add, .lighten, .difference: false
            }
        }
    }

    package var mode: Mode
    /// In the layer's space, closed; inside by the nonzero rule.
    package var path: SVGAPath
    /// 0…1.
    package var opacity: Double
    /// Whether it means what is outside of the path.
    package var isInverted: Bool

    package init(mode: Mode, path: SVGAPath, opacity: Double, isInverted: Bool) {
        self.mode = mode
        self.path = path
        self.opacity = opacity
        self.isInverted = isInverted
    }
}

/// A track matte at one moment.
package struct MatteState: Hashable, Sendable {
    package enum Mode: Hashable, Sendable { case alpha, invertedAlpha, luma, invertedLuma }

    package var mode: Mode
    /// nil: the matte's layer shows nothing at this moment.
    package var layer: Box<LayerState>?

    package init(mode: Mode, layer: LayerState?) {
        self.mode = mode
        self.layer = layer.map { Box($0) }
    }

    /// A value that may hold itself.
    package indirect enum Box<Value: Hashable & Sendable>: Hashable, Sendable {
        case value(Value)

        package init(_ value: Value) { self = .value(value) }

        package var value: Value {
            switch self {
            case .value(let value): value
            }
        }
    }
}

/// One fill or stroke at one moment.
package struct PaintState: Hashable, Sendable {
    /// What the designer called the fill or the stroke, after the groups around it: `Group 1.Fill 1`.
    package var name: String
    /// In shape space. Trims, rounded corners, repeats and merged paths are already in it.
    package var path: SVGAPath
    /// From shape space to the layer's space. A stroke's width and dashes are measured before it.
    package var transform: SVGATransform
    package var style: Style
    package var paint: Paint
    /// 0…1, with the opacity of the groups around it; the paint's own alpha comes on top.
    package var opacity: Double

    package enum Style: Hashable, Sendable {
        case fill(isEvenOdd: Bool)
        case stroke(
            width: Double, cap: ShapeEntity.LineCap, join: ShapeEntity.LineJoin, miterLimit: Double, dashes: [Double], phase: Double)
    }

    package enum Paint: Hashable, Sendable {
        case color(SVGAColor)
        /// Between two points in shape space.
        case linear(startX: Double, startY: Double, endX: Double, endY: Double, stops: [Stop])
        /// From the highlight to a circle of this radius around a centre, in shape space.
        case radial(centerX: Double, centerY: Double, radius: Double, highlightX: Double, highlightY: Double, stops: [Stop])
    }

    /// A color of a gradient, at 0…1 of its way. Stops stand in order.
    package struct Stop: Hashable, Sendable {
        package var offset: Double
        package var color: SVGAColor

        package init(offset: Double, color: SVGAColor) {
            self.offset = offset
            self.color = color
        }
    }

    package init(name: String, path: SVGAPath, transform: SVGATransform, style: Style, paint: Paint, opacity: Double) {
        self.name = name
        self.path = path
        self.transform = transform
        self.style = style
        self.paint = paint
        self.opacity = opacity
    }
}
