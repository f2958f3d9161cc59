import SVGAModel
import SVGAPlayback
import Testing

/// Negative speeds, and speed 0.
@Suite struct PlaybackDirectionTests {
    @Test("at a negative speed a run starts with its last frame and ends, with a loop, after its first")
    func backwards() {
        var playback = Playback.shown(frames: 4) { $0.loops = 2 }
        playback.setSpeed(-1, at: .zero)
        var events = playback.start(at: .zero)
        events += playback.advance(to: .seconds(2), by: .milliseconds(10))
        #expect(events.frames == [3, 2, 1, 0, 3, 2, 1, 0, 3])
        #expect(events.withoutFrames == [.started, .loop(completed: 1), .loop(completed: 2), .finished])
        #expect(playback.currentFrame == 3)
    }

    @Test("each frame of a backward run is shown for its full duration, to the nanosecond", arguments: [-1.0, -2, -0.25])
    func times(speed: Double) {
        var playback = Playback.shown(frames: 5) { $0.loops = 1 }
        playback.setSpeed(speed, at: .zero)
        playback.start(at: .zero)
        let frameTime = Duration.milliseconds(Int(-100 / speed))
        for (count, frame) in [3, 2, 1, 0].enumerated() {
            let due = frameTime * (count + 1)
            #expect(playback.nextFrameTime == due)
            #expect(playback.advance(to: due - .nanoseconds(1)) == [])
            #expect(playback.advance(to: due).frames == [frame])
        }
        #expect(playback.advance(to: frameTime * 5 - .nanoseconds(1)) == [])
        #expect(playback.advance(to: frameTime * 5).last == .finished)
    }

    @Test("a change of sign in the middle of a frame keeps the frame for as long as it had been shown")
    func turning() {
        var playback = Playback.shown(frames: 10)
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(530))
        #expect(playback.setSpeed(-1, at: .milliseconds(530)) == [])
        #expect(playback.currentFrame == 5)
        #expect(playback.nextFrameTime == .milliseconds(560))
        #expect(playback.advance(to: .milliseconds(560)).frames == [4])
        #expect(playback.advance(to: .milliseconds(625)) == [])
        #expect(playback.setSpeed(2, at: .milliseconds(625)) == [])
        #expect(playback.nextFrameTime == .nanoseconds(657_500_000))
        #expect(playback.advance(to: .nanoseconds(657_500_000)).frames == [5])
    }

    @Test("a frame that has only just appeared is shown for its full duration after a change of sign")
    func turningAtAnEdge() {
        var playback = Playback.shown(frames: 10)
        playback.step(to: .frame(5), andPlay: false, at: .zero)
        playback.setSpeed(-1, at: .zero)
        playback.start(at: .zero)
        #expect(playback.currentFrame == 5)
        #expect(playback.advance(to: .milliseconds(99)) == [])
        #expect(playback.advance(to: .milliseconds(100)).frames == [4])
        playback.setSpeed(1, at: .milliseconds(100))
        #expect(playback.advance(to: .milliseconds(199)) == [])
        #expect(playback.advance(to: .milliseconds(200)).frames == [5])
    }

    @Test("going back past the start ends the loop as going on past the end does")
    func ends() {
        var playback = Playback.shown(frames: 10) { $0.loops = 2 }
        playback.start(range: 2..<6, at: .zero)
        _ = playback.advance(to: .milliseconds(150))
        playback.setSpeed(-1, at: .milliseconds(150))
        #expect(playback.advance(to: .milliseconds(299)).frames == [2])
        #expect(playback.advance(to: .milliseconds(300)) == [.loop(completed: 1), .frame(5, percentage: 0.6)])
        #expect(playback.advance(to: .milliseconds(700)) == [.loop(completed: 2), .finished])
    }

    @Test("at speed 0 the frame stands still, however long, and then goes on where it was")
    func standing() {
        var playback = Playback.shown(frames: 10)
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(370))
        playback.setSpeed(0, at: .milliseconds(370))
        #expect(playback.state == .playing)
        #expect(playback.nextFrameTime == nil)
        #expect(playback.advance(to: .seconds(7000)) == [])
        playback.setSpeed(-0.5, at: .seconds(7000))
        #expect(playback.nextFrameTime == .seconds(7000) + .milliseconds(140))
        #expect(playback.currentFrame == 3)
    }

    @Test("a reverse range at a negative speed goes forwards", arguments: [false, true])
    func reverseTwice(autoreverses: Bool) {
        var playback = Playback.shown(frames: 10) {
            $0.loops = 1
            $0.autoreverses = autoreverses
        }
        playback.setSpeed(-1, at: .zero)
        playback.start(range: 3..<6, reverse: true, at: .zero)
        #expect(playback.framesShown() == (autoreverses ? [3, 4, 5, 5, 4, 3] : [3, 4, 5]))
    }

    @Test("autoreverse at a negative speed begins with the way back")
    func autoreverse() {
        var playback = Playback.shown(frames: 3) {
            $0.loops = 2
            $0.autoreverses = true
        }
        playback.setSpeed(-1, at: .zero)
        playback.start(at: .zero)
        #expect(playback.framesShown() == [2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2])
    }

    @Test("turning in the way back of an autoreverse goes back up, over the turn, and down to the loop's start")
    func turningInAutoreverse() {
        var playback = Playback.shown(frames: 3) {
            $0.loops = 1
            $0.autoreverses = true
        }
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(450))
        #expect(playback.currentFrame == 1)
        playback.setSpeed(-1, at: .milliseconds(450))
        #expect(playback.framesShown(from: .milliseconds(460)) == [1, 2, 2, 1, 0])
    }

    @Test("a run with an intro that goes back past its start goes on with the end of a loop without it")
    func intro() {
        var playback = Playback.shown(frames: 5) {
            $0.loops = 2
            $0.loopStartFrame = 3
        }
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(130))
        playback.setSpeed(-1, at: .milliseconds(130))
        #expect(playback.framesShown(from: .milliseconds(135)) == [1, 0, 4, 3])
        #expect(playback.loopsCompleted == 2)
    }

    @Test("a step within a run that goes back continues backwards from the end of that frame")
    func step() {
        var playback = Playback.shown(frames: 10)
        playback.start(at: .zero)
        playback.setSpeed(-1, at: .milliseconds(50))
        playback.step(to: .frame(7), andPlay: true, at: .milliseconds(80))
        #expect(playback.advance(to: .milliseconds(179)) == [])
        #expect(playback.advance(to: .milliseconds(180)).frames == [6])
    }

    @Test("a sign that changes during a pause counts when it goes on")
    func paused() {
        var playback = Playback.shown(frames: 10)
        playback.start(at: .zero)
        playback.pause(at: .milliseconds(340))
        playback.setSpeed(-1, at: .milliseconds(340))
        playback.setSpeed(0, at: .milliseconds(340))
        playback.setSpeed(-1, at: .milliseconds(340))
        playback.start(at: .seconds(1))
        #expect(playback.nextFrameTime == .milliseconds(1040))
        #expect(playback.advance(to: .milliseconds(1040)).frames == [2])
    }
}

extension Playback {
    /// The frame in the middle of each frame's time until the run is over.
    mutating func framesShown(from start: Duration = .milliseconds(50)) -> [Int?] {
        var shown: [Int?] = []
        var time = start
        while state == .playing {
            _ = advance(to: time)
            if state == .playing { shown.append(currentFrame) }
            time += .milliseconds(100)
        }
        return shown
    }
}
