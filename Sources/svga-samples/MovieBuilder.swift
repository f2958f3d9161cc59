import Foundation
import SVGAFormat
import SVGAModel

/// Builds a movie sprite by sprite. The format has no interpolation, so every frame is written and a sprite is a function of the frame.
struct MovieBuilder {
    private(set) var movie = WireMovie()
    let frames: Int

    init(version: String = "2.0", width: Int, height: Int, fps: Int, frames: Int) {
        self.frames = frames
        movie.version = version
        movie.viewBoxWidth = Float(width)
        movie.viewBoxHeight = Float(height)
        movie.fps = Int32(fps)
        movie.frames = Int32(frames)
    }

    mutating func image(_ key: String, _ canvas: ArtCanvas) throws(SampleError) {
        movie.images.append(WireImage(key: key, bytes: try canvas.png()))
    }

    mutating func sound(_ key: String, _ bytes: [UInt8], startFrame: Int, endFrame: Int, milliseconds: Int) {
        movie.images.append(WireImage(key: key, bytes: bytes))
        var audio = WireAudio()
        audio.audioKey = key
        audio.startFrame = Int32(startFrame)
        audio.endFrame = Int32(endFrame)
        audio.totalTime = Int32(milliseconds)
        movie.audios.append(audio)
    }

    /// A bitmap of `width` × `height` points. The placement is that of the anchor, which is given in parts of the size;
    /// nil hides the sprite in that frame.
    mutating func sprite(
        _ key: String, matte: String = "", width: Double, height: Double, anchor: (x: Double, y: Double) = (0.5, 0.5),
        clip: ((Int) -> Path)? = nil, place: (Int) -> Placement?
    ) {
        var sprite = WireSprite(imageKey: key, matteKey: matte)
        for index in 0..<frames {
            let origin = Transform.translation(x: -anchor.x * width, y: -anchor.y * height)
            var frame = WireFrame()
            if let placement = place(index), placement.alpha > 0 {
                frame = written(placement, origin)
                frame.layout?.width = Float(width)
                frame.layout?.height = Float(height)
                frame.clipPath = clip?(index).d ?? ""
            }
            sprite.frames.append(frame)
        }
        movie.sprites.append(sprite)
    }

    /// A sprite whose shapes do not change. They are placed around the placement's origin.
    mutating func vector(
        _ key: String, matte: String = "", shapes: [WireShape], _ place: (Int) -> Placement? = { _ in Placement() }
    ) {
        vector(key, matte: matte, clip: nil, changing: { _ in shapes }, place: place)
    }

    /// A sprite whose shapes are a function of the frame. A frame with the same shapes as the one before is written as KEEP.
    mutating func vector(
        _ key: String, matte: String = "", clip: ((Int) -> Path)? = nil, changing shapes: (Int) -> [WireShape],
        place: (Int) -> Placement?
    ) {
        var sprite = WireSprite(imageKey: key, matteKey: matte)
        var shown: [WireShape] = []
        for index in 0..<frames {
            var frame = WireFrame()
            if let placement = place(index), placement.alpha > 0 {
                frame = written(placement, .identity)
                frame.layout?.width = movie.viewBoxWidth
                frame.layout?.height = movie.viewBoxHeight
                frame.clipPath = clip?(index).d ?? ""
                frame.shapes = shapes(index)
            }
            if !shown.isEmpty && frame.shapes == shown {
                var keep = WireShape()
                keep.kind = .keep
                frame.shapes = [keep]
            } else {
                shown = frame.shapes
            }
            sprite.frames.append(frame)
        }
        movie.sprites.append(sprite)
    }

    /// Numbers are rounded to binary fractions: these deflate better and do not depend on the last digit of a sine.
    private func written(_ placement: Placement, _ origin: Transform) -> WireFrame {
        func cut(_ value: Double, _ parts: Double) -> Float { Float((value * parts).rounded() / parts) }
        let t = placement.transform.appending(origin)
        var frame = WireFrame()
        frame.alpha = cut(min(1, placement.alpha), 256)
        frame.layout = WireLayout()
        var transform = WireTransform()
        transform.a = cut(t.a, 1024)
        transform.b = cut(t.b, 1024)
        transform.c = cut(t.c, 1024)
        transform.d = cut(t.d, 1024)
        transform.tx = cut(t.tx, 8)
        transform.ty = cut(t.ty, 8)
        frame.transform = transform
        return frame
    }
}

