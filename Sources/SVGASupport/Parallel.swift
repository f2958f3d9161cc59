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
    /// - Throws: what `make` throws first; `cancelled` when the task was cancelled.
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
    ///   - threads: how many work at once, at most; 0 means ``Processors/count``.
    ///   - ahead: how many finished outputs for each worker may wait for one that is late; this bounds the memory. At least 1; nil: any number.
    ///   - cancelled: what is thrown when the task was cancelled.
    ///   - worker: makes what one worker needs for itself.
    ///   - make: called by several workers at once. It may wait for what an earlier index makes, and for nothing else.
    ///   - failed: called after a failure or a cancellation: ends such waiting.
    ///   - deliver: takes an output; false ends the work early, without an error.
    ///   - end: called once, after everything else, with what went wrong first.
    /// - Returns: what `end` returns.
    package static func run<Worker, Output: Sendable, Consumer, Result: Sendable, Failure: Error>(
        _ count: Int, threads: Int, ahead: Int? = nil, consumer: sending Consumer, cancelled: Failure,
        worker: @escaping @Sendable () throws(Failure) -> Worker,
        make: @escaping @Sendable (Worker, Int) async throws(Failure) -> Output,
        failed: @escaping @Sendable () -> Void = {},
        deliver: @escaping @Sendable (inout Consumer, Int, Output) throws(Failure) -> Bool,
        end: @escaping @Sendable (inout Consumer, Failure?) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let workers = workers(threads, count: count)
        let delivery = OrderedDelivery(to: consumer, count: count, window: ahead.map { max(1, $0) * workers } ?? .max, deliver)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    do throws(Failure) {
                        let worker = try worker()
                        while let index = await delivery.take() {
                            guard !Task.isCancelled else { throw cancelled }
                            try await delivery.put(try await make(worker, index), at: index)
                        }
                    } catch {
                        await delivery.fail(error)
                        failed()
                    }
                }
            }
        }
        return try await delivery.end(cancelled: cancelled, end)
    }
}

/// Owns the consumer, restores the order of the outputs, and holds back workers that are too far ahead.
///
/// Indices are taken in order, so whoever works on the next one to be delivered is never held back: the others wait for it, and are woken
/// if it fails. That is also how a cancellation reaches those who wait.
private actor OrderedDelivery<Consumer, Output: Sendable, Failure: Error> {
    private var consumer: Consumer
    private let count: Int
    /// How many indices after the next one to be delivered an output may wait for it.
    private let window: Int
    private let deliver: @Sendable (inout Consumer, Int, Output) throws(Failure) -> Bool
    private var taken = 0
    private var delivered = 0
    private var pending: [Int: Output] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Whether the consumer has enough.
    private var isOver = false
    /// What went wrong first.
    private var failure: Failure?

    init(
        to consumer: sending Consumer, count: Int, window: Int,
        _ deliver: @escaping @Sendable (inout Consumer, Int, Output) throws(Failure) -> Bool
    ) {
        self.consumer = consumer
        self.count = count
        self.window = window
        self.deliver = deliver
    }

    /// The next index nobody works on; nil when there is none, or no use in one.
    func take() -> Int? {
        guard failure == nil, !isOver, taken < count else { return nil }
        defer { taken += 1 }
        return taken
    }

    func put(_ output: Output, at index: Int) async throws(Failure) {
        while failure == nil, !isOver, index - delivered >= window {
            await withCheckedContinuation { waiting.append($0) }
        }
        guard failure == nil, !isOver else { return }
        pending[index] = output
        while !isOver, let output = pending.removeValue(forKey: delivered) {
            isOver = !(try deliver(&consumer, delivered, output))
            delivered += 1
        }
        wake()
    }

    func fail(_ error: Failure) {
        failure = failure ?? error
        pending = [:]
        wake()
    }

    func end<Result: Sendable>(
        cancelled: Failure, _ body: @Sendable (inout Consumer, Failure?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&consumer, failure ?? (Task.isCancelled ? cancelled : nil))
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
