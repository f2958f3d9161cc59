import SVGAModel
import SVGARender
import SVGASupport

/// A parsed description: names are resolved, numbers are checked, and times are in seconds.
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
    /// nil plays an added sound again.
    var file: String?
    var from: Double
    var to: Double?
    /// The start position in the sound, in seconds.
    var start: Double
    /// The duration of the sound in seconds; nil: measured.
    var length: Double?
}

struct SpriteSpec {
    var location: String
    var name: String?
    /// The key for replacement by apps; for an image, the image's key.
    var key: String
    var content: Content
    /// In seconds; without an end, until the movie's end.
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

    /// The drawn size of a picture, in points. A single side keeps the aspect ratio.
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
        /// Draws nothing itself: moves its children.
        case group
    }

    enum Anchor {
        /// As shares of width and height, 0…1.
        case part(Double, Double)
        /// In the sprite's space.
        case point(Double, Double)
    }
}

/// The motion of a sprite. Times are relative to its first frame.
struct MotionSpec {
    var position: Track
    /// Replaces the x of the position.
    var x: Track?
    var y: Track?
    /// For both axes.
    var scale: Track
    var scaleX: Track
    var scaleY: Track
    /// In degrees, clockwise.
    var rotation: Track
    /// 0…1.
    var opacity: Track
    /// The share of the path's length, 0…1, and the path.
    var progress: Track
    var path: MotionPath?
    /// Whether the sprite rotates with the path's direction.
    var isOriented: Bool

    var lastChange: Double {
        ([position, scale, scaleX, scaleY, rotation, opacity, progress] + [x, y].compactMap { $0 }).map(\.lastChange).max() ?? 0
    }
}

/// Copies of a sprite with random variations, which are the same in every run.
struct Scatter {
    var count: Int
    var seed: Int
    /// The delay of a copy, in seconds.
    var delay: ClosedRange<Double>
    /// Added to the position.
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>
    /// Factors.
    var scale: ClosedRange<Double>
    var opacity: ClosedRange<Double>
    /// The factor of the copy's speed.
    var speed: ClosedRange<Double>
    /// Added to the rotation, in degrees.
    var rotation: ClosedRange<Double>

    /// The variations of one copy.
    struct Copy {
        var delay = 0.0
        var x = 0.0
        var y = 0.0
        var scale = 1.0
        var opacity = 1.0
        var speed = 1.0
        var rotation = 0.0
    }

    func copies() -> [Copy] {
        var dice = Dice(state: UInt64(seed))
        return (0..<count).map { _ in
            Copy(
                delay: dice.roll(delay), x: dice.roll(x), y: dice.roll(y), scale: dice.roll(scale), opacity: dice.roll(opacity),
                speed: dice.roll(speed), rotation: dice.roll(rotation))
        }
    }

    /// SplitMix64, because the standard library's generators may change.
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

/// A shape with animatable numbers. Times are relative to its sprite's first frame.
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

    /// Relative to its center, except for a path.
    enum Form {
        case rect(width: Track, height: Track, cornerRadius: Track)
        case ellipse(width: Track, height: Track)
        case star(points: Int, outer: Track, inner: Track)
        case path(SVGAPath)
    }

    private var tracks: [Track] {
        let formTracks: [Track] =
            switch form {
            case .rect(let width, let height, let radius): [width, height, radius]
            case .ellipse(let width, let height): [width, height]
            case .star(_, let outer, let inner): [outer, inner]
            case .path: []
            }
        return formTracks + [center, rotation, scale, strokeWidth, dashPhase] + [fill, stroke].compactMap { $0 }
    }

    var isConstant: Bool { tracks.allSatisfy(\.isConstant) }
    var lastChange: Double { tracks.map(\.lastChange).max() ?? 0 }
}
