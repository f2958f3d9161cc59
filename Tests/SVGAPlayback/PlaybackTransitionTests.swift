import SVGAModel
import SVGAPlayback
import Testing

private let positions: [(SVGAPlayer.Position, Int)] = [
    (.frame(0), 0), (.frame(29), 29),
    (.percentage(0), 0), (.percentage(-3), 0), (.percentage(1), 29), (.percentage(.infinity), 29), (.percentage(0.5), 14),
    (.percentage(0.51), 15), (.percentage(1.0 / 30), 0),
    (.time(.zero), 0), (.time(.seconds(-1)), 0), (.time(.nanoseconds(33_333_333)), 0), (.time(.nanoseconds(33_333_334)), 1),
    (.time(.seconds(1.0 / 30)), 1), (.time(.seconds(7.0 / 30)), 7), (.time(.milliseconds(500)), 15), (.time(.seconds(1 << 60)), 29),
]

/// Computed with 60 digits by another program: the frame of 40 at every twentieth of the time.
private let curves: [(name: String, function: TimeFunction, frames: [Int])] = [
    ("linear", .linear, (0...20).map { 2 * $0 }),
    ("easeIn", .easeIn, [0, 0, 0, 1, 2, 3, 5, 6, 8, 10, 12, 14, 17, 19, 22, 24, 27, 30, 33, 36, 40]),
    ("easeOut", .easeOut, [0, 3, 6, 9, 12, 15, 17, 20, 22, 25, 27, 29, 31, 33, 34, 36, 37, 38, 39, 39, 40]),
    ("easeInOut", .easeInOut, [0, 0, 0, 1, 3, 5, 7, 10, 13, 16, 20, 23, 26, 29, 32, 34, 36, 38, 39, 39, 40]),
    (
        "CSS's ease", .cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1),
        [0, 1, 3, 7, 11, 16, 20, 24, 27, 29, 32, 33, 35, 36, 37, 38, 39, 39, 39, 39, 40]
    ),
    (
        "beyond its ends", .cubicBezier(x1: 0.3, y1: -0.5, x2: 0.7, y2: 1.5),
        [0, 0, 0, 0, 0, 1, 4, 7, 11, 15, 20, 24, 28, 32, 35, 38, 40, 40, 40, 40, 40]
    ),
    ("the square", TimeFunction { $0 * $0 }, (0...20).map { $0 * $0 / 10 }),
    (
        "there and back", TimeFunction { $0 < 0.5 ? 2 * $0 + 0.001 : 2.001 - 2 * $0 },
        [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 36, 32, 28, 24, 20, 16, 12, 8, 4, 40]
    ),
    ("not a number", TimeFunction { _ in .nan }, (0...20).map { 2 * $0 }),
    ("out of range", TimeFunction { $0 < 0.5 ? -.infinity : 7 }, (0...20).map { $0 < 10 ? 0 : 40 }),
]

/// Playing from one place to another, with time functions.
@Suite struct PlaybackTransitionTests {
    @Test("it goes straight there, ends as the frame shows, and the next one goes on without a stutter")
    func straight() {
        var playback = Playback.shown(frames: 10)
        var events = playback.play(to: .frame(3), at: .zero) ?? []
        events += playback.advance(to: .milliseconds(300), by: .milliseconds(10))
        #expect(events.frames == [0, 1, 2, 3])
        #expect(events.withoutFrames == [.started, .finished])
        events = playback.play(to: .frame(1), at: .milliseconds(300)) ?? []
        events += playback.advance(from: .milliseconds(300), to: .seconds(3), by: .milliseconds(10))
        #expect(events.frames == [3, 2, 1])
        #expect(playback.currentFrame == 1)
        #expect(playback.play(to: .frame(1), at: .seconds(3)) == [.started, .frame(1, percentage: 0.2), .finished])
    }

    @Test("it begins at the frame given, and stays at the other whatever the settings", arguments: [-1.0, 1])
    func between(speed: Double) {
        var playback = Playback(frames: 10, fps: 10)
        playback.fillMode = .backward
        playback.loops = 5
        playback.autoreverses = true
        playback.setSpeed(speed, at: .zero)
        var events = playback.play(from: .frame(7), to: .frame(4), at: .zero) ?? []
        events += playback.advance(to: .seconds(3), by: .milliseconds(10))
        #expect(events.frames == [7, 6, 5, 4])
        #expect(events.withoutFrames == [.started, .finished])
        #expect(playback.currentFrame == 4)
    }

    @Test("a position is a frame, a percentage or a time", arguments: positions)
    func places(position: SVGAPlayer.Position, frame: Int) {
        var playback = Playback(frames: 30, fps: 30)
        playback.step(to: position, andPlay: false, at: .zero)
        #expect(playback.currentFrame == frame)
    }

