import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// An animation that is no SVGA: a half transparent column that walks to the right, painted by plain code.
struct WalkingColumn: Animation {
    var frames = 6
    var frameRate = FrameRate(30_000, per: 1001)!
    var widthPixels = 8
    var heightPixels = 5
    var audios: [AudioEntity] { [] }
    var sounds: [SoundEntity] { [] }

    func makePainter() -> Painter { Painter(self) }

    /// Straight RGBA.
    func pixels(frame: Int) -> [UInt8] {
        (0..<widthPixels * heightPixels).flatMap { $0 % widthPixels == frame ? [200, 100, 50, 128] as [UInt8] : [0, 0, 0, 0] }
    }

    final class Painter: AnimationPainter {
        private let animation: WalkingColumn
        private var frame = 0

        init(_ animation: WalkingColumn) { self.animation = animation }

        func paint(frame: Int) throws(RenderError) {
            guard frame < 99 else { throw .drawing(reason: "no more paint") }
            self.frame = frame
        }

        func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
            #expect(format == .rgba && bytesPerRow == nil)
            buffer.copyBytes(from: animation.pixels(frame: frame))
        }
    }
}

@Suite struct OtherAnimationTests {
    @Test func `its frames come out exactly, each for its time`() async throws {
        let column = WalkingColumn()
        let animation = try APNGReader.read(try await Exporter().bytes(of: column, as: .apng))
        #expect(animation.frames.map(\.pixels) == (0..<6).map(column.pixels))
        #expect(animation.frames.allSatisfy { $0.seconds == 1001.0 / 30_000 })
    }

    @Test func `its frames are chosen, turned around and repeated as those of any movie`() async throws {
        let column = WalkingColumn()
        let options = ExportOptions(timing: ExportTiming(frames: [1, 4], isReversed: true, speed: 2, loops: 3))
        let bytes = try await Exporter().bytes(of: column, as: .rgba, options: options)
        #expect(bytes == [4, 1, 4, 1, 4, 1].flatMap(column.pixels))
        let animation = try APNGReader.read(try await Exporter().bytes(of: column, as: .apng, options: options))
        #expect(animation.loops == 3)
        // At twice the speed two frames last as long as one; within half a tick of the file's clock.
        #expect(abs(animation.seconds - 1001.0 / 30_000) < 1e-5)
    }

    @Test func `an animation of any kind can be held by its protocol`() async throws {
        let animation: any Animation = WalkingColumn()
        #expect(try await Exporter().bytes(of: animation, as: .rgba).count == 6 * 4 * 8 * 5)
    }

    @Test func `an error of its painter is the export's`() async throws {
        await #expect(throws: ExportError.render(.drawing(reason: "no more paint"))) {
            try await Exporter().bytes(of: WalkingColumn(frames: 100), as: .apng)
        }
    }

    @Test(arguments: [(0, 5), (8, -1), (1 << 40, 5)])
    func `an animation without a size is an error`(width: Int, height: Int) async {
        await #expect(throws: ExportError.render(.emptyOutput(reason: "\(width) × \(height) pixels are no picture"))) {
            try await Exporter().bytes(of: WalkingColumn(widthPixels: width, heightPixels: height), as: .apng)
        }
    }

    @Test func `an animation without frames is an error`() async {
        await #expect(throws: ExportError.noFrames) { try await Exporter().bytes(of: WalkingColumn(frames: 0), as: .gif()) }
    }
}
