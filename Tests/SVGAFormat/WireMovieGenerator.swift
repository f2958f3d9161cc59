import SVGAFormat
import SVGAPixels
import TestSupport

/// Random movies that use every field of the format.
struct MovieGenerator {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(state: seed) }

    private mutating func chance() -> Bool { Bool.random(using: &random) }

    private mutating func float() -> Float {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: 0
        case 1: Float(Int.random(in: -1000...1000, using: &random))
        case 2: Float.random(in: -1...1, using: &random)
        case 3: Float.random(in: -2000...2000, using: &random)
        default:
            // Any finite number from the smallest to the largest.
            Float(
                sign: chance() ? .plus : .minus, exponent: .random(in: -149...127, using: &random),
                significand: .random(in: 1..<2, using: &random))
        }
    }

    private mutating func text() -> String {
        let pieces = ["user", "头像", " ", "\"", "\\", "/", "\n", "\u{1}", "🎁", "é", ".png", "A"]
        return (0..<Int.random(in: 0..<6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private mutating func int() -> Int32 { .random(in: -5000...5000, using: &random) }

    private mutating func color() -> WireColor? {
        guard chance() else { return nil }
        var color = WireColor()
        (color.r, color.g, color.b, color.a) = (float(), float(), float(), float())
        return color
    }

    private mutating func transform() -> WireTransform? {
        guard chance() else { return nil }
        var transform = WireTransform()
        (transform.a, transform.b, transform.c) = (float(), float(), float())
        (transform.d, transform.tx, transform.ty) = (float(), float(), float())
        return transform
    }

    private mutating func shape() -> WireShape {
        var shape = WireShape()
        let kind = WireShape.Kind(rawValue: .random(in: 0...3, using: &random))
        shape.kind = kind
        switch kind {
        case .shape: shape.args = .shape(d: text())
        case .rect: shape.args = .rect(x: float(), y: float(), width: float(), height: float(), cornerRadius: float())
        case .ellipse: shape.args = .ellipse(x: float(), y: float(), radiusX: float(), radiusY: float())
        case .keep, nil: shape.args = .none
        }
        if Int.random(in: 0..<8, using: &random) == 0 { shape.args = .none }
        if chance() {
            var style = WireStyle()
            (style.fill, style.stroke, style.strokeWidth, style.miterLimit) = (color(), color(), float(), float())
            style.lineCap = .random(in: 0...4, using: &random)
            style.lineJoin = .random(in: 0...4, using: &random)
            style.lineDash = (float(), float(), float())
            shape.styles = style
        }
        shape.transform = transform()
        return shape
    }

    private mutating func frame() -> WireFrame {
        var frame = WireFrame()
        frame.alpha = float()
        if chance() {
            var layout = WireLayout()
            (layout.x, layout.y, layout.width, layout.height) = (float(), float(), float(), float())
            frame.layout = layout
        }
        frame.transform = transform()
        frame.clipPath = text()
        frame.shapes = (0..<Int.random(in: 0..<4, using: &random)).map { _ in shape() }
        return frame
    }

    mutating func movie(audios: Bool) -> WireMovie {
        var movie = WireMovie()
        movie.version = text()
        (movie.viewBoxWidth, movie.viewBoxHeight) = (float(), float())
        (movie.fps, movie.frames) = (int(), int())
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let count = Int.random(in: 0..<50, using: &random)
            movie.images.append(WireImage(key: text(), bytes: (0..<count).map { _ in .random(in: 0...255, using: &random) }))
        }
        for _ in 0..<Int.random(in: 0..<5, using: &random) {
            let frames = (0..<Int.random(in: 0..<8, using: &random)).map { _ in frame() }
            movie.sprites.append(WireSprite(imageKey: text(), matteKey: text(), frames: frames))
        }
        guard audios else { return movie }
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
            var audio = WireAudio()
            audio.audioKey = text()
            (audio.startFrame, audio.endFrame, audio.startTime, audio.totalTime) = (int(), int(), int(), int())
            movie.audios.append(audio)
        }
        return movie
    }
}
