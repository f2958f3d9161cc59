import SVGACheck
import SVGAEdit
import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport
import SVGATasks

/// Runs a job's task: adds input and output files, reports progress, and collects the results.
struct JobRunner: Sendable {
    let library: MovieLibrary
    let uploads: Uploads
    /// The number of threads of each job of a batch; nil for jobs of one movie. Movies of a batch are not added to the library, and its files are
    /// packed together.
    var batchThreads: Int?

    /// The maximum total size of a job's files; larger jobs are canceled.
    private static let maximumBytes = 2 << 30
    /// Above this number, an archive of all files is added.
    private static let maximumSingleFiles = 3
    /// The maximum total size of files in an archive, which is built in memory.
    private static let maximumArchivedBytes = 256 << 20

    /// Rejects impossible requests before a job is created.
    func check(_ request: JobRequest) throws(PreviewError) {
        _ = try library.entry(request.movie)
        if let other = request.other { _ = try library.entry(other) }
    }

    /// - Parameter onChange: called after each change of the job.
    func run(_ job: Job, onChange: @escaping @Sendable () -> Void) async {
        do {
            try await finish(job, onChange: onChange)
        } catch {
            job.update { progress in
                progress.phase = .failed
                progress.messages = [[error.message, error.advice].filter { !$0.isEmpty }.joined(separator: "; ")]
            }
        }
    }

    /// The result of a task.
    private struct TaskOutput {
        var messages: [Message] = []
        var report: (any JSONRepresentable & Sendable)?
        /// The name of an output file that is a movie.
        var movie: String?
        /// The name of the output file that is listed first.
        var main: String?
    }

    private func finish(_ job: Job, onChange: @escaping @Sendable () -> Void) async throws(PreviewError) {
        let name = OutputName(try library.entry(job.request.movie).name)
        let notes = Locked<[TaskNote]>([])
        var context = TaskContext()
        context.note = { note in
            if note.level != .detail { notes.withLock { $0.append(note) } }
        }
        if let batchThreads { context.setProcessorCount(batchThreads) }
        context.progress = { step in
            job.update { ($0.done, $0.total) = (step.done, step.total) }
            onChange()
        }
        let made: TaskOutput
        switch job.request.kind {
        case .render: made = try await render(job, name, context)
        case .optimize: made = try await optimize(job, name, context)
        case .fix: made = try await fix(job, name, context)
        case .diff: made = try await diff(job, context)
        }
        guard job.progress.phase == .running else { return }
        var files = try files(of: job, name)
        // An archive of all files stays first.
        if let main = files.firstIndex(where: { $0.name == made.main }), files.first?.name != name.archive {
            files.insert(files.remove(at: main), at: 0)
        }
        let kept = batchThreads == nil ? made.movie : nil
        let movie = try kept.map { (file) throws(PreviewError) in try keep(file, of: job) }
        job.update { progress in
            progress.phase = .done
            progress.done = max(progress.done, progress.total)
            let notes = notes.withLock { $0 }
            progress.messages = notes.filter { $0.warning == nil }.map { $0.text.onPage } + made.messages
            progress.warnings = notes.compactMap(\.warning)
            progress.files = files
            progress.movie = movie
            progress.report = made.report
        }
    }

    // MARK: Tasks

    private var common: CommonOptions { CommonOptions(limits: library.limits) }

    /// A task with the options of the page.
    private func task<Kind: OptionTask>(_ job: Job, _ parameters: [String: Parameter<Kind>]) throws(PreviewError) -> Kind {
        try PreviewError.running { () throws(TaskError) in try Kind(job.request.options, parameters, common: common) }
    }

    /// Converts the task's errors to preview errors without server paths.
    private func running<Value: Sendable>(
        _ job: Job, _ body: () async throws(TaskError) -> Value
    ) async throws(PreviewError) -> Value {
        do throws(TaskError) {
            return try await body()
        } catch {
            let folder = "\(job.folder.path)/"
            throw PreviewError(error) { FileName(path: $0).name(below: folder) ?? $0 }
        }
    }

