import CSVGASupport
import Dispatch
import SVGASupport

/// Gives memory back where nobody has asked for anything for a minute. What is dropped is read and drawn again when somebody asks.
final class IdleMemory: Sendable {
    private struct State {
        var lastUse = ContinuousClock.now
        /// Requests that are being answered.
        var running = 0
        /// Whether the memory is going to be looked at. After it was given back, nothing wakes the process before the next request.
        var isWatched = false
    }

    private let quiet: Duration
    private let shrink: @Sendable () -> Void
    private let queue = DispatchQueue(label: "svga.idle")
    private let state = Locked(State())

    /// - Parameters:
    ///   - quiet: how long nobody has to ask.
    ///   - shrink: empties the caches; comes from a thread of its own.
    init(after quiet: Duration = .seconds(60), shrink: @escaping @Sendable () -> Void) {
        self.quiet = quiet
        self.shrink = shrink
    }

    /// Answers a request, which uses what the caches hold.
    func whileUsed<Result>(_ answer: () -> Result) -> Result {
        let isFirst = state.withLock { state in
            state.running += 1
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if isFirst { watch(after: quiet) }
        defer {
            state.withLock { state in
                state.running -= 1
                state.lastUse = .now
            }
        }
        return answer()
    }

    /// Empties the caches if nobody has asked for anything for long enough.
    /// - Returns: after how long to look again; nil: when somebody has asked again.
    @discardableResult
    func look(at now: ContinuousClock.Instant) -> Duration? {
        let left = state.withLock { state -> Duration? in
            let left = quiet - (now - state.lastUse)
            guard state.running == 0, left <= .zero else { return max(left, quiet / 8) }
            state.isWatched = false
            return nil
        }
        guard left == nil else { return left }
        shrink()
        // ENOSYS: where the C library has no such call it keeps what it likes.
        _ = svga_return_free_memory()
        return nil
    }

    private func watch(after pause: Duration) {
        queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
            if let self, let left = look(at: .now) { watch(after: left) }
        }
    }
}
