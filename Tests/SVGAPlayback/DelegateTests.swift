import SVGAModel
import SVGAPlayback
import TestSupport
import Testing

/// A view of the main actor, as an app has them.
@MainActor private final class View {
    private(set) var heard: [String] = []
    var onPause: ((SVGAPlayer) -> Void)?
}

extension View: @MainActor SVGAPlayerDelegate {
    func playerDidStartAnimation(_ player: SVGAPlayer) { heard.append("started") }
    func playerDidResumeAnimation(_ player: SVGAPlayer) { heard.append("resumed") }
    func playerDidPauseAnimation(_ player: SVGAPlayer) {
        heard.append("paused")
        onPause?(player)
    }
    func playerDidFinishAnimation(_ player: SVGAPlayer) { heard.append("finished") }
    func playerDidStopAnimation(_ player: SVGAPlayer) { heard.append("stopped") }
    func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int) { heard.append("\(frame)") }
    func player(_ player: SVGAPlayer, didCompleteLoops loops: Int) { heard.append("loop \(loops)") }
    func playerDidClear(_ player: SVGAPlayer) { heard.append("cleared") }

    func wait(for count: Int) async { while heard.count < count { await Task.yield() } }
}

/// A delegate on the main actor. To check that an event is not delivered, a later event that it must get is awaited.
@Suite(.hangLimit) @MainActor struct DelegateTests {
    private let clock = ManualClock()
    private let view = View()
    private let player: SVGAPlayer

    init() {
        player = SVGAPlayer(blankMovie(frames: 3, fps: 10), clock: clock)
        player.delegate = view
    }

    @Test("a class of the main actor hears the events of the timekeeping task and of commands, in order")
    func order() async {
        player.loops = 1
        player.startAnimation()
        player.pauseAnimation()
        player.startAnimation()
        await clock.run(ticks: 3)
        await view.wait(for: 9)
        #expect(view.heard == ["started", "0", "paused", "resumed", "1", "2", "loop 1", "cleared", "finished"])
    }

    @Test("events of commands from any thread come in the order of the commands")
    func manyThreads() async {
        let player = player
        await Task.detached { for frame in 0..<300 { player.step(toFrame: frame % 3, andPlay: false) } }.value
        await view.wait(for: 300)
        #expect(view.heard == (0..<300).map { "\($0 % 3)" })
    }

    @Test("a command from inside a call is delivered after it")
    func reentrant() async {
        view.onPause = { $0.step(toFrame: 2, andPlay: false) }
        player.startAnimation()
        player.pauseAnimation()
        await view.wait(for: 4)
        #expect(view.heard == ["started", "0", "paused", "2"])
    }

    @Test("a delegate that was replaced hears nothing more, and the new one only what happens from then on")
    func replaced() async {
        let other = View()
        player.step(toFrame: 1, andPlay: false)
        player.delegate = other
        #expect(player.delegate === other)
        player.step(toFrame: 2, andPlay: false)
        await other.wait(for: 1)
        #expect(other.heard == ["2"])
        #expect(view.heard == [])
    }

    @Test("a delegate is not retained, and the events of a released player are still delivered")
    func weakness() async {
        var view: View? = View()
        weak let seen = view
        player.delegate = view
        view = nil
        #expect(seen == nil)
        let retained = View()
        func play() {
            let player = SVGAPlayer(blankMovie(frames: 3, fps: 10), clock: clock)
            player.delegate = retained
            player.startAnimation()
            player.stopAnimation()
        }
        play()
        await retained.wait(for: 4)
        #expect(retained.heard == ["started", "0", "stopped", "cleared"])
    }
}
