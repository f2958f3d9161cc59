import SVGAEdit
import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport
import SVGATasks

/// Runs the task of a job: adds the files that it reads and writes, follows its progress, and finds what it made.
struct JobRunner: Sendable {
    let library: MovieLibrary
    let uploads: Uploads

    /// A job that writes more is stopped.
    private static let maximumBytes = 2 << 30
    /// With more files there is one with all of them.
    private static let maximumSingleFiles = 3
    /// All files together that are packed into one, in memory.
    private static let maximumArchivedBytes = 256 << 20

    /// What makes a request impossible is told at once.
    func check(_ request: JobRequest) throws(PreviewError) {
        _ = try library.entry(request.movie)
        if let other = request.other { _ = try library.entry(other) }
    }

    /// - Parameter tell: called after each change of the job.
    func run(_ job: Job, tell: @escaping @Sendable () -> Void) async {
        do {
            try await finish(job, tell: tell)
        } catch {
            job.update { progress in
                progress.phase = .failed
                progress.message = [error.message, error.advice].filter { !$0.isEmpty }.joined(separator: "; ")
            }
        }
    }

    /// What a task has made.
    private struct Made {
        /// Lines for a person.
        var message: [String] = []
        var report: JSONValue?
        /// The name of a file that is a movie.
        var movie: String?
    }

    private func finish(_ job: Job, tell: @escaping @Sendable () -> Void) async throws(PreviewError) {
        let name = OutputName(try library.entry(job.request.movie).name)
        let notes = Locked<[String]>([])
        var context = TaskContext()
        context.note = { note in
            if note.level == .remark { notes.withLock { $0.append(note.text.text(as: .page).printable) } }
        }
        context.progress = { step in
            job.update { ($0.done, $0.total) = (step.done, step.total) }
            tell()
        }
        let made: Made
        switch job.request.kind {
        case .render: made = try await render(job, name, context)
        case .optimize: made = try await optimize(job, name, context)
        case .diff: made = try await diff(job, context)
        }
        guard job.progress.phase == .running else { return }
        let files = try files(of: job, name)
        let movie = try made.movie.map { (file) throws(PreviewError) in try keep(file, of: job) }
        job.update { progress in
            progress.phase = .done
            progress.done = max(progress.done, progress.total)
            progress.message = (notes.withLock { $0 } + made.message).joined(separator: "\n")
            progress.files = files
            progress.movie = movie
            progress.report = made.report
        }
    }

    // MARK: Tasks

    private var common: CommonOptions { CommonOptions(limits: library.limits) }

    /// A task with the options that the page has set.
    private func task<Kind: OptionTask>(_ job: Job, _ parameters: [String: Parameter<Kind>]) throws(PreviewError) -> Kind {
        try PreviewError.running { () throws(TaskError) in try Kind(job.request.options, parameters, common: common) }
    }