    /// A movie of the library under the name that the page shows.
    private func movie(_ id: String, as player: PublicPlayer? = nil) throws(PreviewError) -> InputAnimation {
        let name = try library.entry(id).name
        let bytes = try library.bytes(of: id)
        return try PreviewError.running { () throws(TaskError) in
            try InputAnimation(bytes, name: name, folder: nil, options: common.readOptions(as: player))
        }
    }

    private func render(_ job: Job, _ name: OutputName, _ described: TaskContext) async throws(PreviewError) -> TaskOutput {
        var task: RenderTask = try task(job, RenderTask.pageParameters)
        var context = described
        if let vars = job.request.vars { try apply(vars, to: &task, &context) }
        let format = job.request.format ?? .png
        task.format = format
        let output = name.exported(as: format, isOneFrame: job.request.isOneFrame)
        let movie = try movie(job.request.movie, as: task.picture.player)
        let lottie = try library.lottie(job.request.movie)
        let destination = FileName(path: "\(job.folder.path)/\(output)")
        let result = try await running(job) { [task, context] () async throws(TaskError) in
            try lottie?.warnBeforeImport(task.substitution, task.common, context)
            return try await task.run(movie, to: destination, in: context)
        }
        guard let outcome = result.outcome else { return TaskOutput() }
        let text = OutcomeText(outcome, output, quality: task.requestedQuality)
        var made = TaskOutput(main: output)
        if format.printsSummary { made.messages.append(text.line) }
        return made
    }

    /// Sets the page's substitutions, whose file names are uploads.
    private func apply(_ vars: JSONValue, to task: inout RenderTask, _ context: inout TaskContext) throws(PreviewError) {
        let plan = try PreviewError.plan(Array(vars.text(.compact).utf8))
        var inputs = InMemoryInputs()
        for choice in plan.images.values { inputs.pictures[choice.file] = try uploads.image(choice.file.path) }
        task.substitution.parts = plan.steps.map { .step($0) }
        context.inMemory = inputs
    }

    private func optimize(_ job: Job, _ name: OutputName, _ context: TaskContext) async throws(PreviewError) -> TaskOutput {
        let task: OptimizeTask = try task(job, OptimizeTask.pageParameters)
        let bytes = try library.bytes(of: job.request.movie)
        let input = FileName(path: try library.entry(job.request.movie).name)
        return try await running(job) { () async throws(TaskError) in
            let sounds = try task.prepare()
            let result = try await task.run(bytes, of: input, sounds: sounds, in: context)
            try OutputFile.open("\(job.folder.path)/\(name.optimized)", overwriting: false).finish(result.bytes)
            let report = OptimizeReport(result, file: input.path, output: name.optimized)
            return TaskOutput(report: report, movie: name.optimized)
        }
    }

    private func fix(_ job: Job, _ name: OutputName, _ context: TaskContext) async throws(PreviewError) -> TaskOutput {
        let task: FixTask = try task(job, FixTask.pageParameters)
        let bytes = try library.bytes(of: job.request.movie)
        let input = FileName(path: try library.entry(job.request.movie).name)
        return try await running(job) { () async throws(TaskError) in
            let repair = try task.run(bytes, of: input, in: context)
            try OutputFile.open("\(job.folder.path)/\(name.fixed)", overwriting: false).finish(repair.bytes)
            let report = FixReport(repair, file: input.path, output: name.fixed, bytesBefore: bytes.count)
            return TaskOutput(messages: repair.messages, report: report, movie: name.fixed)
        }
    }

    private func diff(_ job: Job, _ context: TaskContext) async throws(PreviewError) -> TaskOutput {
        var task = DiffTask()
        task.common = common
        task.comparesPixels = true
        let (first, second) = (try movie(job.request.movie), try movie(job.request.other ?? ""))
        return try await running(job) { [task] () async throws(TaskError) in
            let limits = task.common.limits
            return TaskOutput(report: try await task.run(try first.movie(limits), try second.movie(limits), in: context).report)
        }
    }

    // MARK: Results

    /// Whether the job has exceeded the maximum output size.
    func isTooLarge(_ job: Job) -> Bool {
        JobRunner.bytes(below: job.folder.path) > JobRunner.maximumBytes
    }

