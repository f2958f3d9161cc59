import Dispatch
import SVGAPlatform
import SVGASupport

/// Hangs up on clients that do not get their request sent: a byte a second would keep a connection, which others wait for.
final class SlowClients: Sendable {
    private let seconds: Double
    /// Of sockets that wait for a request. Beyond them the one that has waited longest goes, so that those who send nothing keep nobody out.
    private let most: Int
    /// Until when each socket that waits for a request has to have it.
    private let deadlines = Locked<[Int32: ContinuousClock.Instant]>([:])
    private let queue = DispatchQueue(label: "svga.slow-clients")

    init(seconds: Double, most: Int) {
        self.seconds = seconds
        self.most = most
        watch()
    }

    func expectRequest(on socket: Int32) {
        deadlines.withLock { deadlines in
            deadlines[socket] = .now + .seconds(seconds)
            guard deadlines.count > most, let oldest = deadlines.min(by: { $0.value < $1.value }) else { return }
            shutdown(oldest.key, Int32(SHUT_RDWR))
            deadlines[oldest.key] = nil
        }
    }

    /// A client that sends gets more time: a second for each 64 KiB.
    func received(_ count: Int, on socket: Int32) {
        deadlines.withLock { deadlines in
            guard let deadline = deadlines[socket] else { return }
            deadlines[socket] = min(deadline + .seconds(Double(count) / 65536), .now + .seconds(seconds))
        }
    }

    /// The request is there, or the socket is about to be closed.
    func forget(_ socket: Int32) { deadlines.withLock { $0[socket] = nil } }

    /// With the lock held: a socket that is in the list is not closed, and its number not that of another one.
    private func hangUp() {
        deadlines.withLock { deadlines in
            let now = ContinuousClock.Instant.now
            for (socket, deadline) in deadlines where deadline < now {
                shutdown(socket, Int32(SHUT_RDWR))
                deadlines[socket] = nil
            }
        }
    }

    /// Looks again and again, as long as the object lives.
    private func watch() {
        queue.asyncAfter(deadline: .now() + seconds / 8) { [weak self] in
            self?.hangUp()
            self?.watch()
        }
    }
}
