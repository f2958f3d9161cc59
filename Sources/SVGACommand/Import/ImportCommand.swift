import CSVGASupport
import SVGAExport
import SVGAFormat
import SVGAImport
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// `svga import`: a movie of what others make.
struct ImportCommand: LimitedCommand {
    var inputs: [FileName] = []
    var output: FileName?
    var framesPerSecond: MovieRate?
    var size: PixelSize?
    var keys: [LayerKey] = []
    var quality: Percent?
    var alpha: PicturesOptions.Alpha?
    var targetSize: ByteSize?
    var minimumSimilarity: Similarity?
    var isDry = false
    var overwrites = false
    var isJSON = false
    var progress = ProgressReporter.Mode.auto
    var common = CommonOptions()

    static let name = "import"
    static let abstract = "Makes a movie of Lottie, SVG, GIF, APNG, WebP, video or pictures"
    static let examples = [
        "svga import samples/gift.png -o still.svga",
        "svga import samples/gift.png --size 270x0 --dry-run --json",
    ]

    static let groups: [ParameterGroup<ImportCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "a file, a folder, a%04d.png, pictures in a row, or -"),
                .option(\.output, "o", "output", placeholder: "OUT", help: "a file; - is standard output"),
                .option(\.framesPerSecond, "fps", placeholder: "N", help: "frames a second; default: the source's"),
                .option(\.size, "size", placeholder: "WxH", help: "of the canvas; a 0 keeps the aspect"),
                .option(\.keys, "key", placeholder: "LAYER=KEY", help: "a layer's key; repeatable"),
                .option(\.quality, "quality", placeholder: "N", help: "of pictures, 1 to 100 (exact)"),
                .option(\.alpha, "alpha", placeholder: "LAYOUT", help: "of a video: auto, side-by-side, stacked or none"),
                .option(\.targetSize, "target-size", placeholder: "SIZE", help: "at most this large, of pictures"),
                .option(\.minimumSimilarity, "min-ssim", placeholder: "X", help: "write nothing if a frame is less like it"),
                .flag(\.isDry, "dry-run", help: "write nothing, only report"),
                .flag(\.overwrites, "force", help: "overwrite what is there"),
                .flag(\.isJSON, "json", help: "the report as JSON on standard output"),
                .option(\.progress, "progress", placeholder: "MODE", help: "auto, json or none"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) {
        if inputs.count > 1 && inputs.contains(where: \.isStandardStream) { throw .usage("standard input (-) can be imported only alone") }
        guard let output else {
            if isDry { return }
            throw .usage("import needs -o OUT", advice: "or only report with --dry-run")
        }
        if isDry { throw .usage("--dry-run writes nothing, so -o has no use") }
        if isJSON && output.isStandardStream { throw .usage("--json and -o - both need standard output") }
    }

