import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import SVGATasks

/// Reads jobs and runs them with one worker per processor. A failed job is a result; the other jobs continue.
final class BatchRun: Sendable {
    /// The options of the batch.
    struct Options: Sendable {
        /// The template of every job.
        var template: RenderTask
        /// The hash of the template.
        var seed: StableHash
        var destination: BatchDestination
        /// Reads URLs.
        var remote: RemoteFiles
        /// The name on the command line.
        var jobFile: String
        /// The base folder of file names in jobs: empty, or with a trailing slash.
        var jobFolder: String
        var workers: Int
        var cacheBytes: Int
        /// Jobs arrive while the batch runs, and no record is written.
        var isLive: Bool
        /// Results are written in the order of the jobs.
        var isOrdered: Bool
    }

    /// The maximum number of waiting jobs per worker.
    private static let window = 4
    /// The minimum number of waiting jobs of a live batch: requests to cancel are read after the jobs before them.
    private static let liveWindow = 256
    /// The maximum number of jobs without a result if results are bytes that wait for earlier ones, per worker.
    private static let orderedWindow = 8

    private let options: Options
    private let record: BatchRecord?
    private let results: BatchResults
    private let queue: JobQueue
    /// nil: results are written as jobs are done.
    private let order: ResultOrder?
    private let context: TaskContext
    private let downloads: DownloadedInputs
    private let openJobs = OpenJobs()
    /// The error that ends the batch.
    private let failure = Locked<TaskError?>(nil)
    /// The error after which no more jobs can be read. Earlier jobs still run.
    private let readFailure = Locked<TaskError?>(nil)

    init(_ options: Options, record: BatchRecord?, results: BatchResults, context: TaskContext) {
        self.options = options
        self.record = record
        self.results = results
        queue = JobQueue(window: max(BatchRun.window * options.workers, options.isLive ? BatchRun.liveWindow : 0))
        let holdsBytes = !options.destination.isFolder && !options.destination.isRemote
        let waiting = max(BatchRun.orderedWindow * options.workers, holdsBytes ? 0 : BatchRun.liveWindow)
        order = options.isOrdered ? ResultOrder(limit: waiting) : nil
        downloads = DownloadedInputs(
            options.remote, limit: options.template.common.limits.inputBytes, refreshes: options.isLive)
        var context = context
        context.cache = InputCache(maximumBytes: options.cacheBytes)
        self.context = context
    }

