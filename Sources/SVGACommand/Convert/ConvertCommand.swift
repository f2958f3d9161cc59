import SVGAFormat
import SVGAModel
import SVGASupport

/// `svga convert`: files in another format, with everything in them; or as Lottie.
struct ConvertCommand: LimitedCommand {
    var inputs: [FileName] = []
    var output = FileName()
    var format = ConversionTarget.movie(.v2)
    var images = PayloadPlace.inside
    var usesZopfli = false
    var dropsUnsupported = false
    var verifies = false
    var overwrites = false
    var isJSON = false
    var common = CommonOptions()

    static let name = "convert"
    static let abstract = "Writes files as 2.x, as 1.x with JSON or protobuf, or as Lottie"
    static let examples = [
        "svga convert samples/features/gift-1x-json.svga -o gift.svga --to 2 --verify",
        "svga convert samples/gift.svga -o gift.json --to lottie --images beside",
    ]

    static let groups: [ParameterGroup<ConvertCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input"),
                .option(
                    \.output, "-o", "--output", placeholder: "OUT", help: "a file, or - for standard output; a folder for several",
                    required: true),
                .option(\.format, "--to", placeholder: "FORMAT", help: "2, 1-json or 1-binary (ZIPs), lottie", required: true),
                .option(\.images, "--images", placeholder: "PLACE", help: "of a Lottie: inside, or in a folder beside it"),
                .flag(\.usesZopfli, "--zopfli", help: "some percent smaller, and takes seconds for each file"),
                .flag(\.dropsUnsupported, "--drop-unsupported", help: "leave out what the format cannot hold, such as audio in 1-json"),
                .flag(\.verifies, "--verify", help: "write only what draws every frame exactly as before"),
                .flag(\.overwrites, "--force", help: "overwrite what is there, the input too"),
                .flag(\.isJSON, "--json", help: "what was done, as JSON on standard output"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if format == .lottie && (verifies || usesZopfli) {
            throw UsageError(message: "\(verifies ? "--verify" : "--zopfli") is for .svga files, not for --to lottie")
        }
        let isAlone = output.path.lowercased().hasSuffix(".json") || output.isFolderName || BatchPlan.isNeeded(inputs, output: output)
        if images == .beside && (format != .lottie || !isAlone) {
            throw UsageError(message: "--images beside needs --to lottie and a .json file or a folder with -o")
        }
        if isJSON && output.isStandardStream { throw UsageError(message: "--json and -o - both need standard output") }
        if inputs.count > 1 && output.isStandardStream {
            throw UsageError(message: "several files cannot go to standard output", advice: "name a folder with -o")
        }
        if inputs.count > 1 && inputs.contains(where: \.isStandardStream) {
            throw UsageError(message: "standard input (-) can be converted only alone")
        }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        let batch = BatchPlan.isNeeded(inputs, output: output) ? try BatchPlan(inputs, output: output, outputName: format.fileName) : nil
        let steps = batch?.steps ?? inputs.map { BatchPlan.Step(input: $0, output: output.path) }
        let conversion = Conversion(command: self, context: context)
        var reports: [ConversionReport] = []
        var failures: [ExitCode] = []
        for step in steps {
            do throws(CommandError) {
                let report = try await conversion.run(step, folder: batch?.folder)
                reports.append(report)
                if !common.isQuiet { context.note(report.line.printable) }
            } catch {
                if case .interrupted = error { throw error }
                context.report(error)
                failures.append(error.exitCode)
                reports.append(ConversionReport(file: step.input.path, output: step.output, to: format.name, error: error.line))
            }
        }
        if isJSON { try context.print(json: ["schema": 1, "files": reports]) }
        return .batch(failures, of: steps.count)
    }
}

extension MovieFormat: ExpressibleByArgument {
    init?(argument: String) {
        guard let format = MovieFormat.allCases.first(where: { $0.name == argument }) else { return nil }
        self = format
    }

    static var allValueStrings: [String] { allCases.map(\.name) }
}

/// What `svga convert` did with one file.
struct ConversionReport: Sendable {
    /// As it was written on the command line, or found in a folder.
    let file: String
    let output: String
    /// `2`, `1-json`, `1-binary`, `gzip` or `protobuf`; nil where it could not be read.
    var from: String?
    let to: String
    var bytesBefore: Int?
    /// nil where nothing was written.
    var bytesAfter: Int?
    /// What the format could not hold and was left out.
    var dropped: [String] = []
    /// How many frames were drawn and found the same; nil without `--verify`.
    var framesVerified: Int?
    /// Why nothing was written.
    var error: String?

    /// One line for a person.
    var line: String {
        guard let from, let bytesBefore, let bytesAfter else { return error ?? "" }
        var line = "\(file): \(from) → \(to), \(Units.bytes(bytesBefore)) → \(Units.bytes(bytesAfter))"
        if let framesVerified { line += ", \(Units.count(framesVerified, "frame")) the same" }
        if !dropped.isEmpty { line += ", left out: \(dropped.joined(separator: ", "))" }
        return line
    }

    static func name(of container: VideoEntity.Container) -> String {
        switch container {
        case .zlib: MovieFormat.v2.name
        case .zipJSON: MovieFormat.v1JSON.name
        case .zipBinary: MovieFormat.v1Binary.name
        case .gzip: "gzip"
        case .protobuf: "protobuf"
        }
    }
}

extension ConversionReport: JSONRepresentable {
    /// One of the `files` of `--json`: every name is always there, and what is not known is null.
    var json: JSONValue {
        [
            "file": file, "output": output, "from": from, "to": to, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter,
            "dropped": dropped, "framesVerified": framesVerified, "error": error,
        ]
    }
}
