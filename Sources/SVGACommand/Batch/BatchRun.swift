import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// Reads jobs and runs them, a worker for each processor. A job that fails is a result, and the others go on.
final class BatchRun: Sendable {
    /// What the batch's command line says.
    struct Options: Sendable {
        /// Has what every job starts from.
        var template: RenderTask
        /// A hash of it.
        var seed: StableHash
        /// Of the outputs, with a slash at its end.
        var folder: String
        /// As it was written on the command line.
        var jobFile: String
        /// Where names in jobs start: empty, or with a slash at its end.
        var jobFolder: String
        var workers: Int
        var cacheBytes: Int
        /// Jobs come when somebody has one. Nothing is remembered of those that are done.
        var isLive: Bool
    }

    /// Jobs that are read before somebody runs them, for each worker.
    private static let window = 4

    private let options: Options
    private let record: BatchRecord?
    private let results: BatchResults
    private let queue: JobQueue
    private let context: TaskContext
    /// Why the batch cannot go on.
    private let failure = Locked<TaskError?>(nil)
    /// Why no more jobs can be read. Those before it are done.
    private let readFailure = Locked<TaskError?>(nil)

    init(_ options: Options, record: BatchRecord?, results: BatchResults, context: TaskContext) {
        self.options = options
        self.record = record
        self.results = results
        queue = JobQueue(window: BatchRun.window * options.workers)
        var context = context
        context.kept = InputCache(maximumBytes: options.cacheBytes)
        self.context = context
    }

    /// - Parameter more: the bytes of the job file, part by part; called by a thread of its own.
    func run(_ more: @escaping @Sendable () throws(ReadError) -> [UInt8]) async throws(TaskError) {
        guard DedicatedThread.start({ self.read(more) }) else { throw .input(file: "", message: "there is no memory for another thread") }
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<options.workers { group.addTask { await self.work() } }
                // One that ends early has found that nothing can go on.
                for await _ in group where self.failure.withLock({ $0 }) != nil || self.results.failure != nil { group.cancelAll() }
            }
        } onCancel: {
            queue.close()
        }
        if Task.isCancelled { throw .interrupted }
        if let failure = failure.withLock({ $0 }) ?? results.failure ?? readFailure.withLock({ $0 }) { throw failure }
    }

    /// What the jobs took, and what they had from those before them.
    /// - Parameter done: how many were made.
    func perf(_ done: Int) -> String {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        var parts = ["processor time \(Units.seconds(seconds))"]
        if done > 0 { parts.append("\(Units.decimal(1000 * seconds / Double(done), places: 1)) ms a job") }
        if let kept = context.kept {
            parts.append("\(Units.bytes(kept.bytes)) kept for other jobs")
            parts.append("\(Units.count(kept.encoded.found, "WebP picture")) had been encoded before")
        }
        return parts.joined(separator: ", ")
    }

    private func stop(_ error: TaskError) {
        failure.withLock { $0 = $0 ?? error }
        queue.close()
    }

    private func tell(_ result: JobResult) {
        if !results.add(result) { queue.close() }
    }

    // MARK: Reading

    private func read(_ more: @escaping @Sendable () throws(ReadError) -> [UInt8]) {
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
            case .reading(let error): stop(.read(file: "the jobs", error))
            case .header(let error): stop(error)
            case .broken(let error):
                readFailure.withLock { $0 = error.about(file: options.jobFile) }
                queue.end()
            }
        }
    }

    /// Puts a job into the queue, or says at once what becomes of it.
    private func take(_ entry: JobFile.Entry, _ outputs: inout Set<UInt64>) {
        var members: [JSONValue.Member] = []
        do throws(TaskError) {
            guard case .object(let found) = try entry.job.get() else { throw .usage("a job is an object in { }") }
            members = found
            var job = try BatchJob(members, line: entry.line, folder: options.jobFolder, seed: options.seed)
            // Only hashes, as there may be ten million of them.
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
                    return tell(JobResult(line: job.line, id: job.id, output: job.output, outcome: .found(bytes: bytes)))
                }
            }
            _ = queue.put(job)
        } catch {
            let id = members.first { $0.name == "id" }?.value
            let output: String? = if case .string(let name)? = members.first(where: { $0.name == "output" })?.value { name } else { nil }
            tell(JobResult(line: entry.line, id: id, output: output, outcome: JobResult.failure(error)))
        }
    }

    // MARK: Working

    private func work() async {
        while let job = await queue.next() {
            // Where few jobs are left each gets several processors.
            let threads = queue.count(isLive: options.isLive).map { max(1, options.workers / max(1, $0)) } ?? 1
            let start = ContinuousClock.now
            let outcome: JobResult.Outcome
            do throws(TaskError) {
                switch try await limited(job, threads: threads) {
                case .found(let bytes): outcome = .found(bytes: bytes)
                case .made(let bytes): outcome = .done(bytes: bytes, milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
                }
            } catch {
                // Of the batch, not of the job: what was not done has no result.
                if case .interrupted = error, Task.isCancelled || queue.isClosed { return }
                outcome = JobResult.failure(error)
            }
            queue.finished()
            tell(JobResult(line: job.line, id: job.id, output: job.output, outcome: outcome))
        }
    }

    private enum Made: Sendable {
        case made(bytes: Int)
        case found(bytes: Int)
    }

    /// Runs a job, within its `--timeout` if it has one.
    private func limited(_ job: BatchJob, threads: Int) async throws(TaskError) -> Made {
        let rendering = if let known = job.rendering { known } else { try job.rendering(options.template, folder: options.folder) }
        return try await TimeLimit.run(rendering.task.common.timeout) { () async throws(TaskError) in
            try await self.make(job, rendering, threads)
        }
    }

    private func make(_ job: BatchJob, _ described: JobRendering, _ threads: Int) async throws(TaskError) -> Made {
        var rendering = described
        let place = options.folder + job.output
        let isFree = FilePath(place).linkStatus == nil
        switch job.earlier {
        case .unknown, .done: break
        // The run was killed when the output was at its place, before it said so.
        case .begun(isNew: true) where !isFree && rendering.hasOneFile:
            if let record, let file = record.file(job.output) {
                try record.finish(job, [file])
                return .found(bytes: file.bytes)
            }
        case .begun, .outdated: rendering.task.overwrites = true
        }
        try makeFolder(for: place)
        // Not where a file is in the way that stays: it would pass for this job's.
        if isFree || rendering.task.overwrites { try record?.begin(job, isNew: isFree) }
        var context = context
        context.setProcessorCount(threads)
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
            // What was at the output's place stays this job's; what may come there later is not.
            try? record?.fail(job, keepsOutput: !isFree && (job.earlier == .begun(isNew: false) || job.earlier == .outdated))
            throw failure
        }
        var files: [BatchRecord.File] = []
        for path in log.paths {
            guard let name = FileName(path: path).name(below: options.folder) else { continue }
            // An attempt at a size has been moved since.
            if let file = BatchRecord.file(name, in: options.folder) { files.append(file) }
        }
        try record?.finish(job, files)
        return .made(bytes: files.reduce(0) { $0 + $1.bytes })
    }

    private func makeFolder(for place: String) throws(TaskError) {
        var made: [FilePath] = []
        // They stay: another job may be about to write into them.
        defer { TemporaryFiles.keep(made) }
        try TaskError.naming(place) { () throws(FileError) in
            try TemporaryFiles.makeMissingFolders(FilePath(place).folderPrefix.removingTrailingSlashes(), made: &made)
        }
    }
}
