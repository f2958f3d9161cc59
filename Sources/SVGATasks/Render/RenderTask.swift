import SVGAEmulation
package import SVGAExport
import SVGALottie
import SVGAModel
package import SVGARender
package import SVGASupport

/// Renders frames of a movie or a Lottie to images, an animation or a video.
package struct RenderTask: OptionTask {
    package var preset: Preset?
    package var format: OutputFormat?
    package var frame: Int?
    package var frames: FrameSelection?
    package var scale: Scale?
    package var size: PixelSize?
    package var background: ColorArgument?
    package var overwrites = false
    /// Whether the outcome of a large lossless WebP has an estimate of its size with loss.
    package var estimatesLoss = false
    package var picture = PictureOptions()
    package var timing = TimingOptions()
    package var encoding = EncodingOptions()
    package var work = WorkOptions()
    package var substitution = SubstitutionOptions()
    package var common = CommonOptions()

    package static let name = "render"

    package init() {}

    /// The options for frames, size and background.
    package static let choices: [Parameter<RenderTask>] = [
        .option(
            \.format, "format", placeholder: "FORMAT", help: "format, if not OUT's extension; \(help: "encoding")",
            "格式，代替 OUT 的扩展名；见 \(help: "encoding")"
        ).scoped(.notOnPage),
        .option(\.frame, "frame", placeholder: "N", help: "render one frame, counted from 0", "只渲染这一帧，帧号从 0 开始").field("Frames"),
        .option(
            \.frames, "frames", placeholder: "LIST", help: "frames, such as 0,8,20-40,60-90:5 (default: all)",
            "帧的列表，例如 0,8,20-40,60-90:5（默认全部）"
        ).field("Frames"),
        .option(\.scale, "scale", placeholder: "X", help: "pixels per point (default 1)", "每点的像素数（默认 1）").field("Size"),
        .option(\.size, "size", placeholder: "WxH", help: "output size in pixels; 0 keeps the aspect ratio", "输出的像素尺寸；一边为 0 则保持宽高比").field(
            "Size"),
        .option(
            \.background, "background", placeholder: "COLOR", help: "#rgb, #rrggbb, #rrggbbaa or a name (default: none)",
            "#rgb、#rrggbb、#rrggbbaa 或颜色名（默认无）"
        ).field("Background"),
    ]

    package static let options = choices + [.flag(\.overwrites, "force", help: "overwrite existing files", "覆盖已有文件").scoped(.jobs)]

    /// The less common options.
    package static let groups: [ParameterGroup<RenderTask>] =
        [
            Preset.group,
            EncodingOptions.group.at(\.encoding),
            TimingOptions.group.at(\.timing),
            PictureOptions.group.at(\.picture),
            WorkOptions.group.at(\.work),
            SubstitutionOptions.group.at(\.substitution),
        ] + commonGroups

    /// All options by long name without dashes.
    package static let parameters = JSONOptions.parameters([ParameterGroup(options)] + groups)

    /// - Parameter inputs: all inputs that use these options.
    package func validate(inputs: [FileName]) throws(TaskError) {
        for pair in RenderTask.exclusivePairs where pair.isGiven(self) {
            throw .usage("\(option: pair.first) and \(option: pair.second) cannot be combined", advice: "use only one of them")
        }
        if let frame, frame < 0 { throw .usage("\(option: "frame") needs a frame number of at least 0, not \(frame)") }
        if substitution.standardInputCount > 0, inputs.count > 1 || inputs.contains(where: \.isFolder) {
            throw .usage("standard input cannot provide a file for several movies", advice: "name a file")
        }
        try substitution.validate(input: inputs.first ?? FileName())
    }

    package func validate() throws(TaskError) { try validate(inputs: []) }

    package var renderOptions: RenderOptions {
        var options = RenderOptions()
        if let scale { options.size = .scale(scale.factor) }
        if let size { options.size = .pixels(width: size.width, height: size.height) }
        options.fit = CanvasFit(picture.fit ?? .contain, gravity: picture.gravity ?? .center)
        options.crop = picture.crop?.rect
        if let color = background?.color, color.alpha > 0 { options.background = color }
        options.only = picture.only
        options.filter = picture.filter
        options.limits = common.limits
        return options
    }

    private static let exclusivePairs = [
        ExclusivePair("frame", \.frame, "frames", \.frames), ExclusivePair("scale", \.scale, "size", \.size),
        ExclusivePair("fps", \.timing.frameRate, "every", \.timing.every),
    ]

    /// Sets of mutually exclusive options, without dashes.
    package static var exclusiveOptions: [Set<String>] { exclusivePairs.map(\.names) }

    /// Resets the options that the named options exclude.
    /// - Parameter names: long names without dashes.
    package mutating func clearConflicting(of names: Set<String>) {
        for pair in RenderTask.exclusivePairs where !names.isDisjoint(with: pair.names) { pair.clear(&self) }
    }

    // MARK: Running

    /// The output and its result.
    package struct Result: Sendable {
        package let output: RenderOutput
        /// nil for an output with sound only.
        package let outcome: RenderJob.Outcome?
    }

    /// Renders a file. The output path depends on the number of frames.
    /// - Parameters:
    ///   - memory: receives the files instead of the disk.
    ///   - writer: receives the bytes of one file instead of the disk.
    @discardableResult
    package func run(
        _ input: FileName, to output: FileName, memory: OutputMemory? = nil, writer: OutputWriter? = nil, in context: TaskContext
    ) async throws(TaskError) -> Result {
        try await run(input, in: context) { (frameCount) throws(TaskError) in
            try checkName(output)
            return try RenderOutput(output, format: namedFormat, frameCount: frameCount, memory: memory, writer: writer)
        }
    }

    /// Renders a file to this output.
    @discardableResult
    package func run(_ input: FileName, to output: RenderOutput, in context: TaskContext) async throws(TaskError) -> Result {
        try await run(input, in: context) { (_) in output }
    }

    /// Renders an animation. The output path depends on the number of frames.
    @discardableResult
    package func run(_ file: InputAnimation, to output: FileName, in context: TaskContext) async throws(TaskError) -> Result {
        try await run(file, in: context) { (frameCount) throws(TaskError) in
            try checkName(output)
            return try RenderOutput(output, format: namedFormat, frameCount: frameCount)
        }
    }

    private typealias Target = (_ frameCount: Int) throws(TaskError) -> RenderOutput

    private func run(_ input: FileName, in context: TaskContext, _ target: Target) async throws(TaskError) -> Result {
        let file = try InputAnimation(input, options: common.readOptions(as: picture.player), context: context)
        context.finished("read")
        if let budget = work.budget { try BudgetTask(budget: budget, common: common).refuseExcess(input, in: context) }
        return try await run(file, in: context, target)
    }

    private func run(_ file: InputAnimation, in context: TaskContext, _ target: Target) async throws(TaskError) -> Result {
        let indices = try file.frameIndices(frame.map(FrameSelection.init(frame:)) ?? frames)
        let output = try target((indices.count - 1) / (timing.every?.value ?? 1) + 1)
        if case .lottie(let lottie) = file, needsMovie(output.format) {
            try lottie.warnBeforeImport(substitution, common, context)
            let imported = try lottie.imported(common.limits)
            context.finished("import")
            reportNotes(lottie.notes(includingImages: !substitution.parts.isEmpty), of: lottie, context)
            return try await run(.movie(imported), in: context, target)
        }
        guard let rules = preset?.rules else { return try await draw(file, to: output, frames: indices, context) }
        let playable = rules.playable(indices, self, file.frameRate)
        if playable.count < indices.count {
            context.remark(
                file.name,
                "the preset \(rules.preset.rawValue) cuts the movie after \(playable.count) of \(indices.count) frames; \(option: "frames") chooses others"
            )
        }
        let task = rules.applied(to: self, output.format, canvas: file.canvas)
        do throws(TaskError) {
            return try await task.draw(file, to: output, frames: playable, context)
        } catch {
            throw naming(error)
        }
    }

    /// - Parameter chosen: the movie's frames in playback order.
    private func draw(
        _ file: InputAnimation, to output: RenderOutput, frames chosen: [Int], _ context: TaskContext
    ) async throws(TaskError) -> Result {
        var (indices, renderOptions) = (chosen, self.renderOptions)
        if output.format == .contact {
            if frame == nil && frames == nil && timing.every == nil { indices = ContactChoice.frames(of: indices) }
            if size == nil && scale == nil { renderOptions.size = ContactChoice.size(of: file.canvas, crop: picture.crop?.rect) }
        }
        try TaskError.naming(file.name) { () throws(SVGAError) in try picture.check(file.canvas) }
        var job = RenderJob(
            output: output, encoding: encoding, overwrites: overwrites,
            threads: min(work.threads?.value ?? context.processorCount, indices.count), progress: context.progress)
        job.background = renderOptions.background
        job.encoded = context.cache?.encoded
        job.estimatesLoss = estimatesLoss && preset == nil
        job.keepsSize = preset?.rules.hasFixedSize ?? false
        switch file {
        case .movie(let movie):
            job.timing = try resolvedTiming(output.format, movie.name, movie.movie.frameRate, frames: indices, context)
            return try await render(movie, job, renderOptions, context)
        case .lottie(let lottie):
            let animation = try lottie.animation(renderOptions, substitution, common, context: context)
            job.timing = try resolvedTiming(output.format, lottie.name, animation.frameRate, frames: indices, context)
            job.sound = try output.format.hasSound ? SoundChoice.source(encoding.audio ?? .keep, nil) : nil
            context.finished("prepare")
            reportNotes(lottie.notes(includingImages: false), of: lottie, context)
            reportDetails(lottie.name, [], animation, indices.count, job.threads, context)
            return try await write(animation, file, job, context) { (size) throws(SVGAError) in try animation.resized(size) }
        }
    }

    private func render(
        _ file: InputFile, _ movieJob: RenderJob, _ renderOptions: RenderOptions, _ context: TaskContext
    ) async throws(TaskError) -> Result {
        var job = movieJob
        job.sound = try job.output.format.hasSound ? SoundChoice.source(encoding.audio ?? .keep, file.movie) : nil
        if job.output.format == .wav {
            try warnAboutDamage(of: file, in: job.timing.frames ?? Array(0..<file.movie.frameCount), context)
            try await SoundOutput(destination: job.destination).write(job.sound, job.timing, file)
            context.finished("mix")
            return Result(output: job.output, outcome: nil)
        }
        let scene = try scene(of: file, renderOptions, context)
        context.finished("prepare")
        if Task.isCancelled { throw .interrupted }
        if let failure = (job.timing.frames ?? Array(0..<scene.frameCount)).lazy.compactMap({ scene.playerFailure(frame: $0) }).first {
            throw .player(file: file.name, failure)
        }
        try warn(about: scene, file, job, context)
        let notes = (file.movie.diagnostics + scene.diagnostics).map(\.line)
        reportDetails(file.name, notes, scene, job.timing.frames?.count ?? scene.frameCount, job.threads, context)
        return try await write(scene, .movie(file), job, context) { (size) throws(SVGAError) in
            var options = renderOptions
            options.size = size
            return try scene.prepared.scene(options: options, substitutions: scene.substitutions)
        }
    }

    /// The scene of a movie with the task's images and texts.
    package func scene(of file: InputFile, _ renderOptions: RenderOptions, _ context: TaskContext) throws(TaskError) -> SVGAScene {
        let substitutions = try substitution.load(for: file, common, context: context)
        return try file.drawing { () throws(SVGAError) in
            let prepared = file.prepared ?? PreparedMovie(file.movie, limits: common.limits, threads: work.threads?.value ?? 0)
            return try prepared.scene(options: renderOptions, substitutions: substitutions)
        }
    }

    /// - Parameter resized: creates the animation at another size.
    private func write<Animation: PlayableAnimation>(
        _ animation: Animation, _ file: InputAnimation, _ job: RenderJob, _ context: TaskContext,
        resized: @escaping @Sendable (RenderOptions.OutputSize) throws(SVGAError) -> Animation
    ) async throws(TaskError) -> Result {
        var job = job
        let refused = Locked<TaskWarning?>(nil)
        let (format, path, inputBytes) = (job.output.format, job.output.path, file.byteCount)
        @Sendable func warnings(_ result: ExportResult) -> [TaskWarning] {
            let images = (animation as? LottieAnimation)?.imageWarnings ?? []
            return images.map { TaskWarning(file: file.name, $0) }
                + self.warnings(about: result, format, inputBytes: inputBytes).map { TaskWarning(file: path, $0) }
        }
        job.willCommit = { result throws(SVGAError) in
            for warning in warnings(result) {
                guard common.refuses(warning.code) else { continue }
                refused.withLock { $0 = warning }
                throw .cancelled
            }
        }
        let outcome: RenderJob.Outcome
        do throws(TaskError) {
            outcome = try await file.exporting(to: path) { [job] () async throws(SVGAError) in
                try await job.run(animation, resized: resized)
            }
        } catch {
            if let warning = refused.withLock({ $0 }) { throw .warning(warning) }
            throw error
        }
        for warning in warnings(outcome.result) { try common.warn(warning.file, warning.detail, in: context) }
        context.finished("render")
        for violation in preset?.rules.violations(of: outcome) ?? [] { context.remark(job.output.path, violation) }
        return Result(output: job.output, outcome: outcome)
    }

    /// Whether a Lottie must be converted to a movie: the output stores sprites, or only some sprites are drawn.
    private func needsMovie(_ format: OutputFormat) -> Bool {
        switch format {
        case .js, .wav: true
        case .html: !encoding.bakesFrames
        default: !encoding.vapx.isEmpty || picture.only != nil
        }
    }

    /// Checks the encoding options, and limits the frame rate to the format's maximum.
    private func resolvedTiming(
        _ format: OutputFormat, _ name: String, _ frameRate: FrameRate, frames: [Int], _ context: TaskContext
    ) throws(TaskError) -> ExportTiming {
        try encoding.check(for: format)
        var timing = timing.timing(frames: frames)
        if let rules = preset?.rules {
            if frame == nil, self.frames == nil { timing.maximumSeconds = rules.maximumSeconds }
            timing.frameRate = rules.frameRate(timing, frameRate) ?? timing.frameRate
        }
        if [.apng, .webp, .avif].contains(format), frames.count > 1, let rate = timing.shownRate(frameRate),
            rate.framesPerSecond > RenderTask.highestBrowserRate
        {
            try common.warn(name, .slowFrames(format, rate), in: context)
        }
        guard format == .gif, let highest = GIFSink.highestFrameRate else { return timing }
        if let rate = timing.frameRate {
            guard rate.framesPerSecond <= highest.framesPerSecond else {
                throw .usage(
                    "a GIF shows at most \(highest) frames per second, not \(rate)", advice: "use \(option: "fps", "\(highest)")"
                )
            }
        } else if let rate = timing.shownRate(frameRate), rate.framesPerSecond > highest.framesPerSecond {
            timing.frameRate = highest
            try common.warn(name, .framesLeftOut(highest: highest), in: context)
        }
        return timing
    }

    /// Above this rate some frames have at most 10 ms, which browsers replace by 100 ms.
    private static let highestBrowserRate = 90.0

    /// Reports the parts of a Lottie that are not drawn as intended.
    private func reportNotes(_ diagnostics: [Diagnostic], of lottie: LottieFile, _ context: TaskContext) {
        let notes = diagnostics.map(\.lottieText)
        if context.listsAllNotes {
            for note in notes { context.remark(lottie.name, TaskText(note)) }
            return
        }
        if let first = notes.first, !common.isVerbose {
            let more: TaskText = notes.count > 1 ? " (and \(notes.count - 1) more, see \(option: "verbose"))" : ""
            return context.remark(lottie.name, "\(first)\(more)")
        }
        for note in notes { context.detail(lottie.name, TaskText(note)) }
    }

    private func reportDetails(
        _ name: String, _ notes: [Message], _ animation: some PlayableAnimation, _ count: Int, _ threads: Int, _ context: TaskContext
    ) {
        for note in notes { context.detail(name, TaskText(note)) }
        let size = "\(animation.widthPixels)×\(animation.heightPixels) px"
        context.detail(name, "\(Units.count(count, "frame")) of \(size) with \(Units.count(threads, "thread"))")
    }
}

/// Two options of ``RenderTask`` that cannot be combined.
private struct ExclusivePair: Sendable {
    /// Without dashes.
    let first: String
    let second: String
    /// Whether both are given.
    let isGiven: @Sendable (RenderTask) -> Bool
    let clear: @Sendable (inout RenderTask) -> Void

    init<First, Second>(
        _ first: String, _ firstPath: Parameter<RenderTask>.Path<First?>,
        _ second: String, _ secondPath: Parameter<RenderTask>.Path<Second?>
    ) {
        (self.first, self.second) = (first, second)
        isGiven = { $0[keyPath: firstPath] != nil && $0[keyPath: secondPath] != nil }
        clear = { ($0[keyPath: firstPath], $0[keyPath: secondPath]) = (nil, nil) }
    }

    var names: Set<String> { [first, second] }
}
