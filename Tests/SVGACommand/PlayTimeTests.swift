import Foundation
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Time in the terminal")
struct PlayTimeTests {
    private func clock(_ count: Int, fps: Int = 20, loops: Int = 0) throws -> PlayClock {
        PlayClock(count: count, rate: try #require(FrameRate(fps)), loops: loops)
    }

    @Test("each frame is shown for its time, and the next is due at its end, for ever")
    func plain() throws {
        var clock = try clock(3)
        for (time, place) in [(0, 0), (49, 0), (50, 1), (99, 1), (100, 2), (149, 2), (150, 0), (60_000_050, 1)] {
            _ = clock.advance(to: .milliseconds(time))
            #expect(clock.position == place, "\(time) ms")
        }
        #expect(clock.nextChange == .milliseconds(60_000_100))
    }

    @Test("late frames are left out and counted")
    func late() throws {
        var clock = try clock(10)
        #expect(clock.advance(to: .milliseconds(50)) == 0)
        #expect(clock.advance(to: .milliseconds(225)) == 2)
        #expect(clock.position == 4)
        #expect(clock.nextChange == .milliseconds(250))
    }

    @Test("the last loop ends after the full duration of its last frame, in both directions")
    func end() throws {
        var clock = try clock(4, loops: 2)
        _ = clock.advance(to: .milliseconds(399))
        #expect(!clock.isFinished && clock.position == 3 && clock.loopsLeft == 1)
        #expect(clock.advance(to: .milliseconds(400)) == 0)
        #expect(clock.isFinished && clock.position == 3 && clock.nextChange == nil)
        var back = try self.clock(4, loops: 1)
        back.reverse()
        back.go(to: 3)
        _ = back.advance(to: .milliseconds(199))
        #expect(!back.isFinished && back.position == 0)
        _ = back.advance(to: .milliseconds(200))
        #expect(back.isFinished && back.position == 0)
    }

    @Test("time that passes while it is paused or the process is stopped does not count")
    func pause() throws {
        var clock = try clock(10)
        _ = clock.advance(to: .milliseconds(75))
        clock.pause(true)
        #expect(clock.nextChange == nil)
        #expect(clock.advance(to: .seconds(9)) == 0)
        clock.pause(false)
        #expect(clock.position == 1 && clock.nextChange == .milliseconds(9025))
        clock.skip(to: .seconds(20))
        #expect(clock.advance(to: .milliseconds(20_024)) == 0 && clock.position == 1)
        _ = clock.advance(to: .milliseconds(20_025))
        #expect(clock.position == 2)
    }

    @Test("speeds change how long a frame lasts, from where it is")
    func speed() throws {
        var clock = try clock(100)
        _ = clock.advance(to: .milliseconds(25))
        for _ in 0..<3 { clock.faster() }
        #expect(clock.speed == 2 && clock.nextChange == .microseconds(37_500))
        for _ in 0..<20 { clock.slower() }
        #expect(clock.speed == 0.1)
        for _ in 0..<20 { clock.faster() }
        #expect(clock.speed == 8)
    }

    @Test("steps go around the ends and pause")
    func steps() throws {
        var clock = try clock(5)
        clock.step(by: -1)
        #expect(clock.position == 4 && clock.isPaused)
        clock.step(by: 10)
        #expect(clock.position == 4)
        clock.step(by: 2)
        #expect(clock.position == 1)
    }

    // MARK: The loop, on a screen whose time is a number

    /// A gift on a screen of blocks.
    private func loop(_ screen: FakeScreen, loops: Int = 1, frames: [Int]? = nil) throws -> PlayLoop {
        let file = InputFile(
            name: "gift.svga", byteCount: 0, movie: try VideoEntity(path: TestFiles.root.path + "/samples/features/gift-mattes.svga"))
        var timing = ExportTiming(frames: frames)
        timing.loopCount = loops
        let line = try timing.timeline(
            frameCount: file.movie.frameCount, frameRate: file.movie.frameRate, repetition: .stored(maximum: .max))
        let prepared = PreparedMovie(file.movie)
        let movie = PlayedMovie(file: .movie(file), line: line) { (options) throws(TaskError) in
            try file.drawing { () throws(SVGAError) in try prepared.scene(options: options) }
        }
        let look = PlayLook(scale: 1, background: .black, cell: (1, 2), limits: .default)
        return PlayLoop(
            movie, on: screen, probe: TerminalProbe(), encoder: BlockEncoder(colors: .full), look: look, statusStyle: { $0 })
    }

    @Test("on a quick terminal every frame is shown at its time")
    func quick() throws {
        let screen = FakeScreen()
        var loop = try loop(screen)
        try loop.run()
        #expect(loop.shownCount == 90 && loop.droppedCount == 0)
        #expect(screen.now == .seconds(3))
    }

    @Test("a slow terminal misses frames, and the movie takes no longer")
    func slow() throws {
        let screen = FakeScreen(writing: .milliseconds(80))
        var loop = try loop(screen)
        try loop.run()
        // A frame lasts 33 ms.
        #expect((35...45).contains(loop.shownCount))
        #expect(loop.shownCount + loop.droppedCount >= 85)
        #expect(screen.now < .milliseconds(3300))
        #expect(screen.text.contains("dropped"))
    }

    @Test("keys pause, step, turn around and quit")
    func keys() throws {
        let screen = FakeScreen(keys: [
            .character("."), .character("."), .pageDown, .home, .character(","), .character("r"), .character("+"), .character("l"),
            .character("x"), .escape,
        ])
        var loop = try loop(screen, loops: 0)
        try loop.run()
        let shown = screen.text.matches(of: /(playing|paused)  frame (\d+)\/90/).map { Int($0.2) ?? -1 }
        #expect(shown.prefix(7) == [0, 1, 2, 12, 0, 89, 89])
        #expect(screen.text.contains("reverse") && screen.text.contains("1.25x") && screen.text.contains("1 loop left"))
    }

    @Test("frames that look alike are sent once")
    func alike() throws {
        let screen = FakeScreen()
        var loop = try loop(screen, frames: [66, 66, 66, 66])
        try loop.run()
        #expect(loop.shownCount == 4)
        #expect(screen.text.split(separator: "▀").count < 50 * 24)
    }

    @Test("when the window changes, the picture is drawn for its new size")
    func resized() throws {
        let screen = FakeScreen()
        screen.resizes = [TerminalSize(columns: 20, rows: 6), TerminalSize(columns: 1, rows: 1), TerminalSize(columns: 300, rows: 200)]
        var loop = try loop(screen)
        try loop.run()
        #expect(screen.text.contains("\u{1B}[24;1H") && screen.text.contains("\u{1B}[6;1H") && screen.text.contains("\u{1B}[200;1H"))
        #expect(screen.text.matches(of: /\u{1B}\[2J/).count == 4)
    }

    @Test("after the process was stopped, it goes on where it was")
    func stopped() throws {
        let screen = FakeScreen()
        screen.stops = true
        var loop = try loop(screen)
        try loop.run()
        #expect(loop.droppedCount == 0 && loop.shownCount >= 90)
        #expect(screen.now >= .seconds(63))
    }
}

/// A screen without a terminal: time passes only while something waits or is written.
private final class FakeScreen: PlayScreen {
    private(set) var now = Duration.zero
    private(set) var size = TerminalSize()
    private(set) var text = ""
    private let writing: Duration
    private var keys: [TerminalInput.Key]
    /// Sizes that the window takes, one after the other.
    var resizes: [TerminalSize] = []
    /// Whether it is stopped once, for a minute.
    var stops = false

    init(writing: Duration = .zero, keys: [TerminalInput.Key] = []) {
        self.writing = writing
        self.keys = keys
    }

    func takeSignals() -> (isResized: Bool, isStopped: Bool) {
        guard now > .zero else { return (false, false) }
        let isStopped = stops
        stops = false
        guard !resizes.isEmpty else { return (false, isStopped) }
        size = resizes.removeFirst()
        return (true, isStopped)
    }

    func write(_ bytes: [UInt8]) {
        text += String(decoding: bytes, as: UTF8.self)
        now += writing
    }

    func events(until time: Duration) -> [TerminalInput.Event] {
        guard keys.isEmpty else { return [.key(keys.removeFirst())] }
        now = max(now, time)
        return []
    }

    func stop() { now += .seconds(60) }
}
