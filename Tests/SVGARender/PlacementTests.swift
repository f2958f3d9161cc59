import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGARender

@Suite("Placements of sprites") struct PlacementTests {
    private func scene(_ sprites: WireSprite..., frames: Int32 = 1, change: (inout Substitutions) -> Void = { _ in }) throws -> SVGAScene {
        var substitutions = Substitutions()
        change(&substitutions)
        let movie = try WireMovie.tiny(
            width: 100, height: 80, frames: frames, images: [try Pixmap(width: 20, height: 10, .red).payload("a")], sprites: sprites
        ).read()
        return try SVGAScene(movie, substitutions: substitutions)
    }

    private func only(_ scene: SVGAScene, _ key: String = "a", frame: Int = 0) throws -> Placement {
        let placements = try scene.placement(ofKey: key, frame: frame)
        #expect(placements.count == 1)
        return try #require(placements.first)
    }

    private static let layout = WireLayout(x: 2, y: 3, width: 20, height: 10)

    @Test func `a quarter turn moves the upper left corner of the layout to the upper right`() throws {
        let turned = WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 50, ty: 10)
        let placement = try only(try scene(.one("a", .visible(alpha: 0.5, layout: Self.layout, transform: turned))))
        // (x, y) becomes (50 - y, 10 + x).
        #expect(placement.corners.map { [$0.x, $0.y] } == [[47, 12], [47, 32], [37, 32], [37, 12]])
        #expect(placement.transform == SVGATransform(a: 0, b: 1, c: -1, d: 0, tx: 47, ty: 12))
        #expect(placement.size == SVGASize(width: 20, height: 10))
        #expect(placement.alpha == 0.5 && placement.isShown && placement.state == .shown)
    }

    @Test func `a sprite with alpha 0 keeps its corners and is not shown`() throws {
        let placement = try only(try scene(.one("a", .visible(alpha: 0, layout: Self.layout))))
        #expect(placement.state == .hidden && !placement.isShown && placement.alpha == 0)
        #expect(placement.corners.map { [$0.x, $0.y] } == [[2, 3], [22, 3], [22, 13], [2, 13]])
    }

    @Test func `a sprite whose matte has alpha 0 is hidden by its matte`() throws {
        let sprites = [WireSprite.one("m.matte", .hidden), .one("a", matte: "m.matte", .visible(layout: Self.layout))]
        let scene = try scene(sprites[0], sprites[1])
        #expect(try only(scene).state == .matteHidden)
        #expect(try only(scene, "m.matte").state == .hidden)
        #expect(try scene.bounds(ofKey: "a", frame: 0) == nil)
    }

    @Test func `a visible matte shows the sprite and is itself placed`() throws {
        let matte = WireFrame.visible(layout: WireLayout(width: 30, height: 30), .rect(0, 0, 30, 30))
        let scene = try scene(.one("m.matte", matte), .one("a", matte: "m.matte", .visible(layout: Self.layout)))
        #expect(try only(scene).state == .shown)
        #expect(try only(scene, "m.matte").size == SVGASize(width: 30, height: 30))
    }

    @Test func `a frame without layout and shapes is not shown, and one with shapes is`() throws {
        let scene = try scene(
            .one("a", .visible(layout: nil), .visible(layout: nil, .rect(0, 0, 4, 4))), frames: 2)
        #expect(try only(scene).state == .noLayout)
        #expect(try only(scene, frame: 1).state == .shown)
        #expect(try scene.pixmap(frame: 0).inkBox == nil && scene.pixmap(frame: 1).inkBox == [0, 0, 4, 4])
    }

    @Test func `after the last frame of a sprite there is no size`() throws {
        let placement = try only(try scene(.one("a", .visible(layout: Self.layout)), frames: 3), frame: 2)
        #expect(placement.state == .ended && placement.size == SVGASize(width: 0, height: 0) && !placement.isShown)
    }

    @Test func `a hidden key, an offset and an opacity count`() throws {
        let hidden = try scene(.one("a", .visible(layout: Self.layout))) { $0.setHidden(true, forKey: "a") }
        #expect(try only(hidden).state == .hidden)
        let changed = try scene(.one("a", .visible(alpha: 0.5, layout: Self.layout))) {
            $0.setOffset(x: 5, y: -1, forKey: "a")
            $0.setOpacity(0.5, forKey: "a")
        }
        #expect(try only(changed).corners.first.map { [$0.x, $0.y] } == [7, 2] && only(changed).alpha == 0.25)
    }

    /// A random transform that keeps a layout inside of a canvas of 200 × 200 points.
    private func randomFrame(_ random: inout SeededGenerator) -> WireFrame {
        let angle = random.number(-.pi, .pi)
        let (x, y, skew) = (
            random.number(0.5, 1.5), random.number(0.5, 1.5) * (Bool.random(using: &random) ? 1 : -1), random.number(-0.3, 0.3)
        )
        let turn = SVGATransform.rotation(angle)
        let linear = SVGATransform(a: x, b: 0, c: skew * y, d: y, tx: 0, ty: 0).concatenating(turn)
        let transform = WireTransform(
            a: Float(linear.a), b: Float(linear.b), c: Float(linear.c), d: Float(linear.d), tx: Float(random.number(80, 120)),
            ty: Float(random.number(80, 120)))
        return .visible(
            layout: WireLayout(x: Float(random.number(-5, 5)), y: Float(random.number(-5, 5)), width: 24, height: 16), transform: transform)
    }

    @Test func `the box of the corners is that of the drawn pixels of an opaque picture, within 1 pixel`() throws {
        var random = SeededGenerator(state: 38)
        let sprite = WireSprite(imageKey: "a", matteKey: "", frames: (0..<400).map { _ in randomFrame(&random) })
        let movie = try WireMovie.tiny(
            width: 200, height: 200, frames: 400, images: [try Pixmap(width: 24, height: 16, .red).payload("a")], sprites: [sprite]
        ).read()
        for scale in [1, 1.5] {
            let scene = try SVGAScene(movie, options: RenderOptions(size: .scale(scale)))
            for frame in 0..<movie.frameCount {
                let corners = try only(scene, frame: frame).corners.map { scene.outputTransform.apply(x: $0.x, y: $0.y) }
                // Antialiasing spreads a fainter edge by up to another pixel.
                var pixmap = try scene.pixmap(frame: frame)
                for index in stride(from: 3, to: pixmap.pixels.count, by: 4) where pixmap.pixels[index] < 32 { pixmap.pixels[index] = 0 }
                let box = try #require(pixmap.inkBox).map(Double.init)
                let (xs, ys) = (corners.map(\.x), corners.map(\.y))
                let quad = [xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0]
                let drawn = [box[0], box[1], box[0] + box[2], box[1] + box[3]]
                let distance = zip(quad, drawn).map { abs($0 - $1) }.max() ?? .infinity
                #expect(distance <= 1, "frame \(frame): \(quad) and \(drawn)")
            }
        }
    }
}
