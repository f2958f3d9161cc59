import SVGAModel
import SVGAPlayback
import Testing

@Suite struct PlaybackCommandTests {
    @Test("a pause preserves the position within the frame")
    func pause() {
        var playback = Playback(frames: 100, fps: 10)
        playback.start(at: .zero)
        #expect(playback.pause(at: .milliseconds(170)) == [.frame(1, percentage: 0.02), .paused])
        #expect(playback.pause(at: .milliseconds(190)) == [])
        #expect(playback.advance(to: .seconds(60)) == [])
        #expect(playback.start(at: .seconds(60)) == [.resumed])
        #expect(playback.nextFrameTime == .seconds(60) + .milliseconds(30))
    }

    @Test("a start after a pause goes on, after a stop it begins again")
    func startAgain() {
        var playback = Playback.shown(frames: 100)
        playback.start(at: .zero)
        playback.pause(at: .milliseconds(500))
        playback.start(at: .milliseconds(500))
        _ = playback.advance(to: .milliseconds(600))
        #expect(playback.currentFrame == 6)
        #expect(playback.stop(at: .milliseconds(650)) == [.stopped])
        #expect(playback.currentFrame == 6)
        #expect(playback.start(at: .milliseconds(650)) == [.started, .frame(0, percentage: 0.01)])
    }

    @Test("stopping clears by default, clearing always does, and both are reported once")
    func stop() {
        var playback = Playback(frames: 10, fps: 10)
        playback.start(at: .zero)
        #expect(playback.stop(at: .zero) == [.stopped, .cleared])
        #expect(playback.stop(at: .zero) == [])
        playback.clearsAfterStop = false
        playback.start(at: .zero)
        #expect(playback.clear(at: .zero) == [.stopped, .cleared])
        #expect(playback.currentFrame == nil)
    }

    @Test("a new start ends the run before it")
    func restart() {
        var playback = Playback(frames: 10, fps: 10)
        playback.start(at: .zero)
        #expect(playback.start(range: 4..<6, at: .milliseconds(10)) == [.stopped, .started, .frame(4, percentage: 0.5)])
    }

    @Test("a step stays in the run when its range has the frame, and keeps the loops")
    func stepInside() {
        var playback = Playback(frames: 10, fps: 10)
        playback.start(range: 2..<8, at: .zero)
        _ = playback.advance(to: .milliseconds(1300))
        #expect(playback.loopsCompleted == 2)
        #expect(playback.step(to: .frame(6), andPlay: false, at: .milliseconds(1310)) == [.frame(6, percentage: 0.7), .paused])
        #expect(playback.state == .paused)
        playback.start(at: .seconds(2))
        #expect(playback.advance(to: .milliseconds(2100)).frames == [7])
        #expect(playback.advance(to: .milliseconds(2200)) == [.loop(completed: 3), .frame(2, percentage: 0.3)])
    }

    @Test("a step keeps the direction of a backward leg")
    func stepBackwards() {
        var playback = Playback(frames: 10, fps: 10)
        playback.autoreverses = true
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(1250))
        #expect(playback.currentFrame == 7)
        playback.step(to: .frame(4), andPlay: true, at: .milliseconds(1250))
        #expect(playback.advance(to: .milliseconds(1350)).frames == [3])
    }

    @Test("a step out of the range stops the run for one over the entire movie")
    func stepOutside() {
        var playback = Playback(frames: 10, fps: 10)
        playback.start(range: 2..<5, at: .zero)
        #expect(playback.step(to: .frame(8), andPlay: true, at: .milliseconds(10)) == [.stopped, .started, .frame(8, percentage: 0.9)])
        #expect(playback.advance(to: .milliseconds(210)) == [.loop(completed: 1), .frame(0, percentage: 0.1)])
    }

    @Test("a step into the intro counts the loops from the start")
    func stepIntoIntro() {
        var playback = Playback(frames: 10, fps: 10)
        playback.loopStartFrame = 6
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(1500))
        #expect(playback.loopsCompleted == 2)
        playback.step(to: .frame(1), andPlay: true, at: .milliseconds(1500))
        #expect(playback.loopsCompleted == 0)
        #expect(playback.currentFrame == 1)
    }

    @Test("speed changes the rate at once and is clamped to its limits")
    func speed() {
        var playback = Playback(frames: 1000, fps: 10)
        playback.start(at: .zero)
        playback.setSpeed(2, at: .milliseconds(250))
        #expect(playback.nextFrameTime == .milliseconds(275))
        _ = playback.advance(to: .milliseconds(1275))
        #expect(playback.currentFrame == 23)
        for (speed, kept) in [(-3, -3), (.nan, -3), (.infinity, 1000), (-1e9, -1000), (0.0000004, 0), (0.0000006, 0.000001)] {
            playback.setSpeed(speed, at: .milliseconds(1275))
            #expect(playback.speed == kept)
        }
    }

    @Test("numbers at the end of their range neither trap nor stop it")
    func extremes() {
        var playback = Playback(frames: 1, rate: blankMovie(frames: 1, fps: Int(Int32.max)).frameRate)
        playback.autoreverses = true
        playback.setSpeed(1000, at: .zero)
        playback.start(at: .zero)
        for time in [Duration.seconds(1 << 40), .seconds(Int64.max / 2), .seconds(Int64.max)] { _ = playback.advance(to: time) }
        #expect(playback.currentFrame == 0)
        #expect(playback.loopsCompleted == .max)
        playback.setSpeed(-1000, at: .seconds(Int64.max))
        #expect(playback.state == .playing)
        playback.start(after: .seconds(Int64.max), at: .seconds(Int64.max))
        #expect(playback.nextFrameTime == .seconds(Int64.max) + .seconds(315_360_000))
        playback = Playback(frames: .max, fps: 1)
        playback.autoreverses = false
        playback.start(at: .zero)
        _ = playback.advance(to: .seconds(1000))
        #expect(playback.currentFrame == 1000)
    }
}
