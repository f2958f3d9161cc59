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
                _ = try painter.paintEmulated(frame: frame, changed: last.map { now.sprites(unlike: $0) })
                #expect(painter.pixmap() == (try scene.pixmap(frame: frame)), "\(player), frame \(frame)")
                last = now
            }
        }
    }

    @Test func `parts are disjoint and smaller than their bounding box where changes are far apart`() throws {
        let scene = try Self.scene("features/badge.svga", .web, width: 400)
        let (painter, calls) = (try scene.makePainter(), SceneCalls(scene))
        var isSmaller = false
        for frame in 1..<scene.movie.frameCount {
            _ = try painter.paintEmulated(frame: frame - 1, changed: nil)
            let changed = try calls.calls(frame: frame).sprites(unlike: calls.calls(frame: frame - 1))
            let parts = try painter.paintEmulated(frame: frame, changed: changed)
            let area = parts.reduce(0) { $0 + $1.pixels }
            for (index, part) in parts.enumerated() { #expect(parts[..<index].allSatisfy { $0.intersection(part).isEmpty }) }
            if area < parts.reduce(PixelRect.zero, { $0.union($1) }).pixels { isSmaller = true }
        }
        #expect(isSmaller)
    }
}
