package import SVGAModel
import SVGARender
import SVGASupport

/// A Lottie composition at one time: all values are constant.
///
/// Painting draws it; importing converts many of them to sprites.
package struct LottieFrameState: Hashable, Sendable {
    /// The layers, bottom first.
    package var layers: [LayerState]
    /// The layers and path segments that the evaluation visited; only set for the root state.
    package var cost = 0
    /// The work of the evaluation without its expressions, in units of a work budget.
    package var work: Int { (10 + cost).multipliedSaturating(by: WorkMeter.Cost.evaluated) }
    /// Whether the maximum per frame state was exceeded and a part omitted; only set for the root state.
    package var isCut = false

    package init(layers: [LayerState]) { self.layers = layers }
}

/// A layer at one time. Invisible layers (outside their time range, hidden, opacity 0) are omitted.
package struct LayerState: Hashable, Sendable {
    /// The index path of the layer, the same at every time: the indices of the enclosing precomposition layers, then its own index.
    package var indexPath: [Int]
    /// The layer's name in the file; may be empty.
    package var name: String
    /// The transform from the layer's space to that of its composition, including its parents.
    package var transform: SVGATransform
    /// The opacity of the composed layer, 0…1.
    package var opacity: Double
    package var blendMode: BlendMode
    /// The masks in the layer's space; each is combined with the result of the previous ones.
    package var masks: [MaskState]
    /// Whether the masks show only the area around the content's outlines, as a `mask` element of SVG does, unlike a `clipPath` element.
    package var hasMaskRegion = false
    /// The track matte. It belongs to the same composition and is not drawn itself.
    package var matte: MatteState?
    package var content: Content
    /// The effects that change the pixels of the layer; nil: none.
    package var filter: FilterState?
    /// The strokes of an effect along the masks; nil: none.
    package var pathStroke: PathStrokeState?

    package indirect enum Content: Hashable, Sendable {
        /// Fills and strokes, bottom first.
        case shapes([PaintState])
        /// An image asset, drawn into (0, 0, width, height).
        case image(asset: String, width: Double, height: Double)
        /// A rectangle at (0, 0).
        case solid(SVGAColor, width: Double, height: Double)
        /// Nested layers, clipped to (0, 0, width, height).
        case composition(LottieFrameState, width: Double, height: Double)
    }

    package enum BlendMode: String, Hashable, Sendable {
        case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion
        case hue, saturation, color, luminosity
    }

    package init(
        indexPath: [Int], name: String, transform: SVGATransform, opacity: Double, blendMode: BlendMode = .normal, masks: [MaskState] = [],
        matte: MatteState? = nil, content: Content
    ) {
        self.indexPath = indexPath
        self.name = name
        self.transform = transform
        self.opacity = opacity
        self.blendMode = blendMode
        self.masks = masks
        self.matte = matte
        self.content = content
    }
}

/// A mask of a layer at one time.
package struct MaskState: Hashable, Sendable {
    package enum Mode: Hashable, Sendable {
        case add, subtract, intersect, lighten, darken, difference

        /// Whether the first mask is combined with everything instead of nothing. A first mask that adds or takes the difference
        /// shows its path's inside, as in lottie-web and lottie-ios.
        package var startsWithEverything: Bool {
            switch self {
            case .subtract, .intersect, .darken: true
            case .add, .lighten, .difference: false
            }
        }
    }

    /// How lottie-web makes a mask larger or smaller.
    package struct Expansion: Hashable, Sendable {
        /// The path without the expansion, which ends where it starts.
        var path: SVGAPath
        /// The width of an opaque stroke along the path.
        var strokeWidth: Double
        /// Half the sides of the square in which each point of the result gets the lowest alpha.
        var erosion: Double
    }

    package var mode: Mode
    /// In the layer's space, closed, with the nonzero rule. It approximates a mask with an expansion.
    package var path: SVGAPath
    /// 0…1.
    package var opacity: Double
    /// Whether the mask covers the outside of the path.
    package var isInverted: Bool
    /// nil: the mask is as large as its path.
    var expansion: Expansion?

    package init(mode: Mode, path: SVGAPath, opacity: Double, isInverted: Bool) {
        self.mode = mode
        self.path = path
        self.opacity = opacity
        self.isInverted = isInverted
    }
}

