import SVGAModel
import SVGAPixels

// The contents of a Lottie file. Times are in frames of the layer's composition.

/// The transform and opacity of a layer or a group over time.
final class TransformTracks: Sendable {
    let anchor: Track
    /// One track for the position, or one per axis.
    let position: [Track]
    /// In percent.
    let scale: Track
    /// In degrees, clockwise.
    let rotation: Track
    /// Rotations around x and y in degrees, for 3D layers; empty for 2D layers.
    let turns: [Track]
    let orientation: Track?
    let skew: Track
    let skewAxis: Track
    /// In percent.
    let opacity: Track
    /// The transform, if it never changes.
    let fixed: Space?
    /// The parts of the others that never change. Most layers move by one part only.
    let fixedParts: FixedParts

    struct FixedParts: Sendable {
        fileprivate(set) var anchor: SIMD2<Double>?
        fileprivate(set) var position: SIMD3<Double>?
        fileprivate(set) var scale: SIMD2<Double>?
        fileprivate(set) var rotation: Double?
        fileprivate(set) var skew: Double?
    }

    convenience init(
        anchor: Track, position: [Track], scale: Track, rotation: Track, turns: [Track], orientation: Track?, skew: Track, skewAxis: Track,
        opacity: Track
    ) {
        let moving = TransformTracks(
            anchor: anchor, position: position, scale: scale, rotation: rotation, turns: turns, orientation: orientation, skew: skew,
            skewAxis: skewAxis, opacity: opacity, fixed: nil)
        self.init(
            anchor: anchor, position: position, scale: scale, rotation: rotation, turns: turns, orientation: orientation, skew: skew,
            skewAxis: skewAxis, opacity: opacity, fixed: moving.hasFixedSpace ? Space(moving, at: 0) : nil)
    }

    private init(
        anchor: Track, position: [Track], scale: Track, rotation: Track, turns: [Track], orientation: Track?, skew: Track, skewAxis: Track,
        opacity: Track, fixed: Space?
    ) {
        (self.anchor, self.position, self.scale, self.rotation) = (anchor, position, scale, rotation)
        (self.turns, self.orientation, self.skew, self.skewAxis, self.opacity) = (turns, orientation, skew, skewAxis, opacity)
        self.fixed = fixed
        func point(_ track: Track) -> SIMD2<Double>? {
            track.times.isEmpty ? SIMD2(track.number(0, at: 0), track.number(1, at: 0)) : nil
        }
        func number(_ track: Track) -> Double? { track.times.isEmpty ? track.number(at: 0) : nil }
        var parts = FixedParts(anchor: point(anchor), scale: point(scale), rotation: number(rotation), skew: number(skew))
        if position.allSatisfy(\.times.isEmpty) {
            let point = TransformTracks.position(position, at: 0)
            parts.position = SIMD3(point.x, point.y, point.z)
        }
        fixedParts = parts
    }
}

/// A class, so that evaluating a frame copies one reference of it.
final class LottieLayer: Sendable {
    enum Content: Sendable {
        case none
        /// The index in the composition's precompositions; nil: it is missing or contains itself.
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
        /// The outward offset of the path.
        var expansion: Track
        var isInverted: Bool

        /// Whether lottie-web draws it as a `mask` element of SVG instead of a `clipPath` element.
        var isElement: Bool {
            mode != .add || isInverted || !opacity.times.isEmpty || opacity.number(at: 0) != 100 || !expansion.times.isEmpty
                || expansion.number(at: 0) != 0
        }
    }

    let name: String
    /// The index in the composition's list of layers.
    let parent: Int?
    let inPoint: Double
    let outPoint: Double
    let startTime: Double
    let stretch: Double
    let transform: TransformTracks
    let isAutoOriented: Bool
    let isHidden: Bool
    /// Visible only as a matte of other layers.
    let isMatte: Bool
    let matteMode: MatteState.Mode?
    let matteLayer: Int?
    let blendMode: LayerState.BlendMode
    let masks: [Mask]
    let effects: [LayerEffect]
    let content: Content
    /// The paints of shapes that never change.
    let staticPaints: StaticPaints?
    /// The paints of a text that never changes.
    let staticText: StaticText?

    init(
        name: String, parent: Int?, inPoint: Double, outPoint: Double, startTime: Double, stretch: Double, transform: TransformTracks,
        isAutoOriented: Bool, isHidden: Bool, isMatte: Bool, matteMode: MatteState.Mode?, matteLayer: Int?, blendMode: LayerState.BlendMode,
        masks: [Mask], effects: [LayerEffect], content: Content
    ) {
        self.name = name
        self.parent = parent
        self.inPoint = inPoint
        self.outPoint = outPoint
        self.startTime = startTime
        self.stretch = stretch
        self.transform = transform
        self.isAutoOriented = isAutoOriented
        self.isHidden = isHidden
        self.isMatte = isMatte
        self.matteMode = matteMode
        self.matteLayer = matteLayer
        self.blendMode = blendMode
        self.masks = masks
        self.effects = effects
        self.content = content
        staticPaints = if case .shapes(let items) = content { StaticPaints(items) } else { nil }
        staticText = if case .text(let text) = content { StaticText(text) } else { nil }
    }

