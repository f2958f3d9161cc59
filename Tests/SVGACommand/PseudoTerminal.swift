import Foundation
import SVGAPlatform
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// The program in a terminal of its own, of which the test is the other side.
final class PseudoTerminal {
    /// How it answers the program's questions.
    enum Answers {
        case none, kitty, sixel

        /// The background is yellow.
        fileprivate var text: String {
            switch self {
            case .none: ""
            case .kitty: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}]11;rgb:ffff/ffff/0000\u{1B}\\\u{1B}[?62;c"
            case .sixel: "\u{1B}]11;rgb:ffff/ffff/0000\u{1B}\\\u{1B}[?62;4;22c"
            }
        }
    }

    enum Failure: Error {
        case terminal(Int32)
        case silent(waitedFor: String)
        case running
    }

    /// All that the program has written.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isReading = true
    private var bytes: [UInt8] = []
    /// From where ``wait(for:)`` looks.
    private var seen = 0
    private let master: Int32
    /// Kept open, so that the terminal's mode can be asked for at the end.
    private let slave: Int32
    private let before: termios
    private let answers: Answers
    private var hasAnswered = false
    private let process: ChildProcess

    private static let patience = HangLimit.seconds

    /// - Parameter input: what standard input is; "" is the terminal, nil nothing at all.
    init(
        _ words: [String], answers: Answers, columns: Int = 80, rows: Int = 24, kind: String = "xterm-256color", input: String? = ""
    ) throws {
        self.answers = answers
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var (master, slave): (Int32, Int32) = (-1, -1)
        // `ttyname` has one buffer for all threads.
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, nil, nil, &size) == 0, ttyname_r(slave, &name, name.count) == 0 else {
            throw Failure.terminal(errno)
        }
        (self.master, self.slave) = (master, slave)
        var mode = termios()
        guard fcntl(master, F_SETFD, FD_CLOEXEC) == 0, fcntl(slave, F_SETFD, FD_CLOEXEC) == 0, tcgetattr(slave, &mode) == 0 else {
            throw Failure.terminal(errno)
        }
        before = mode

        let terminal = ChildProcess.Descriptor.file(name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
        let input: ChildProcess.Descriptor =
            switch input {
            case "": terminal
            case let path?: .file(path)
            case nil: .closed
            }
        process = try ChildProcess(
            Program.file.path, words, environment: ["TERM": kind, "NO_COLOR": nil, "COLORTERM": nil],
            descriptors: [input, terminal, terminal], ownsTerminal: true)
    }

    deinit {
        process.end(SIGKILL)
        close(slave)
        close(master)
    }

    /// Whether the mode is the one that the terminal had before the program.
    var isRestored: Bool {
        var now = termios()
        guard tcgetattr(slave, &now) == 0 else { return false }
        return withUnsafeBytes(of: now) { now in withUnsafeBytes(of: before) { now.elementsEqual($0) } }
    }

    func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }

    func send(_ number: Int32) { process.send(number) }

    /// Waits until the program writes something, after what was waited for last.
    func wait(for what: String) throws {
        let wanted = Data(what.utf8)
        let end = Date() + PseudoTerminal.patience
        while Date() < end {
            if let found = Data(bytes).range(of: wanted, in: seen..<bytes.count) {
                seen = found.upperBound
                return
            }
            read(milliseconds: 100)
        }
        throw Failure.silent(waitedFor: what)
    }

    /// Waits until the program has ended.
    func end() throws -> ChildProcess.Outcome {
        let end = Date() + PseudoTerminal.patience
        while Date() < end {
            if let outcome = process.outcome(seconds: 0) {
                isReading = true
                read(milliseconds: 0)
                return outcome
            }
            read(milliseconds: 20)
        }
        throw Failure.running
    }

    /// Takes what the program has written until nothing comes for some time.
    private func read(milliseconds: Int32) {
        guard isReading else {
            usleep(UInt32(milliseconds) * 1000)
            return
        }
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while poll(&waiting, 1, milliseconds) > 0 {
            let count = SVGAPlatform.read(master, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
            if !hasAnswered, Data(bytes).range(of: Data(TerminalProbe.query.utf8)) != nil {
                hasAnswered = true
                type(answers.text)
            }
            // A movie never stops writing.
            if milliseconds > 0 { break }
        }
    }
}
