import SVGAExport
import SVGAModel
import SVGASupport

/// Jobs of `svga batch` for programs in other languages. Jobs share movies, images, fonts and encoded frames.
package final class BatchHandle: Sendable {
    /// The options of all jobs.
    private let template: RenderTask
    private let cache: InputCache
    private let threads: JobThreads

    /// The default size of the cache in bytes.
    private static let usualCacheBytes = 512 << 20
    private static let maximumWorkers = 1024
    /// The options of a batch that are not of its jobs.
    private static let batchOnly: Set<String> = ["cache-memory", "workers"]
    /// The members of a job that are not options.
    private static let jobOnly: Set<String> = ["id", "input", "output"]
    private static let parameters = RenderTask.parameters.filter { $0.key != "private-hosts" }

    /// - Parameter options: options for all jobs as a JSON object; `cache-memory`, a number of bytes; `workers`, the maximum number of jobs that
    ///   run at a time.
    package init(options: String?) throws(TaskError) {
        let options = try OptionObject(options)
        var task = RenderTask()
        task.overwrites = true
        var cacheBytes = BatchHandle.usualCacheBytes
        var workers: Int?
        for member in options.members where !member.value.isAbsent {
            switch member.name {
            case "cache-memory": cacheBytes = try BatchHandle.amount(member.value)
            case "workers": workers = try BatchHandle.count(member.value)
            default: break
            }
        }
        try BatchHandle.store(options.members.filter { !BatchHandle.batchOnly.contains($0.name) }, in: &task)
        template = task
        cache = InputCache(maximumBytes: cacheBytes)
        threads = JobThreads(count: workers)
    }

    private static func count(_ value: JSONValue) throws(TaskError) -> Int {
        guard case .integer(let count) = value, (1...maximumWorkers).contains(count) else {
            let expectation: TaskText = "a whole number from 1 to \(maximumWorkers)"
            throw .usage("\(option: "workers") needs \(expectation)")
        }
        return count
    }

    private static func amount(_ value: JSONValue) throws(TaskError) -> Int {
        let amount: Amount? =
            switch value {
            case .integer(let number): Amount(argument: "\(number)")
            case .string(let text): Amount(argument: text)
            default: nil
            }
        guard let amount else { throw .usage("\(option: "cache-memory") needs \(Amount.expectation)") }
        return amount.value
    }

    private static func store(_ members: [JSONValue.Member], in task: inout RenderTask) throws(TaskError) {
        task.clearConflicting(of: Set(members.filter { !$0.value.isAbsent }.map(\.name)))
        try OptionObject(members).store(&task, parameters, of: "render")
    }

    /// A job's files and its options together with those of all jobs.
    private struct Job: Sendable {
        let id: JSONValue?
        let input: FileName
        let output: String
        let task: RenderTask

        init(_ text: String, template: RenderTask) throws(TaskError) {
            let job = try OptionObject(text)
            var task = template
            try BatchHandle.store(job.members.filter { !BatchHandle.jobOnly.contains($0.name) }, in: &task)
            func file(_ name: String) throws(TaskError) -> String {
                guard case .string(let path)? = job.members.last(where: { $0.name == name })?.value, !path.isEmpty else {
                    throw .usage("the job has no \(name)")
                }
                return try JSONOptions.path(path, in: "", of: name)
            }
            id = job.members.last { $0.name == "id" }?.value
            input = FileName(path: try file("input"))
            output = try file("output")
            self.task = task
            try task.validate(inputs: [input])
        }
    }

    /// Starts a job, which begins when one of the workers is free. The report is the result of `svga batch` for a job that is done, without its
    /// warnings, which are notes.
    /// - Parameters:
    ///   - job: `input`, `output`, `id` and options as a JSON object.
    ///   - inMemory: whether the output is returned instead of written; then it has one file.
    ///   - isStepwise: whether the job pauses after each progress until the caller waits again.
    package func start(_ job: String, inMemory: Bool, isStepwise: Bool) throws(TaskError) -> JobHandle {
        try JobHandle(isStepwise: isStepwise, on: threads) { [self] (stop, progress) throws(TaskError) in
            try run(job, inMemory: inMemory, stop: stop, progress: progress)
        }
    }

    /// Runs a job on this thread, which is one of ``JobThreads``.
    private func run(
        _ job: String, inMemory: Bool, stop: CancellationHandle, progress: @escaping SceneHandle.Progress
    ) throws(TaskError) -> MovieHandle.Output {
        let job = try Job(job, template: template)
        let notes = NoteList()
        var context = notes.collecting(from: TaskContext())
        context.cache = cache
        let lock = Locked(())
        context.progress = { step in
            lock.withLock { _ in
                if !progress(step.done, step.total) { stop.cancel() }
            }
        }
        if !inMemory { try BatchHandle.makeFolder(for: job.output) }
        let executor = CallExecutor(withCallerAmong: job.task.work.threads?.value)
        let (bytes, count) = try CallRun.wait(timeout: job.task.common.timeout, stop: stop, on: executor) {
            [context] () async throws(TaskError) -> ([UInt8], Int) in
            if inMemory {
                let bytes = try await job.task.bytes(of: job.input, name: job.output, in: context)
                return (bytes, bytes.count)
            }
            let result = try await job.task.run(job.input, to: FileName(path: job.output), in: context)
            return ([], result.outcome?.result.byteCount ?? 0)
        }
        return MovieHandle.Output(bytes: bytes, report: BatchHandle.report(job, count), notes: notes.notes)
    }

    private static func report(_ job: Job, _ byteCount: Int) -> String {
        var members: [JSONValue.Member] = []
        if let id = job.id { members.append(JSONValue.Member(name: "id", value: id)) }
        members.append(JSONValue.Member(name: "output", value: .string(job.output)))
        members.append(JSONValue.Member(name: "ok", value: .bool(true)))
        members.append(JSONValue.Member(name: "bytes", value: .integer(byteCount)))
        return JSONValue.object(members).text(.compact)
    }

    private static func makeFolder(for path: String) throws(TaskError) {
        var made: [FilePath] = []
        // Keeps the folders: other jobs may write into them.
        defer { TemporaryFiles.keep(made) }
        try TaskError.naming(path) { () throws(FileError) in
            try TemporaryFiles.makeMissingFolders(FilePath(path).folderPrefix.removingTrailingSlashes(), made: &made)
        }
    }
}
