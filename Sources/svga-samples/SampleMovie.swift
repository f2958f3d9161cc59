import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGAPixels

/// Helpers of the samples.
extension MovieBuilder {
    init(width: Int, height: Int, fps: Int, frameCount: Int) throws(SVGAError) {
        try self.init(width: Double(width), height: Double(height), fps: fps, frameCount: frameCount)
    }

    mutating func image(_ key: String, _ canvas: ArtCanvas) throws { try addImage(canvas.png(), key: key) }

    /// A bitmap of `width` × `height` points. The placement is that of the anchor, which is a fraction of the size; nil hides the sprite in that
    /// frame.
    mutating func sprite(
        _ key: String, matte: Matte? = nil, width: Double, height: Double, anchor: (x: Double, y: Double) = (0.5, 0.5),
        clip: ((Int) -> SVGAPath)? = nil, placement: (Int) -> Placement?
    ) throws(SVGAError) {
        try addSprite(key, matte: matte) { index in
            guard var frame = Frame(placement(index), width: width, height: height, anchor: anchor) else { return nil }
            frame.clipPath = clip?(index)
            return frame
        }
    }

    /// A sprite of shapes with coordinates relative to the placement's origin.
    mutating func vector(
        _ key: String, matte: Matte? = nil, shapes: [ShapeEntity], _ placement: (Int) -> Placement? = { _ in Placement() }
    ) throws(SVGAError) {
        try vector(key, matte: matte, clip: nil, changing: { _ in shapes }, placement: placement)
    }

    /// A sprite whose shapes are a function of the frame.
    mutating func vector(
        _ key: String, matte: Matte? = nil, clip: ((Int) -> SVGAPath)? = nil, changing shapes: (Int) -> [ShapeEntity],
        placement: (Int) -> Placement?
    ) throws(SVGAError) {
        try addSprite(key, matte: matte) { index in
            guard var frame = Frame(placement(index)) else { return nil }
            frame.clipPath = clip?(index)
            frame.shapes = shapes(index)
            return frame
        }
    }
}

extension MovieBuilder.Frame {
    /// Numbers are rounded to binary fractions, which compress better and do not depend on the last digit of a sine.
    ///
    /// nil for an invisible frame.
    init?(_ placement: Placement?, from origin: SVGATransform = .identity) {
        func cut(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
        guard let placement, placement.alpha > 0 else { return nil }
        let t = origin.concatenating(placement.transform)
        self.init(
            alpha: cut(min(1, placement.alpha), 256),
            transform: SVGATransform(
                a: cut(t.a, 1024), b: cut(t.b, 1024), c: cut(t.c, 1024), d: cut(t.d, 1024), tx: cut(t.tx, 8), ty: cut(t.ty, 8)))
    }

    /// A bitmap of `width` × `height` points around its anchor.
    init?(_ placement: Placement?, width: Double, height: Double, anchor: (x: Double, y: Double) = (0.5, 0.5)) {
        self.init(placement, from: .translation(x: -anchor.x * width, y: -anchor.y * height))
        layout = SVGARect(x: 0, y: 0, width: width, height: height)
    }
}

extension SVGADocument {
    /// Path data with two decimals, which is precise enough and reduces the files.
    mutating func shortenPaths() {
        func short(_ text: String) -> String { PathParser.parse(text).path.d }
        for sprite in movie.sprites.indices {
            for frame in movie.sprites[sprite].frames.indices {
                var shortened = movie.sprites[sprite].frames[frame]
                shortened.clipPath = short(shortened.clipPath)
                for shape in shortened.shapes.indices {
                    if case .shape(let d) = shortened.shapes[shape].args { shortened.shapes[shape].args = .shape(d: short(d)) }
                }
                movie.sprites[sprite].frames[frame] = shortened
            }
        }
    }
}

extension ShapeEntity {
    /// An outline with a fill, a stroke or both.
    static func path(_ path: SVGAPath, fill: SVGAColor? = nil, stroke: Stroke? = nil, at placement: Placement? = nil) -> ShapeEntity {
        ShapeEntity(geometry: .path(path), fill: fill, stroke: stroke, transform: placement?.transform ?? .identity)
    }

