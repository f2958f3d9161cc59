import SVGAHTTP
import SVGASupport
import SVGATasks

/// The batches of all pages: one runs, the others wait. Finished batches are kept for a time with their files.
final class BatchStore: Sendable {
    private struct State {
        /// In the order of the requests.
        var batches: [MovieBatch] = []
        var running: (batch: MovieBatch, task: Task<Void, Never>)?
        var createdCount = 0
        var isClosed = false

        /// Removes the oldest finished batches if their number or size exceeds a limit.
        mutating func dropOldest() {
            var ended = batches.filter { !$0.phase.isUnfinished }
            while ended.count > BatchStore.maximumFinished
                || ended.count > 1 && ended.reduce(0, { $0 + $1.bytes }) > BatchStore.maximumFinishedBytes
            {
                let oldest = ended.removeFirst()
                batches.removeAll { $0 === oldest }
            }
        }
    }

    private static let maximumUnfinished = 5
    private static let maximumFinished = 5
    private static let maximumFinishedBytes = 4 << 30

    private let runner: BatchRunner
    private let events: EventStreams
    private let idleMemory: IdleMemory
    private let state = Locked(State())

    init(_ runner: BatchRunner, _ events: EventStreams, _ idleMemory: IdleMemory) {
        (self.runner, self.events, self.idleMemory) = (runner, events, idleMemory)
    }

    func batch(_ id: String) throws(PreviewError) -> MovieBatch {
        guard let batch = state.withLock({ $0.batches.first { $0.id == id } }) else {
            throw PreviewError(410, "this batch and its files no longer exist", advice: "start it again")
        }
        return batch
    }

    func start(_ request: BatchRequest) throws(PreviewError) -> MovieBatch {
        var entries: [MovieLibrary.Entry] = []
        for id in request.movies { entries.append(try runner.library.entry(id)) }
        let number = try state.withLock { (state) throws(PreviewError) -> Int in
            guard !state.isClosed, state.batches.count(where: { $0.phase.isUnfinished }) < BatchStore.maximumUnfinished else {
                throw PreviewError(429, "too many jobs are waiting", advice: "wait for some of them, or stop them", retrySeconds: 5)
            }
            state.createdCount += 1
            return state.createdCount
        }
        let batch = try MovieBatch("b\(number)", request, entries)
        state.withLock { $0.batches.append(batch) }
        startNext()
        return batch
    }

    func cancel(_ batch: MovieBatch) {
        let task = state.withLock { state -> Task<Void, Never>? in
            if let running = state.running, running.batch === batch { return running.task }
            // It waits.
            if batch.phase == .waiting {
                batch.cancelRemaining()
                batch.end(nil, isCancelled: true)
            }
            return nil
        }
        task?.cancel()
        send(batch)
    }

    func close() {
        let batches = state.withLock { state in
            state.isClosed = true
            return state.batches
        }
        for batch in batches where batch.phase.isUnfinished { cancel(batch) }
    }

    private func startNext() {
        state.withLock { state in
            guard state.running == nil, !state.isClosed, let batch = state.batches.first(where: { $0.phase == .waiting }) else { return }
            // On its own threads, because whatever else the process computes would delay it.
            let task = Task.detached(executorPreference: CallExecutor()) { [self] in
                await idleMemory.whileBusy { await runner.run(batch) { self.send(batch) } }
                end(batch)
            }
            state.running = (batch, task)
        }
    }

    private func end(_ batch: MovieBatch) {
        state.withLock { state in
            if state.running?.batch === batch { state.running = nil }
            state.dropOldest()
        }
        send(batch)
        startNext()
    }

    private func send(_ batch: MovieBatch) { events.send("batch", subject: batch.id, batch.json(rowsFrom: nil)) }
}
