import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// `svga render`: frames of a movie as pictures, an animation or a video.
struct RenderCommand: Command {
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

    static let groups: [ParameterGroup<RenderCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "movies, or folders of them; - is standard input"),
                .option(
                    \.output, "-o", "--output", placeholder: "OUT", help: "a.png, dir/a-%05d.png, a.gif, - …; dir/ for several",
                    required: true),
                .option(\.format, "--format", placeholder: "FORMAT", help: "overrides OUT's extension; svga help encoding"),
                .option(\.frame, "--frame", placeholder: "N", help: "one frame, counted from 0"),
                .option(\.frames, "--frames", placeholder: "LIST", help: "some: 0,8,20-40,60-90:5 (default: all)"),
                .option(\.scale, "--scale", placeholder: "X", help: "pixels per point (default 1)"),
                .option(\.size, "--size", placeholder: "WxH", help: "pixels; a 0 keeps the aspect"),
                .option(\.background, "--background", placeholder: "COLOR", help: "#rgb, #rrggbb, #rrggbbaa or a name (default: none)"),
                .flag(\.overwrites, "--force", help: "overwrite what is there"),
            ]),
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

    /// A movie that fails does not keep the others from being rendered.
    private func render(
        _ batch: RenderBatch, _ clock: inout PhaseClock, _ reporter: ProgressReporter, _ context: CommandContext
    ) async throws(CommandError) -> ExitCode {
        try checkEncoding(for: batch.format)
        var folders: [String] = []
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
        let file = try InputFile(input, options: common.readOptions, context: context)
        clock.finish("read")
        var indices = try file.frameIndices(frame.map(FrameSelection.init(frame:)) ?? frames)
        let shownCount = (indices.count - 1) / (self.timing.every?.value ?? 1) + 1
        let target = if let place { place } else { try RenderOutput(output, format: format, frameCount: shownCount) }
        var renderOptions = renderOptions
        if target.format == .contact {
            if frame == nil && frames == nil && self.timing.every == nil { indices = ContactChoice.frames(of: indices) }
            if size == nil && scale == nil { renderOptions.size = ContactChoice.size(of: file.movie, crop: picture.crop?.rect) }
        }
        let timing = try settledTiming(target.format, file.movie, frames: indices, context)
        let sound = try target.format.hasSound ? SoundChoice.source(encoding.audio ?? .keep, file, context) : nil
        if target.format == .wav {
            try await SoundOutput(path: target.path, overwrites: overwrites).write(sound, timing, file)
            clock.finish("mix")
            return
        }
        let substitutions = try substitution.load(for: file, limits: common.limits, context: context)
        let scene = try file.drawing { () throws(RenderError) in
            try picture.check(file.movie)
            let prepared = PreparedMovie(file.movie, limits: common.limits, threads: work.threads?.value ?? 0)
            return try prepared.scene(options: renderOptions, substitutions: substitutions)
        }
        clock.finish("prepare")
        if Task.isCancelled { throw .interrupted }
        let threads = min(work.threads?.value ?? context.processorCount, indices.count)
        if common.isVerbose && !common.isQuiet { tell(about: file, scene, indices.count, threads, context) }
        let job = RenderJob(
            movie: file.movie, substitutions: substitutions, renderOptions: renderOptions, output: target, encoding: encoding,
            timing: timing, sound: sound, overwrites: overwrites, threads: threads, reporter: reporter)
        let outcome = try await file.exporting(to: target.path) { () async throws(ExportError) in try await job.run(scene) }
        clock.finish("render")
        reporter.finish()
        if target.format.isTold && !common.isQuiet { context.note(OutcomeText.line(outcome, job).printable) }
        if !common.isQuiet, let line = OutcomeText.lostAlpha(outcome, job) { context.note(line.printable) }
    }

    /// Checks the encoding options against the format, and limits the frame rate to what the format can show.
    private func settledTiming(
        _ format: OutputFormat, _ movie: VideoEntity, frames: [Int], _ context: CommandContext
    ) throws(CommandError) -> ExportTiming {
        do throws(UsageError) {
            try encoding.check(for: format)
            var timing = timing.timing(frames: frames)
            guard format == .gif, let highest = GIFSink.highestFrameRate else { return timing }
            if let rate = timing.frameRate {
                guard rate.framesPerSecond <= highest.framesPerSecond else {
                    throw UsageError(message: "a GIF shows at most \(highest) frames a second, not \(rate)", advice: "use --fps \(highest)")
                }
            } else if let rate = timing.shownRate(movie.frameRate), rate.framesPerSecond > highest.framesPerSecond {
                timing.frameRate = highest
                if !common.isQuiet { context.note("svga: a GIF shows at most \(highest) frames a second, so some are left out") }
            }
            return timing
        } catch {
            throw .usage(error)
        }
    }

    private func tell(about file: InputFile, _ scene: Scene, _ count: Int, _ threads: Int, _ context: CommandContext) {
        for diagnostic in file.movie.diagnostics + scene.diagnostics {
            context.note("svga: \(file.name): \(diagnostic.description)".printable)
        }
        let size = "\(scene.widthPixels)×\(scene.heightPixels) px"
        context.note("svga: \(file.name): \(Units.count(count, "frame")) of \(size) with \(Units.count(threads, "thread"))".printable)
    }
}

