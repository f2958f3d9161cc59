import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlayback
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// A movie that shows nothing.
func blankMovie(frames: Int, fps: Int, audios: [AudioEntity] = []) -> VideoEntity {
    VideoEntity(
        container: .zlib, version: "2.0", viewBox: SVGASize(width: 4, height: 4), fps: fps, frameCount: frames, images: [], sprites: [],
        audios: audios,
        sounds: [], diagnostics: [])
}

@Suite(.hangLimit) struct SVGAPlayerTests {
    /// Writes down what it hears.
    private final class Listener: SVGAPlayerDelegate, Sendable {
        let heard = Locked<[String]>([])
        /// A command to give when the animation finishes.
        let onFinish = Locked<(@Sendable (SVGAPlayer) -> Void)?>(nil)

        private func note(_ text: String) { heard.withLock { $0.append(text) } }
        var all: [String] { heard.withLock { $0 } }

        func playerDidStartAnimation(_ player: SVGAPlayer) { note("started") }
        func playerDidResumeAnimation(_ player: SVGAPlayer) { note("resumed") }
        func playerDidPauseAnimation(_ player: SVGAPlayer) { note("paused") }
        func playerDidFinishAnimation(_ player: SVGAPlayer) {
            note("finished")
            let command = onFinish.withLock { command in
                defer { command = nil }
                return command
            }
            command?(player)
            note("told finished")
        }
        func playerDidStopAnimation(_ player: SVGAPlayer) { note("stopped") }
        func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int) { note("\(frame)") }
        func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double) { note("\(Int(percentage * 100))%") }
        func player(_ player: SVGAPlayer, didCompleteLoops loops: Int) { note("loop \(loops)") }
        func playerDidClear(_ player: SVGAPlayer) { note("cleared") }
        func player(_ player: SVGAPlayer, audio event: AudioEvent) { note("\(event)") }
    }

    private let clock = ManualClock()
    private let listener = Listener()

    private func player(frames: Int = 4, audios: [AudioEntity] = []) -> SVGAPlayer {
        let player = SVGAPlayer(blankMovie(frames: frames, fps: 10, audios: audios), clock: clock)
        player.observer = listener
        return player
    }

    @Test("the observer hears the start, frames, percentages, loops, clearing and the end, in order")
    func observer() async {
        let player = player()
        player.loops = 1
        async let isFinished = player.play()
        await clock.run(ticks: 4)
        #expect(await isFinished)
        #expect(
            listener.all == [
                "started", "0", "25%", "1", "50%", "2", "75%", "3", "100%", "loop 1", "cleared", "finished", "told finished",
            ])
        #expect(player.currentFrame == nil)
    }

    @Test("a command from inside a callback is delivered after that callback")
    func reentrant() async {
        let player = player(frames: 1)
        player.loops = 1
        player.clearsAfterStop = false
        listener.onFinish.withLock { $0 = { $0.step(toFrame: 0, andPlay: false) } }
        async let isFinished = player.play()
        await clock.run(ticks: 1)
        _ = await isFinished
        #expect(listener.all == ["started", "0", "100%", "loop 1", "finished", "told finished", "0", "100%"])
    }

    @Test("it sleeps to the next frame and no more often")
    func sleeps() async {
        let player = player()
        player.startAnimation()
        await clock.untilSleeping()
        #expect(clock.sleeping == [.milliseconds(100)])
        player.speed = 2
        while clock.sleeping != [.milliseconds(50)] { await Task.yield() }
        player.pauseAnimation()
        while !clock.sleeping.isEmpty { await Task.yield() }
        #expect(!player.isAnimating)
    }

    @Test("a command uses the clock's current time after a late update")
    func update() {
        let player = player()
        player.startAnimation()
        clock.advance(by: .milliseconds(250))
        #expect(player.update() == 2)
    }

    @Test("waiting ends with false when the run is stopped or replaced")
    func interrupted() async {
        let player = player()
        async let first = player.play()
        await clock.untilSleeping()
        player.startAnimation(range: 1..<3)
        #expect(await first == false)
        async let second = player.play(range: 0..<2)
        while player.currentFrame != 0 { await Task.yield() }
        player.stopAnimation()
        #expect(await second == false)
    }

    @Test("cancelling the task that waits stops the animation")
    func cancelled() async {
        let player = player()
        let task = Task { await player.play() }
        await clock.untilSleeping()
        task.cancel()
        #expect(await task.value == false)
        #expect(player.state == .stopped)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return await player.play()
        }
        late.cancel()
        #expect(await late.value == false)
        #expect(player.state == .stopped)
    }

    @Test("playing to a frame returns when it shows, or calls its completion")
    func toFrame() async {
        let player = player(frames: 9)
        async let there = player.play(to: .frame(2))
        await clock.run(ticks: 2)
        #expect(await there)
        #expect(player.currentFrame == 2)
        #expect(await player.play(to: .frame(9)) == false)
        let reported: Bool = await withCheckedContinuation { continuation in
            player.play(to: .frame(2)) { continuation.resume(returning: $0) }
        }
        #expect(reported)
        player.play(to: .frame(8)) { isFinished in #expect(!isFinished) }
        #expect(player.isAnimating)
        player.stopAnimation()
    }

    @Test("a completion that still waits when the player is released is called with false")
    func released() {
        let reported = Locked<Bool?>(nil)
        var player: SVGAPlayer? = self.player(frames: 9)
        player?.play(to: .frame(8)) { isFinished in reported.withLock { $0 = isFinished } }
        #expect(reported.withLock { $0 } == nil)
        player = nil
        #expect(reported.withLock { $0 } == false)
    }

    @Test("a position outside the movie ends the waiting at once and leaves the run alone")
    func noPosition() async {
        let player = player()
        player.startAnimation()
        #expect(await player.play(to: .frame(4)) == false)
        let reported = await withCheckedContinuation { continuation in
            player.play(from: .percentage(.nan), to: .frame(0)) { continuation.resume(returning: $0) }
        }
        #expect(!reported)
        #expect(player.isAnimating)
    }

    @Test("a delayed run is waited for, with its delay")
    func delayed() async {
        let player = player()
        async let isFinished = player.play(from: .percentage(1), to: .percentage(0), timeFunction: .easeOut, after: .seconds(5))
        await clock.untilSleeping()
        #expect(player.state == .delayed)
        #expect(!player.isAnimating)
        #expect(player.timeUntilNextFrame == .seconds(5))
        clock.advance(by: .seconds(5) + .milliseconds(300))
        #expect(await isFinished)
        #expect(player.currentFrame == 0)
    }

    @Test("stopping or pausing during the delay ends the waiting with false")
    func delayCancelled() async {
        let player = player()
        for cancel in [{ player.stopAnimation() }, { player.pauseAnimation() }] as [@Sendable () -> Void] {
            async let isFinished = player.play(after: .seconds(5))
            await clock.untilSleeping()
            cancel()
            #expect(await isFinished == false)
            while !clock.sleeping.isEmpty { await Task.yield() }
        }
        #expect(!listener.all.contains("started"))
    }

    @Test("at speed 0 it does not wake up, and at a negative speed it wakes for the frames before")
    func speeds() async {
        let player = player()
        player.startAnimation()
        await clock.run(ticks: 2)
        player.speed = 0
        while !clock.sleeping.isEmpty { await Task.yield() }
        #expect(player.timeUntilNextFrame == nil)
        player.speed = -1
        await clock.run(ticks: 1)
        while player.currentFrame != 1 { await Task.yield() }
        player.stopAnimation()
    }

    @Test("the frames of a run come as a sequence that ends with it")
    func frames() async {
        let player = player()
        player.loops = 1
        var seen: [Int] = []
        let frames = player.frames()
        player.startAnimation()
        for await frame in frames {
            seen.append(frame)
            await clock.run(ticks: 1)
        }
        #expect(seen == [0, 1, 2, 3])
    }

    @Test("a consumer slower than the frames gets the newest")
    func slowConsumer() async {
        let player = player()
        player.loops = 1
        let frames = player.frames()
        player.startAnimation()
        clock.advance(by: .milliseconds(350))
        player.update()
        var iterator = frames.makeAsyncIterator()
        #expect(await iterator.next() == 3)
        player.stopAnimation()
        #expect(await iterator.next() == nil)
    }

    @Test("a released player stops its clock and ends its streams")
    func letGo() async {
        func start() async -> AsyncStream<Int> {
            let player = player()
            let frames = player.frames()
            player.startAnimation()
            await clock.untilSleeping()
            return frames
        }
        let frames = await start()
        var count = 0
        for await _ in frames { count += 1 }
        #expect(count <= 1)
        while !clock.sleeping.isEmpty { await Task.yield() }
    }

    @Test("commands from many tasks leave the events in order")
    func racing() async {
        let player = player(frames: 50)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for step in 0..<100 {
                        switch (number + step) % 5 {
                        case 0: player.startAnimation()
                        case 1: player.pauseAnimation()
                        case 2: player.step(toFrame: step % 50, andPlay: true)
                        case 3: player.speed = Double(step) / 10
                        default: clock.advance(by: .milliseconds(70))
                        }
                        await Task.yield()
                    }
                }
            }
        }
        player.stopAnimation()
        // The delivering thread also delivers the last event.
        while listener.all.last != "cleared" { await Task.yield() }
        // A percentage follows each frame at once: no two calls ever ran into each other.
        let heard = listener.all
        for (index, text) in heard.enumerated() {
            if let frame = Int(text) { #expect(heard[index + 1] == "\(Int(Double(frame + 1) / 50 * 100))%") }
        }
    }

    @Test("painting shows each frame's pixels")
    func painting() async throws {
        let movie = try VideoEntity(path: TestFiles.root.appendingPathComponent("samples/features/keep.svga").path)
        let scene = try SVGAScene(movie)
        let player = SVGAPlayer(movie, clock: clock)
        player.startAnimation(range: 3..<4)
        var painted: [Int] = []
        try await player.paintFrames(with: scene) { painter, frame in
            painted.append(frame)
            let expected = try scene.pixmap(frame: frame)
            #expect(painter.pixmap() == expected)
            player.stopAnimation()
        }
        #expect(painted == [3])
    }

    @Test("with a real clock the run takes its time and shows its frames in order")
    func realClock() async {
        let player = SVGAPlayer(blankMovie(frames: 10, fps: 50))
        player.observer = listener
        player.loops = 2
        player.clearsAfterStop = false
        let start = ContinuousClock.now
        let isFinished = await player.play()
        let taken = ContinuousClock.now - start
        #expect(isFinished)
        #expect(taken >= .milliseconds(400))
        #expect(player.currentFrame == 9)
        #expect(player.loopsCompleted == 2)
    }
}
