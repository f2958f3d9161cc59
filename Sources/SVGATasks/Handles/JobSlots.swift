import Dispatch
import SVGASupport

/// Limits how many jobs of a batch run at a time. The next job starts as soon as one ends, without the caller of another language.
///
/// Uses threads, not tasks: the waiting threads are those that wait for their jobs in any case.
final class JobSlots: Sendable {
    /// nil: any number.
    private let free: DispatchSemaphore?
    /// The maximum delay of a cancellation, in milliseconds.
    private static let pollInterval = 10

    /// - Parameter count: nil: any number.
    init(count: Int?) {
        free = count.map { count in
            // A semaphore has to end with at least the value that it began with.
            let free = DispatchSemaphore(value: 0)
            for _ in 0..<count { free.signal() }
            return free
        }
    }

    /// Runs work as soon as one of the slots is free.
    /// - Throws: ``TaskError/interrupted`` if `stop` is canceled before; errors of `work`.
    func run<Result>(stop: CancellationHandle, _ work: () throws(TaskError) -> Result) throws(TaskError) -> Result {
        guard let free else { return try work() }
        while free.wait(timeout: .now() + .milliseconds(JobSlots.pollInterval)) == .timedOut {
            guard !stop.isCancelled else { throw .interrupted }
        }
        defer { free.signal() }
        return try work()
    }
}
