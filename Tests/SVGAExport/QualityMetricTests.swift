import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct QualityMetricTests {
    /// A bar that moves over noise.
    private let scene: SVGAScene

    init() throws {
        scene = try GIFFixtures.scene(
            (0..<8).map { frame in
                GIFFixtures.picture(64, 48) { x, y in
                    let gray = x / 8 == frame ? 255 : GIFFixtures.noise(x / 2, y / 2)
                    return Pixel(gray, gray, gray)
                }
            })
    }

    @Test func `an unchanged picture has similarity 1, and a worse one less`() throws {
        let timeline = try ExportTiming().timeline(frameCount: 8, frameRate: scene.frameRate, repetition: .stored(maximum: 1))
        let judge = try QualityMetric(scene, timeline: timeline)
        let frames = try (0..<8).map { try scene.pixmap(frame: $0) }
        #expect(try judge.similarity(of: Pictures(frames)) == 1)
        let still = try judge.similarity(of: Pictures([Pixmap](repeating: frames[0], count: 8)))
        #expect(still < 0.99)
    }

    @Test(arguments: [0, 9, 13, 23])
    func `every frame of a small movie is compared`(broken: Int) throws {
        let scene = try GIFFixtures.scene(
            (0..<24).map { frame in GIFFixtures.picture(64, 48) { x, _ in x / 2 == frame ? Pixel(255, 255, 255) : Pixel(40, 40, 40) } })
        let timeline = try ExportTiming().timeline(frameCount: 24, frameRate: scene.frameRate, repetition: .stored(maximum: 1))
        var frames = try (0..<24).map { try scene.pixmap(frame: $0) }
        frames[broken] = GIFFixtures.picture(64, 48) { _, _ in Pixel(255, 0, 0) }
        #expect(try QualityMetric(scene, timeline: timeline).similarity(of: Pictures(frames)) < 0.99)
    }

    @Test func `smaller pictures and fewer frames lose more`() throws {
        let timeline = try ExportTiming().timeline(frameCount: 8, frameRate: scene.frameRate, repetition: .stored(maximum: 1))
        let metric = try QualityMetric(scene, timeline: timeline)
        let losses = try metric.losses(of: scene) { scale throws(SVGAError) in
            try scene.prepared.scene(options: RenderOptions(size: .scale(scale)))
        }
        #expect(losses.loss(scale: 1, divisor: 1) == 0)
        #expect(losses.loss(scale: 0.25, divisor: 1) > losses.loss(scale: 0.5, divisor: 1))
        #expect(losses.loss(scale: 1, divisor: 4) > 0)
    }

    @Test func `scales that are not measured have no loss`() throws {
        let timeline = try ExportTiming().timeline(frameCount: 8, frameRate: scene.frameRate, repetition: .stored(maximum: 1))
        let losses = try QualityMetric(scene, timeline: timeline).losses(of: scene, scales: []) { _ throws(SVGAError) in scene }
        #expect(losses.loss(scale: 0.25, divisor: 1) == 0)
        #expect(losses.loss(scale: 0.25, divisor: 4) > 0)
    }

    private final class Pictures: AnimationReader {
        private var rest: ArraySlice<Pixmap>
        init(_ pictures: [Pixmap]) { rest = pictures[...] }
        func next() throws(SVGAError) -> ComposedPicture? { rest.popFirst().map { ComposedPicture(pixmap: $0, seconds: 0.05) } }
    }
}
