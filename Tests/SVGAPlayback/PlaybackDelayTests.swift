import SVGAModel
import SVGAPlayback
import Testing

@Suite struct PlaybackDelayTests {
    @Test("a delayed start leaves the frame unchanged and begins after the delay")
    func delay() {
        var playback = Playback.shown(frames: 10)
        playback.step(to: .frame(4), andPlay: false, at: .zero)
        playback.stop(at: .zero)
        #expect(playback.start(after: .milliseconds(250), at: .seconds(1)) == [])
        #expect(playback.state == .delayed)
        #expect(playback.nextFrameTime == .milliseconds(1250))
        #expect(playback.advance(to: .milliseconds(1249)) == [])
        #expect(playback.currentFrame == 4)
        #expect(playback.advance(to: .milliseconds(1250)) == [.started, .frame(0, percentage: 0.1)])
        #expect(playback.advance(to: .milliseconds(1350)).frames == [1])
    }

    @Test("a late update shows the frame of its time")
    func late() {
        var playback = Playback.shown(frames: 10)
        playback.setSpeed(2, at: .zero)
        playback.start(range: 2..<9, after: .milliseconds(500), at: .zero)
        #expect(playback.advance(to: .milliseconds(625)) == [.started, .frame(2, percentage: 0.3), .frame(4, percentage: 0.5)])
    }

    @Test("a delay of nothing or less is none", arguments: [Duration.zero, .seconds(-1)])
    func none(delay: Duration) {
        var playback = Playback.shown(frames: 10)
        #expect(playback.start(after: delay, at: .zero) == [.started, .frame(0, percentage: 0.1)])
    }

    @Test("pausing, stopping and clearing cancel a delayed start")
    func cancel() {
        var playback = Playback.shown(frames: 10)
        playback.start(after: .seconds(1), at: .zero)
        #expect(playback.pause(at: .zero) == [.stopped])
        #expect(playback.state == .stopped)
        playback.play(to: .frame(3), after: .seconds(1), at: .zero)
        #expect(playback.stop(at: .zero) == [.stopped])
        playback.start(range: 1..<3, after: .seconds(1), at: .zero)
        #expect(playback.clear(at: .zero) == [.stopped, .cleared])
        #expect(playback.advance(to: .seconds(9)) == [])
    }

    @Test("a delayed start stops the run before it at once, and another start replaces it")
    func replace() {
        var playback = Playback.shown(frames: 10)
        playback.start(at: .zero)
        #expect(playback.start(range: 5..<7, after: .seconds(1), at: .milliseconds(150)) == [.frame(1, percentage: 0.2), .stopped])
        #expect(playback.start(at: .milliseconds(200)) == [.stopped, .started, .frame(0, percentage: 0.1)])
        #expect(playback.advance(to: .milliseconds(1200)).frames == [])
        #expect(playback.loopsCompleted == 1)
    }

    @Test("a step cancels a delayed start")
    func step() {
        var playback = Playback.shown(frames: 10)
        playback.start(after: .seconds(1), at: .zero)
        #expect(playback.step(to: .frame(3), andPlay: false, at: .zero) == [.stopped, .frame(3, percentage: 0.4)])
        #expect(playback.state == .paused)
        #expect(playback.advance(to: .seconds(9)) == [])
    }

    @Test("a paused run goes on after a delay, and a pause before that keeps it paused")
    func resume() {
        var playback = Playback.shown(frames: 10)
        playback.start(at: .zero)
        playback.pause(at: .milliseconds(250))
        #expect(playback.start(after: .seconds(1), at: .seconds(1)) == [])
        #expect(playback.state == .delayed)
        #expect(playback.pause(at: .seconds(1)) == [])
        #expect(playback.state == .paused)
        playback.start(after: .seconds(1), at: .seconds(2))
        playback.start(after: .seconds(2), at: .seconds(2))
        #expect(playback.advance(to: .milliseconds(4049)) == [.resumed])
        #expect(playback.advance(to: .milliseconds(4050)).frames == [3])
    }

    @Test("a delayed passage begins at the frame that is shown then, and the speed does not change the delay")
    func passage() {
        var playback = Playback.shown(frames: 10)
        playback.step(to: .frame(6), andPlay: false, at: .zero)
        playback.play(to: .frame(8), after: .milliseconds(300), at: .zero)
        playback.setSpeed(100, at: .milliseconds(100))
        playback.setSpeed(1, at: .milliseconds(200))
        #expect(playback.advance(to: .milliseconds(299)) == [])
        #expect(playback.advance(to: .milliseconds(300)).frames == [6])
        #expect(playback.advance(to: .milliseconds(500)) == [.frame(8, percentage: 0.9), .finished])
    }
}
