import SVGAPlatform
import SVGASupport
import SVGATasks

/// The signals that end the process. They are blocked in all threads that are made from now on, and one thread waits for them.
struct EndingSignals {
    /// What runs is cancelled, or finishes what it has begun.
    private static let polite = [SIGINT, SIGTERM, SIGHUP]
    /// The process ends at once and by the signal itself, as its caller expects: with a core, or known to have used its processor time.
    private static let immediate = [SIGQUIT, SIGXCPU]
    /// A signal soon after another one is the same request: the group of a terminal and a supervisor often send two.
    private static let oneRequest = Duration.milliseconds(250)

    private var signals = sigset_t()

    init() {
        sigemptyset(&signals)
        for number in EndingSignals.polite + EndingSignals.immediate {
            // What the caller ignores, as nohup does, stays ignored. A shell ignores SIGINT for all that it starts with `&`; scripts send it
            // nevertheless.
            if number != SIGINT, EndingSignals.isIgnored(number) { continue }
            signal(number, SIG_DFL)
            sigaddset(&signals, number)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for signals until the process ends.
    /// - Parameter cancel: called at the first one, unless what runs finishes what it has begun.
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
            if let first, .now - first > EndingSignals.oneRequest {
                TerminalScreen.leaveAtOnce()
                TemporaryFiles.endProcess(code: 128 + number)
            }
            guard first == nil else { continue }
            first = .now
            if !stop.ask(number) { cancel() }
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_IGN)
        signal(number, handler)
        // Functions cannot be compared, and this one is only a number.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// That the process is asked to end, and how a command takes it that finishes what it has begun.
final class StopRequest: Sendable {
    private let state = Locked<(number: Int32?, drain: (@Sendable () -> Void)?)>((nil, nil))

    /// What the process ends with that was asked to: 128 and the signal's number.
    var exitCode: Int32 { state.withLock { $0.number }.map { 128 + $0 } ?? ExitCode.interrupted.rawValue }

    /// From now on SIGTERM and SIGHUP call this in place of cancelling the command. It is called at once where one has come.
    func drains(by drain: @escaping @Sendable () -> Void) {
        let isAsked = state.withLock { state in
            state.drain = drain
            return state.number == SIGTERM || state.number == SIGHUP
        }
        if isAsked { drain() }
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
