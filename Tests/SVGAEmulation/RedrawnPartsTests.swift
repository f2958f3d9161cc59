import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Emulated frames of which only the changed parts are redrawn.
@Suite struct RedrawnPartsTests {
    private static func scene(_ name: String, _ player: PublicPlayer, width: Int) throws -> SVGAScene {
        let path = TestFiles.root.appendingPathComponent("samples/\(name)").path
        let movie = try VideoEntity(path: path, options: ReadOptions(player: player))
        return try SVGAScene(movie, options: RenderOptions(size: .pixels(width: width, height: 0)))
    }

    @Test(arguments: ["gift.svga", "features/badge.svga", "features/mattes.svga", "features/clips.svga"])
    func `a frame with redrawn parts equals one of a new painter`(name: String) throws {
        for player in PublicPlayer.allCases {
            let scene = try Self.scene(name, player, width: 120)
            let (painter, calls) = (try scene.makePainter(), SceneCalls(scene))
            var last: FrameCalls?
            for frame in stride(from: 0, to: scene.movie.frameCount, by: 2) where scene.playerFailure(frame: frame) == nil {
                let now = try calls.calls(frame: frame)
                try painter.paintPlanned(painter.plan(frame: frame, changed: last.map { now.sprites(unlike: $0) }))
                #expect(painter.pixmap() == (try scene.pixmap(frame: frame)), "\(player), frame \(frame)")
                last = now
            }
        }
    }

    /// Two squares at the ends of a wide canvas, which become smaller.
    private static func twoSquares() throws -> VideoEntity {
        let sprites = [Float(0), 180].map { left in
            let frames = (0..<3).map { index in
                var frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
                frame.transform = WireTransform(a: 1, d: 1, tx: left)
                var shape = WireShape()
                (shape.kind, shape.args) = (.rect, .rect(x: 0, y: 0, width: 16 - Float(index), height: 16, cornerRadius: 0))
                shape.styles = WireStyle()
                var red = WireColor()
                (red.r, red.a) = (1, 1)
                shape.styles?.fill = red
                frame.shapes = [shape]
                return frame
            }
            return WireSprite(imageKey: "\(left).vector", matteKey: "", frames: frames)
        }
        let movie = WireMovie.tiny(width: 200, height: 40, frames: 3, sprites: sprites)
        return try VideoEntity(bytes: DocumentWriter.write(movie, as: .zlib), options: ReadOptions(player: .web))
    }

    @Test func `changes that are far apart are redrawn as two parts`() throws {
        let scene = try SVGAScene(Self.twoSquares(), options: RenderOptions())
        let (painter, calls) = (try scene.makePainter(), SceneCalls(scene))
        _ = try painter.plan(frame: 0)
        let changed = try calls.calls(frame: 1).sprites(unlike: calls.calls(frame: 0))
        let parts = try painter.plan(frame: 1, changed: changed)
        #expect(parts.count == 2 && parts[0].intersection(parts[1]).isEmpty)
        #expect(parts.reduce(0) { $0 + $1.pixels } < 2 * 20 * 20)
    }
}
