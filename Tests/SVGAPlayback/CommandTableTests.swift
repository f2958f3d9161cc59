import SVGAModel
import SVGAPlayback
import Testing

/// What a player of 10 frames, 10 a second, shows in the middle of each tenth of a second, for every command and setting.
@Suite struct CommandTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var shown: [Int?]
        /// What is done at a time in milliseconds, a multiple of 50.
        var commands: [Int: @Sendable (SVGAPlayer) -> Void]

        init(_ name: String, _ shown: [Int?], _ commands: [Int: @Sendable (SVGAPlayer) -> Void]) {
            self.name = name
            self.shown = shown
            self.commands = commands
        }

        /// At the beginning only.
        init(_ name: String, _ shown: [Int?], _ command: @escaping @Sendable (SVGAPlayer) -> Void) { self.init(name, shown, [0: command]) }

        var testDescription: String { name }
    }

    @Test("a player shows the frames of the table", arguments: runs + speeds + steps + passages)
    func table(row: Row) {
        let clock = ManualClock()
        let player = SVGAPlayer(blankMovie(frames: 10, fps: 10), clock: clock)
        player.clearsAfterStop = false
        var shown: [Int?] = []
        for time in stride(from: 0, to: row.shown.count * 100, by: 50) {
            row.commands[time]?(player)
            if time % 100 == 50 { shown.append(player.update()) }
            clock.advance(by: .milliseconds(50))
        }
        #expect(shown == row.shown)
    }

    private static let runs = [
        Row("start", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]) { $0.startAnimation() },
        Row("one loop", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]) {
            $0.loops = 1
            $0.startAnimation()
        },
        Row("one loop that clears", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, nil, nil]) {
            $0.clearsAfterStop = true
            $0.loops = 1
            $0.startAnimation()
        },
        Row("range", [3, 4, 5, 3, 4, 5, 3]) { $0.startAnimation(range: 3..<6) },
        Row("everything backwards", [9, 8, 7, 6]) { $0.startAnimation(reverse: true) },
        Row("range backwards", [5, 4, 3, 5, 4, 3, 5]) { $0.startAnimation(range: 3..<6, reverse: true) },
        Row("two loops of a range", [3, 4, 3, 4, 4, 4]) {
            $0.loops = 2
            $0.startAnimation(range: 3..<5)
        },
        Row("two loops, filled backward", [3, 4, 3, 4, 3, 3]) {
            $0.loops = 2
            $0.fillMode = .backward
            $0.startAnimation(range: 3..<5)
        },
        Row("two loops, filled with nothing", [3, 4, 3, 4, nil]) {
            $0.loops = 2
            $0.fillMode = .clear
            $0.startAnimation(range: 3..<5)
        },
        Row("there and back", [0, 1, 2, 2, 1, 0, 0, 1]) {
            $0.autoreverses = true
            $0.startAnimation(range: 0..<3)
        },
        Row("intro", [5, 6, 7, 8, 7, 8, 7]) {
            $0.loopStartFrame = 7
            $0.startAnimation(range: 5..<9)
        },
        Row(
            "pause and start", [0, 1, 2, 2, 2, 3, 4],
            [0: { $0.startAnimation() }, 200: { $0.pauseAnimation() }, 400: { $0.startAnimation() }]),
        Row(
            "stop and start", [0, 1, 2, 2, 0, 1], [0: { $0.startAnimation() }, 250: { $0.stopAnimation() }, 400: { $0.startAnimation() }]),
        Row("clear", [0, 1, nil, nil], [0: { $0.startAnimation() }, 200: { $0.clear() }]),
        Row("start after a delay", [0, 0, 0, 1, 2]) { $0.startAnimation(after: .milliseconds(200)) },
        Row("range after a delay", [0, 0, 6, 5, 6]) { $0.startAnimation(range: 5..<7, reverse: true, after: .milliseconds(200)) },
        Row(
            "pause in a delay", [0, 0, 0, 0, 0], [0: { $0.startAnimation(after: .milliseconds(200)) }, 150: { $0.pauseAnimation() }]),
        Row(
            "stop in a delay", [0, 0, 0, 0, 0], [0: { $0.startAnimation(after: .milliseconds(200)) }, 100: { $0.stopAnimation() }]),
        Row(
            "another animation", [0, 1, 0, 0, 0, 1, 2, 0],
            [
                0: { $0.startAnimation() }, 200: { $0.animation = SVGAPlayer(blankMovie(frames: 3, fps: 10)).animation },
                400: { $0.startAnimation() },
            ]),
    ]

    private static let speeds = [
        Row("twice as fast", [1, 3, 5, 7, 9, 1]) {
            $0.speed = 2
            $0.startAnimation()
        },
        Row("backwards", [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9]) {
            $0.speed = -1
            $0.startAnimation()
        },
        Row("backwards at half the speed", [9, 9, 8, 8, 7]) {
            $0.speed = -0.5
            $0.startAnimation()
        },
        Row("one loop backwards", [5, 4, 3, 5, 5]) {
            $0.loops = 1
            $0.speed = -1
            $0.startAnimation(range: 3..<6)
        },
        Row("range backwards at a negative speed", [3, 4, 5, 3]) {
            $0.speed = -1
            $0.startAnimation(range: 3..<6, reverse: true)
        },
        Row("back and there", [2, 1, 0, 0, 1, 2, 2]) {
            $0.speed = -1
            $0.autoreverses = true
            $0.startAnimation(range: 0..<3)
        },
        Row("turn in the middle of a frame", [0, 1, 2, 1, 0, 9, 8], [0: { $0.startAnimation() }, 250: { $0.speed = -1 }]),
        Row("turn twice", [0, 1, 2, 1, 2, 3], [0: { $0.startAnimation() }, 250: { $0.speed = -1 }, 350: { $0.speed = 1 }]),
        Row("stand still", [0, 1, 2, 2, 2, 2, 3], [0: { $0.startAnimation() }, 200: { $0.speed = 0 }, 500: { $0.speed = 1 }]),
        Row("stand still and turn", [0, 1, 1, 1, 0, 9], [0: { $0.startAnimation() }, 150: { $0.speed = 0 }, 350: { $0.speed = -1 }]),
    ]

    private static let steps = [
        Row("step", [5, 5, 5]) { $0.step(toFrame: 5, andPlay: false) },
        Row("step and play", [5, 6, 7]) { $0.step(toFrame: 5, andPlay: true) },
        Row("step, then start", [5, 5, 5, 6], [0: { $0.step(toFrame: 5, andPlay: false) }, 200: { $0.startAnimation() }]),
        Row("step to a percentage", [4, 4]) { $0.step(toPercentage: 0.5, andPlay: false) },
        Row("step to a percentage and play", [5, 6, 7]) { $0.step(toPercentage: 0.51, andPlay: true) },
        Row(
            "step to the present percentage", [0, 1, 2, 2, 2],
            [
                0: { $0.startAnimation() },
                250: {
                    $0.update()
                    $0.step(toPercentage: $0.percentage, andPlay: false)
                },
            ]),
        Row(
            "step in a backward run", [5, 4, 4, 3, 5],
            [0: { $0.startAnimation(range: 3..<6, reverse: true) }, 200: { $0.step(toFrame: 4, andPlay: true) }]),
        Row("step backwards", [5, 4, 3]) {
            $0.speed = -1
            $0.step(toFrame: 5, andPlay: true)
        },
    ]

    private static let passages = [
        Row("to a frame", [0, 1, 2, 3, 3]) { $0.play(to: .frame(3)) { _ in } },
        Row("from frame to frame", [7, 6, 5, 5]) { $0.play(from: .frame(7), to: .frame(5)) { _ in } },
        Row("from percentage to percentage", [9, 8, 7, 6, 5, 4, 4]) { $0.play(from: .percentage(1), to: .percentage(0.5)) { _ in } },
        Row("from time to time", [2, 3, 4, 5, 5]) { $0.play(from: .time(.milliseconds(200)), to: .time(.milliseconds(599))) { _ in } },
        Row("after a delay", [0, 0, 4, 3, 3]) { $0.play(from: .frame(4), to: .frame(3), after: .milliseconds(200)) { _ in } },
        Row("at a negative speed", [2, 3, 4, 4]) {
            $0.speed = -1
            $0.play(from: .frame(2), to: .frame(4)) { _ in }
        },
        Row("turned round", [2, 3, 4, 3, 2, 2], [0: { $0.play(from: .frame(2), to: .frame(8)) { _ in } }, 250: { $0.speed = -1 }]),
        // Computed with 60 digits by another program.
        Row("easeIn", [0, 0, 1, 1, 2, 3, 5, 6, 8, 9]) { $0.play(from: .frame(0), to: .frame(9), timeFunction: .easeIn) { _ in } },
        Row("easeOut", [0, 2, 3, 5, 6, 7, 7, 8, 8, 9]) { $0.play(from: .frame(0), to: .frame(9), timeFunction: .easeOut) { _ in } },
        Row("easeInOut", [0, 0, 1, 2, 4, 6, 7, 8, 8, 9]) { $0.play(from: .frame(0), to: .frame(9), timeFunction: .easeInOut) { _ in } },
        Row("the square, backwards", [9, 9, 9, 8, 7, 6, 5, 3, 1, 0]) {
            $0.play(from: .frame(9), to: .frame(0), timeFunction: TimeFunction { $0 * $0 }) { _ in }
        },
    ]
}
