import SVGAExport
import SVGAModel
import SVGARender

/// `svga render`: frames of a movie as PNG files or raw pixels.
struct RenderCommand: Command {
    var input = FileName()
    var output = FileName()
    var format: RenderOutput.Format?
    var frame: Int?
    var frames: FrameSelection?
    var scale: Scale?
    var size: PixelSize?
    var background: ColorArgument?
    var crop: CropArgument?
    var only: String?
    var filter = RenderOptions.Filter.bilinear
    var threads: PositiveCount?
    var overwrites = false
    var progress = ProgressReporter.Mode.auto
    var substitution = SubstitutionOptions()
    var common = CommonOptions()

    static let name = "render"
    static let abstract = "Renders frames exactly, as PNG files or raw pixels"
    static let examples = [
        "svga render samples/gift.svga -o gift.png --frame 20",
        "svga render samples/gift.svga -o out/%03d.png --frames 0-40:2 --size 300x0",
    ]

    static let groups: [ParameterGroup<RenderCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(
                    \.output, "-o", "--output", placeholder: "OUT", help: "a.png, dir/a-%05d.png, dir/, or - for standard output",
                    required: true),
                .option(\.format, "--format", placeholder: "FORMAT", help: "png, or rgba (8-bit straight alpha, frames in a row)"),
                .option(\.frame, "--frame", placeholder: "N", help: "one frame, counted from 0"),
                .option(\.frames, "--frames", placeholder: "LIST", help: "some: 0,8,20-40,60-90:5 (default: all)"),
                .option(\.scale, "--scale", placeholder: "X", help: "pixels per point (default 1)"),
                .option(\.size, "--size", placeholder: "WxH", help: "pixels; a 0 keeps the aspect"),
                .option(\.crop, "--crop", placeholder: "x,y,w,h", help: "only this part of the canvas, in points"),
                .option(\.background, "--background", placeholder: "COLOR", help: "#rgb, #rrggbb, #rrggbbaa or a name (default: none)"),
                .option(\.only, "--only", placeholder: "KEY", help: "only the sprites of this key"),
                .option(\.filter, "--filter", placeholder: "FILTER", help: "bilinear as players do, or best when shrinking a lot"),
                .option(\.threads, "--threads", placeholder: "N", help: "default: one for each processor"),
                .flag(\.overwrites, "--force", help: "overwrite what is there"),
                .option(\.progress, "--progress", placeholder: "MODE", help: "auto (on a terminal), json (a line each) or none"),
            ]),
        SubstitutionOptions.group.at(\.substitution),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if frame != nil && frames != nil { throw UsageError(message: "--frame and --frames cannot go together", advice: "use one of them") }
        if scale != nil && size != nil { throw UsageError(message: "--scale and --size cannot go together", advice: "use one of them") }
        if let frame, frame < 0 { throw UsageError(message: "--frame needs a frame from 0 on, not \(frame)") }
        try substitution.validate(input: input)
    }

    var renderOptions: RenderOptions {
        var options = RenderOptions()
        if let scale { options.size = .scale(scale.factor) }
        if let size { options.size = .pixels(width: size.width, height: size.height) }
        options.crop = crop?.rect
        if let color = background?.color, color.alpha > 0 { options.background = color }
        options.only = only
        options.filter = filter
        options.limits = common.limits
        return options
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let file = try InputFile(input, options: common.readOptions, context: context)
        clock.finish("read")
        let indices = try file.frameIndices(frame.map(FrameSelection.init(frame:)) ?? frames)
        let target = try RenderOutput(output, format: format, frameCount: indices.count)
        let renderer = try file.renderer(renderOptions, substitution, context: context)
        clock.finish("prepare")
        if Task.isCancelled { throw .interrupted }
        let threads = min(threads?.value ?? context.processorCount, indices.count)
        if common.isVerbose && !common.isQuiet { tell(about: file, renderer, indices.count, threads, context) }
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        let export = FrameExport(target: target, overwrites: overwrites, threads: threads, reporter: reporter)
        defer { reporter.finish() }
        try await export.run(renderer, frames: indices, file: file.name)
        clock.finish("render")
        reporter.finish()
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }

    private func tell(about file: InputFile, _ renderer: MovieRenderer, _ count: Int, _ threads: Int, _ context: CommandContext) {
        for diagnostic in file.movie.diagnostics + renderer.diagnostics {
            context.note("svga: \(file.name): \(diagnostic.description)".printable)
        }
        let size = "\(renderer.widthPixels)×\(renderer.heightPixels) px"
        context.note("svga: \(file.name): \(Units.count(count, "frame")) of \(size) with \(Units.count(threads, "thread"))".printable)
    }
}

extension RenderOptions.Filter: ExpressibleByArgument {}
