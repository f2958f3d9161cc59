import SVGAModel
import SVGASupport
import Testing

@testable import SVGACheck

@Suite("The summary of a player's findings") struct PlayerVerdictTests {
    private static func finding(
        _ code: CheckCode, _ severity: Diagnostic.Severity, frames: [ClosedRange<Int>] = [], _ players: [PublicPlayer] = [.web]
    ) -> Finding {
        Finding(.check(code), severity, "", frames: frames, players: players)
    }

    private static func text(_ player: PublicPlayer, _ findings: Finding...) -> String { PlayerVerdict(player, findings).text.description }

    @Test("without findings, and with infos and findings of other players, a player plays as drawn")
    func same() {
        #expect(Self.text(.web) == "plays as drawn")
        #expect(Self.text(.web, Self.finding(.rounding, .info, frames: [0...9])) == "plays as drawn")
        #expect(Self.text(.web, Self.finding(.layoutOffset, .warning, frames: [0...9], [.ios])) == "plays as drawn")
    }

    @Test("warnings are differences, with the frames of all of them")
    func different() {
        let offset = Self.finding(.layoutOffset, .warning, frames: [0...3, 8...9])
        let fade = Self.finding(.alphaOverlap, .warning, frames: [2...5])
        #expect(Self.text(.web, offset) == "plays with 1 difference, visible in frames 0–3, 8–9")
        #expect(Self.text(.web, offset, fade) == "plays with 2 differences, visible in frames 0–5, 8–9")
    }

    @Test("a sound that is not played is a difference without frames")
    func sound() {
        #expect(Self.text(.web, Self.finding(.soundFormat, .warning, frames: [0...9])) == "plays with 1 difference")
    }

    @Test("a failure that begins later stops the player, and one in the first frame keeps it from playing")
    func failures() {
        #expect(Self.text(.web, Self.finding(.framesShort, .error, frames: [4...9])) == "stops at frame 4")
        #expect(Self.text(.web, Self.finding(.matteUnknown, .error, frames: [0...9])) == "does not play")
        #expect(Self.text(.web, Self.finding(.containerUnreadable, .error)) == "does not play")
    }

    @Test("Flutter goes on after a failure, which is a difference")
    func goesOn() {
        let failure = Self.finding(.framesShort, .error, frames: [4...9], [.flutter])
        #expect(Self.text(.flutter, failure) == "plays with 1 difference, visible in frames 4–9")
    }

    @Test("a player whose check ended at a limit is not fully checked")
    func unchecked() {
        let unchecked = Self.finding(.playersUnchecked, .warning)
        #expect(Self.text(.web, unchecked, Self.finding(.soundFormat, .warning, frames: [0...9])) == "not fully checked")
    }
}