    /// - Parameter more: reads the next bytes of the job file; called on a dedicated thread.
    func run(_ more: @escaping @Sendable () throws(SVGAError) -> [UInt8]) async throws(TaskError) {
        guard DedicatedThread.start({ self.read(more) }) else { throw .system(message: "the system cannot create another thread") }
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<options.workers * options.destination.workerFactor { group.addTask { await self.work() } }
                // A worker that ends early has found an error that ends the batch.
                for await _ in group where self.failure.withLock({ $0 }) != nil || self.results.failure != nil { group.cancelAll() }
            }
        } onCancel: {
            close()
        }
        // After an interruption, done jobs may wait for one that will not be done.
        order?.flush { _ = results.add($0) }
        if Task.isCancelled { throw .interrupted }
        if let failure = failure.withLock({ $0 }) ?? results.failure ?? readFailure.withLock({ $0 }) { throw failure }
    }

    /// The processor time of the jobs, and the use of the cache.
    /// - Parameter done: the number of jobs that ran.
    func perf(_ done: Int) -> Message {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        var parts: [Message] = ["processor time \(Units.seconds(seconds))"]
        if done > 0 { parts.append("\(Units.decimal(1000 * seconds / Double(done), places: 1)) ms per job") }
        if let cache = context.cache {
            parts.append("\(Units.bytes(cache.bytes)) cached for other jobs")
            parts.append("\(Units.count(cache.encoded.found, "WebP image")) reused")
        }
        return parts.joined(separator: ", ")
    }

    private func stop(_ error: TaskError) {
        failure.withLock { $0 = $0 ?? error }
        close()
    }

    /// Ends the batch.
    private func close() {
        queue.close()
        order?.close()
    }

    private func report(_ result: JobResult) {
        let isWritten = order?.add(result) { results.add($0) } ?? results.add(result)
        if !isWritten { close() }
    }

    // MARK: Reading

    private func read(_ more: @escaping @Sendable () throws(SVGAError) -> [UInt8]) {
        var jobs = JobFile(more)
        var outputs: Set<UInt64> = []
        var count = 0
        do throws(JobFileError) {
            while !queue.isClosed, let entry = try jobs.next() {
                count += 1
                take(entry, &outputs)
            }
            guard count > 0 || options.isLive || queue.isClosed else { throw .broken(JobFile.isEmpty) }
            results.setTotal(count)
            queue.end()
        } catch {
            switch error {
            case .reading(let error): stop(.read(file: options.jobFile, error))
            case .header(let error): stop(error)
            case .broken(let error):
                readFailure.withLock { $0 = error.asInputError(file: options.jobFile) }
                queue.end()
            }
        }
    }

    /// Queues a job, or reports its result at once.
    private func take(_ entry: JobFile.Entry, _ outputs: inout Set<UInt64>) {
        var members: [JSONValue.Member] = []
        if case .success(.object(let found)) = entry.job { members = found }
        if options.isLive, members.count == 1, members[0].name == "cancel" { return openJobs.cancel(members[0].value) }
        order?.expect(entry.line)
        var remote = RemoteJob(downloads)
        do throws(TaskError) {
            guard case .object = try entry.job.get() else { throw .usage("a job must be an object in { }") }
            var job = try BatchJob(members, line: entry.line, folder: options.jobFolder, seed: options.seed, remote: &remote)
            // Stores only hashes, because there may be ten million jobs.
            guard options.isLive || outputs.insert(StableHash.of(job.output)).inserted else {
                throw .usage("another job has the output \(job.output)")
            }
            if let record {
                let rendering = try job.rendering(options.template, folder: options.destination.folder)
                job.note(inputs: rendering.inputFiles(context))
                job.rendering = rendering
                job.earlier = record.state(of: job)
                if case .done(let files) = job.earlier {
                    remote.release()
                    let bytes = files.reduce(0) { $0 + $1.bytes }
                    return report(JobResult(line: job.line, id: job.id, output: job.output, outcome: .found(bytes: bytes)))
                }
            }
            remote.prefetch()
            openJobs.add(job)
            _ = queue.put(job)
        } catch {
            remote.release()
            let id = members.first { $0.name == "id" }?.value
            let output: String? = if case .string(let name)? = members.first(where: { $0.name == "output" })?.value { name } else { nil }
            report(JobResult(line: entry.line, id: id, output: output, outcome: JobResult.failure(error)))
        }
    }

    // MARK: Working

    private func work() async {
        while let job = await queue.next() {
            // Each of few remaining jobs uses several processors.
            let threads = queue.count(isLive: options.isLive).map { max(1, options.workers / max(1, $0)) } ?? 1
            let start = ContinuousClock.now
            let outcome: JobResult.Outcome
            do throws(TaskError) {
                let made = try await job.cancellation.run { () async throws(TaskError) in try await self.limited(job, threads: threads) }
                switch made {
                case .found(let bytes): outcome = .found(bytes: bytes)
                case .made(let files, let warnings):
                    outcome = .done(files: files, milliseconds: (ContinuousClock.now - start) / .milliseconds(1), warnings)
                }
            } catch {
                if case .interrupted = error {
                    // An interruption concerns the batch: jobs that did not run have no result.
                    if Task.isCancelled || queue.isClosed { return }
                    outcome = JobResult.cancelled
                } else {
                    outcome = JobResult.failure(error)
                }
            }
            queue.finished()
            openJobs.remove(job)
            job.remote.release()
            report(JobResult(line: job.line, id: job.id, output: job.output, outcome: outcome.naming(job.remote.named)))
        }
    }

    private enum JobOutput: Sendable {
        case made([JobResult.File], [TaskWarning])
        case found(bytes: Int)
    }

    /// Runs a job within its `--timeout`, if any.
    private func limited(_ job: BatchJob, threads: Int) async throws(TaskError) -> JobOutput {
        let rendering =
            if let known = job.rendering { known } else { try job.rendering(options.template, folder: options.destination.folder) }
        return try await TimeLimit.run(rendering.task.common.timeout) { () async throws(TaskError) in
            try await self.make(job, rendering, threads)
        }
    }

    private func make(_ job: BatchJob, _ described: JobRendering, _ threads: Int) async throws(TaskError) -> JobOutput {
        try await job.remote.fetch()
        var rendering = described
        guard options.destination.isFolder else { return try await makeInMemory(job, rendering, threads) }
        let folder = options.destination.folder
        let path = folder + job.output
        let isNewOutput = FilePath(path).linkStatus == nil
        switch job.earlier {
        case .unknown, .done: break
        // The run was killed after the output was complete, before the record was written.
        case .begun(isNew: true) where !isNewOutput && rendering.hasOneFile:
            if let record, let file = record.file(job.output) {
                try record.finish(job, [file])
                return .found(bytes: file.bytes)
            }
        case .begun, .outdated: rendering.task.overwrites = true
        }
        try makeFolder(for: path)
        // Not if an existing file will be kept: the record would claim it for this job.
        if isNewOutput || rendering.task.overwrites { try record?.begin(job, isNew: isNewOutput) }
        let log = OutputLog()
        let run: (warnings: [TaskWarning], failure: TaskError?) = await OutputLog.$current.withValue(log) { [rendering] in
            await self.render(rendering, memory: nil, threads)
        }
        if let failure = run.failure {
            // An existing output still belongs to this job; a file that appears later does not.
            try? record?.fail(job, keepsOutput: !isNewOutput && (job.earlier == .begun(isNew: false) || job.earlier == .outdated))
            throw failure
        }
        var files: [BatchRecord.File] = []
        for path in log.paths {
            guard let name = FileName(path: path).name(below: folder) else { continue }
            // A size search has renamed its attempt to the final name.
            if let file = BatchRecord.file(name, in: folder) { files.append(file) }
        }
        try record?.finish(job, files)
        return .made(files.map { JobResult.File(name: $0.name, bytes: $0.bytes) }, run.warnings)
    }

    /// Renders a job for a server or for standard output.
    private func makeInMemory(_ job: BatchJob, _ rendering: JobRendering, _ threads: Int) async throws(TaskError) -> JobOutput {
        let memory = OutputMemory()
        try record?.begin(job, isNew: true)
        let run = await render(rendering, memory: memory, threads)
        do throws(TaskError) {
            if let failure = run.failure { throw failure }
            // An earlier run of this job may have uploaded some of its files.
            try await options.destination.upload(memory.files, overwriting: rendering.task.overwrites || job.earlier != .unknown)
        } catch {
            try? record?.fail(job, keepsOutput: false)
            throw error
        }
        let files = memory.files.map { file in
            JobResult.File(name: file.name, bytes: file.bytes.count, content: options.destination.isRemote ? nil : file.bytes)
        }
        try record?.finish(job, files.map { BatchRecord.File(name: $0.name, bytes: $0.bytes, changed: 0) })
        return .made(files, run.warnings)
    }

    /// - Parameter memory: receives the files; nil: they are written to disk.
    /// - Returns: the warnings, which the result of the job has. Other notes go to standard error.
    private func render(
        _ rendering: JobRendering, memory: OutputMemory?, _ threads: Int
    ) async -> (warnings: [TaskWarning], failure: TaskError?) {
        var context = context
        context.setProcessorCount(threads)
        let warnings = Locked<[TaskWarning]>([])
        context.note = { [report = context.note] note in
            if let warning = note.warning { warnings.withLock { $0.append(warning) } } else { report(note) }
        }
        do throws(TaskError) {
            try await rendering.task.run(rendering.input, to: rendering.output, memory: memory, in: context)
            return (warnings.withLock { $0 }, nil)
        } catch {
            return (warnings.withLock { $0 }, error)
        }
    }

    private func makeFolder(for path: String) throws(TaskError) {
        var made: [FilePath] = []
        // Keeps the folders: other jobs may write into them.
        defer { TemporaryFiles.keep(made) }
        try TaskError.naming(path) { () throws(FileError) in
            try TemporaryFiles.makeMissingFolders(FilePath(path).folderPrefix.removingTrailingSlashes(), made: &made)
        }
    }
}
