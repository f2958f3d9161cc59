import SVGAModel
import SVGAPlayback
import Testing

/// Long simulations against the rule itself: frame i is shown for [i/fps, (i+1)/fps) of the time spent playing.
@Suite struct PlaybackSimulationTests {
    /// Repeats itself for a seed.
    fileprivate struct Random: RandomNumberGenerator {
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
        // Within a loop, indices and percentages only grow. The event of a loop precedes its first frame, and occurs once.
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
            case .started, .paused, .resumed: break
            default: Issue.record("\(event)")
            }
        }
        #expect(lastLoop == playback.loopsCompleted)
    }

    @Test("ticks more often than frames show every frame once and report every loop", arguments: [1, 2, 5])
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
        #expect(events.withoutFrames == [.started] + (1...loops).map { .loop(completed: $0) } + [.finished])
    }

    @Test(
        "ten hours with changes of speed and direction at every tick end on the exact frame",
        arguments: [FrameRate(59)!, FrameRate(30_000, per: 1001)!])
    func tenHours(rate: FrameRate) {
        var model = FrameByFrame(frames: 1_000_003, rate: rate)
        var playback = Playback(frames: 1_000_003, rate: rate)
        model.start(0..<1_000_003, isReverse: false)
        playback.start(at: .zero)
        var now: Int128 = 0
        var random = Random(state: 3)
        while now < 36_000 * 1_000_000_000 {
            let step = Int128.random(in: 1...2_000_000_000, using: &random)
            now += step
            model.advance(step)
            let millionths = Int128.random(in: -1_500_000...3_000_000, using: &random)
            model.setSpeed(millionths)
            playback.setSpeed(Double(millionths) / 1e6, at: Duration(attoseconds: now * 1_000_000_000))
            #expect(playback.currentFrame == model.shown)
            #expect(playback.loopsCompleted == model.loops)
        }
    }

    @Test("random commands have the events and frames of a player that goes frame by frame", arguments: 1...6)
    func commands(seed: Int) {
        var random = Random(state: UInt64(seed))
        let frames = [1, 2, 7, 30, 100, 400][seed - 1]
        let rate = seed.isMultiple(of: 2) ? FrameRate(24)! : FrameRate(30_000, per: 1001)!
        var model = FrameByFrame(frames: frames, rate: rate)
        var playback = Playback(frames: frames, rate: rate)
        playback.clearsAfterStop = false
        var now: Int128 = 0
        for count in 0..<8000 {
            let step = Int128.random(in: 0...60_000_000, using: &random)
            now += step
            let time = Duration(attoseconds: now * 1_000_000_000)
            var events = playback.advance(to: time)
            model.advance(step)
            let delay = Int128.random(in: 0...200_000_000, using: &random)
            switch Int.random(in: 0..<60, using: &random) {
            case 0:
                let first = Int.random(in: 0..<frames, using: &random)
                let range = first..<Int.random(in: first + 1...frames, using: &random)
                let isReverse = Bool.random(using: &random)
                events += playback.start(range: range, reverse: isReverse, at: time)
                model.start(range, isReverse: isReverse)
            case 1:
                events += playback.start(after: Duration(attoseconds: delay * 1_000_000_000), at: time)
                model.startOrResume(after: delay)
            case 2:
                events += playback.pause(at: time)
                model.pause()
            case 3:
                events += playback.stop(at: time)
                model.stop()
            case 4:
                let frame = Int.random(in: 0..<frames, using: &random)
                let andPlay = Bool.random(using: &random)
                events += playback.step(to: .frame(frame), andPlay: andPlay, at: time)
                model.step(to: frame, andPlay: andPlay)
            case 5...9:
                let millionths = Int128.random(in: -4...4, using: &random) * 500_000
                events += playback.setSpeed(Double(millionths) / 1e6, at: time)
                model.setSpeed(millionths)
            case 10:
                playback.loops = Int.random(in: 0...3, using: &random)
                model.maximumLoops = playback.loops
            default: break
            }
            let expected = model.takeEvents()
            guard events == expected, playback.currentFrame == model.shown, playback.loopsCompleted == model.loops else {
                Issue.record("seed \(seed), command \(count): \(events) instead of \(expected)")
                return
            }
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

/// The rules of playing told in another way: each frame has some time left, and another one follows. For runs over a range.
private struct FrameByFrame {
    enum State { case stopped, delayed, playing, paused, finished }

    let frames: Int
    /// Of one frame; in a nanosecond, `rate.numerator × speed in millionths` of them pass.
    let ticks: Int128
    let rate: FrameRate
    var maximumLoops = 0
    private(set) var shown: Int?
    private(set) var loops = 0
    private var state = State.stopped
    private var range = 0..<0
    private var hasRun = false
    private var hasPlayed = false
    private var isForwards = true
    private var speed: Int128 = 1_000_000
    private var isSpeedNegative = false
    private var left: Int128 = 0
    private var delay: Int128 = 0
    private var events: [PlaybackEvent] = []

    init(frames: Int, rate: FrameRate) {
        self.frames = frames
        self.rate = rate
        ticks = Int128(rate.denominator) * 1_000_000_000_000_000
        shown = 0
    }

    mutating func takeEvents() -> [PlaybackEvent] {
        defer { events = [] }
        return events
    }

    private mutating func show(_ frame: Int) {
        shown = frame
        events.append(.frame(frame, percentage: Double(frame + 1) / Double(frames)))
    }

    mutating func advance(_ nanoseconds: Int128) {
        var nanoseconds = nanoseconds
        if state == .delayed {
            guard nanoseconds >= delay else {
                delay -= nanoseconds
                return
            }
            nanoseconds -= delay
            begin()
        }
        guard state == .playing, let before = shown else { return }
        let loopsBefore = loops
        var passed = nanoseconds * Int128(rate.numerator) * abs(speed)
        var frame = before
        while passed >= left {
            passed -= left
            left = ticks
            frame += isForwards ? 1 : -1
            guard !range.contains(frame) else { continue }
            loops += 1
            if maximumLoops > 0, loops >= maximumLoops {
                state = .finished
                break
            }
            frame = isForwards ? range.lowerBound : range.upperBound - 1
        }
        left -= passed
        if loops != loopsBefore { events.append(.loop(completed: loops)) }
        if state == .finished { frame = range.upperBound - 1 }
        if frame != before { show(frame) }
        if state == .finished {
            hasRun = false
            events.append(.finished)
        }
    }

    private mutating func end() {
        if [.playing, .paused, .delayed].contains(state) { events.append(.stopped) }
        state = .stopped
        hasRun = false
    }

    private mutating func makeRun(_ range: Range<Int>, isReverse: Bool) {
        self.range = range
        hasRun = true
        hasPlayed = false
        isForwards = isReverse == isSpeedNegative
        left = ticks
        loops = 0
    }

    /// What a delay waits for: the paused run, or else a new one over everything.
    private mutating func begin() {
        if hasRun { play() } else { start(0..<frames, isReverse: false, isDelayed: true) }
    }

    private mutating func play() {
        state = .playing
        events.append(hasPlayed ? .resumed : .started)
        hasPlayed = true
    }

    mutating func start(_ range: Range<Int>, isReverse: Bool, isDelayed: Bool = false) {
        if !isDelayed { end() }
        makeRun(range, isReverse: isReverse)
        play()
        show(isForwards ? range.lowerBound : range.upperBound - 1)
    }

    mutating func startOrResume(after delay: Int128) {
        if !hasRun || state == .playing { end() }
        if delay > 0 {
            state = .delayed
            self.delay = delay
        } else {
            begin()
        }
    }

    mutating func pause() {
        if state == .playing {
            state = .paused
            events.append(.paused)
        } else if state == .delayed {
            if hasRun { state = .paused } else { end() }
        }
    }

    mutating func stop() { end() }

    mutating func step(to frame: Int, andPlay: Bool) {
        if !hasRun || !range.contains(frame) {
            end()
            makeRun(0..<frames, isReverse: false)
        }
        left = ticks
        if andPlay, state != .playing { play() }
        show(frame)
        if !andPlay {
            if state == .playing { events.append(.paused) }
            state = .paused
        }
    }

    mutating func setSpeed(_ millionths: Int128) {
        speed = millionths
        guard speed != 0, isSpeedNegative != (speed < 0) else { return }
        isSpeedNegative.toggle()
        isForwards.toggle()
        if left != ticks { left = ticks - left }
    }
}
