import Dispatch
import SVGAPlatform
import SVGASupport

/// Disconnects clients that send their request too slowly, so that they do not block connections for others.
final class SlowClients: Sendable {
    /// A socket without a complete request.
    private struct Waiting {
        /// The time limit for the request.
        var deadline: ContinuousClock.Instant
        /// The connection, the previous response, or the first line of the request.
        var since = ContinuousClock.now
        /// Whether the connection has had a request, and the next one has not begun.
        var isIdle: Bool
    }

    private let seconds: Double
    /// The maximum number of waiting sockets. If it is exceeded, the one with the longest wait is disconnected, so that idle clients do not block
    /// others.
    private let maximum: Int
    private let waiting = Locked<[Int32: Waiting]>([:])
    private let queue = DispatchQueue(label: "svga.slow-clients")

    init(seconds: Double, maximum: Int) {
        self.seconds = seconds
        self.maximum = maximum
        scheduleCheck()
    }

    /// The number of sockets without a complete request.
    var waitingCount: Int { waiting.withLock { $0.count } }

    /// - Parameter isNew: whether this is the first request of the connection.
    func expectRequest(on socket: Int32, isNew: Bool) {
        waiting.withLock { waiting in
            waiting[socket] = Waiting(deadline: .now + .seconds(seconds), isIdle: !isNew)
            guard waiting.count > maximum, let oldest = waiting.min(by: { $0.value.deadline < $1.value.deadline }) else { return }
            shutdown(oldest.key, shutsReadsAndWrites)
            waiting[oldest.key] = nil
        }
    }

    /// Called when the first line of the request is complete.
    func requestBegan(on socket: Int32) {
        waiting.withLock { waiting in
            waiting[socket]?.isIdle = false
            waiting[socket]?.since = .now
        }
    }

    /// Extends the time by a second for each 64 KiB.
    func received(_ count: Int, on socket: Int32) {
        waiting.withLock { waiting in
            guard let deadline = waiting[socket]?.deadline else { return }
            waiting[socket]?.deadline = min(deadline + .seconds(Double(count) / 65536), .now + .seconds(seconds))
        }
    }

    /// Called when the request is complete, or before the socket is closed.
    func remove(_ socket: Int32) { waiting.withLock { $0[socket] = nil } }

    /// Disconnects clients that have an answer and have not sent another request.
    func disconnectIdle() {
        waiting.withLock { waiting in
            for socket in waiting.filter({ $0.value.isIdle && !HTTPConnection.hasData($0.key) }).keys {
                shutdown(socket, shutsReadsAndWrites)
                waiting[socket] = nil
            }
        }
    }

    /// Whether a request may be on its way: its bytes have arrived after a response, or its client has connected or begun it within this time.
    func expectsRequests(newerThan age: Duration) -> Bool {
        let limit = ContinuousClock.now - age
        return waiting.withLock { $0.values.contains { $0.isIdle || $0.since > limit } }
    }

    /// Runs under the lock, so that a listed socket is open and its number is not reused.
    private func disconnectLate() {
        waiting.withLock { waiting in
            let now = ContinuousClock.Instant.now
            for socket in waiting.filter({ $0.value.deadline < now }).keys {
                shutdown(socket, shutsReadsAndWrites)
                waiting[socket] = nil
            }
        }
    }

    /// Checks periodically while the object exists.
    private func scheduleCheck() {
        queue.asyncAfter(deadline: .now() + seconds / 8) { [weak self] in
            self?.disconnectLate()
            self?.scheduleCheck()
        }
    }
}