    /// Includes unfinished files, which are in a subfolder.
    private static func bytes(below path: String) -> Int {
        TemporaryFiles.names(in: FilePath(path)).reduce(0) { sum, name in
            var status = stat()
            guard lstat(FilePath(path).appending(name).cString, &status) == 0 else { return sum }
            return sum + (status.st_mode & S_IFMT == S_IFDIR ? bytes(below: "\(path)/\(name)") : Int(status.st_size))
        }
    }

    private func sizes(in folder: PrivateFolder) -> [Job.File] {
        TemporaryFiles.names(in: FilePath(folder.path)).compactMap { name in
            var status = stat()
            return lstat(FilePath(folder.path).appending(name).cString, &status) == 0
                ? Job.File(name: name, bytes: Int(status.st_size)) : nil
        }
    }

    /// The files of a job; above the maximum number, an archive of all files comes first.
    private func files(of job: Job, _ name: OutputName) throws(PreviewError) -> [Job.File] {
        let files = sizes(in: job.folder)
        guard batchThreads == nil, files.count > JobRunner.maximumSingleFiles,
            files.reduce(0, { $0 + $1.bytes }) <= JobRunner.maximumArchivedBytes
        else { return files }
        var entries: [ArchiveEntry] = []
        for file in files { entries.append(ArchiveEntry(name: file.name, bytes: try read(file.name, of: job))) }
        do {
            let bytes = try ZipWriter.archive(entries)
            let output = try OutputFile(path: "\(job.folder.path)/\(name.archive)")
            try output.write(bytes)
            try output.commit()
            return [Job.File(name: name.archive, bytes: bytes.count)] + files
        } catch {
            throw PreviewError(503, "the files cannot be packed: \((error as? SVGAError)?.message ?? Message(verbatim: "\(error)"))")
        }
    }

    /// Adds the created movie to the library.
    private func keep(_ name: String, of job: Job) throws(PreviewError) -> String {
        try library.add(bytes: try read(name, of: job), name: name).id
    }

    /// The bytes of a file that a job has written.
    func read(_ name: String, of job: Job) throws(PreviewError) -> [UInt8] {
        let file = try OpenFile(name, in: job.folder)
        var limits = library.limits
        limits.inputBytes = JobRunner.maximumBytes
        do throws(SVGAError) {
            return try FileBytes.read(file.descriptor, limits: limits)
        } catch {
            throw PreviewError(422, error.message)
        }
    }
}

/// File names for a movie's outputs, based on the movie's name.
struct OutputName {
    /// Without the extension and without characters that have a meaning in paths or frame patterns.
    private let stem: String

    private static let maximumLength = 80

    init(_ name: String) {
        // A Lottie is JSON, which folders do not list.
        let isMovie = name.isMovieName || name.lowercased().hasSuffix(".json")
        let base = isMovie ? FilePath(name).splitAtExtension.before : name
        let plain = String.UnicodeScalarView(
            base.unicodeScalars.prefix(OutputName.maximumLength).map { scalar in
                let isRefused =
                    "/\\%:*?\"<>|".unicodeScalars.contains(scalar) || [.control, .format].contains(scalar.properties.generalCategory)
                return isRefused ? "_" : scalar
            })
        stem = plain.first == "." || plain.isEmpty ? "_" + String(plain) : String(plain)
    }

    var imported: String { "\(stem).svga" }
    var edited: String { "\(stem)-edited.svga" }
    var optimized: String { "\(stem)-small.svga" }
    var fixed: String { "\(stem)-fixed.svga" }
    var archive: String { "\(stem).zip" }

    /// - Parameters:
    ///   - isOneFrame: whether a PNG or JPEG is one file instead of one per frame.
    func exported(as format: OutputFormat, isOneFrame: Bool) -> String {
        switch format {
        case .png, .jpg: isOneFrame ? "\(stem).\(format)" : "\(stem)-%05d.\(format)"
        case .apng, .sheet, .contact: "\(stem).png"
        default: "\(stem).\(format)"
        }
    }
}
