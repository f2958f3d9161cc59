import SVGAModel
import SVGAPlayer
import Testing

/// Long simulations against the rule itself: frame i is shown for [i/fps, (i+1)/fps) of the time spent playing.
@Suite struct PlaybackSimulationTests {
    /// Repeats itself for a seed.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }

    @Test(
        "over 10,000 ticks with jitter and pauses the frame is the rule's and every event comes once, in order",
        arguments: [(7, 60), (20, 24), (61, 30), (1, 20), (97, 7), (300, 59)])
    func jitter(frames: Int, fps: Int) {
        var random = Random(state: UInt64(frames))
        var playback = Playback.shown(frames: frames, fps: fps)
        var now: Int128 = 12_345
        var played: Int128 = 0
        var isPaused = false
        func duration(_ nanoseconds: Int128) -> Duration { Duration(attoseconds: nanoseconds * 1_000_000_000) }
        var events = playback.start(at: duration(now))
        var lastLoop = 0
        for _ in 0..<10_000 {
            // Mostly display ticks with jitter, sometimes none for long, sometimes several in one nanosecond.
            let step: Int128
            switch Int.random(in: 0..<100, using: &random) {
            case 0: step = Int128.random(in: 0...9_000_000_000, using: &random)
            case 1...5: step = 0
            default: step = 16_666_667 + Int128.random(in: -9_000_000...9_000_000, using: &random)
            }
            now += step
            if !isPaused { played += step }
            events += playback.advance(to: duration(now))
            let shown = played * Int128(fps) / 1_000_000_000
            #expect(playback.currentFrame == Int(shown % Int128(frames)))
            #expect(playback.loopsCompleted == Int(shown / Int128(frames)))
            if Int.random(in: 0..<50, using: &random) == 0 {
                events += isPaused ? playback.start(at: duration(now)) : playback.pause(at: duration(now))
                isPaused.toggle()
            }
        }
        // Within a loop numbers and percentages only grow, a loop is told before its first frame, and none is told twice.
        var lastFrame = -1
        for event in events {
            switch event {
            case .loop(let completed):
                #expect(completed > lastLoop)
                lastLoop = completed
                lastFrame = -1
            case .frame(let frame, let percentage):
                #expect(frame > lastFrame)
                #expect(percentage == Double(frame + 1) / Double(frames))
                lastFrame = frame
            default: Issue.record("\(event)")
            }
        }
        #expect(lastLoop == playback.loopsCompleted)
    }

    @Test("ticks more often than frames show every frame once and tell every loop", arguments: [1, 2, 5])
    func complete(loops: Int) {
        var random = Random(state: 9)
        var playback = Playback.shown(frames: 400, fps: 30) { $0.loops = loops }
        var events = playback.start(at: .zero)
        var time = Duration.zero
        while playback.state == .playing {
            time += .milliseconds(Int.random(in: 1...33, using: &random))
            events += playback.advance(to: time)
        }
        #expect(events.frames == (0..<loops).flatMap { _ in Array(0..<400) })
        #expect(events.withoutFrames == (1...loops).map { .loop(completed: $0) } + [.finished])
    }

    @Test("ten hours with changes of speed at every tick end on the exact frame")
    func noDrift() {
        var playback = Playback(frames: 1_000_003, fps: 59)
        playback.start(at: .zero)
        // Millionths of a frame time, summed by itself.
        var expected: Int128 = 0
        var now: Int128 = 0
        var speed: Int128 = 1_000_000
        var random = Random(state: 3)
        while now < 36_000 * 1_000_000_000 {
            let step = Int128.random(in: 1...2_000_000_000, using: &random)
            now += step
            expected += step * speed
            speed = Int128.random(in: 100_000...3_000_000, using: &random)
            playback.setSpeed(Double(speed) / 1e6, at: Duration(attoseconds: now * 1_000_000_000))
            let shown = Int(expected * 59 / 1_000_000_000_000_000)
            #expect(playback.loopsCompleted * 1_000_003 + (playback.currentFrame ?? -1) == shown)
        }
    }

    @Test("following the deadlines shows each frame at the first nanosecond of its time")
    func deadlines() throws {
        var playback = Playback(frames: 1000, fps: 7)
        playback.start(at: .zero)
        playback.setSpeed(0.7, at: .zero)
        for frame in 1...900 {
            let next = try #require(playback.nextFrameTime)
            #expect(playback.advance(to: next - .nanoseconds(1)) == [])
            #expect(playback.advance(to: next).frames == [frame])
        }
    }
}
