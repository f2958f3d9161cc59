import SVGAExport
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// `svga render`: frames of a movie as pictures, an animation or a video.
struct RenderCommand: LimitedCommand {
    var inputs: [FileName] = []
    var output = FileName()
    var format: OutputFormat?
    var frame: Int?
    var frames: FrameSelection?
    var scale: Scale?
    var size: PixelSize?
    var background: ColorArgument?
    var overwrites = false
    var picture = PictureOptions()
    var timing = TimingOptions()
    var encoding = EncodingOptions()
    var work = WorkOptions()
    var substitution = SubstitutionOptions()
    var common = CommonOptions()

    static let name = "render"
    static let abstract = "Renders frames exactly, as pictures, animations or video"
    static let examples = [
        "svga render samples/gift.svga -o gift.png --frame 20",
        "svga render samples/gift.svga -o gift.webp --size 300x0 --set-text name=Ann",
    ]

    /// Which picture is drawn, for jobs of `svga batch` too.
    static let choices: [Parameter<RenderCommand>] = [
        .option(\.format, "--format", placeholder: "FORMAT", help: "overrides OUT's extension; svga help encoding"),
        .option(\.frame, "--frame", placeholder: "N", help: "one frame, counted from 0"),
        .option(\.frames, "--frames", placeholder: "LIST", help: "some: 0,8,20-40,60-90:5 (default: all)"),
        .option(\.scale, "--scale", placeholder: "X", help: "pixels per point (default 1)"),
        .option(\.size, "--size", placeholder: "WxH", help: "pixels; a 0 keeps the aspect"),
        .option(\.background, "--background", placeholder: "COLOR", help: "#rgb, #rrggbb, #rrggbbaa or a name (default: none)"),
    ]

    static let groups: [ParameterGroup<RenderCommand>] =
        [
            ParameterGroup(
                "Options",
                [
                    .arguments(\.inputs, "IN…", help: "movies or Lotties, or folders of movies; - is standard input"),
                    .option(
                        \.output, "-o", "--output", placeholder: "OUT", help: "a.png, dir/a-%05d.png, a.gif, - …; dir/ for several",
                        required: true),
                ] + choices + [.flag(\.overwrites, "--force", help: "overwrite what is there")])
        ] + optionGroups

    /// Everything that is less common.
    static let optionGroups: [ParameterGroup<RenderCommand>] = [
        EncodingOptions.group.at(\.encoding),
        TimingOptions.group.at(\.timing),
        PictureOptions.group.at(\.picture),
        WorkOptions.group.at(\.work),
        SubstitutionOptions.group.at(\.substitution),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if frame != nil && frames != nil { throw UsageError(message: "--frame and --frames cannot go together", advice: "use one of them") }
        if scale != nil && size != nil { throw UsageError(message: "--scale and --size cannot go together", advice: "use one of them") }
        if let frame, frame < 0 { throw UsageError(message: "--frame needs a frame from 0 on, not \(frame)") }
        try timing.validate()
        if inputs.count > 1 {
            if output.isStandardStream {
                throw UsageError(message: "several movies cannot go to standard output", advice: "name a folder with -o")
            }
            if inputs.contains(where: \.isStandardStream) { throw UsageError(message: "standard input (-) can be rendered only alone") }
        }
        if substitution.standardInputCount > 0, inputs.count > 1 || inputs.contains(where: \.isFolder) {
            throw UsageError(message: "what is set for several movies cannot come from standard input", advice: "name a file")
        }
        try substitution.validate(input: inputs.first ?? FileName())
    }

