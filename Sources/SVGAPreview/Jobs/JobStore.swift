import SVGAHTTP
import SVGASupport
import SVGATasks

/// The jobs of all pages: a few run at once, the others wait. Finished jobs are kept for a time with their results.
final class JobStore: Sendable {
    private struct State {
        /// In the order of the requests.
        var jobs: [Job] = []
        var waiting: [Job] = []
        var tasks: [String: Task<Void, Never>] = [:]
        var createdCount = 0
        var isClosed = false

        /// Removes the oldest finished jobs if their number or size exceeds a limit.
        mutating func dropOldest() {
            var ended = jobs.filter { $0.progress.phase != .running }
            while ended.count > JobStore.maximumFinishedJobs
                || ended.count > 1 && ended.reduce(0, { $0 + $1.bytes }) > JobStore.maximumFinishedBytes
            {
                let oldest = ended.removeFirst()
                jobs.removeAll { $0 === oldest }
            }
        }
    }

    private static let maximumRunning = 2
    private static let maximumUnfinishedJobs = 20
    private static let maximumFinishedJobs = 20
    private static let maximumFinishedBytes = 4 << 30

    private let runner: JobRunner
    private let events: EventStreams
    private let state = Locked(State())

    init(_ runner: JobRunner, _ events: EventStreams) {
        self.runner = runner
        self.events = events
    }

    func job(_ id: String) throws(PreviewError) -> Job {
        guard let job = state.withLock({ $0.jobs.first { $0.id == id } }) else {
            throw PreviewError(410, "this job and its files no longer exist", advice: "start it again")
        }
        return job
    }

    func start(_ request: JobRequest) throws(PreviewError) -> Job {
        try runner.check(request)
        let number = try state.withLock { (state) throws(PreviewError) -> Int in
            guard !state.isClosed, state.waiting.count + state.tasks.count < JobStore.maximumUnfinishedJobs else {
                throw PreviewError(429, "too many jobs are waiting", advice: "wait for some of them, or stop them", retrySeconds: 5)
            }
            state.createdCount += 1
            return state.createdCount
        }
        let job = try Job("j\(number)", request)
        state.withLock { state in
            state.jobs.append(job)
            state.waiting.append(job)
        }
        startNext()
        return job
    }

    func cancel(_ job: Job) {
        guard job.update({ $0.phase = .cancelled }) else { return }
        let task = state.withLock { state in
            state.waiting.removeAll { $0 === job }
            if state.tasks[job.id] == nil { state.dropOldest() }
            return state.tasks[job.id]
        }
        task?.cancel()
        sendEvent(job)
    }

    func close() {
        let jobs = state.withLock { state in
            state.isClosed = true
            return state.jobs
        }
        for job in jobs { cancel(job) }
    }

    private func startNext() {
        state.withLock { state in
            while state.tasks.count < JobStore.maximumRunning, !state.waiting.isEmpty {
                let job = state.waiting.removeFirst()
                // On its own threads, because whatever else the process computes would delay it.
                state.tasks[job.id] = Task.detached(executorPreference: CallExecutor()) { [self] in
                    await runner.run(job) { self.follow(job) }
                    IdleMemory.returnFreeMemory()
                    end(job)
                }
            }
        }
    }

    private func end(_ job: Job) {
        state.withLock { state in
            state.tasks[job.id] = nil
            state.dropOldest()
        }
        sendEvent(job)
        startNext()
    }

    private func follow(_ job: Job) {
        sendEvent(job)
        guard runner.isTooLarge(job) else { return }
        job.update { ($0.phase, $0.messages) = (.failed, ["it became too large, and was stopped"]) }
        state.withLock { $0.tasks[job.id] }?.cancel()
    }

    private func sendEvent(_ job: Job) { events.send("job", subject: job.id, job.json(withReport: false)) }
}
