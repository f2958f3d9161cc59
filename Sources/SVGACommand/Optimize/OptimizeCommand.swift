import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// `svga optimize`: a smaller file that shows the same.
struct OptimizeCommand: LimitedCommand {
    var input = FileName()
    var output: FileName?
    var format: MovieFormat?
    var lossy = LossyOptions()
    var keptKeys: [String] = []
    var renamesKeys = false
    var cropsMargins = false
    var usesZopfli = false
    var usesWebP = false
    var isDry = false
    var overwrites = false
    var isJSON = false
    var progress = ProgressReporter.Mode.auto
    var common = CommonOptions()

    static let name = "optimize"
    static let abstract = "Makes a file smaller; lossless unless told otherwise"
    static let examples = [
        "svga optimize samples/gift.svga -o small.svga",
        "svga optimize samples/gift.svga --quality 80 --dry-run --json",
    ]

    static let groups: [ParameterGroup<OptimizeCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "a movie; - is standard input"),
                .option(\.output, "-o", "--output", placeholder: "OUT", help: "a file; - is standard output"),
                .option(\.format, "--to", placeholder: "FORMAT", help: "2, 1-json or 1-binary; default: as it is"),
                .option(\.keptKeys, "--keep", placeholder: "KEY", help: "keep it, though never visible; repeatable"),
                .flag(\.renamesKeys, "--rename-keys", help: "same pictures get one key, and are set together"),
                .flag(\.cropsMargins, "--crop", help: "cut transparent margins; what is set by key moves"),
                .flag(\.usesZopfli, "--zopfli", help: "some percent smaller, much slower"),
                .flag(\.usesWebP, "--webp", help: "WebP where smaller; older players draw none"),
                .flag(\.isDry, "--dry-run", help: "write nothing, only report"),
                .flag(\.overwrites, "--force", help: "overwrite what is there, the input too"),
                .flag(\.isJSON, "--json", help: "the report as JSON on standard output"),
                .option(\.progress, "--progress", placeholder: "MODE", help: "auto, json or none"),
            ]),
        LossyOptions.group.at(\.lossy),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        guard let output else {
            if isDry { return }
            throw UsageError(message: "optimize needs -o OUT", advice: "or only report with --dry-run")
        }
        if isDry { throw UsageError(message: "--dry-run writes nothing, so -o has no use") }
        if isJSON && output.isStandardStream { throw UsageError(message: "--json and -o - both need standard output") }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let bytes = try InputFile.bytes(of: input, limits: common.limits, context: context)
        if common.isStrict { try refuseFaults(bytes) }
        clock.finish("read")
        // Opened before the work, which may take minutes: a file that exists already is an error at once.
        let file = try output.map { (output) throws(CommandError) in try OutputFile.open(output.path, overwriting: overwrites) }
        let result = try await optimize(bytes, context)
        clock.finish("optimize")
        try file?.finish(result.bytes)
        clock.finish("write")
        let report = OptimizeReport(result, file: input.path, output: output?.path)
        if isJSON { try context.print(json: report.json) }
        if !common.isQuiet && !isJSON { context.note(OptimizeText(report, isVerbose: common.isVerbose, screen: context.errors).text) }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }

    private func optimize(_ bytes: [UInt8], _ context: CommandContext) async throws(CommandError) -> Optimization {
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        do throws(EditError) {
            return try await Optimizer.optimize(bytes, options: options(context)) { done, total in
                reporter.update(done: done, total: total)
            }
        } catch {
            throw commandError(error)
        }
    }

    private func options(_ context: CommandContext) -> OptimizeOptions {
        var options = OptimizeOptions()
        options.format = format
        options.keptKeys = keptKeys
        options.renamesKeys = renamesKeys
        options.cropsMargins = cropsMargins
        options.usesZopfli = usesZopfli
        options.usesWebP = usesWebP
        lossy.apply(to: &options)
        options.limits = common.limits
        options.threads = context.processorCount
        return options
    }

    private func commandError(_ error: EditError) -> CommandError {
        switch error {
        case .write(.unsupported):
            .conversion(file: input.path, message: error.description, advice: "convert it first, with --drop-unsupported")
        case .write(let error): .conversion(file: input.path, message: error.description, advice: "")
        case .unknownKey(let key, let nearest): .render(file: input.path, .unknownKey(key: key, nearest: nearest))
        default: CommandError(error, movie: input.path)
        }
    }

    private func refuseFaults(_ bytes: [UInt8]) throws(CommandError) {
        do throws(ReadError) {
            _ = try VideoEntity(bytes: bytes, options: common.readOptions)
        } catch {
            throw .read(file: input.path, error)
        }
    }
}

/// What `svga optimize` may give up.
struct LossyOptions: Sendable {
    var quality: Percent?
    var maximumSide: PositiveCount?
    var density: Scale?
    var minimumSimilarity: Similarity?
    var targetSize: ByteSize?
    var targetMemory: ByteSize?

    static let group = ParameterGroup<LossyOptions>(
        "Lossy", summary: "--quality --max-dim --density --target-size … (svga help lossy)",
        note: """
            With none of these every frame stays the same to the last bit. With one of them
            images whose change can be seen too well are left as they are, until every frame
            is as much like the input's as --min-ssim says. Only PNGs are changed.
            A target gives up as little as it takes: first colors, then pixels; for memory,
            which colors do not change, pixels. It says what, or fails and writes nothing.
            Memory is that of all images decoded, at 4 bytes a pixel.

            """,
        [
            .option(\.quality, "--quality", placeholder: "N", help: "palettes of 256 colors, 1 to 100 (best)"),
            .option(\.maximumSide, "--max-dim", placeholder: "N", help: "shrink images to sides of N pixels"),
            .option(\.density, "--density", placeholder: "D", help: "shrink to D pixels a point, where shown largest"),
            .option(\.minimumSimilarity, "--min-ssim", placeholder: "X", help: "of every frame; default 0.98"),
            .option(\.targetSize, "--target-size", placeholder: "SIZE", help: "at most this large: 500k, 2m (k is 1000 bytes)"),
            .option(\.targetMemory, "--target-memory", placeholder: "SIZE", help: "the same for the decoded images"),
        ])

    func apply(to options: inout OptimizeOptions) {
        options.quality = quality?.value
        options.maximumSide = maximumSide?.value
        options.density = density?.factor
        if let minimumSimilarity { options.minimumSimilarity = minimumSimilarity.value }
        options.targetBytes = targetSize?.value
        options.targetDecodedBytes = targetMemory?.value
    }
}