    var renderOptions: RenderOptions {
        var options = RenderOptions()
        if let scale { options.size = .scale(scale.factor) }
        if let size { options.size = .pixels(width: size.width, height: size.height) }
        options.crop = picture.crop?.rect
        if let color = background?.color, color.alpha > 0 { options.background = color }
        options.only = picture.only
        options.filter = picture.filter
        options.limits = common.limits
        return options
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let reporter = ProgressReporter(work.progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        var code = ExitCode.done
        if let batch = try RenderBatch(inputs, output: output, format: format, isOneFrame: frame != nil) {
            code = try await render(batch, &clock, reporter, context)
        } else {
            try await render(inputs[0], to: nil, &clock, reporter, context)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return code
    }

    /// The first movie alone, without a word: what a job of `svga batch` asks for, and other languages.
    /// - Parameter reporter: nil: nobody is told how far it is.
    func runAlone(in context: CommandContext, reporter: ProgressReporter? = nil) async throws(CommandError) {
        var clock = PhaseClock()
        let silent = ProgressReporter(.none, isQuiet: true, stream: context.errors)
        try await render(inputs[0], to: nil, &clock, reporter ?? silent, context)
    }

    /// Options of which each clears the others, without dashes.
    static let rivals: [Set<String>] = [["frame", "frames"], ["scale", "size"], ["fps", "every"]]

    /// Forgets what cannot go together with options that are set now.
    /// - Parameter names: long ones without dashes.
    mutating func clearRivals(of names: Set<String>) {
        if !names.isDisjoint(with: ["frame", "frames"]) { (frame, frames) = (nil, nil) }
        if !names.isDisjoint(with: ["scale", "size"]) { (scale, size) = (nil, nil) }
        if !names.isDisjoint(with: ["fps", "every"]) { (timing.frameRate, timing.every) = (nil, nil) }
    }

    /// What draws a movie, with the pictures and texts that are put into it.
    func scene(of file: InputFile, _ renderOptions: RenderOptions, _ context: CommandContext) throws(CommandError) -> Scene {
        let substitutions = try substitution.load(for: file, limits: common.limits, context: context)
        return try file.drawing { () throws(RenderError) in
            let prepared = file.prepared ?? PreparedMovie(file.movie, limits: common.limits, threads: work.threads?.value ?? 0)
            return try prepared.scene(options: renderOptions, substitutions: substitutions)
        }
    }

    /// A movie that fails does not keep the others from being rendered.
    private func render(
        _ batch: RenderBatch, _ clock: inout PhaseClock, _ reporter: ProgressReporter, _ context: CommandContext
    ) async throws(CommandError) -> ExitCode {
        try checkEncoding(for: batch.format)
        var folders: [FilePath] = []
        // Those that have stayed empty go.
        defer { for folder in folders.reversed() { TemporaryFiles.removeFolder(folder) } }
        try batch.makeFolder(&folders)
        var failures: [ExitCode] = []
        for (position, step) in batch.steps.enumerated() {
            reporter.begin(ProgressReporter.Part(name: step.input.path, position: position, count: batch.steps.count))
            do throws(CommandError) {
                if Task.isCancelled { throw .interrupted }
                try await render(step.input, to: step.output, &clock, reporter, context)
            } catch {
                if case .interrupted = error { throw error }
                reporter.finish()
                context.report(error)
                failures.append(error.exitCode)
            }
        }
        return .batch(failures, of: batch.steps.count)
    }

    private func checkEncoding(for format: OutputFormat) throws(CommandError) {
        do throws(UsageError) {
            try encoding.check(for: format)
        } catch {
            throw .usage(error)
        }
    }

    /// - Parameter place: where this movie's output goes; nil: as ``output`` says for the only one.
    private func render(
        _ input: FileName, to place: RenderOutput?, _ clock: inout PhaseClock, _ reporter: ProgressReporter, _ context: CommandContext
    ) async throws(CommandError) {
        let file = try ShownFile(input, options: common.readOptions(as: picture.player), context: context)
        clock.finish("read")
        try await render(file, to: place, &clock, reporter, context)
    }

    private func render(
        _ file: ShownFile, to place: RenderOutput?, _ clock: inout PhaseClock, _ reporter: ProgressReporter, _ context: CommandContext
    ) async throws(CommandError) {
        var indices = try file.frameIndices(frame.map(FrameSelection.init(frame:)) ?? frames)
        let shownCount = (indices.count - 1) / (self.timing.every?.value ?? 1) + 1
        let target = if let place { place } else { try RenderOutput(output, format: format, frameCount: shownCount) }
        if case .lottie(let lottie) = file, needsMovie(target.format) {
            let imported = try lottie.imported(common.limits)
            clock.finish("import")
            return try await render(.movie(imported), to: place, &clock, reporter, context)
        }
        var renderOptions = renderOptions
        if target.format == .contact {
            if frame == nil && frames == nil && self.timing.every == nil { indices = ContactChoice.frames(of: indices) }
            if size == nil && scale == nil { renderOptions.size = ContactChoice.size(of: file.canvas, crop: picture.crop?.rect) }
        }
        try CommandError.rendering(file.name) { () throws(RenderError) in try picture.check(file.canvas) }
        var job = RenderJob(
            output: target, encoding: encoding, overwrites: overwrites,
            threads: min(work.threads?.value ?? context.processorCount, indices.count), reporter: reporter)
        job.background = renderOptions.background
        job.encoded = context.kept?.encoded
        switch file {
        case .movie(let movie):
            job.timing = try settledTiming(target.format, movie.movie.frameRate, frames: indices, context)
            try await render(movie, job, renderOptions, &clock, context)
        case .lottie(let lottie):
            let animation = try lottie.animation(renderOptions, substitution, context: context)
            job.timing = try settledTiming(target.format, animation.frameRate, frames: indices, context)
            job.sound = try target.format.hasSound ? SoundChoice.source(encoding.audio ?? .keep, nil, context) : nil
            clock.finish("prepare")
            let notes = lottie.composition.notes.map(\.description)
            if let first = notes.first, !common.isVerbose && !common.isQuiet {
                let more = notes.count > 1 ? " (and \(notes.count - 1) more, see --verbose)" : ""
                context.note("svga: \(lottie.name): \(first)\(more)".printable)
            }
            tell(about: lottie.name, notes, animation, indices.count, job.threads, context)
            try await write(animation, file, job, &clock, context) { (size) throws(RenderError) in try animation.resized(size) }
        }
    }

    private func render(
        _ file: InputFile, _ movieJob: RenderJob, _ renderOptions: RenderOptions, _ clock: inout PhaseClock, _ context: CommandContext
    ) async throws(CommandError) {
        var job = movieJob
        job.sound = try job.output.format.hasSound ? SoundChoice.source(encoding.audio ?? .keep, file.movie, context) : nil
        if job.output.format == .wav {
            try await SoundOutput(path: job.output.path, overwrites: overwrites).write(job.sound, job.timing, file)
            clock.finish("mix")
            return
        }
        let scene = try scene(of: file, renderOptions, context)
        clock.finish("prepare")
        if Task.isCancelled { throw .interrupted }
        if let failure = (job.timing.frames ?? Array(0..<scene.frames)).lazy.compactMap({ scene.playerFailure(frame: $0) }).first {
            throw .player(file: file.name, failure)
        }
        let notes = (file.movie.diagnostics + scene.diagnostics).map(\.description)
        tell(about: file.name, notes, scene, job.timing.frames?.count ?? scene.frames, job.threads, context)
        try await write(scene, .movie(file), job, &clock, context) { (size) throws(RenderError) in
            var options = renderOptions
            options.size = size
            return try scene.prepared.scene(options: options, substitutions: scene.substitutions)
        }
    }

    /// - Parameter resized: the same at another size.
    private func write<Shown: Animation>(
        _ shown: Shown, _ file: ShownFile, _ job: RenderJob, _ clock: inout PhaseClock, _ context: CommandContext,
        resized: @escaping @Sendable (RenderOptions.OutputSize) throws(RenderError) -> Shown
    ) async throws(CommandError) {
        let outcome = try await file.exporting(to: job.output.path) { () async throws(ExportError) in
            try await job.run(shown, resized: resized)
        }
        clock.finish("render")
        job.reporter.finish()
        if job.output.format.isTold && !common.isQuiet { context.note(OutcomeText.line(outcome, job).printable) }
        if !common.isQuiet, let line = OutcomeText.lostAlpha(outcome, job) { context.note(line.printable) }
    }

    /// Whether a Lottie has to become a movie first: what is written holds sprites, or only some of them are drawn.
    private func needsMovie(_ format: OutputFormat) -> Bool {
        switch format {
        case .js, .wav: true
        case .html: !encoding.bakesFrames
        default: !encoding.vapx.isEmpty || picture.only != nil
        }
    }

    /// Checks the encoding options against the format, and limits the frame rate to what the format can show.
    private func settledTiming(
        _ format: OutputFormat, _ frameRate: FrameRate, frames: [Int], _ context: CommandContext
    ) throws(CommandError) -> ExportTiming {
        do throws(UsageError) {
            try encoding.check(for: format)
            var timing = timing.timing(frames: frames)
            guard format == .gif, let highest = GIFSink.highestFrameRate else { return timing }
            if let rate = timing.frameRate {
                guard rate.framesPerSecond <= highest.framesPerSecond else {
                    throw UsageError(message: "a GIF shows at most \(highest) frames a second, not \(rate)", advice: "use --fps \(highest)")
                }
            } else if let rate = timing.shownRate(frameRate), rate.framesPerSecond > highest.framesPerSecond {
                timing.frameRate = highest
                if !common.isQuiet { context.note("svga: a GIF shows at most \(highest) frames a second, so some are left out") }
            }
            return timing
        } catch {
            throw .usage(error)
        }
    }

    private func tell(
        about name: String, _ notes: [String], _ shown: some Animation, _ count: Int, _ threads: Int, _ context: CommandContext
    ) {
        guard common.isVerbose && !common.isQuiet else { return }
        for note in notes { context.note("svga: \(name): \(note)".printable) }
        let size = "\(shown.widthPixels)×\(shown.heightPixels) px"
        context.note("svga: \(name): \(Units.count(count, "frame")) of \(size) with \(Units.count(threads, "thread"))".printable)
    }
}

/// Which part of the picture is drawn, and how: the less common options of `svga render`.
struct PictureOptions: Sendable {
    var crop: CropArgument?
    var only: String?
    var filter: RenderOptions.Filter?
    var player: PublicPlayer?

    static let group = ParameterGroup<PictureOptions>(
        "Picture", summary: "--crop --only --filter --player (svga help picture)",
        [
            .option(\.crop, "--crop", placeholder: "x,y,w,h", help: "only this part of the canvas, in points"),
            .option(\.only, "--only", placeholder: "KEY", help: "only the sprites of this key"),
            .option(\.filter, "--filter", placeholder: "FILTER", help: "bilinear as players do, or best, the default below half size"),
            .option(\.player, "--player", placeholder: "PLAYER", help: "as ios, android, web, web-lite or flutter draws it"),
        ])

    /// A part that reaches beyond the canvas is more likely a mistake than meant.
    func check(_ canvas: (width: Int, height: Int)) throws(RenderError) {
        guard let part = crop?.rect else { return }
        guard part.width > 0, part.height > 0, part.x >= 0, part.y >= 0, part.maxX <= Double(canvas.width),
            part.maxY <= Double(canvas.height)
        else {
            throw .emptyOutput(reason: "the crop does not lie within the canvas, which is \(canvas.width) × \(canvas.height)")
        }
    }
}

extension RenderOptions.Filter: ExpressibleByArgument {}

extension PublicPlayer: ExpressibleByArgument {
    init?(argument: String) { self.init(name: argument) }

    static var allValueStrings: [String] { allCases.map(\.name) }
}

/// How the work is done and shown.
struct WorkOptions: Sendable {
    var threads: PositiveCount?
    var progress = ProgressReporter.Mode.auto

    static let group = ParameterGroup<WorkOptions>(
        "Work", summary: "--threads --progress (svga help work)",
        [
            .option(\.threads, "--threads", placeholder: "N", help: "default: one for each processor"),
            .option(\.progress, "--progress", placeholder: "MODE", help: "auto (on a terminal), json (a line each) or none"),
        ])
}
