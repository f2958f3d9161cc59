import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// The program itself in a pseudo-terminal, which answers as real ones do.
@Suite("Playing in a terminal", .needsProgram)
struct PlayTerminalTests {
    private static let gift = TestFiles.root.path + "/samples/features/gift-mattes.svga"
    private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

    @Test("what kitty's terminal is sent is the movie, at a fixed position, and none of its answers is visible")
    func kitty() throws {
        let terminal = try played(frame: 66, answers: .kitty)
        var options = RenderOptions(filter: .best)
        options.size = .pixels(width: 460, height: 460)
        let frame = try SVGAScene(VideoEntity(path: PlayTerminalTests.gift), options: options).pixmap(frame: 66)
        #expect(KittyDecoder.pictures(terminal.text)?.map(\.pixels) == [frame.straightPixels()])
        #expect(terminal.text.contains("a=d,d=I") && !terminal.text.contains(";OK") && !terminal.text.contains("rgb:"))
        #expect(terminal.isRestored && terminal.text.hasSuffix(PlayTerminalTests.leaving))
    }

    /// The program waits 200 ms for answers, in which a busy machine may not give them: then it has drawn half blocks, and plays again.
    private func played(frame: Int, answers: PseudoTerminal.Answers) throws -> PseudoTerminal {
        var left = 60
        while true {
            let terminal = try PseudoTerminal(["play", PlayTerminalTests.gift, "--frames", "\(frame)", "--loop", "1"], answers: answers)
            #expect(try terminal.end() == .exited(0))
            left -= 1
            if left == 0 || !terminal.text.contains("▀") { return terminal }
        }
    }

    @Test("sixels for a terminal that supports them, over its background; half blocks for one without an answer")
    func others() throws {
        let sixel = try played(frame: 0, answers: .sixel)
        let picture = try #require(SixelDecoder.pictures(sixel.text).first)
        #expect(picture.width == 460 && picture[0, 0].red == 255 && picture[0, 0].blue == 0)
        let silent = try PseudoTerminal(["play", PlayTerminalTests.gift, "--frames", "66", "--loop", "1"], answers: .none)
        #expect(try silent.end() == .exited(0))
        #expect(silent.text.contains("▀") && silent.isRestored)
    }

    @Test("the terminal is as before after quitting", arguments: ["q", "\u{1B}", "\u{3}"])
    func quit(key: String) throws {
        let terminal = try PseudoTerminal(["play", PlayTerminalTests.gift], answers: .sixel)
        try terminal.wait(for: "playing")
        #expect(!terminal.isRestored)
        terminal.type(key)
        #expect(try terminal.end() == .exited(key == "\u{3}" ? 130 : 0))
        #expect(terminal.isRestored && terminal.text.contains(PlayTerminalTests.leaving))
    }

    @Test(
        "the terminal is as before after SIGINT, SIGTERM and SIGHUP, which are exit 130, 143 and 129", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(number: Int32) throws {
        let terminal = try PseudoTerminal(["play", PlayTerminalTests.gift], answers: .kitty)
        try terminal.wait(for: "playing")
        terminal.send(number)
        #expect(try terminal.end() == .exited(128 + number))
        #expect(terminal.isRestored && terminal.text.contains(PlayTerminalTests.leaving))
    }

    @Test(
        "the terminal is as before after a crash, which still ends the process by their signal",
        arguments: [
            SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGQUIT, SIGXCPU,
        ])
    func crashed(number: Int32) throws {
        let terminal = try PseudoTerminal(["play", PlayTerminalTests.gift], answers: .kitty)
        try terminal.wait(for: "playing")
        terminal.send(number)
        #expect(try terminal.end() == .signalled(number))
        #expect(terminal.isRestored && terminal.text.hasSuffix(PlayTerminalTests.leaving))
    }

    /// A process without a shell is not really stopped, so it comes back at once.
    @Test("Ctrl-Z leaves the terminal, and going on enters it again")
    func stopped() throws {
        let terminal = try PseudoTerminal(["play", PlayTerminalTests.gift], answers: .none)
        try terminal.wait(for: "playing")
        terminal.type("\u{1A}")
        try terminal.wait(for: PlayTerminalTests.leaving)
        try terminal.wait(for: "\u{1B}[?1049h")
        try terminal.wait(for: "playing")
        terminal.type("q")
        #expect(try terminal.end() == .exited(0))
        #expect(terminal.isRestored)
    }

    @Test("a terminal that no longer reads does not keep the program")
    func stuck() throws {
        let terminal = try PseudoTerminal(["play", PlayTerminalTests.gift, "--protocol", "kitty"], answers: .none)
        try terminal.wait(for: "_Ga=T")
        terminal.isReading = false
        terminal.send(SIGTERM)
        #expect(try terminal.end() == .exited(143))
        #expect(terminal.isRestored)
    }

    @Test("any size of window will do", arguments: [(1, 1), (2, 1), (3, 2), (1000, 500)])
    func sizes(columns: Int, rows: Int) throws {
        let terminal = try PseudoTerminal(
            ["play", PlayTerminalTests.gift, "--frames", "0-2", "--loop", "1"], answers: .none, columns: columns, rows: rows)
        #expect(try terminal.end() == .exited(0))
        #expect(terminal.isRestored)
    }

    @Test("a movie may come from standard input, or that may be closed")
    func input() throws {
        let piped = try PseudoTerminal(["play", "-", "--frames", "66"], answers: .none, input: PlayTerminalTests.gift)
        try piped.wait(for: "▀")
        piped.type("q")
        #expect(try piped.end() == .exited(0) && piped.isRestored)
        let closed = try PseudoTerminal(["play", PlayTerminalTests.gift, "--loop", "1", "--frames", "66"], answers: .none, input: nil)
        #expect(try closed.end() == .exited(0))
    }

    @Test("a dumb terminal gets one line with advice, exit 2")
    func dumb() throws {
        let terminal = try PseudoTerminal(["play", PlayTerminalTests.gift], answers: .none, kind: "dumb")
        #expect(try terminal.end() == .exited(2))
        #expect(!terminal.text.contains("\u{1B}") && terminal.text.contains("svga preview") && terminal.isRestored)
    }

    @Test("an error while playing is printed after the terminal was left")
    func failing() throws {
        let terminal = try PseudoTerminal(
            ["play", PlayTerminalTests.gift, "--scale", "20", "--protocol", "kitty"], answers: .kitty, columns: 1000, rows: 1000)
        #expect(try terminal.end() == .exited(4))
        #expect(terminal.isRestored)
        let reported = try #require(terminal.text.range(of: "svga: "))
        let left = try #require(terminal.text.range(of: PlayTerminalTests.leaving))
        #expect(left.upperBound <= reported.lowerBound)
    }
}
