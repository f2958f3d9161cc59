import SVGAFormat
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// Draws the results of requests.
struct Drawing: Sendable {
    /// The fonts and encoded frames that requests share.
    let cache: InputCache

    /// - Parameters:
    ///   - images: the files of ``RenderRequest/images``.
    func render(
        _ task: RenderTask, _ format: OutputFormat, _ movie: SourceFile, _ images: [FileName: SourceFile]
    ) async throws(TaskError) -> ServiceResult {
        var inputs = InMemoryInputs()
        let animation = try movie.animation(task.common.readOptions)
        inputs.movies[SourceFile.name] = InMemoryInputs.Movie(bytes: movie.bytes, animation: animation)
        for (file, image) in images { inputs.pictures[file] = try image.image(task.common.limits, name: "image") }
        var context = TaskContext(inMemory: inputs)
        context.cache = cache
        // The requests share the processors.
        context.setProcessorCount(1)
        let warnings = Locked<[String]>([])
        context.note = { note in
            if let text = note.headerText { warnings.withLock { $0.append(text) } }
        }
        var task = task
        task.format = format
        let bytes = try await task.bytes(of: SourceFile.name, name: "result." + format.fileExtension, in: context)
        return ServiceResult(bytes: bytes, type: format.mediaType, warnings: warnings.withLock { $0 })
    }

    /// The picture of a movie in a list.
    func thumbnail(_ task: ThumbnailTask, _ format: OutputFormat, _ movie: SourceFile) throws(TaskError) -> ServiceResult {
        let file = try movie.animation(task.common.readOptions).movie(task.common.limits)
        guard file.movie.frameCount > 0 else { throw .noFrames(file: file.name) }
        let bytes = try file.drawing { () throws(SVGAError) in
            let prepared = file.prepared ?? PreparedMovie(file.movie, limits: task.common.limits)
            let pixmap = try Thumbnail(prepared, side: task.size?.value ?? 256, frame: task.frame).pixmap
            switch format {
            case .webp: return try pixmap.encoded(as: .webP())
            case .jpg: return try pixmap.encoded(as: .jpeg())
            default: return try pixmap.encoded(as: .png)
            }
        }
        return ServiceResult(bytes: bytes, type: format.mediaType)
    }

    /// The report of a movie as JSON.
    /// - Parameter keysOnly: only the replaceable keys and settable values.
    func inspect(_ common: CommonOptions, keysOnly: Bool, _ movie: SourceFile) throws(TaskError) -> ServiceResult {
        let report = try InspectTask(common: common).report(on: movie.animation(common.readOptions))
        return ServiceResult(report: keysOnly ? report.keysJSON : report.json)
    }

    func validate(_ task: ValidateTask, _ movie: SourceFile) throws(TaskError) -> ServiceResult {
        ServiceResult(report: try task.run(movie.bytes, name: SourceFile.name.path).report.json)
    }

    /// The placement of a key's sprites, or of a Lottie's layers, in each frame.
    func placement(_ task: PlacementTask, _ movie: SourceFile) throws(TaskError) -> ServiceResult {
        ServiceResult(report: try task.run(try movie.animation(task.common.readOptions), in: TaskContext()).json)
    }

    /// Changes a movie. If this task is canceled, the change is canceled.
    func change(
        _ change: MovieHandle.Task, _ options: [JSONValue.Member], _ common: CommonOptions, _ bytes: [UInt8]
    ) async throws(TaskError) -> ServiceResult {
        let stop = CancellationHandle()
        let outcome = await withTaskCancellationHandler {
            do throws(TaskError) {
                let movie = try MovieHandle(bytes: bytes, common)
                return Result<MovieHandle.Output, TaskError>.success(
                    try movie.make(change, options: JSONValue.object(options).text(.compact), stop: stop))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            stop.cancel()
        }
        let output = try outcome.get()
        let isJSON = output.bytes.first == UInt8(ascii: "{")
        return ServiceResult(
            bytes: output.bytes, type: isJSON ? "application/json" : "application/octet-stream",
            warnings: output.notes.compactMap(\.headerText))
    }
}

extension ServiceResult {
    fileprivate init(report: JSONValue) {
        self.init(bytes: Array((report.text(.pretty, escaping: [.short, .controls]) + "\n").utf8), type: "application/json")
    }
}