    @Test(
        "a position outside the animation is ignored",
        arguments: [SVGAPlayer.Position.frame(-1), .frame(10), .frame(.max), .percentage(.nan)])
    func noPlace(position: SVGAPlayer.Position) {
        var playback = Playback(frames: 10, fps: 10)
        playback.start(at: .zero)
        #expect(playback.play(to: position, at: .milliseconds(150)) == nil)
        #expect(playback.play(from: position, to: .frame(3), at: .milliseconds(150)) == nil)
        #expect(playback.state == .playing)
        #expect(playback.step(to: position, andPlay: true, at: .milliseconds(150)).frames == [1])
    }

    @Test("a step to a frame's percentage shows that frame, for every frame of movies of 1 to 500 frames")
    func percentages() {
        for frames in 1...500 {
            var playback = Playback(frames: frames, fps: 30)
            for frame in 0..<frames {
                playback.step(to: .frame(frame), andPlay: false, at: .zero)
                let percentage = playback.percentage
                playback.step(to: .percentage(percentage), andPlay: false, at: .zero)
                guard playback.currentFrame == frame, playback.percentage == percentage else {
                    Issue.record("frame \(frame) of \(frames)")
                    return
                }
            }
        }
    }

    @Test("a percentage between those of two frames is the later one's")
    func betweenPercentages() {
        var playback = Playback(frames: 300, fps: 30)
        for frame in 1..<300 {
            for percentage in [(Double(frame) / 300).nextUp, (Double(frame) + 0.5) / 300, (Double(frame + 1) / 300).nextDown] {
                playback.step(to: .percentage(percentage), andPlay: false, at: .zero)
                #expect(playback.currentFrame == frame)
            }
        }
    }

    @Test("the frame at a time is the time function's, forwards and backwards", arguments: curves.indices)
    func table(index: Int) {
        let curve = curves[index]
        for isBackwards in [false, true] {
            var playback = Playback(frames: 50, fps: 20)
            playback.play(
                from: .frame(isBackwards ? 45 : 5), to: .frame(isBackwards ? 5 : 45), timeFunction: curve.function, at: .seconds(1))
            for (count, frame) in curve.frames.enumerated() {
                _ = playback.advance(to: .seconds(1) + .milliseconds(100 * count))
                #expect(playback.currentFrame == (isBackwards ? 45 - frame : 5 + frame), "\(curve.name) at \(count)")
            }
            #expect(playback.state == .finished)
        }
    }

    @Test("following the deadlines shows each frame at the first nanosecond of its time function's")
    func deadlines() throws {
        var playback = Playback(frames: 11, fps: 10)
        playback.play(to: .frame(10), timeFunction: .easeInOut, at: .zero)
        var shown: [Duration] = []
        while playback.state == .playing {
            let next = try #require(playback.nextFrameTime)
            if !playback.advance(to: next).frames.isEmpty { shown.append(next) }
        }
        // Computed with 60 digits by another program.
        let expected = [
            220_708_134, 309_797_315, 379_704_439, 441_493_158, 500_000_000, 558_506_843, 620_295_562, 690_202_686, 779_291_867,
            1_000_000_000,
        ]
        #expect(shown == expected.map { .nanoseconds($0) })
    }

    @Test("a later time never gets an earlier point of a Bézier curve that rises")
    func monotone() {
        for (x1, x2) in [(0.0, 1.0), (0, 0), (1, 1), (0.42, 0.58), (0.9, 0.1)] {
            let function = TimeFunction.cubicBezier(x1: x1, y1: 0.2, x2: x2, y2: 0.8)
            var last = 0.0
            for step in 0...20_000 {
                let progress = function.progress(at: Double(step) / 20_000)
                #expect(progress >= last)
                last = progress
            }
            #expect(last == 1)
        }
    }

    @Test("a time function's speed and pauses stretch its time")
    func stretched() {
        var playback = Playback(frames: 41, fps: 20)
        playback.setSpeed(0.5, at: .zero)
        playback.play(from: .frame(0), to: .frame(40), timeFunction: .easeIn, at: .zero)
        _ = playback.advance(to: .seconds(2))
        #expect(playback.currentFrame == 12)
        playback.pause(at: .seconds(2))
        playback.start(at: .seconds(10))
        playback.setSpeed(2, at: .seconds(10))
        _ = playback.advance(to: .milliseconds(10_250))
        #expect(playback.currentFrame == 24)
    }

    @Test("a change of sign turns it round, and it ends where it began", arguments: [true, false])
    func turning(isLinear: Bool) {
        var playback = Playback(frames: 21, fps: 10)
        playback.play(from: .frame(20), to: .frame(10), timeFunction: isLinear ? .linear : TimeFunction { $0 }, at: .zero)
        _ = playback.advance(to: .milliseconds(350))
        #expect(playback.currentFrame == 17)
        #expect(playback.setSpeed(-1, at: .milliseconds(350)) == [])
        var events = playback.advance(from: .milliseconds(350), to: .milliseconds(680), by: .milliseconds(10))
        #expect(events.frames == [18, 19, 20])
        events = playback.advance(to: .milliseconds(700))
        #expect(events == [.finished])
        #expect(playback.currentFrame == 20)
    }
}
