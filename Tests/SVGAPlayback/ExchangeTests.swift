import SVGAModel
import SVGAPixels
import SVGAPlayback
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// An animation that is not SVGA's: each frame is one color.
private struct Gray: PlayableAnimation {
    final class Painter: AnimationPainter {
        private(set) var level: UInt8 = 0

        func paint(frame: Int) throws(SVGAError) {
            guard frame < 100 else { throw .frameOutOfRange(frame: frame, frameCount: 100) }
            level = UInt8(frame)
        }

        func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
            buffer.copyBytes(from: [level, level, level, 255])
        }
    }

    var frameCount = 100
    var frameRate = FrameRate(30_000, per: 1001)!
    let widthPixels = 1
    let heightPixels = 1
    let audios: [AudioEntity] = []
    let sounds: [SoundEntity] = []

    func makePainter() throws(SVGAError) -> Painter { Painter() }
}

@Suite(.hangLimit) struct ExchangeTests {
    private final class Listener: SVGAPlayerDelegate, Sendable {
        let heard = Locked<[String]>([])

        func playerDidStartAnimation(_ player: SVGAPlayer) { heard.withLock { $0.append("started") } }
        func playerDidStopAnimation(_ player: SVGAPlayer) { heard.withLock { $0.append("stopped") } }
        func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int) { heard.withLock { $0.append("\(frame)") } }
        func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double) { heard.withLock { $0.append("\(percentage)") } }
        func playerDidClear(_ player: SVGAPlayer) { heard.withLock { $0.append("cleared") } }
    }

    private let clock = ManualClock()

    @Test("any animation is played at its own frame rate, to the nanosecond")
    func frameRate() {
        let player = SVGAPlayer(Gray(), clock: clock)
        player.startAnimation()
        #expect(player.timeUntilNextFrame == .nanoseconds(33_366_667))
        clock.advance(by: .nanoseconds(33_366_666))
        #expect(player.update() == 0)
        clock.advance(by: .nanoseconds(1))
        #expect(player.update() == 1)
        // Frame 3 × 30000 begins after 3 × 1001 seconds.
        clock.advance(by: .seconds(3003) - clock.now.offset - .nanoseconds(1))
        #expect(player.update() == 99)
        #expect(player.loopsCompleted == 899)
        clock.advance(by: .nanoseconds(1))
        #expect(player.update() == 0)
        #expect(player.loopsCompleted == 900)
    }

    @Test("the frames of any animation are painted by its own painter")
    func painting() async throws {
        let player = SVGAPlayer(Gray(), clock: clock)
        player.startAnimation(range: 42..<50)
        var levels: [UInt8] = []
        try await player.paintFrames(with: Gray()) { painter, frame in
            #expect(frame == Int(painter.level))
            levels.append(painter.level)
            player.stopAnimation()
        }
        #expect(levels == [42])
    }

    @Test("another animation stops the run, shows its first frame and keeps the settings")
    func exchange() async {
        let listener = Listener()
        let player = SVGAPlayer(blankMovie(frames: 4, fps: 10), clock: clock)
        player.observer = listener
        player.speed = 2
        player.loops = 7
        async let isFinished = player.play()
        await clock.untilSleeping()
        clock.advance(by: .milliseconds(50))
        player.animation = Gray(frameCount: 10, frameRate: FrameRate(50)!)
        #expect(await isFinished == false)
        #expect(player.animation is Gray)
        #expect(listener.heard.withLock { $0 } == ["started", "0", "0.25", "1", "0.5", "stopped", "0", "0.1"])
        #expect(player.state == .stopped)
        #expect(player.currentFrame == 0)
        #expect((player.speed, player.loops) == (2, 7))
        while !clock.sleeping.isEmpty { await Task.yield() }
        player.startAnimation()
        #expect(player.timeUntilNextFrame == .milliseconds(10))
    }

    @Test("another animation cancels a delayed start, and one without frames shows nothing")
    func exchangeInDelay() {
        let listener = Listener()
        let player = SVGAPlayer(blankMovie(frames: 4, fps: 10), clock: clock)
        player.observer = listener
        player.startAnimation(after: .seconds(1))
        player.animation = Gray(frameCount: 0)
        #expect(listener.heard.withLock { $0 } == ["stopped", "cleared"])
        #expect(player.currentFrame == nil)
        #expect(player.timeUntilNextFrame == nil)
        player.animation = Gray(frameCount: 2)
        #expect(player.currentFrame == 0)
    }

    @Test("the animation of a movie's player is the movie at its own size")
    func movie() throws {
        let movie = blankMovie(frames: 4, fps: 10)
        let animation = SVGAPlayer(movie, clock: clock).animation
        #expect(animation.frameCount == 4)
        #expect(animation.frameRate == movie.frameRate)
        #expect((animation.widthPixels, animation.heightPixels) == movie.canvasPixels)
    }
}
