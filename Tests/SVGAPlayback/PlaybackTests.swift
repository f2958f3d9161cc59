import SVGAModel
import SVGAPlayback
import Testing

/// Small movies and short words for tests of playing.
extension Playback {
    /// - Parameter fps: at most 1000.
    init(frames: Int, fps: Int, audios: [AudioEntity] = []) {
        self.init(frames: frames, rate: FrameRate(fps)!, audios: audios)
    }

    static func shown(frames: Int, fps: Int = 10, audios: [AudioEntity] = [], _ change: (inout Playback) -> Void = { _ in }) -> Playback {
        var playback = Playback(frames: frames, fps: fps, audios: audios)
        playback.clearsAfterStop = false
        change(&playback)
        return playback
    }

    /// Moves in equal steps and gathers the events.
    mutating func advance(from start: Duration = .zero, to end: Duration, by step: Duration) -> [PlaybackEvent] {
        var events: [PlaybackEvent] = []
        var time = start
        while time < end {
            time = min(time + step, end)
            events += advance(to: time)
        }
        return events
    }
}

extension [PlaybackEvent] {
    var frames: [Int] { compactMap { if case .frame(let frame, _) = $0 { frame } else { nil } } }
    var percentages: [Double] { compactMap { if case .frame(_, let percentage) = $0 { percentage } else { nil } } }
    var loops: [Int] { compactMap { if case .loop(let loop) = $0 { loop } else { nil } } }
    var audio: [AudioEvent] { compactMap { if case .audio(let event) = $0 { event } else { nil } } }
    var withoutFrames: [PlaybackEvent] { filter { if case .frame = $0 { false } else { true } } }
}

@Suite struct PlaybackTests {
    @Test("a new playback shows the first frame and moves no further without a start")
    func initially() {
        var playback = Playback(frames: 5, fps: 10)
        #expect(playback.currentFrame == 0)
        #expect(playback.state == .stopped)
        #expect(playback.advance(to: .seconds(3)) == [])
        #expect(playback.nextFrameTime == nil)
    }

    @Test("frame i is shown from i/fps on, to the nanosecond")
    func boundaries() {
        var playback = Playback(frames: 100, fps: 30)
        playback.start(at: .seconds(7))
        _ = playback.advance(to: .seconds(7) + .nanoseconds(33_333_333))
        #expect(playback.currentFrame == 0)
        _ = playback.advance(to: .seconds(7) + .nanoseconds(33_333_334))
        #expect(playback.currentFrame == 1)
        #expect(playback.nextFrameTime == .seconds(7) + .nanoseconds(66_666_667))
    }

    @Test("one loop shows every frame once, then reports the loop and the end")
    func oneLoop() {
        var playback = Playback.shown(frames: 4) { $0.loops = 1 }
        var events = playback.start(at: .zero)
        events += playback.advance(to: .seconds(2), by: .milliseconds(10))
        #expect(events.frames == [0, 1, 2, 3])
        #expect(events.percentages == [0.25, 0.5, 0.75, 1])
        #expect(events.withoutFrames == [.started, .loop(completed: 1), .finished])
        #expect(playback.state == .finished)
        #expect(playback.currentFrame == 3)
    }

    @Test("the last frame is shown for its full duration")
    func lastFrame() {
        var playback = Playback.shown(frames: 4) { $0.loops = 1 }
        playback.start(at: .zero)
        #expect(!playback.advance(to: .nanoseconds(399_999_999)).contains(.finished))
        #expect(playback.advance(to: .milliseconds(400)).contains(.finished))
    }

    @Test("zero loops is for ever")
    func forEver() {
        var playback = Playback(frames: 4, fps: 10)
        playback.start(at: .zero)
        #expect(playback.advance(to: .seconds(40_000)) == [.loop(completed: 100_000)])
        #expect(playback.currentFrame == 0)
        #expect(playback.state == .playing)
    }

    @Test("late frames are dropped and loops that were missed are counted")
    func drops() {
        var playback = Playback.shown(frames: 4) { $0.loops = 3 }
        playback.start(at: .zero)
        #expect(playback.advance(to: .milliseconds(250)) == [.frame(2, percentage: 0.75)])
        #expect(playback.advance(to: .milliseconds(950)) == [.loop(completed: 2), .frame(1, percentage: 0.5)])
        #expect(playback.advance(to: .seconds(9)) == [.loop(completed: 3), .frame(3, percentage: 1), .finished])
        #expect(playback.advance(to: .seconds(10)) == [])
    }

