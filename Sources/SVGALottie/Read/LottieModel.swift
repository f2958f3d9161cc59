package import SVGAModel
import SVGAPixels

// What a Lottie file says, read once. Times are in frames of the composition that a layer stands in.

/// A layer's or a group's place, size and opacity over time.
struct TransformTracks: Sendable {
    var anchor: Track
    /// One track of the place, or one for each axis.
    var position: [Track]
    /// In percent.
    var scale: Track
    /// In degrees, clockwise.
    var rotation: Track
    /// In degrees, around x and y, where the layer is turned in space; empty: it is not.
    var turns: [Track]
    var orientation: Track?
    var skew: Track
    var skewAxis: Track
    /// In percent.
    var opacity: Track
}

struct LottieLayer: Sendable {
    enum Content: Sendable {
        case none
        /// Index into the composition's precompositions; nil: it is missing or holds itself.
        case composition(Int?, width: Double, height: Double, remap: Track?)
        case solid(SVGAColor, width: Double, height: Double)
        case image(asset: String, width: Double, height: Double)
        case shapes([ShapeItem])
        case text(LottieText)
    }

    struct Mask: Sendable {
        var mode: MaskState.Mode
        var path: ContourTrack
        /// In percent.
        var opacity: Track
        /// How far the path is moved outwards.
        var expansion: Track
        var isInverted: Bool
    }

    var name: String
    /// In the composition's list of layers.
    var parent: Int?
    var inPoint: Double
    var outPoint: Double
    var startTime: Double
    var stretch: Double
    var transform: TransformTracks
    var isAutoOriented: Bool
    var isHidden: Bool
    /// Only seen through other layers.
    var isMatte: Bool
    var matteMode: MatteState.Mode?
    var matteLayer: Int?
    var blendMode: LayerState.BlendMode
    var masks: [Mask]
    var content: Content

    func isSeen(at time: Double) -> Bool { inPoint <= time && time < outPoint && !isHidden }
}

/// Layers that belong together: those of the file, or of a precomposition.
struct LayerList: Sendable {
    /// From the top down, as in the file.
    var layers: [LottieLayer]
    /// The same, so that parents come before their children.
    var parentsFirst: [Int]
}

// MARK: - Shapes

indirect enum ShapeItem: Sendable {
    case group(name: String, items: [ShapeItem], transform: TransformTracks?)
    case path(ContourTrack, isReversed: Bool)
    case rectangle(center: Track, size: Track, radius: Track, isReversed: Bool)
    case ellipse(center: Track, size: Track, isReversed: Bool)
    case star(StarTracks)
    case paint(PaintTracks)
    case trim(start: Track, end: Track, offset: Track, isSequential: Bool)
    case round(radius: Track)
    case pucker(amount: Track)
    case zigzag(size: Track, ridges: Track, isSmooth: Bool)
    case offset(amount: Track, join: ShapeEntity.LineJoin, miterLimit: Track)
    case repeater(RepeaterTracks)
}

struct StarTracks: Sendable {
    var isPolygon: Bool
    var center: Track
    var points: Track
    var rotation: Track
    var innerRadius: Track
    var outerRadius: Track
    /// In percent.
    var innerRoundness: Track
    var outerRoundness: Track
    var isReversed: Bool
}

struct RepeaterTracks: Sendable {
    var copies: Track
    var offset: Track
    /// Whether the first copy lies above the others.
    var firstIsOnTop: Bool
    var transform: TransformTracks
    /// In percent, of the first and of the last copy.
    var startOpacity: Track
    var endOpacity: Track
}

struct PaintTracks: Sendable {
    enum Source: Sendable {
        case color(Track)
        case gradient(GradientTracks)
    }

    struct Stroke: Sendable {
        var width: Track
        var cap: ShapeEntity.LineCap
        var join: ShapeEntity.LineJoin
        var miterLimit: Double
        var dashes: [Track]
        var phase: Track
    }

    var name: String
    var source: Source
    /// In percent.
    var opacity: Track
    var isEvenOdd: Bool
    /// nil: a fill.
    var stroke: Stroke?
}

struct GradientTracks: Sendable {
    var isRadial: Bool
    var start: Track
    var end: Track
    /// In percent of the radius.
    var highlight: Track
    /// In degrees.
    var highlightAngle: Track
    /// How many of the numbers are colors; the others are pairs of a place and an alpha.
    var colors: Int
    var numbers: Track
}

// MARK: - Texts

struct LottieText: Sendable {
    /// What is written from a time on.
    struct Document: Sendable {
        var time: Double
        var text: String
        var font: String
        var size: Double
        /// 0 left, 1 right, 2 centred, 3 to 6 justified.
        var justification: Int
        /// In thousandths of the size.
        var tracking: Double
        var lineHeight: Double
        var baselineShift: Double
        var fill: SVGAColor?
        var stroke: SVGAColor?
        var strokeWidth: Double
        var isStrokeOnTop: Bool
        /// 0 as written, 1 all capitals, 2 small capitals.
        var caps: Int
        /// A box that lines are broken in, by its corner and its size.
        var box: SVGARect?
    }

    /// What changes some letters.
    struct Animator: Sendable {
        struct Selector: Sendable {
            enum Shape: Int, Sendable {
                case square = 1
                case rampUp
                case rampDown
                case triangle
                case round
                case smooth
            }
            enum Unit: Int, Sendable {
                case characters = 1
                case charactersWithoutSpaces
                case words
                case lines
            }

            var start: Track?
            var end: Track?
            var offset: Track?
            var amount: Track?
            var isIndex: Bool
            var shape: Shape
            var unit: Unit
            var easeHigh: Track?
            var easeLow: Track?
        }

        var selector: Selector
        var anchor: Track?
        var position: Track?
        var scale: Track?
        var rotation: Track?
        var opacity: Track?
        var tracking: Track?
        var fill: Track?
        var stroke: Track?
        var strokeWidth: Track?
    }

    var documents: [Document]
    var animators: [Animator]
}

struct LottieFont: Sendable {
    var family: String
    var style: String
    /// In percent of the size.
    var ascent: Double
}

/// The outline of a letter that the file brings along, at a size of 100.
struct LottieGlyph: Sendable {
    var width: Double
    var items: [ShapeItem]
}

// MARK: - Pictures

/// A picture of the file's assets, as it is stored.
package struct LottieImage: Sendable {
    /// The size that the animation gives it, in points.
    package let width: Double
    package let height: Double
    /// nil: it is not in the file.
    package let entity: ImageEntity?
    /// What the file calls it, such as `images/img_0.png`; empty where it is written into the JSON.
    package let path: String
}