extension WireShape {
    /// An outline with a fill, a stroke or both.
    static func path(_ path: Path, fill: Color? = nil, stroke: Stroke? = nil, at placement: Placement? = nil) -> WireShape {
        var shape = WireShape()
        shape.args = .shape(d: path.d)
        shape.style(fill, stroke, placement)
        return shape
    }

    static func ellipse(
        _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, fill: Color? = nil, stroke: Stroke? = nil,
        at placement: Placement? = nil
    ) -> WireShape {
        var shape = WireShape()
        shape.kind = .ellipse
        shape.args = .ellipse(x: Float(x), y: Float(y), radiusX: Float(radiusX), radiusY: Float(radiusY))
        shape.style(fill, stroke, placement)
        return shape
    }

    static func rect(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, fill: Color? = nil, stroke: Stroke? = nil,
        at placement: Placement? = nil
    ) -> WireShape {
        var shape = WireShape()
        shape.kind = .rect
        shape.args = .rect(x: Float(x), y: Float(y), width: Float(width), height: Float(height), cornerRadius: Float(radius))
        shape.style(fill, stroke, placement)
        return shape
    }

    /// A line with round ends; `dash` is dash, gap and phase.
    struct Stroke {
        var color: Color
        var width: Double
        var dash: (Double, Double, Double)?

        init(_ color: Color, _ width: Double, dash: (Double, Double, Double)? = nil) {
            self.color = color
            self.width = width
            self.dash = dash
        }
    }

    private mutating func style(_ fill: Color?, _ stroke: Stroke?, _ placement: Placement?) {
        var styles = WireStyle()
        styles.fill = fill.map(WireColor.init)
        if let stroke {
            styles.stroke = WireColor(stroke.color)
            styles.strokeWidth = Float(stroke.width)
            styles.lineCap = 1
            styles.lineJoin = 1
            if let dash = stroke.dash { styles.lineDash = (Float(dash.0), Float(dash.1), Float(dash.2)) }
        }
        self.styles = styles
        if let t = placement?.transform {
            var transform = WireTransform()
            (transform.a, transform.b, transform.c) = (Float(t.a), Float(t.b), Float(t.c))
            (transform.d, transform.tx, transform.ty) = (Float(t.d), Float(t.tx), Float(t.ty))
            self.transform = transform
        }
    }
}

extension WireColor {
    init(_ color: Color) {
        self.init()
        (r, g, b, a) = (Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
    }
}

/// How a value moves from one key to the next: maps 0…1 to about 0…1.
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

/// A value over time, given by keys: `(frame, value, how it is reached)`.
struct Track {
    typealias Key = (frame: Double, value: Double, ease: Ease)

    private let keys: [Key]

    init(_ keys: Key...) {
        self.keys = keys
    }

    subscript(_ frame: Int) -> Double { self[Double(frame)] }

    /// Before the first key and after the last one the value is constant.
    subscript(_ frame: Double) -> Double {
        guard let next = keys.firstIndex(where: { $0.frame > frame }) else { return keys.last?.value ?? 0 }
        guard next > 0 else { return keys[0].value }
        let (from, to) = (keys[next - 1], keys[next])
        return from.value + (to.value - from.value) * to.ease((frame - from.frame) / (to.frame - from.frame))
    }
}

/// The position of something in one frame, and its alpha.
struct Placement {
    var transform: Transform
    var alpha: Double

    init(
        x: Double = 0, y: Double = 0, scale: Double = 1, scaleX: Double = 1, scaleY: Double = 1, rotation: Double = 0,
        alpha: Double = 1
    ) {
        let (sin, cos) = (sin(rotation * Double.pi / 180), cos(rotation * Double.pi / 180))
        transform = Transform(
            a: cos * scale * scaleX, b: sin * scale * scaleX, c: -sin * scale * scaleY, d: cos * scale * scaleY, tx: x, ty: y)
        self.alpha = alpha
    }

    /// The placement as a part of `parent`: transformed and faded with it.
    func inside(_ parent: Placement) -> Placement {
        var result = self
        result.transform = parent.transform.appending(transform)
        result.alpha = alpha * parent.alpha
        return result
    }

    /// Scaled and turned around (x, y) instead of the origin.
    func around(x: Double, y: Double) -> Placement {
        var result = self
        result.transform = transform.appending(.translation(x: -x, y: -y))
        result.transform.tx += x
        result.transform.ty += y
        return result
    }
}

/// Pseudorandom numbers (SplitMix64) that are the same in every run, so that the samples never change.
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

    /// A number in the range. It does not use the standard library's algorithm, which may change.
    mutating func roll(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / Double(1 << 53)
    }
}
