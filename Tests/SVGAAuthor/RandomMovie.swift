import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport

/// A random movie: what is given to a builder, and what a reader should find.
struct RandomMovie {
    struct Sprite {
        let key: String
        let isMatte: Bool
        let hasImage: Bool
        /// Into the mattes.
        let matte: Int?
        let frames: [MovieBuilder.Frame?]
    }

    static let canvas = SVGARect(x: 0, y: 0, width: 64, height: 48)
    static let imageSize = SVGARect(x: 0, y: 0, width: 3, height: 2)

    let hasSound: Bool
    let frames: Int
    private(set) var images: [String] = []
    /// In the order of the file: mattes first.
    private(set) var mattes: [Sprite] = []
    private(set) var sprites: [Sprite] = []
    private var random: SeededGenerator

    init(seed: Int) {
        random = SeededGenerator(state: UInt64(seed))
        hasSound = seed % 2 == 0
        frames = .random(in: 1...9, using: &random)
        // Keys that players must not take for each other, two of them only in Unicode's eyes one.
        images = ["user1", "头像", "cafe\u{301}", "caf\u{E9}", "a b/c"].shuffled(using: &random)
        for index in 0..<Int.random(in: 0...2, using: &random) { mattes.append(sprite(index, isMatte: true)) }
        for index in 0..<Int.random(in: 1...5, using: &random) { sprites.append(sprite(index, isMatte: false)) }
    }

    func build() throws -> SVGADocument {
        var builder = try MovieBuilder(width: RandomMovie.canvas.width, height: RandomMovie.canvas.height, fps: 30, frameCount: frames)
        for key in images { try builder.addImage(Pixmap(width: 3, height: 2, .red), key: key) }
        let handles = try mattes.map { matte in try builder.addMatte(matte.key) { matte.frames[$0] } }
        for sprite in sprites { try builder.addSprite(sprite.key, matte: sprite.matte.map { handles[$0] }) { sprite.frames[$0] } }
        if hasSound { try builder.addSound(MPEGFixtures.sound, key: "bgm", frames: 0..<frames, startTime: 7, totalTime: 2090) }
        return builder.build()
    }

    // MARK: Parts

    private mutating func chance(_ one: Int = 2) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    /// A number that a file holds exactly.
    private mutating func number(_ range: ClosedRange<Float>) -> Double { Double(Float.random(in: range, using: &random)) }

    private mutating func sprite(_ index: Int, isMatte: Bool) -> Sprite {
        let hasImage = chance()
        // Two mattes cannot show one image.
        let key = hasImage ? isMatte ? images[index] : images.randomElement(using: &random) ?? "" : "\(isMatte ? "mask" : "shape")\(index)"
        var shapes = [shape()]
        let list = (0..<frames).map { _ -> MovieBuilder.Frame? in
            if chance(4) { return nil }
            if chance(3) { shapes = (0..<Int.random(in: 0...3, using: &random)).map { _ in shape() } }
            return MovieBuilder.Frame(
                alpha: number(0...1), transform: transform(), layout: chance() ? nil : rect(), clipPath: chance() ? nil : path(),
                shapes: shapes)
        }
        // Without an image or a shape it would be refused.
        let shown =
            hasImage || list.contains { $0?.shapes.isEmpty == false } ? list : [MovieBuilder.Frame(shapes: [shape()])] + list.dropFirst()
        return Sprite(
            key: key, isMatte: isMatte, hasImage: hasImage,
            matte: isMatte || mattes.isEmpty || chance() ? nil : Int.random(in: mattes.indices, using: &random), frames: shown)
    }

    private mutating func transform() -> SVGATransform {
        SVGATransform(
            a: number(-2...2), b: number(-2...2), c: number(-2...2), d: number(-2...2), tx: number(-50...50), ty: number(-50...50))
    }

    private mutating func rect() -> SVGARect {
        SVGARect(x: number(-9...9), y: number(-9...9), width: number(1...40), height: number(1...40))
    }

    private mutating func color() -> SVGAColor {
        SVGAColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0...1))
    }

    /// A number that is exact in a few digits, so that a path's bounds, which are of doubles, are the same when it is read.
    private mutating func eighths() -> Double { Double(Int.random(in: -320...320, using: &random)) / 8 }

    private mutating func path() -> SVGAPath {
        var path = SVGAPath()
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            path.move(x: eighths(), y: eighths())
            path.line(x: eighths(), y: eighths())
            path.curve(
                x1: eighths(), y1: eighths(), x2: eighths(), y2: eighths(), x: eighths(),
                y: eighths())
            if chance() { path.close() }
        }
        return path
    }

    private mutating func shape() -> ShapeEntity {
        let geometry: ShapeEntity.Geometry =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: .path(path())
            case 1: .rect(rect(), cornerRadius: number(0...0.5))
            default: .ellipse(centerX: number(-9...9), centerY: number(-9...9), radiusX: number(0...20), radiusY: number(0...20))
            }
        var stroke: ShapeEntity.Stroke?
        if chance() {
            let joins: [ShapeEntity.LineJoin] = [.miter, .round, .bevel]
            let caps: [ShapeEntity.LineCap] = [.butt, .round, .square]
            stroke = ShapeEntity.Stroke(
                color: color(), width: number(0.1...5), lineCap: caps.randomElement(using: &random) ?? .butt,
                lineJoin: joins.randomElement(using: &random) ?? .miter, miterLimit: chance() ? 10 : number(1...20),
                dash: chance() ? nil : ShapeEntity.Dash(dash: number(1...5), gap: number(0.5...5), phase: number(0...1)))
        }
        return ShapeEntity(
            geometry: geometry, fill: chance() ? nil : color(), stroke: stroke, transform: chance() ? .identity : transform())
    }
}