    /// A copy with another parent or content.
    func with(parent: Int?, content: Content) -> LottieLayer {
        LottieLayer(
            name: name, parent: parent, inPoint: inPoint, outPoint: outPoint, startTime: startTime, stretch: stretch, transform: transform,
            isAutoOriented: isAutoOriented, isHidden: isHidden, isMatte: isMatte, matteMode: matteMode, matteLayer: matteLayer,
            blendMode: blendMode, masks: masks, effects: effects, content: content)
    }

    func isSeen(at time: Double) -> Bool { inPoint <= time && time < outPoint && !isHidden }
}

/// The layers of the file or of a precomposition.
struct LayerList: Sendable {
    /// Top first, as in the file.
    var layers: [LottieLayer]
    /// Indices with parents before their children.
    var parentsFirst: [Int]
    /// Whether any layer has a parent.
    let hasParents: Bool

    init(layers: [LottieLayer], parentsFirst: [Int]) {
        (self.layers, self.parentsFirst) = (layers, parentsFirst)
        hasParents = layers.contains { $0.parent != nil }
    }
}

// MARK: - Shapes

indirect enum ShapeItem: Sendable {
    case group(name: String, items: [ShapeItem], transform: TransformTracks?, blendMode: LayerState.BlendMode)
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
    /// Whether the first copy is above the others.
    var firstIsOnTop: Bool
    var transform: TransformTracks
    /// In percent, for the first and the last copy.
    var startOpacity: Track
    var endOpacity: Track
}

/// A class, as ``LottieLayer``.
final class PaintTracks: Sendable {
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

    let name: String
    let source: Source
    /// In percent.
    let opacity: Track
    let blendMode: LayerState.BlendMode
    let isEvenOdd: Bool
    /// nil: a fill.
    let stroke: Stroke?

    init(name: String, source: Source, opacity: Track, blendMode: LayerState.BlendMode, isEvenOdd: Bool, stroke: Stroke?) {
        (self.name, self.source, self.opacity, self.blendMode) = (name, source, opacity, blendMode)
        (self.isEvenOdd, self.stroke) = (isEvenOdd, stroke)
    }
}

struct GradientTracks: Sendable {
    var isRadial: Bool
    var start: Track
    var end: Track
    /// In percent of the radius.
    var highlight: Track
    /// In degrees.
    var highlightAngle: Track
    /// The number of color stops; the remaining numbers are pairs of offset and alpha.
    var colors: Int
    var numbers: Track
}

// MARK: - Texts

struct LottieText: Sendable {
    /// The text from a time on.
    struct Document: Sendable {
        var time: Double
        var text: String
        var font: String
        var size: Double
        var alignment: Alignment
        /// In thousandths of the font size.
        var tracking: Double
        var lineHeight: Double
        var baselineShift: Double
        var fill: SVGAColor?
        var stroke: SVGAColor?
        var strokeWidth: Double
        var isStrokeOnTop: Bool
        /// Whether all letters are capitals.
        var isAllCaps: Bool
        /// The upper left corner of the text box.
        var corner: (x: Double, y: Double)?
        /// The width at which lines are broken; nil: they are not broken.
        var boxWidth: Double?
        /// Whether ``text`` lacks marks of the file's text.
        var isCut = false

        /// The character that is drawn for one of the text.
        func drawn(_ written: Character) -> Character { isAllCaps ? written.uppercased().first ?? written : written }

        enum Alignment: Int, Sendable {
            case left
            case right
            case center
        }
    }

    /// A text animator.
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
            /// In percent; nil: 100.
            var smoothness: Track?
            /// The values in place of a range; nil: the selector has no expression.
            var live: LiveSelector?
        }

        var selector: Selector
        var anchor: Track?
        var position: Track?
        var scale: Track?
        var rotation: Track?
        /// Rotations around x and y in degrees.
        var turns: [Track]
        var skew: Track?
        var skewAxis: Track?
        var opacity: Track?
        /// In points.
        var tracking: Track?
        var fill: Track?
        /// In degrees.
        var hue: Track?
        /// In percent.
        var saturation: Track?
        var brightness: Track?
        var stroke: Track?
        var strokeWidth: Track?
    }

    /// A mask of the layer along which the letters stand.
    struct Path: Sendable {
        var contour: ContourTrack
        var isReversed: Track
        /// Whether the letters turn with the path.
        var isPerpendicular: Track
        /// Whether the letters are spread over the entire path.
        var isForced: Track
        var firstMargin: Track
    }

    /// The letters that share an anchor point.
    enum Grouping: Int, Sendable {
        case characters = 1
        case words
        case lines
    }

    var documents: [Document]
    var animators: [Animator]
    var grouping: Grouping
    /// The anchor point of a group, in percent of its half width and of the letter height.
    var groupAlignment: Track
    var path: Path?
    /// Whether nothing is drawn unless the text is replaced.
    var isOnlyReplaced = false
}

struct LottieFont: Sendable {
    var family: String
    var style: String
    /// 100…1000; nil: the weight that the style names.
    var weight: Int?
    /// In percent of the font size.
    var ascent: Double
}

struct LottieFonts: Sendable {
    private var byName: [String: LottieFont] = [:]
    private var first: LottieFont?

    /// The font with a name; the first of the file for an unknown name.
    subscript(name: String) -> LottieFont? { byName[name] ?? first }

    mutating func add(_ font: LottieFont, named name: String) {
        first = first ?? font
        if byName[name] == nil { byName[name] = font }
    }
}

/// The outline of a letter in the file, at a font size of 100.
struct LottieGlyph: Sendable {
    var width: Double
    var items: [ShapeItem]
}
