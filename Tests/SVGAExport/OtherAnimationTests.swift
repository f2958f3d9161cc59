import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// An animation that is not an SVGA movie: a half transparent column that walks to the right, painted by plain code.
struct WalkingColumn: PlayableAnimation {
    var frameCount = 6
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

        func paint(frame: Int) throws(SVGAError) {
            guard frame < 99 else { throw .drawing(reason: "no more paint") }
            self.frame = frame
        }

        func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
            #expect(format == .rgba && bytesPerRow == nil)
            buffer.copyBytes(from: animation.pixels(frame: frame))
        }
    }
}

/// The same column, by a painter that reports changes and copies only the requested parts.
struct TrackedColumn: PlayableAnimation {
    var column = WalkingColumn()
    /// What the painter did.
    let copies = Locked(Copies())

    struct Copies {
        var whole = 0
        var parts = 0
    }

    var frameCount: Int { column.frameCount }
    var frameRate: FrameRate { column.frameRate }
    var widthPixels: Int { column.widthPixels }
    var heightPixels: Int { column.heightPixels }
    var audios: [AudioEntity] { [] }
    var sounds: [SoundEntity] { [] }

    func makePainter() -> Painter { Painter(self) }

    final class Painter: ChangeTracking {
        private let animation: TrackedColumn
        private var frame = 0

        init(_ animation: TrackedColumn) { self.animation = animation }

        func paint(frame: Int) { self.frame = frame }

        func changedParts(since other: Int) -> [PixelRect] {
            let columns = frame == other ? [] : [frame, other]
            return columns.map { PixelRect(x: $0, y: 0, width: 1, height: animation.heightPixels) }
        }

        func copyPixels(_ format: PixelFormat, of parts: [PixelRect], into buffer: UnsafeMutableRawBufferPointer) {
            animation.copies.withLock { $0.parts += 1 }
            let pixels = animation.column.pixels(frame: frame)
            for part in parts {
                for y in part.minY..<part.maxY {
                    for offset in 4 * (y * animation.widthPixels + part.x)..<4 * (y * animation.widthPixels + part.maxX) {
                        buffer[offset] = pixels[offset]
                    }
                }
            }
        }

        func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
            animation.copies.withLock { $0.whole += 1 }
            buffer.copyBytes(from: animation.column.pixels(frame: frame))
        }
    }
}

@Suite struct OtherAnimationTests {
    @Test(arguments: [1, 3]) func `a painter that reports its changes makes the same files`(threads: Int) async throws {
        let options = ExportOptions(
            threadCount: threads, timing: ExportTiming(frames: [0, 1, 1, 4, 5, 2, 0, 3, 3, 3, 1, 0, 5]))
        let formats: [ExportFormat] = [
            .rgba, .apng, .webP(), .gif(GIFOptions(matte: .white)), .gif(), .y4m(alpha: true),
        ]
        for format in formats {
            let plain = try await Exporter.bytes(of: WalkingColumn(), as: format, options: options)
            #expect(try await Exporter.bytes(of: TrackedColumn(), as: format, options: options) == plain)
        }
    }

    @Test(arguments: [1, 2]) func `frames that look the same are the same files, each where it belongs`(threads: Int) async throws {
        let options = ExportOptions(threadCount: threads, timing: ExportTiming(frames: [2, 2, 3, 3, 3, 2]))
        for format in [ExportFormat.pngSequence, .sheet()] {
            let plain = try await Exporter.files(of: WalkingColumn(), as: format, options: options)
            let tracked = try await Exporter.files(of: TrackedColumn(), as: format, options: options)
            #expect(tracked.map(\.name) == plain.map(\.name) && tracked.map(\.bytes) == plain.map(\.bytes))
        }
    }

    @Test func `only what changes is copied, into the picture that is there`() async throws {
        let animation = TrackedColumn()
        _ = try await Exporter.bytes(of: animation, as: .y4m(alpha: true), options: ExportOptions(threadCount: 1))
        #expect(animation.copies.withLock { $0.whole } == 1 && animation.copies.withLock { $0.parts } == 5)
        // Who compares frames needs two pictures: the encoder, and before it who looks which colors there are.
        let compared = TrackedColumn()
        _ = try await Exporter.bytes(of: compared, as: .webP(), options: ExportOptions(threadCount: 1))
        #expect(compared.copies.withLock { $0.whole } == 2 && compared.copies.withLock { $0.parts } == 4)
    }

    @Test func `its frames come out exactly, each for its time`() async throws {
        let column = WalkingColumn()
        let animation = try APNGReader.read(try await Exporter.bytes(of: column, as: .apng))
        #expect(animation.frames.map(\.pixels) == (0..<6).map(column.pixels))
        #expect(animation.frames.allSatisfy { $0.seconds == 1001.0 / 30_000 })
    }

    @Test func `its frames are chosen, turned around and repeated as those of any movie`() async throws {
        let column = WalkingColumn()
        let options = ExportOptions(timing: ExportTiming(frames: [1, 4], isReversed: true, speed: 0.5, loopCount: 3))
        let bytes = try await Exporter.bytes(of: column, as: .rgba, options: options)
        #expect(bytes == [4, 1, 4, 1, 4, 1].flatMap(column.pixels))
        let animation = try APNGReader.read(try await Exporter.bytes(of: column, as: .apng, options: options))
        #expect(animation.loops == 3)
        // At half the speed two frames last as long as four; within half a tick of the file's clock.
        #expect(abs(animation.seconds - 4 * 1001.0 / 30_000) < 1e-5)
    }

    @Test func `an animation of any kind can be stored by its protocol`() async throws {
        let animation: any PlayableAnimation = WalkingColumn()
        #expect(try await Exporter.bytes(of: animation, as: .rgba).count == 6 * 4 * 8 * 5)
    }

    @Test func `an error of its painter is the export's`() async throws {
        await #expect(throws: SVGAError.drawing(reason: "no more paint")) {
            try await Exporter.bytes(of: WalkingColumn(frameCount: 100), as: .apng)
        }
    }

    @Test(arguments: [(0, 5), (8, -1), (1 << 40, 5)])
    func `an animation without a size is an error`(width: Int, height: Int) async {
        await #expect(throws: SVGAError.emptyOutput(reason: "\(width) × \(height) pixels are no picture")) {
            try await Exporter.bytes(of: WalkingColumn(widthPixels: width, heightPixels: height), as: .apng)
        }
    }

    @Test func `an animation without frames is an error`() async {
        await #expect(throws: SVGAError.noFrames) { try await Exporter.bytes(of: WalkingColumn(frameCount: 0), as: .gif()) }
    }
}
