import SVGAPlatform
import SVGASupport
import SVGATasks

/// The signals that end the process. They are blocked in all later threads, and one thread waits for them.
struct EndingSignals {
    /// The command is canceled, or finishes its current work.
    private static let cancelling = [SIGINT, SIGTERM, SIGHUP]
    /// The process ends at once by this signal, as its caller expects: with a core dump or as CPU time exceeded.
    private static let immediate = [SIGQUIT, SIGXCPU]
    /// Signals within this time are one request: a terminal's process group and a supervisor often send two.
    private static let repeatInterval = Duration.milliseconds(250)

    private var signals = sigset_t()

    init() {
        sigemptyset(&signals)
        for number in EndingSignals.cancelling + EndingSignals.immediate {
            // A signal that the caller ignores, for example with nohup, stays ignored. SIGINT is an exception: shells ignore it for background jobs
            // (`&`), but scripts send it.
            if number != SIGINT, EndingSignals.isIgnored(number) { continue }
            signal(number, SIG_DFL)
            sigaddset(&signals, number)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for signals until the process ends.
    /// - Parameter cancel: called at the first signal, unless the command finishes its current work.
    func wait(_ stop: StopRequest, cancel: () -> Void) -> Never {
        var signals = signals
        var first: ContinuousClock.Instant?
        while true {
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { continue }
            if EndingSignals.immediate.contains(number) {
                TerminalScreen.leaveAtOnce()
                TemporaryFiles.endProcess(signal: number)
            }
            if let first, .now - first > EndingSignals.repeatInterval {
                TerminalScreen.leaveAtOnce()
                TemporaryFiles.endProcess(code: 128 + number)
            }
            guard first == nil else { continue }
            if number == SIGHUP, stop.reload() { continue }
            first = .now
            if !stop.ask(number) { cancel() }
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_IGN)
        signal(number, handler)
        // Functions cannot be compared, and SIG_IGN is only a number.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// The request to end the process, and the callback of a command that finishes its current work.
final class StopRequest: Sendable {
    private struct State {
        var number: Int32?
        var drain: (@Sendable () -> Void)?
        var reload: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// The exit code after a signal: 128 plus the signal's number.
    var exitCode: Int32 { state.withLock { $0.number }.map { 128 + $0 } ?? ExitCode.interrupted.rawValue }

    /// SIGTERM and SIGHUP call `drain` instead of canceling the command. It is called at once after an earlier signal.
    func drains(by drain: @escaping @Sendable () -> Void) {
        let isAsked = state.withLock { state in
            state.drain = drain
            return state.number == SIGTERM || state.number == SIGHUP
        }
        if isAsked { drain() }
    }

    /// SIGHUP calls `reload`, and the command continues.
    func reloads(by reload: @escaping @Sendable () -> Void) { state.withLock { $0.reload = reload } }

    /// - Returns: whether SIGHUP has reloaded.
    fileprivate func reload() -> Bool {
        guard let reload = state.withLock({ $0.reload }) else { return false }
        reload()
        return true
    }

    /// - Returns: whether the command ends by itself.
    fileprivate func ask(_ number: Int32) -> Bool {
        let drain = state.withLock { state in
            state.number = number
            return state.drain
        }
        guard number != SIGINT, let drain else { return false }
        drain()
        return true
    }
}
