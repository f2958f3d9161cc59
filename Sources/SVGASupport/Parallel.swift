import Dispatch

/// Distributes work to threads: workers take indices in order, and their outputs are delivered in order.
package enum Parallel {
    /// The useful number of workers.
    /// - Parameter threads: the maximum; 0 means ``Processors/count``.
    package static func workers(_ threads: Int, count: Int) -> Int { max(1, min(threads > 0 ? threads : Processors.count, count)) }

    /// Calls `make` for each index below `count`, and blocks until all calls have returned. After an error no further index is started.
    /// - Returns: the outputs, by index.
    /// - Throws: the error of the lowest index that has one.
    package static func map<Output: Sendable, Failure: Error>(
        _ count: Int, threads: Int = 0, _ make: @Sendable (Int) throws(Failure) -> Output
    ) throws(Failure) -> [Output] {
        let next = Locked(0)
        // Indices are taken in order, so all below the first one that failed have been started.
        let failure = Locked<(index: Int, error: Failure)?>(nil)
        let results = Locked([Output?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count == 0 ? 0 : workers(threads, count: count)) { _ in
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < count else { return }
                do throws(Failure) {
                    let output = try make(index)
                    results.withLock { $0[index] = output }
                } catch {
                    next.withLock { $0 = count }
                    failure.withLock { failure in
                        if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
                    }
                }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure.error }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Calls `make` for each index below `count`, in parallel.
    /// - Returns: the outputs, by index.
    /// - Throws: the first error of `make`; `cancelled` if the task was canceled.
    package static func map<Output: Sendable, Failure: Error>(
        _ count: Int, threads: Int, cancelled: Failure, _ make: @escaping @Sendable (Int) throws(Failure) -> Output
    ) async throws(Failure) -> [Output] {
        try await run(
            count, threads: threads, consumer: [Output](), cancelled: cancelled, worker: { () throws(Failure) in },
            make: { (_, index) throws(Failure) -> Output in try make(index) },
            deliver: { (outputs, _, output) throws(Failure) -> Bool in
                outputs.append(output)
                return true
            },
            end: { (outputs, failure) throws(Failure) -> [Output] in
                if let failure { throw failure }
                return outputs
            })
    }

    /// Calls `make` for each index below `count` in parallel, and passes the outputs to a consumer in the order of indices.
    ///
    /// The consumer is used by one thread at a time. After an error or a cancellation no further index is started.
    /// - Parameters:
    ///   - threads: the maximum number of workers; 0 means ``Processors/count``. One works in the calling task.
    ///   - ahead: the maximum number of finished outputs per worker that wait for an earlier one; this limits the memory. At least 1; nil:
    ///     no limit.
    ///   - consecutive: the maximum number of adjacent indices that a worker takes at once. Near the end it takes fewer, so that all
    ///     workers finish together. The number of waiting outputs per worker grows accordingly.
    ///   - cancelled: the error of a canceled task.
    ///   - worker: makes the state of a worker.
    ///   - make: called by several workers in parallel.
    ///   - deliver: receives an output; false ends the work early, without an error.
    ///   - end: called once, after everything else, with the first error.
    /// - Returns: the result of `end`.
    package static func run<Worker, Output: Sendable, Consumer, Result: Sendable, Failure: Error>(
        _ count: Int, threads: Int, ahead: Int? = nil, consecutive: Int = 1, consumer: sending Consumer, cancelled: Failure,
        worker: @escaping @Sendable () throws(Failure) -> Worker,
        make: @escaping @Sendable (Worker, Int) throws(Failure) -> Output,
        deliver: @escaping @Sendable (inout Consumer, Int, Output) throws(Failure) -> Bool,
        end: @escaping @Sendable (inout Consumer, Failure?) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let workers = workers(threads, count: count)
        let window = ahead.map { max(1, $0) * workers + (consecutive - 1) * (workers - 1) }
        let order = DeliveryOrder<Output, Failure>(count: count, workers: workers, consecutive: consecutive, window: window ?? .max)
        let delivery = Delivery(to: consumer)
        @Sendable func work() async {
            do throws(Failure) {
                let worker = try worker()
                while let indices = order.take() {
                    for index in indices where order.isGoingOn {
                        guard !Task.isCancelled else { throw cancelled }
                        let output = try make(worker, index)
                        await order.waitForRoom(at: index)
                        order.add(output, at: index)
                        while let next = order.nextOutput() {
                            order.delivered(wantsMore: try await delivery.deliver(next.output, next.index, deliver))
                        }
                    }
                }
            } catch {
                order.fail(error)
            }
        }
        if workers == 1 {
            await work()
        } else {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<workers { group.addTask { await work() } }
            }
        }
        return try await delivery.end(order.failure ?? (Task.isCancelled ? cancelled : nil), end)
    }
}

/// Owns the consumer.
private actor Delivery<Consumer> {
    private var consumer: Consumer

    init(to consumer: sending Consumer) { self.consumer = consumer }

    func deliver<Output, Failure: Error>(
        _ output: sending Output, _ index: Int, _ body: @Sendable (inout Consumer, Int, Output) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        try body(&consumer, index, output)
    }

    func end<Result: Sendable, Failure: Error>(
        _ failure: Failure?, _ body: @Sendable (inout Consumer, Failure?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&consumer, failure)
    }
}

/// Distributes the indices, restores the order of the outputs, and delays workers that are too far ahead.
///
/// The worker with the next output delivers it and all waiting outputs after it, while the others continue. The worker of the next index is
/// never delayed, because indices are taken in order. Waiting workers depend on it, and are resumed if it fails or is canceled.
private final class DeliveryOrder<Output: Sendable, Failure: Error>: Sendable {
    private struct State: Sendable {
        var taken = 0
        var delivered = 0
        var isDelivering = false
        var pending: [Int: Output] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Whether the consumer needs no more outputs.
        var isOver = false
        /// The first error.
        var failure: Failure?

        var isGoingOn: Bool { failure == nil && !isOver }

        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            defer { waiting.removeAll(keepingCapacity: true) }
            return waiting
        }
    }

    private let count: Int
    private let workers: Int
    private let consecutive: Int
    /// The maximum number of indices between the next delivered output and a waiting one.
    private let window: Int
    private let state = Locked(State())

    init(count: Int, workers: Int, consecutive: Int, window: Int) {
        self.count = count
        self.workers = workers
        self.consecutive = consecutive
        self.window = window
    }

    var isGoingOn: Bool { state.withLock { $0.isGoingOn } }
    var failure: Failure? { state.withLock { $0.failure } }

    /// The next free indices; nil if there are none, or the work is over.
    func take() -> Range<Int>? {
        state.withLock { state in
            guard state.isGoingOn, state.taken < count else { return nil }
            let remaining = count - state.taken
            let fair = (remaining + 2 * workers - 1) / (2 * workers)
            let first = state.taken
            state.taken += min(workers == 1 ? remaining : max(1, min(consecutive, fair)), remaining)
            return first..<state.taken
        }
    }

    /// Returns when the output of an index may be added, or the work is over.
    func waitForRoom(at index: Int) async {
        while state.withLock({ $0.isGoingOn && index - $0.delivered >= window }) {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    let mustWait = state.isGoingOn && index - state.delivered >= window
                    if mustWait { state.waiting.append(continuation) }
                    return mustWait
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    func add(_ output: Output, at index: Int) { state.withLock { if $0.isGoingOn { $0.pending[index] = output } } }

    /// The next output to deliver, after which the caller calls ``delivered(wantsMore:)``; nil if it is not ready, or another worker is
    /// delivering.
    func nextOutput() -> (index: Int, output: Output)? {
        state.withLock { state in
            guard state.isGoingOn, !state.isDelivering, let output = state.pending.removeValue(forKey: state.delivered) else { return nil }
            state.isDelivering = true
            return (state.delivered, output)
        }
    }

    func delivered(wantsMore: Bool) {
        let waiting = state.withLock { state in
            state.delivered += 1
            state.isDelivering = false
            state.isOver = !wantsMore
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Errors after the consumer has finished are ignored.
    func fail(_ error: Failure) {
        let waiting = state.withLock { state in
            if state.isGoingOn { state.failure = error }
            state.pending = [:]
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }
}