    @Test("a clock that goes back does not change the frame")
    func backInTime() {
        var playback = Playback(frames: 100, fps: 10)
        playback.start(at: .seconds(1))
        _ = playback.advance(to: .seconds(2))
        #expect(playback.advance(to: .seconds(1)) == [])
        #expect(playback.currentFrame == 10)
        #expect(playback.advance(to: .milliseconds(2100)) == [.frame(11, percentage: 0.12)])
    }

    @Test(
        "at the end, clearing overrides the fill mode",
        arguments: [
            (true, SVGAPlayer.FillMode.forward, Int?.none), (false, .forward, 5), (false, .backward, 2), (false, .clear, nil),
        ])
    func fill(clears: Bool, mode: SVGAPlayer.FillMode, left: Int?) {
        for reverse in [false, true] {
            var playback = Playback(frames: 10, fps: 10)
            playback.loops = 1
            playback.clearsAfterStop = clears
            playback.fillMode = mode
            playback.start(range: 2..<6, reverse: reverse, at: .zero)
            let events = playback.advance(to: .seconds(1))
            #expect(playback.currentFrame == left)
            #expect(events.contains(.cleared) == (left == nil))
            #expect(events.last == .finished)
        }
    }

    @Test("a range is played from its first frame, and backwards from its last")
    func ranges() {
        var playback = Playback.shown(frames: 10) { $0.loops = 2 }
        var events = playback.start(range: 3..<6, at: .zero)
        events += playback.advance(to: .seconds(1), by: .milliseconds(20))
        #expect(events.frames == [3, 4, 5, 3, 4, 5])
        events = playback.start(range: 3..<6, reverse: true, at: .seconds(1))
        events += playback.advance(from: .seconds(1), to: .seconds(2), by: .milliseconds(20))
        #expect(events.frames == [5, 4, 3, 5, 4, 3, 5])
        #expect(events.loops == [1, 2])
    }

    @Test("a range beyond the movie is cut, and one without frames is over at once")
    func badRanges() {
        var playback = Playback.shown(frames: 10) { $0.loops = 1 }
        var events = playback.start(range: 8..<90, at: .zero)
        events += playback.advance(to: .seconds(1), by: .milliseconds(20))
        #expect(events.frames == [8, 9])
        #expect(playback.start(range: 20..<30, at: .seconds(2)) == [.finished])
        #expect(playback.state == .finished)
    }

    @Test("a movie without frames finishes at once and shows nothing")
    func empty() {
        var playback = Playback(frames: 0, fps: 20)
        #expect(playback.currentFrame == nil)
        #expect(playback.percentage == 0)
        #expect(playback.start(at: .zero) == [.finished])
        #expect(playback.step(to: .frame(0), andPlay: true, at: .zero) == [])
        #expect(playback.step(to: .percentage(0.5), andPlay: true, at: .zero) == [])
        #expect(playback.play(to: .time(.zero), at: .zero) == nil)
    }

    @Test("autoreverse goes there and back, each frame shown once each way")
    func autoreverse() {
        var playback = Playback.shown(frames: 3) {
            $0.loops = 2
            $0.autoreverses = true
        }
        playback.start(at: .zero)
        var shown: [Int?] = []
        for step in 0..<12 {
            _ = playback.advance(to: .milliseconds(100 * step + 50))
            shown.append(playback.currentFrame)
        }
        #expect(shown == [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0])
        #expect(playback.advance(to: .milliseconds(1200)).last == .finished)
    }

    @Test("the first loop plays the intro, later ones start after it", arguments: [false, true])
    func intro(autoreverses: Bool) {
        var playback = Playback.shown(frames: 4) {
            $0.loops = 3
            $0.loopStartFrame = 2
            $0.autoreverses = autoreverses
        }
        playback.start(at: .zero)
        var shown: [Int] = []
        var time = 50
        while playback.state == .playing {
            shown.append(playback.currentFrame ?? -1)
            time += 100
            _ = playback.advance(to: .milliseconds(time))
        }
        let later = autoreverses ? [2, 3, 3, 2] : [2, 3]
        #expect(shown == [0, 1, 2, 3] + (autoreverses ? [3, 2] : []) + later + later)
        #expect(playback.loopsCompleted == 3)
    }

    @Test("fewer loops while playing end the run with the present one")
    func loopsChange() {
        var playback = Playback.shown(frames: 4)
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(1700))
        #expect(playback.loopsCompleted == 4)
        playback.loops = 2
        #expect(playback.advance(to: .milliseconds(1950)).frames == [3])
        #expect(playback.advance(to: .milliseconds(2000)).withoutFrames == [.loop(completed: 5), .finished])
    }
}
