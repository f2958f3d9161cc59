import SVGAModel
import SVGAPlayback
import SVGASupport

/// A clock that only the test advances.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var until: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var lastNumber = 0
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }
    var sleeping: [Duration] { state.withLock { $0.sleepers.values.map(\.until.offset).sorted() } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // Under the lock, as the task does not sleep yet: nothing waits.
                state.withLock { state in
                    if Task.isCancelled {
                        continuation.resume(throwing: CancellationError())
                    } else if deadline <= state.now {
                        continuation.resume()
                    } else {
                        state.sleepers[number] = Sleeper(until: deadline, continuation: continuation)
                    }
                }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let awake = state.sleepers.filter { $0.value.until <= state.now }
            for number in awake.keys { state.sleepers[number] = nil }
            return awake
        }
        // Not under the lock: resuming a sleeping task waits for its cancellation, which waits for the lock.
        for sleeper in awake.values { sleeper.continuation.resume() }
    }

    /// Moves to the next deadline once somebody sleeps, `count` times.
    func run(ticks count: Int) async {
        for _ in 0..<count {
            while sleeping.isEmpty { await Task.yield() }
            if let next = sleeping.first { advance(by: next - now.offset) }
        }
    }

    /// Waits until somebody sleeps to a time after now.
    func untilSleeping() async { while sleeping.isEmpty { await Task.yield() } }
}