/// Which part of the picture is drawn, and how: the less common options of `svga render`.
struct PictureOptions: Sendable {
    var crop: CropArgument?
    var only: String?
    var filter: RenderOptions.Filter?

    static let group = ParameterGroup<PictureOptions>(
        "Picture", summary: "--crop --only --filter (svga help picture)",
        [
            .option(\.crop, "--crop", placeholder: "x,y,w,h", help: "only this part of the canvas, in points"),
            .option(\.only, "--only", placeholder: "KEY", help: "only the sprites of this key"),
            .option(\.filter, "--filter", placeholder: "FILTER", help: "bilinear as players do, or best, the default below half size"),
        ])

    /// A part that reaches beyond the canvas is more likely a mistake than meant.
    func check(_ movie: VideoEntity) throws(RenderError) {
        guard let part = crop?.rect else { return }
        let canvas = movie.canvasPixels
        guard part.width > 0, part.height > 0, part.x >= 0, part.y >= 0, part.maxX <= Double(canvas.width),
            part.maxY <= Double(canvas.height)
        else {
            throw .emptyOutput(reason: "the crop does not lie within the canvas, which is \(canvas.width) × \(canvas.height)")
        }
    }
}

extension RenderOptions.Filter: ExpressibleByArgument {}

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

/// The line that tells what was written: `gift.gif: 90 frames, 3 s, 750×750 px, 412.3 KB`.
enum OutcomeText {
    static func line(_ outcome: RenderJob.Outcome, _ job: RenderJob) -> String {
        let result = outcome.result
        var parts = [
            Units.count(result.frames, "frame"), Units.seconds(result.durationSeconds),
            "\(outcome.widthPixels)×\(outcome.heightPixels) px", Units.bytes(result.byteCount),
        ]
        if let effort = outcome.effort { parts.append(given(up: effort, of: job.encoding.quality?.value)) }
        return "svga: \(job.output.path): " + parts.joined(separator: ", ")
    }

    /// Less of what is seen is thin edges of shapes, which nobody misses.
    private static let fewSoftPixels = 0.05

    /// A hint, where a GIF lost more than a few half transparent pixels.
    static func lostAlpha(_ outcome: RenderJob.Outcome, _ job: RenderJob) -> String? {
        let share = outcome.result.lostAlphaShare
        guard share > fewSoftPixels else { return nil }
        let percent = Units.decimal(100 * share, places: 0)
        return "svga: \(job.output.path): \(percent) % of what is seen is half transparent, which a GIF cannot show: "
            + "use --matte COLOR or --background COLOR"
    }

    /// What was reduced to meet `--target-size`.
    private static func given(up effort: ExportEffort, of quality: Int?) -> String {
        var parts: [String] = []
        if effort.quality != quality, let quality = effort.quality { parts.append("quality \(quality)") }
        if effort.scale != 1 { parts.append("\(Units.decimal(100 * effort.scale, places: 0)) % of the size") }
        if effort.dither == 0 { parts.append("dithering") }
        if let rate = effort.frameRate { parts.append("\(Units.decimal(rate.framesPerSecond, places: 2)) frames a second") }
        return parts.isEmpty ? "nothing given up" : "given up for that: " + parts.joined(separator: ", ")
    }
}
