import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct SceneTests {
    /// Thirty frames with everything that a painter caches between frames: bitmaps, groups, a matte, a clip, shapes.
    private func scene(filter: RenderOptions.Filter) throws -> SVGAScene {
        let count = 30
        func frames(_ make: (Float) -> WireFrame) -> [WireFrame] { (0..<count).map { make(Float($0)) } }
        let image = Pixmap(width: 40, height: 30, Pixel(120, 60, 30, 200))
        let movie = WireMovie.tiny(
            width: 48, height: 36, frames: Int32(count), images: [try image.payload("b")],
            sprites: [
                WireSprite(
                    imageKey: "m.matte", frames: frames { .visible(alpha: 0.9, .ellipse(8 + $0, 18, 12, 12)) }),
                WireSprite(
                    imageKey: "b", matteKey: "m.matte",
                    frames: frames { .visible(layout: WireLayout(width: 40, height: 30), transform: WireTransform(a: 0.9, b: 0.1, tx: $0)) }
                ),
                WireSprite(
                    imageKey: "b",
                    frames: frames { i in
                        .visible(
                            alpha: 0.5, layout: WireLayout(width: 12, height: 9), transform: WireTransform(tx: i, ty: i / 2),
                            clip: "M0 0H12L6 9Z", .rect(2, 2, 6, 6, .stroke(.blue, width: 2, dash: (2, 1, i))))
                    }),
            ])
        var options = RenderOptions()
        options.filter = filter
        return try SVGAScene(movie.read(), options: options)
    }

    @Test("many tasks that render one movie at once get the pictures that one alone gets", arguments: RenderOptions.Filter.allCases)
    func manyTasks(filter: RenderOptions.Filter) async throws {
        let scene = try scene(filter: filter)
        let expected = try (0..<scene.movie.frameCount).map { try scene.pixmap(frame: $0) }
        #expect(Set(expected).count == expected.count)
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let painter = try scene.makePainter()
                    // Each task uses another order; half of them reuse their painter.
                    for step in 0..<expected.count {
                        let frame = (task * 11 + step * 7) % expected.count
                        if task % 2 == 0 { try painter.paint(frame: frame) }
                        let picture = task % 2 == 0 ? painter.pixmap() : try scene.pixmap(frame: frame)
                        if picture != expected[frame] { return frame }
                    }
                    return nil
                }
            }
            for try await wrong in group { #expect(wrong == nil) }
        }
    }
}
