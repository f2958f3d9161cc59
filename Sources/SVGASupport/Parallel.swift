import Dispatch

/// The one way in which this package spreads work over threads: workers take indices in order, and what they make is delivered in order.
package enum Parallel {
    /// How many workers are worth starting.
    /// - Parameter threads: at most so many; 0 means ``Processors/count``.
    package static func workers(_ threads: Int, count: Int) -> Int { max(1, min(threads > 0 ? threads : Processors.count, count)) }

    /// Makes something of each index below `count`, and blocks until all are made.
    /// - Returns: what was made, by index.
    package static func map<Output: Sendable>(_ count: Int, threads: Int = 0, _ make: @Sendable (Int) -> Output) -> [Output] {
        let next = Locked(0)
        let results = Locked([Output?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count == 0 ? 0 : workers(threads, count: count)) { _ in
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < count else { return }
                let output = make(index)
                results.withLock { $0[index] = output }
            }
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Makes something of each index below `count`, several at once.
    /// - Returns: what was made, by index.
    /// - Throws: what `make` throws first; `cancelled` when the task was canceled.
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

    /// Makes something of each index below `count`, several at once, and hands it to a consumer in the order of the indices.
    ///
    /// The consumer is never used by two threads at once. After a failure or a cancellation no further index is begun.
    /// - Parameters:
    ///   - threads: how many work at once, at most; 0 means ``Processors/count``. One works in the task that calls.
    ///   - ahead: how many finished outputs for each worker may wait for one that is late; this bounds the memory. At least 1; nil: any number.
    ///   - consecutive: how many indices that follow each other a worker takes at once, at most. Fewer near the end, so that all end
    ///     together; so many more outputs for each worker may wait.
    ///   - canceled: what is thrown when the task was canceled.
    ///   - worker: makes what one worker needs for itself.
    ///   - make: called by several workers at once.
    ///   - deliver: takes an output; false ends the work early, without an error.
    ///   - end: called once, after everything else, with what went wrong first.
    /// - Returns: what `end` returns.
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

/// Hands out the indices, restores the order of the outputs, and holds back workers that are too far ahead.
///
/// Whoever brings the output that comes next delivers it and all that wait behind it; the others go on meanwhile. Indices are taken in
/// order, so whoever works on the next one to be delivered is never held back: the others wait for it, and are woken if it fails. That is
/// also how a cancellation reaches those who wait.
private final class DeliveryOrder<Output: Sendable, Failure: Error>: Sendable {
    private struct State: Sendable {
        var taken = 0
        var delivered = 0
        var isDelivering = false
        var pending: [Int: Output] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Whether the consumer has enough.
        var isOver = false
        /// What went wrong first.
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
    /// How many indices after the next one to be delivered an output may wait for it.
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

    /// The next indices nobody works on; nil when there are none, or no use in any.
    func take() -> Range<Int>? {
        state.withLock { state in
            guard state.isGoingOn, state.taken < count else { return nil }
            let rest = count - state.taken
            let fair = (rest + 2 * workers - 1) / (2 * workers)
            let first = state.taken
            state.taken += min(workers == 1 ? rest : max(1, min(consecutive, fair)), rest)
            return first..<state.taken
        }
    }

    /// Returns when the output of an index may be added, or there is no use in it any more.
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

    /// The output that is to be delivered now by whoever asks, who then calls ``delivered(wantsMore:)``; nil if it is not there yet, or
    /// somebody else is delivering.
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

    /// Not once the consumer has enough: what fails then is not wanted any more.
    func fail(_ error: Failure) {
        let waiting = state.withLock { state in
            if state.isGoingOn { state.failure = error }
            state.pending = [:]
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }
}
