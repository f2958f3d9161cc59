import Dispatch
import SVGAPlatform
import SVGASupport

/// Disconnects clients that send their request too slowly, so that they do not block connections for others.
final class SlowClients: Sendable {
    private let seconds: Double
    /// The maximum number of waiting sockets. If it is exceeded, the one with the longest wait is disconnected, so that idle clients do not block
    /// others.
    private let maximum: Int
    /// The time limit for the request of each waiting socket.
    private let deadlines = Locked<[Int32: ContinuousClock.Instant]>([:])
    private let queue = DispatchQueue(label: "svga.slow-clients")

    init(seconds: Double, maximum: Int) {
        self.seconds = seconds
        self.maximum = maximum
        scheduleCheck()
    }

    func expectRequest(on socket: Int32) {
        deadlines.withLock { deadlines in
            deadlines[socket] = .now + .seconds(seconds)
            guard deadlines.count > maximum, let oldest = deadlines.min(by: { $0.value < $1.value }) else { return }
            shutdown(oldest.key, shutsReadsAndWrites)
            deadlines[oldest.key] = nil
        }
    }

    /// Extends the time by a second for each 64 KiB.
    func received(_ count: Int, on socket: Int32) {
        deadlines.withLock { deadlines in
            guard let deadline = deadlines[socket] else { return }
            deadlines[socket] = min(deadline + .seconds(Double(count) / 65536), .now + .seconds(seconds))
        }
    }

    /// Called when the request is complete, or before the socket is closed.
    func remove(_ socket: Int32) { deadlines.withLock { $0[socket] = nil } }

    /// Runs under the lock, so that a listed socket is open and its number is not reused.
    private func disconnectLate() {
        deadlines.withLock { deadlines in
            let now = ContinuousClock.Instant.now
            for (socket, deadline) in deadlines where deadline < now {
                shutdown(socket, shutsReadsAndWrites)
                deadlines[socket] = nil
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
