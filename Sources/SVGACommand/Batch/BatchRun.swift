import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPlatform
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
        /// The output folder, with a trailing slash.
        var folder: String
        /// The name on the command line.
        var jobFile: String
        /// The base folder of file names in jobs: empty, or with a trailing slash.
        var jobFolder: String
        var workers: Int
        var cacheBytes: Int
        /// Jobs arrive while the batch runs, and no record is written.
        var isLive: Bool
    }

    /// The maximum number of waiting jobs per worker.
    private static let window = 4

    private let options: Options
    private let record: BatchRecord?
    private let results: BatchResults
    private let queue: JobQueue
    private let context: TaskContext
    /// The error that ends the batch.
    private let failure = Locked<TaskError?>(nil)
    /// The error after which no more jobs can be read. Earlier jobs still run.
    private let readFailure = Locked<TaskError?>(nil)

    init(_ options: Options, record: BatchRecord?, results: BatchResults, context: TaskContext) {
        self.options = options
        self.record = record
        self.results = results
        queue = JobQueue(window: BatchRun.window * options.workers)
        var context = context
        context.cache = InputCache(maximumBytes: options.cacheBytes)
        self.context = context
    }

    /// - Parameter more: reads the next bytes of the job file; called on a dedicated thread.
    func run(_ more: @escaping @Sendable () throws(SVGAError) -> [UInt8]) async throws(TaskError) {
        guard DedicatedThread.start({ self.read(more) }) else { throw .system(message: "the system cannot create another thread") }
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<options.workers { group.addTask { await self.work() } }
                // A worker that ends early has found an error that ends the batch.
                for await _ in group where self.failure.withLock({ $0 }) != nil || self.results.failure != nil { group.cancelAll() }
            }
        } onCancel: {
            queue.close()
        }
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
        queue.close()
    }

    private func report(_ result: JobResult) {
        if !results.add(result) { queue.close() }
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
        do throws(TaskError) {
            guard case .object(let found) = try entry.job.get() else { throw .usage("a job must be an object in { }") }
            members = found
            var job = try BatchJob(members, line: entry.line, folder: options.jobFolder, seed: options.seed)
            // Stores only hashes, because there may be ten million jobs.
            guard options.isLive || outputs.insert(StableHash.of(job.output)).inserted else {
                throw .usage("another job has the output \(job.output)")
            }
            if let record {
                let rendering = try job.rendering(options.template, folder: options.folder)
                job.note(inputs: rendering.inputFiles(context))
                job.rendering = rendering
                job.earlier = record.state(of: job)
                if case .done(let files) = job.earlier {
                    let bytes = files.reduce(0) { $0 + $1.bytes }
                    return report(JobResult(line: job.line, id: job.id, output: job.output, outcome: .found(bytes: bytes)))
                }
            }
            _ = queue.put(job)
        } catch {
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
                switch try await limited(job, threads: threads) {
                case .found(let bytes): outcome = .found(bytes: bytes)
                case .made(let bytes, let warnings):
                    outcome = .done(bytes: bytes, milliseconds: (ContinuousClock.now - start) / .milliseconds(1), warnings)
                }
            } catch {
                // An interruption concerns the batch: jobs that did not run have no result.
                if case .interrupted = error, Task.isCancelled || queue.isClosed { return }
                outcome = JobResult.failure(error)
            }
            queue.finished()
            report(JobResult(line: job.line, id: job.id, output: job.output, outcome: outcome))
        }
    }

    private enum JobOutput: Sendable {
        case made(bytes: Int, [TaskWarning])
        case found(bytes: Int)
    }

    /// Runs a job within its `--timeout`, if any.
    private func limited(_ job: BatchJob, threads: Int) async throws(TaskError) -> JobOutput {
        let rendering = if let known = job.rendering { known } else { try job.rendering(options.template, folder: options.folder) }
        return try await TimeLimit.run(rendering.task.common.timeout) { () async throws(TaskError) in
            try await self.make(job, rendering, threads)
        }
    }

    private func make(_ job: BatchJob, _ described: JobRendering, _ threads: Int) async throws(TaskError) -> JobOutput {
        var rendering = described
        let path = options.folder + job.output
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
        var context = context
        context.setProcessorCount(threads)
        // The result of the job has its warnings. Other notes go to standard error.
        let warnings = Locked<[TaskWarning]>([])
        context.note = { [report = context.note] note in
            if let warning = note.warning { warnings.withLock { $0.append(warning) } } else { report(note) }
        }
        let log = OutputLog()
        let failure = await OutputLog.$current.withValue(log) { [rendering, context] () async -> TaskError? in
            do throws(TaskError) {
                try await rendering.task.run(rendering.input, to: rendering.output, in: context)
                return nil
            } catch {
                return error
            }
        }
        if let failure {
            // An existing output still belongs to this job; a file that appears later does not.
            try? record?.fail(job, keepsOutput: !isNewOutput && (job.earlier == .begun(isNew: false) || job.earlier == .outdated))
            throw failure
        }
        var files: [BatchRecord.File] = []
        for path in log.paths {
            guard let name = FileName(path: path).name(below: options.folder) else { continue }
            // A size search has renamed its attempt to the final name.
            if let file = BatchRecord.file(name, in: options.folder) { files.append(file) }
        }
        try record?.finish(job, files)
        return .made(bytes: files.reduce(0) { $0 + $1.bytes }, warnings.withLock { $0 })
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