    /// Turns the errors of a task into those of the preview, which name no file of the server.
    private func running<Value: Sendable>(
        _ job: Job, _ body: () async throws(TaskError) -> Value
    ) async throws(PreviewError) -> Value {
        do throws(TaskError) {
            return try await body()
        } catch {
            let folder = "\(job.folder.path)/"
            throw PreviewError(422, error.text(as: .page) { FileName(path: $0).name(below: folder) ?? $0 })
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

    private func render(_ job: Job, _ name: OutputName, _ described: TaskContext) async throws(PreviewError) -> Made {
        var task: RenderTask = try task(job, RenderTask.pageParameters)
        var context = described
        if let vars = job.request.vars { try put(vars, into: &task, &context) }
        let format = job.request.format ?? .png
        task.format = format
        let output = name.exported(as: format, isOneFrame: job.request.isOneFrame)
        let movie = try movie(job.request.movie, as: task.picture.player)
        let place = FileName(path: "\(job.folder.path)/\(output)")
        let result = try await running(job) { [task, context] () async throws(TaskError) in
            try await task.run(movie, to: place, in: context)
        }
        guard let outcome = result.outcome else { return Made() }
        let text = OutcomeText(outcome, output, quality: task.encoding.quality?.value)
        var made = Made()
        if format.printsSummary { made.message.append(text.line.printable) }
        if let line = text.lostAlpha { made.message.append("\(line): set a matte or a background".printable) }
        return made
    }

    /// Puts in what the page has set: names of files are those of uploads.
    private func put(_ vars: JSONValue, into task: inout RenderTask, _ context: inout TaskContext) throws(PreviewError) {
        let plan = try PreviewError.plan(Array(vars.text(.compact).utf8))
        var held = InMemoryInputs()
        for choice in plan.images.values { held.pictures[choice.file] = try uploads.image(choice.file.path) }
        task.substitution.parts = plan.steps.map { .step($0) }
        context.held = held
    }

    private func optimize(_ job: Job, _ name: OutputName, _ context: TaskContext) async throws(PreviewError) -> Made {
        let task: OptimizeTask = try task(job, OptimizeTask.pageParameters)
        let bytes = try library.bytes(of: job.request.movie)
        let input = FileName(path: try library.entry(job.request.movie).name)
        return try await running(job) { () async throws(TaskError) in
            let sounds = try task.prepare()
            let result = try await task.run(bytes, of: input, sounds: sounds, in: context)
            try OutputFile.open("\(job.folder.path)/\(name.optimized)", overwriting: false).finish(result.bytes)
            let report = OptimizeReport(result, file: input.path, output: name.optimized)
            return Made(report: report.json, movie: name.optimized)
        }
    }

    private func diff(_ job: Job, _ context: TaskContext) async throws(PreviewError) -> Made {
        var task = DiffTask()
        task.common = common
        task.comparesPixels = true
        let (first, second) = (try movie(job.request.movie), try movie(job.request.other ?? ""))
        return try await running(job) { [task] () async throws(TaskError) in
            let limits = task.common.limits
            return Made(report: try await task.run(try first.movie(limits), try second.movie(limits), in: context).report.json)
        }
    }

    // MARK: What it made

    /// Whether the job has written more than a page can want.
    func isTooLarge(_ job: Job) -> Bool {
        JobRunner.bytes(below: job.folder.path) > JobRunner.maximumBytes
    }

    /// What is not finished stands in a folder of its own.
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

    /// The files of a job; where there are many, first an archive of all.
    private func files(of job: Job, _ name: OutputName) throws(PreviewError) -> [Job.File] {
        let files = sizes(in: job.folder)
        guard files.count > JobRunner.maximumSingleFiles, files.reduce(0, { $0 + $1.bytes }) <= JobRunner.maximumArchivedBytes else {
            return files
        }
        var entries: [ArchiveEntry] = []
        for file in files { entries.append(ArchiveEntry(name: file.name, bytes: try read(file.name, of: job))) }
        do {
            let bytes = try ZipWriter.archive(entries)
            let output = try OutputFile(path: "\(job.folder.path)/\(name.archive)")
            try output.write(bytes)
            try output.commit()
            return [Job.File(name: name.archive, bytes: bytes.count)] + files
        } catch {
            throw PreviewError(503, "the files cannot be packed: \(error)")
        }
    }

    /// Puts what was made into the library.
    private func keep(_ name: String, of job: Job) throws(PreviewError) -> String {
        try library.add(bytes: try read(name, of: job), name: name).id
    }

    private func read(_ name: String, of job: Job) throws(PreviewError) -> [UInt8] {
        let file = try OpenFile(name, in: job.folder)
        var limits = library.limits
        limits.inputBytes = JobRunner.maximumBytes
        do throws(ReadError) {
            return try FileBytes.read(file.descriptor, limits: limits)
        } catch {
            throw PreviewError(error)
        }
    }
}

/// Names of what is made of a movie, after the movie's own.
struct OutputName {
    /// Without its extension, and without anything that means more than itself in a path or a pattern of frames.
    private let stem: String

    private static let longest = 80

    init(_ name: String) {
        let base = name.isMovieName ? FilePath(name).splitAtExtension.before : name
        let plain = String.UnicodeScalarView(
            base.unicodeScalars.prefix(OutputName.longest).map { scalar in
                let isRefused =
                    "/\\%:*?\"<>|".unicodeScalars.contains(scalar) || [.control, .format].contains(scalar.properties.generalCategory)
                return isRefused ? "_" : scalar
            })
        stem = plain.first == "." || plain.isEmpty ? "_" + String(plain) : String(plain)
    }

    var optimized: String { "\(stem)-small.svga" }
    var archive: String { "\(stem).zip" }

    /// - Parameters:
    ///   - isOneFrame: whether a PNG or JPEG is one file, not one a frame.
    func exported(as format: OutputFormat, isOneFrame: Bool) -> String {
        switch format {
        case .png, .jpg: isOneFrame ? "\(stem).\(format)" : "\(stem)-%05d.\(format)"
        case .apng, .sheet, .contact: "\(stem).png"
        default: "\(stem).\(format)"
        }
    }
}