    static func ellipse(
        _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, fill: SVGAColor? = nil, stroke: Stroke? = nil,
        at placement: Placement? = nil
    ) -> ShapeEntity {
        ShapeEntity(
            geometry: .ellipse(centerX: x, centerY: y, radiusX: radiusX, radiusY: radiusY), fill: fill, stroke: stroke,
            transform: placement?.transform ?? .identity)
    }

    static func rect(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, fill: SVGAColor? = nil, stroke: Stroke? = nil,
        at placement: Placement? = nil
    ) -> ShapeEntity {
        ShapeEntity(
            geometry: .rect(SVGARect(x: x, y: y, width: width, height: height), cornerRadius: radius), fill: fill, stroke: stroke,
            transform: placement?.transform ?? .identity)
    }
}

extension ShapeEntity.Stroke {
    /// A line with round caps; `dash` is dash, gap and phase.
    init(_ color: SVGAColor, _ width: Double, dash: (Double, Double, Double)? = nil) {
        self.init(
            color: color, width: width, lineCap: .round, lineJoin: .round,
            dash: dash.map { ShapeEntity.Dash(dash: $0.0, gap: $0.1, phase: $0.2) })
    }
}

/// The easing from one keyframe to the next: maps 0…1 to about 0…1.
enum Ease {
    case linear, hold, smooth, in2, out2, in3, out3, outBack, inBack, outElastic

    func callAsFunction(_ t: Double) -> Double {
        switch self {
        case .linear: t
        case .hold: t < 1 ? 0 : 1
        case .smooth: t * t * (3 - 2 * t)
        case .in2: t * t
        case .out2: 1 - (1 - t) * (1 - t)
        case .in3: t * t * t
        case .out3: 1 - (1 - t) * (1 - t) * (1 - t)
        case .outBack: 1 + 2.7 * (t - 1) * (t - 1) * (t - 1) + 1.7 * (t - 1) * (t - 1)
        case .inBack: 2.7 * t * t * t - 1.7 * t * t
        case .outElastic: t <= 0 ? 0 : t >= 1 ? 1 : exp2(-9 * t) * sin((t * 9 - 0.75) * 2 * Double.pi / 3) + 1
        }
    }
}

/// A value over time from keyframes: `(frame, value, easing)`.
struct Track {
    typealias Key = (frame: Double, value: Double, ease: Ease)

    private let keys: [Key]

    init(_ keys: Key...) {
        self.keys = keys
    }

    subscript(_ frame: Int) -> Double { self[Double(frame)] }

    /// Constant before the first and after the last keyframe.
    subscript(_ frame: Double) -> Double {
        guard let next = keys.firstIndex(where: { $0.frame > frame }) else { return keys.last?.value ?? 0 }
        guard next > 0 else { return keys[0].value }
        let (from, to) = (keys[next - 1], keys[next])
        return from.value + (to.value - from.value) * to.ease((frame - from.frame) / (to.frame - from.frame))
    }
}

/// The position, scale, rotation and alpha of an object in one frame.
struct Placement {
    var transform: SVGATransform
    var alpha: Double

    init(
        x: Double = 0, y: Double = 0, scale: Double = 1, scaleX: Double = 1, scaleY: Double = 1, rotation: Double = 0,
        alpha: Double = 1
    ) {
        let (sin, cos) = (sin(rotation * Double.pi / 180), cos(rotation * Double.pi / 180))
        transform = SVGATransform(
            a: cos * scale * scaleX, b: sin * scale * scaleX, c: -sin * scale * scaleY, d: cos * scale * scaleY, tx: x, ty: y)
        self.alpha = alpha
    }

    /// The placement as a child of `parent`: with its transform and alpha.
    func inside(_ parent: Placement) -> Placement {
        var result = self
        result.transform = transform.concatenating(parent.transform)
        result.alpha = alpha * parent.alpha
        return result
    }

    /// Scaled and rotated around (x, y) instead of the origin.
    func around(x: Double, y: Double) -> Placement {
        var result = self
        result.transform = transform.translatedBy(x: -x, y: -y)
        result.transform.tx += x
        result.transform.ty += y
        return result
    }
}

/// Pseudorandom numbers (SplitMix64) with a fixed seed, so that the samples do not change.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number in the range. Not the standard library's algorithm, which may change.
    mutating func roll(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / Double(1 << 53)
    }
}
