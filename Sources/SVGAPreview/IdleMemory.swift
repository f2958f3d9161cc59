import CSVGASupport
import Dispatch
import SVGASupport

/// Frees memory after a minute without requests. Later requests read and draw the dropped data again.
final class IdleMemory: Sendable {
    private struct State {
        var lastUse = ContinuousClock.now
        /// The number of requests that are being answered.
        var running = 0
        /// Whether a check of the memory is scheduled. After memory was freed, nothing wakes the process before the next request.
        var isCheckScheduled = false
    }

    private let idleTime: Duration
    private let shrink: @Sendable () -> Void
    private let queue = DispatchQueue(label: "svga.idle")
    private let state = Locked(State())

    /// - Parameters:
    ///   - idleTime: the time without requests.
    ///   - shrink: empties the caches; called on a dedicated thread.
    init(after idleTime: Duration = .seconds(60), shrink: @escaping @Sendable () -> Void) {
        self.idleTime = idleTime
        self.shrink = shrink
    }

    /// Answers a request that uses the caches.
    func whileUsed<Result>(_ answer: () -> Result) -> Result {
        begin()
        defer { end() }
        return answer()
    }

    /// Does work that uses the caches longer than a request.
    func whileBusy(_ work: () async -> Void) async {
        begin()
        await work()
        end()
    }

    private func begin() {
        let isFirst = state.withLock { state in
            state.running += 1
            defer { state.isCheckScheduled = true }
            return !state.isCheckScheduled
        }
        if isFirst { scheduleCheck(after: idleTime) }
    }

    private func end() {
        state.withLock { state in
            state.running -= 1
            state.lastUse = .now
        }
    }

    /// Empties the caches after the time without requests.
    /// - Returns: the time until the next check; nil if no check is needed before the next request.
    @discardableResult
    func check(at now: ContinuousClock.Instant) -> Duration? {
        let left = state.withLock { state -> Duration? in
            let left = idleTime - (now - state.lastUse)
            guard state.running == 0, left <= .zero else { return max(left, idleTime / 8) }
            state.isCheckScheduled = false
            return nil
        }
        guard left == nil else { return left }
        shrink()
        IdleMemory.returnFreeMemory()
        return nil
    }

    /// Returns freed memory to the system. Otherwise the C library keeps what the largest job of each thread has used.
    static func returnFreeMemory() {
        // ENOSYS: C libraries without this call free memory on their own schedule.
        _ = svga_return_free_memory()
    }

    private func scheduleCheck(after pause: Duration) {
        queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
            if let self, let left = check(at: .now) { scheduleCheck(after: left) }
        }
    }
}
