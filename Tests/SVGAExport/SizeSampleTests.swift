import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct SizeSampleTests {
    /// Each frame has its own gray.
    private func scene(_ frames: Int) throws -> SVGAScene {
        try GIFFixtures.scene(
            (0..<frames).map { frame in
                let gray = UInt8(frame)
                return GIFFixtures.picture(8, 8) { _, _ in Pixel(gray, gray, gray) }
            })
    }

    private func sample(_ scene: SVGAScene, _ timing: ExportTiming = ExportTiming()) throws -> SizeSample<SVGAScene>? {
        SizeSample(scene, try timing.timeline(frameCount: scene.frameCount, frameRate: scene.frameRate, repetition: .stored(maximum: 1)))
    }

    @Test func `a short output has no sample`() throws {
        #expect(try sample(scene(47)) == nil)
        #expect(try sample(scene(48)) != nil)
    }

    @Test func `a sample is two runs of eight consecutive frames`() throws {
        let scene = try scene(100)
        let sample = try #require(try sample(scene))
        #expect(sample.frameCount == 16 && sample.frameRate == scene.frameRate)
        #expect(sample.widthPixels == scene.widthPixels && sample.heightPixels == scene.heightPixels)
        let painter = try sample.makePainter()
        for (frame, full) in [(0, 21), (7, 28), (8, 71), (15, 78)] {
            #expect(try painter.pixmap(frame: frame, width: 8, height: 8) == scene.pixmap(frame: full))
        }
    }

    @Test func `a sample has the frames that the output shows, at its frame rate`() throws {
        let scene = try scene(100)
        let rate = try #require(FrameRate(Double(scene.frameRate.framesPerSecond) / 2))
        let sample = try #require(try sample(scene, ExportTiming(isReversed: true, frameRate: rate)))
        #expect(sample.frameRate == rate)
        #expect(try sample.makePainter().pixmap(frame: 0, width: 8, height: 8) == scene.pixmap(frame: 99 - 2 * 8))
    }
}