    /// How many frames are compared with the source, evenly spaced.
    private static let comparedFrames = 60

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        // Only saves memory: where the system has no such choice, it takes more.
        _ = svga_keep_heap_small()
        let input = try read(context)
        clock.finish("read")
        // Opened before the work, which may take minutes: a file that exists already is an error at once.
        let file = try output.map { (output) throws(TaskError) in try OutputFile.open(output.path, overwriting: overwrites) }
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        let result = try await importing { () throws(ImportError) in
            try await Importer.run(input, options: options(context)) { reporter.update(done: $0, total: $1) }
        }
        clock.finish("import")
        let (byteCount, rest, remarks) = try write(result.imported.document, to: file, work: result.work)
        clock.finish("encode")
        let similarity = try await importing { () throws(ImportError) in
            try await result.lowestSimilarity(result.imported.document, ImportCommand.comparedFrames)
        }
        clock.finish("compare")
        reporter.finish()
        let report = try ImportReport(
            result.imported, input: name, output: output?.path, byteCount: byteCount, similarity: similarity, players: remarks.map(\.shell))
        if let least = minimumSimilarity?.value, (similarity ?? 0) < least {
            let found = similarity.map { "the lowest SSIM is \(ImportReport.text($0)), below \(Units.decimal(least, places: 4))" }
            throw .conversion(file: name, message: "\(found ?? "it cannot be compared with its source"); nothing was written")
        }
        try file?.finish(rest)
        clock.finish("write")
        if isJSON { try context.print(json: report.json) }
        if !common.isQuiet && !isJSON { context.note(report.text(isVerbose: common.isVerbose)) }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }

    /// For messages.
    private var name: String { inputs.count == 1 ? inputs[0].path : "\(inputs[0].path) and \(inputs.count - 1) more" }

    private func read(_ context: CommandContext) throws(TaskError) -> ImportInput {
        if inputs.count > 1 { return .files(inputs.map(\.path)) }
        let file = inputs[0]
        if !file.isStandardStream, file.isFolder || isPattern(file.path) || PictureKind.isFilm(path: file.path) { return .path(file.path) }
        let bytes = try InputFile.bytes(of: file, limits: common.limits, context: context.task)
        return .bytes(bytes, name: file.path, folder: file.folder(common.limits))
    }

    /// A percent sign may be in a file's name too.
    private func isPattern(_ path: String) -> Bool { path.contains("%") && access(path, F_OK) != 0 }

    private func options(_ context: CommandContext) -> ImportOptions {
        var options = ImportOptions()
        options.framesPerSecond = framesPerSecond?.value
        options.size = size.map { ($0.width, $0.height) }
        options.keys = keys.map { ($0.layer, $0.key) }
        options.quality = quality?.value
        options.alpha = alpha
        options.targetBytes = targetSize?.value
        options.limits = common.limits
        options.threads = context.processorCount
        return options
    }

    /// Encodes the movie into a file that appears later, or not at all, so that what may be large is not kept while it is compared.
    /// - Returns: what is still to be written: all of it, where somebody would read it at once. And what players show otherwise.
    private func write(
        _ document: SVGADocument, to file: OutputFile?, work: ImportWork
    ) throws(TaskError) -> (count: Int, rest: [UInt8], remarks: [TaskText]) {
        let bytes = try TaskError.naming(name) { () throws(WriteError) in try document.write(as: .v2) }
        let isSilent = common.isQuiet && !isJSON
        let remarks =
            isSilent
            ? []
            : try PlayerFindingGuard.remarks(bytes, output: name, limits: common.limits, work: work.allowanceOfRemarks)
        guard let file, !file.isStream else { return (bytes.count, file == nil ? [] : bytes, remarks) }
        try file.append(bytes)
        return (bytes.count, [], remarks)
    }

    private func importing<Result: Sendable>(_ body: () async throws(ImportError) -> Result) async throws(TaskError) -> Result {
        do throws(ImportError) {
            return try await body()
        } catch {
            throw error.taskError(file: name)
        }
    }
}

/// `LAYER=KEY`.
struct LayerKey: ExpressibleByArgument, Hashable {
    let layer: String
    let key: String

    init?(argument: String) {
        // A layer's name may have the sign in it, and a key hardly has.
        guard let sign = argument.lastIndex(of: "=") else { return nil }
        layer = String(argument[..<sign])
        key = String(argument[argument.index(after: sign)...])
        if layer.isEmpty || key.isEmpty { return nil }
    }

    static var expectation: String { "LAYER=KEY" }
}

/// Frames a second of a movie.
struct MovieRate: ExpressibleByArgument, Hashable {
    let value: Int

    init?(argument: String) {
        guard let value = Int(argument), (1...60).contains(value) else { return nil }
        self.value = value
    }

    static var expectation: String { "a whole number from 1 to 60" }
}

extension PicturesOptions.Alpha: ExpressibleByArgument {
    init?(argument: String) { self.init(rawValue: argument) }
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    static var expectation: String { "auto, side-by-side, stacked or none" }
}
