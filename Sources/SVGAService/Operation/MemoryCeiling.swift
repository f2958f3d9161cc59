import CSVGASupport
import SVGASupport

/// Empties caches when the process exceeds its memory ceiling.
final class MemoryCeiling: Sendable {
    private struct State {
        var lastCheck: ContinuousClock.Instant?
        var isExceeded = false
        var shedCount = 0
    }

    /// The time between two checks.
    private static let interval = Duration.milliseconds(200)

    private let bytes: Int
    private let shed: @Sendable () -> Void
    private let residentBytes: @Sendable () -> Int?
    private let state = Locked(State())

    /// - Parameters:
    ///   - bytes: the ceiling; 0: none.
    ///   - residentBytes: the memory of the process.
    ///   - shed: empties the caches.
    init(
        bytes: Int, residentBytes: @escaping @Sendable () -> Int? = { ProcessUsage.residentBytes }, shed: @escaping @Sendable () -> Void
    ) {
        (self.bytes, self.residentBytes, self.shed) = (bytes, residentBytes, shed)
    }

    /// How often the caches were emptied.
    var shedCount: Int { state.withLock { $0.shedCount } }

    /// Empties the caches if the process exceeds its ceiling.
    /// - Throws: ``ServiceError/memory`` if it still exceeds the ceiling.
    func check(at now: ContinuousClock.Instant = .now) throws(ServiceError) {
        guard bytes > 0 else { return }
        let isExceeded = state.withLock { state in
            if let last = state.lastCheck, now - last < MemoryCeiling.interval { return state.isExceeded }
            state.lastCheck = now
            state.isExceeded = (residentBytes() ?? 0) > bytes
            guard state.isExceeded else { return false }
            state.shedCount += 1
            shed()
            _ = svga_return_free_memory()
            state.isExceeded = (residentBytes() ?? 0) > bytes
            return state.isExceeded
        }
        if isExceeded { throw .memory }
    }
}
