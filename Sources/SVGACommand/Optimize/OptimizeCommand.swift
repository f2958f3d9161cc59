import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import SVGAVideo

/// `svga optimize`: smaller files that show the same.
struct OptimizeCommand: LimitedCommand {
    var inputs: [FileName] = []
    var output: FileName?
    var lossy = LossyOptions()
    var keptKeys: [String] = []
    var renamesKeys = false
    var cropsMargins = false
    var usesZopfli = false
    var usesWebP = false
    var players: [PlayerList] = []
    var progress = ProgressReporter.Mode.auto
    var writing = WritingOptions()
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
                .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input"),
                .option(\.output, "-o", "--output", placeholder: "OUT", help: "a file, or - for standard output; a folder for several"),
                .option(\.keptKeys, "--keep", placeholder: "KEY", help: "keep it, though never visible; repeatable"),
                .flag(\.renamesKeys, "--rename-keys", help: "same pictures get one key, and are set together"),
                .flag(\.cropsMargins, "--crop", help: "cut transparent margins; what is set by key moves"),
                .flag(\.usesZopfli, "--zopfli", help: "some percent smaller, much slower"),
                .flag(\.usesWebP, "--webp", help: "WebP where smaller; older players draw none"),
                .option(\.players, "--player", placeholder: "PLAYER", help: "keep to what it reads; ios,web and others, or all"),
                .option(\.progress, "--progress", placeholder: "MODE", help: "auto, json or none"),
            ]),
        WritingOptions.group.at(\.writing),
        LossyOptions.group.at(\.lossy),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        try ChangedFiles.check("optimize", inputs, output: output, writing)
        let isArchive = writing.format.map { $0.container != .zlib } ?? false
        if isArchive, let player = named.sorted(by: { $0.name < $1.name }).first(where: { $0.profile.archives == .never }) {
            throw UsageError(message: "--to \(writing.format?.name ?? ""): the \(player.title) player cannot open 1.x archives")
        }
    }

    private var named: Set<PublicPlayer> { players.reduce(into: []) { $0.formUnion($1.players) } }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let files = try ChangedFiles(inputs, output: output, isInPlace: writing.isInPlace)
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        let sounds = try SoundRecodingChoice.recoding(lossy.audioBitrate)
        var position = 0
        let (reports, code) = try await files.run(context) { (step) throws(CommandError) -> OptimizeReport in
            if files.isBatch {
                reporter.begin(ProgressReporter.Part(name: step.input.path, position: position, count: files.steps.count))
            }
            position += 1
            let report = try await run(step, sounds, &clock, reporter, context)
            // Details of many files are too much to read.
            if !common.isQuiet && !writing.isJSON {
                let text = OptimizeText(report, isVerbose: common.isVerbose, screen: context.errors)
                context.note(files.isBatch && !common.isVerbose ? text.line : text.text)
            }
            return report
        }
        if writing.isJSON, let json = files.isBatch ? OptimizeReport.json(of: reports) : reports.first?.json {
            try context.print(json: json)
        }
        if files.isBatch && !common.isQuiet && !writing.isJSON { context.note(OptimizeText.total(reports)) }
        if common.showsPhaseTimes { context.note(clock.line) }
        return code
    }

    private func run(
        _ step: ChangedFiles.Step, _ sounds: SoundRecoding?, _ clock: inout PhaseClock, _ reporter: ProgressReporter,
        _ context: CommandContext
    ) async throws(CommandError) -> OptimizeReport {
        let bytes = try InputFile.bytes(of: step.input, limits: common.limits, context: context)
        if common.isStrict { try refuseFaults(bytes, of: step.input) }
        clock.finish("read")
        // Opened before the work, which may take minutes: a file that exists already is an error at once.
        let file = try step.output.map { (path) throws(CommandError) in
            try OutputFile.open(path, overwriting: writing.overwrites || writing.isInPlace)
        }
        let result = try await optimize(bytes, of: step.input, sounds, reporter, context)
        clock.finish("optimize")
        // Sprites that get another's key cannot be found again among the findings.
        if !writing.allowsPlayerFindings && !renamesKeys {
            let remark = try PlayerFindingGuard.check(
                result.bytes, since: [bytes], name: step.input.path, isConverted: writing.format != nil, limits: common.limits)
            if let remark { context.note("svga: \(remark)".printable) }
            clock.finish("players")
        }
        // What did not become smaller stays as it is, and so does its date.
        if !writing.isInPlace || result.bytes != bytes { try file?.finish(result.bytes) }
        clock.finish("write")
        return OptimizeReport(result, file: step.input.path, output: step.output)
    }

    private func optimize(
        _ bytes: [UInt8], of input: FileName, _ sounds: SoundRecoding?, _ reporter: ProgressReporter, _ context: CommandContext
    ) async throws(CommandError) -> Optimization {
        defer { reporter.finish() }
        do throws(EditError) {
            return try await Optimizer.optimize(bytes, options: options(context), sounds: sounds) { done, total in
                reporter.update(done: done, total: total)
            }
        } catch {
            throw commandError(error, input)
        }
    }

    private func options(_ context: CommandContext) -> OptimizeOptions {
        var options = OptimizeOptions()
        options.format = writing.format
        options.keptKeys = keptKeys
        options.renamesKeys = renamesKeys
        options.cropsMargins = cropsMargins
        options.usesZopfli = usesZopfli
        options.usesWebP = usesWebP
        options.players = named
        lossy.apply(to: &options)
        options.limits = common.limits
        options.threads = context.processorCount
        return options
    }

    private func commandError(_ error: EditError, _ input: FileName) -> CommandError {
        switch error {
        case .write(.unsupported):
            .conversion(file: input.path, message: error.description, advice: "convert it first, with --drop-unsupported")
        case .write(let error): .conversion(file: input.path, message: error.description, advice: "")
        case .target(_, _, nil, _) where lossy.quality != nil:
            .conversion(file: input.path, message: error.description, advice: "choose a larger target, or lower --quality")
        case .unknownKey(let key, let nearest): .render(file: input.path, .unknownKey(key: key, nearest: nearest))
        default: CommandError(error, movie: input.path)
        }
    }

    private func refuseFaults(_ bytes: [UInt8], of input: FileName) throws(CommandError) {
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
    var rounds = false
    var audioBitrate: AudioBitrate?
    var minimumSimilarity: Similarity?
    var targetSize: ByteSize?
    var targetMemory: ByteSize?

    static let group = ParameterGroup<LossyOptions>(
        "Lossy", summary: "--quality --audio-bitrate --target-size … (svga help lossy)",
        note: """
            With none of these every frame stays the same to the last bit. With one of them
            images whose change can be seen too well are left as they are, until every frame
            is as much like the input's as --min-ssim says. Only PNGs and JPEGs are changed.
            A target gives up as little as it takes: first colors, down to --quality or 50,
            then pixels; for memory, which colors do not change, pixels. What still fits is
            given back. It says what it gave up, or names the smallest that it found.
            Memory is that of all images decoded, at 4 bytes a pixel.
            Sounds change with --audio-bitrate alone, and if they become smaller; a target
            leaves the rest to the images. MP3 has 32k to 320k, and 8k to 160k where sounds
            have 24000 Hz or less: the next below RATE is taken.

            """,
        [
            .option(\.quality, "--quality", placeholder: "N", help: "palettes of 256 colors, 1 to 100 (best)"),
            .option(\.maximumSide, "--max-dim", placeholder: "N", help: "shrink images to sides of N pixels"),
            .option(\.density, "--density", placeholder: "D", help: "shrink to D pixels a point, where shown largest"),
            .flag(\.rounds, "--round", help: "round places; a pixel may change by 1 of 255"),
            .option(\.audioBitrate, "--audio-bitrate", placeholder: "RATE", help: "encode sounds as MP3: 48k, 64k (k is 1000)"),
            .option(\.minimumSimilarity, "--min-ssim", placeholder: "X", help: "of every frame; default 0.98"),
            .option(\.targetSize, "--target-size", placeholder: "SIZE", help: "at most this large: 500k, 2m (k is 1000 bytes)"),
            .option(\.targetMemory, "--target-memory", placeholder: "SIZE", help: "the same for the decoded images"),
        ])

    func apply(to options: inout OptimizeOptions) {
        options.quality = quality?.value
        options.maximumSide = maximumSide?.value
        options.density = density?.factor
        options.rounds = rounds
        if let minimumSimilarity { options.minimumSimilarity = minimumSimilarity.value }
        options.targetBytes = targetSize?.value
        options.targetDecodedBytes = targetMemory?.value
    }
}

