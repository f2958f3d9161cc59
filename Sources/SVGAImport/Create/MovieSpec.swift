import SVGAModel
import SVGARender
import SVGASupport

/// A description that was read: every name is resolved, every number checked, every time in seconds.
struct MovieSpec {
    var width: Double
    var height: Double
    var fps: Int
    var frames: Int
    var images: [File]
    var sprites: [SpriteSpec]
    var sounds: [SoundSpec]

    /// A picture that sprites show by its key.
    struct File {
        var key: String
        var name: String
        var location: String
    }
}

struct SoundSpec {
    var location: String
    var key: String
    /// nil plays one once more that has been added.
    var file: String?
    var from: Double
    var to: Double?
    /// Where in the sound playing starts, in seconds.
    var start: Double
    /// Of the sound, in seconds; nil: measured.
    var length: Double?
}

struct SpriteSpec {
    var location: String
    var name: String?
    /// What apps replace it by; of an image, the image's.
    var key: String
    var content: Content
    /// In seconds; no end is the movie's.
    var from: Double
    var to: Double?
    /// Indices of sprites.
    var parent: Int?
    var matte: Int?
    var isMatte = false
    var clip: ShapeSpec?
    var width: Double?
    var height: Double?
    var anchor: Anchor
    var motion: MotionSpec
    var scatter: Scatter?

    /// How large a picture is drawn, in points. A side alone keeps its proportions.
    func size(of picture: SVGASize) -> SVGASize {
        switch (width, height) {
        case (nil, nil): picture
        case (let width?, nil): SVGASize(width: width, height: width * picture.height / picture.width)
        case (nil, let height?): SVGASize(width: height * picture.width / picture.height, height: height)
        case (let width?, let height?): SVGASize(width: width, height: height)
        }
    }

    enum Content {
        case image
        case shapes([ShapeSpec])
        case text(TextContent)
        /// Nothing of its own: moves those that have it as their parent.
        case group
    }

    enum Anchor {
        /// 0…1 of width and height.
        case part(Double, Double)
        /// In the sprite's space.
        case point(Double, Double)
    }
}

/// How a sprite moves. Times are from its first frame on.
struct MotionSpec {
    var position: Track
    /// Instead of those of the position.
    var x: Track?
    var y: Track?
    /// Both axes.
    var scale: Track
    var scaleX: Track
    var scaleY: Track
    /// In degrees, clockwise.
    var rotation: Track
    /// 0…1.
    var opacity: Track
    /// 0…1 of the path's length, and the path.
    var progress: Track
    var path: MotionPath?
    /// Whether it turns with the path's direction.
    var isOriented: Bool

    var lastChange: Double {
        ([position, scale, scaleX, scaleY, rotation, opacity, progress] + [x, y].compactMap { $0 }).map(\.lastChange).max() ?? 0
    }
}

/// Many copies of a sprite that differ by chance, the same in every run.
struct Scatter {
    var count: Int
    var seed: Int
    /// Seconds by which a copy begins later.
    var delay: ClosedRange<Double>
    /// Added to the position.
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>
    /// Factors.
    var scale: ClosedRange<Double>
    var opacity: ClosedRange<Double>
    /// How many times as fast it moves.
    var pace: ClosedRange<Double>
    /// Degrees that are added.
    var rotation: ClosedRange<Double>

    /// What a copy differs by.
    struct Copy {
        var delay = 0.0
        var x = 0.0
        var y = 0.0
        var scale = 1.0
        var opacity = 1.0
        var pace = 1.0
        var rotation = 0.0
    }

    func copies() -> [Copy] {
        var dice = Dice(state: UInt64(seed))
        return (0..<count).map { _ in
            Copy(
                delay: dice.roll(delay), x: dice.roll(x), y: dice.roll(y), scale: dice.roll(scale), opacity: dice.roll(opacity),
                pace: dice.roll(pace), rotation: dice.roll(rotation))
        }
    }

    /// SplitMix64: the standard library's generators may change.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ range: ClosedRange<Double>) -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            z ^= z >> 31
            return range.lowerBound + (range.upperBound - range.lowerBound) * Double(z >> 11) / Double(1 << 53)
        }
    }
}

/// A shape whose numbers may change. Times are from its sprite's first frame on.
struct ShapeSpec {
    var form: Form
    var center: Track
    /// In degrees, clockwise.
    var rotation: Track
    var scale: Track
    var fill: Track?
    var stroke: Track?
    var strokeWidth: Track
    var lineCap: ShapeEntity.LineCap
    var lineJoin: ShapeEntity.LineJoin
    var miterLimit: Double
    /// Dash and gap.
    var dash: (Double, Double)?
    var dashPhase: Track

    /// Around its centre, but for a path.
    enum Form {
        case rect(width: Track, height: Track, cornerRadius: Track)
        case ellipse(width: Track, height: Track)
        case star(points: Int, outer: Track, inner: Track)
        case path(SVGAPath)
    }

    private var tracks: [Track] {
        let own: [Track] =
            switch form {
            case .rect(let width, let height, let radius): [width, height, radius]
            case .ellipse(let width, let height): [width, height]
            case .star(_, let outer, let inner): [outer, inner]
            case .path: []
            }
        return own + [center, rotation, scale, strokeWidth, dashPhase] + [fill, stroke].compactMap { $0 }
    }

    var isConstant: Bool { tracks.allSatisfy(\.isConstant) }
    var lastChange: Double { tracks.map(\.lastChange).max() ?? 0 }
}