/// A track matte at one time.
package struct MatteState: Hashable, Sendable {
    package enum Mode: Hashable, Sendable { case alpha, invertedAlpha, luma, invertedLuma }

    package var mode: Mode
    /// nil: the matte layer is invisible at this time.
    package var layer: Box<LayerState>?

    package init(mode: Mode, layer: LayerState?) {
        self.mode = mode
        self.layer = layer.map { Box($0) }
    }

    /// An indirect value, for recursive types.
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

/// A group of shapes whose opacity or blend mode applies to all its fills and strokes together.
package struct PaintGroup: Hashable, Sendable {
    /// Distinguishes the groups of a layer.
    package var number: Int
    /// 0…1.
    package var opacity: Double
    package var blendMode: LayerState.BlendMode
}

/// Letters of installed fonts with one font size.
struct InstalledText: Hashable, Sendable {
    struct Placed: Hashable, Sendable {
        let letter: InstalledLetter
        /// From the start of the letter's baseline, in points, to the layer's space.
        let transform: SVGATransform
    }

    /// In points.
    let size: Double
    var letters: [Placed]
}

/// A fill or stroke at one time.
package struct PaintState: Hashable, Sendable {
    /// The key path of the fill or stroke in its layer: its name after those of the enclosing groups, as in `Group 1.Fill 1`.
    package var name: String
    /// In shape space. Trims, rounded corners, repeaters and merged paths are already applied.
    package var path: SVGAPath
    /// The transform from shape space to the layer's space. It also applies to the stroke's width and dashes.
    package var transform: SVGATransform
    package var style: Style
    package var paint: Paint
    /// 0…1, including the opacity of the enclosing groups that are not in ``groups``, but not the paint's own alpha.
    package var opacity: Double
    /// The enclosing groups that are composed before they are drawn, outermost first.
    package var groups: [PaintGroup] = []
    /// Whether it is drawn only near its outline's bounding box, as SVG draws a stroke whose gradient has an opacity of its own.
    package var hasMaskRegion = false
    package var blendMode = LayerState.BlendMode.normal
    /// The letters of installed fonts that ``path`` consists of; nil: it has another origin.
    var letters: InstalledText?

    package enum Style: Hashable, Sendable {
        case fill(isEvenOdd: Bool)
        case stroke(
            width: Double, cap: ShapeEntity.LineCap, join: ShapeEntity.LineJoin, miterLimit: Double, dashes: [Double], phase: Double)
    }

    package enum Paint: Hashable, Sendable {
        case color(SVGAColor)
        /// From one point to another, in shape space.
        case linear(startX: Double, startY: Double, endX: Double, endY: Double, stops: [Stop])
        /// From the highlight to a circle of this radius around a center, in shape space.
        case radial(centerX: Double, centerY: Double, radius: Double, highlightX: Double, highlightY: Double, stops: [Stop])
    }

    /// A color of a gradient at an offset of 0…1. Stops are sorted.
    package struct Stop: Hashable, Sendable {
        package var offset: Double
        package var color: SVGAColor

        package init(offset: Double, color: SVGAColor) {
            self.offset = offset
            self.color = color
        }
    }

    /// Whether it or a group of it blends with the pixels below.
    package var isBlending: Bool { blendMode != .normal || groups.contains { $0.blendMode != .normal } }

    /// The same fill or stroke outside of its groups. It has the opacity of all of them but the outermost.
    package var alone: PaintState {
        var copy = self
        copy.opacity = groups.dropFirst().reduce(opacity) { $0 * $1.opacity }
        copy.groups = []
        copy.blendMode = .normal
        return copy
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