/// Who encodes the sounds for `--audio-bitrate`.
enum SoundRecodingChoice {
    /// - Returns: nil where none is to be encoded.
    static func recoding(_ rate: AudioBitrate?) throws(CommandError) -> SoundRecoding? {
        #if Video
            guard let rate else { return nil }
            do throws(ExportError) {
                // Before any file is read, as no sound could be encoded.
                try SoundRecoder.check()
            } catch {
                throw .export(output: option, error)
            }
            return SoundRecoding(bitsPerSecond: rate.bitsPerSecond) { (bytes, key, bitsPerSecond) throws(EditError) in
                try recode(bytes, key, bitsPerSecond)
            }
        #else
            if rate != nil { throw .export(output: "", .unavailable(format: option)) }
            return nil
        #endif
    }

    private static let option = "--audio-bitrate"

    #if Video
        private static func recode(_ bytes: [UInt8], _ key: String, _ bitsPerSecond: Int) throws(EditError) -> SoundRecoding.Outcome {
            do throws(ExportError) {
                switch try SoundRecoder.recode(bytes, name: key, bitsPerSecond: bitsPerSecond) {
                case .encoded(let mp3, let rate, let before):
                    return .encoded(bytes: mp3, bitsPerSecond: rate.bitsPerSecond, sampleRate: rate.sampleRate, sampleRateBefore: before)
                case .notSmaller(let rate): return .notSmaller(bitsPerSecond: rate.bitsPerSecond)
                case .broken(let reason): return .broken(reason: reason)
                }
            } catch .cancelled {
                throw .cancelled
            } catch {
                return .broken(reason: error.description)
            }
        }
    #endif
}
