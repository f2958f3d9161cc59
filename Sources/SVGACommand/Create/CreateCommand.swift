import SVGAFormat
import SVGAImport
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// `svga create`: a movie of a written description.
struct CreateCommand: LimitedCommand {
    var input = FileName()
    var output: FileName?
    var format = MovieFormat.v2
    var usesZopfli = false
    var allowsOutside = false
    var isDryRun = false
    var overwrites = false
    var isJSON = false
    var common = CommonOptions()

    static let name = "create"
    static let abstract = "Makes a movie of a description in JSON, with keyframes"
    static let examples = [
        "svga create samples/create/rocket/spec.json -o rocket.svga",
        "svga create samples/create/coins/spec.json --dry-run --json",
    ]

    static let groups: [ParameterGroup<CreateCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "SPEC", help: "the description; - is standard input, with files from the current folder"),
                .option(\.output, "o", "output", placeholder: "OUT", help: "the movie; - is standard output"),
                .option(\.format, "to", placeholder: "FORMAT", help: "2, 1-json or 1-binary (default: 2)"),
                .flag(\.usesZopfli, "zopfli", help: "some percent smaller, and takes seconds"),
                .flag(\.allowsOutside, "allow-outside", help: "read files that are not in the description's folder too"),
                .flag(\.isDryRun, "dry-run", help: "check everything and write nothing"),
                .flag(\.overwrites, "force", help: "overwrite OUT"),
                .flag(\.isJSON, "json", help: "what was made, as JSON on standard output"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) {
        if output == nil, !isDryRun { throw .usage("create needs -o OUT", advice: "or --dry-run, to check the description") }
        if isJSON, output?.isStandardStream == true { throw .usage("--json and -o - both need standard output") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let description = try InputFile.bytes(of: input, limits: common.limits, context: context.task)
        clock.finish("read")
        let folder = input.isStandardStream ? "" : FilePath(input.path).folderPrefix.string
        let made = try TaskError.naming(input.path) { () throws(CreateError) in
            try MovieCreation(folder: folder, allowsOutside: allowsOutside, limits: common.limits).run(description)
        }
        clock.finish("create")
        let bytes: [UInt8]
        do throws(WriteError) {
            bytes = try made.document.write(as: format, options: WriteOptions(usesZopfli: usesZopfli))
        } catch .cancelled {
            throw .interrupted
        } catch {
            throw .conversion(file: input.path, message: TaskText(error.description), advice: "--to 2 holds everything")
        }
        clock.finish("pack")
        // What cannot be read again is not written.
        let movie = try TaskError.naming(input.path) { () throws(ReadError) in try VideoEntity(bytes: bytes, options: common.readOptions) }
        if let output, !isDryRun { try OutputFile.open(output.path, overwriting: overwrites).finish(bytes) }
        clock.finish("write")
        let report = CreateReport(
            file: input.path, output: isDryRun ? nil : output?.path,
            movie: InspectReport(InputFile(name: "", byteCount: bytes.count, movie: movie)),
            notes: made.lost)
        if isJSON { try context.print(json: report.json) }
        if !common.isQuiet {
            for note in report.notes { context.note("svga: \(input.path): \(note.place): \(note.message)".printable) }
            context.note(report.line.printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }
}

extension CreateError: FileFailure {
    func taskError(file: String) -> TaskError {
        switch self {
        case .cancelled: .interrupted
        case .limit(_, let limit): .read(file: file, .limit(limit))
        case .outside: .input(file: file, message: TaskText(description), advice: "--allow-outside allows it")
        default: .input(file: file, message: TaskText(description))
        }
    }
}

/// What `svga create` made.
struct CreateReport: Sendable, JSONRepresentable {
    let file: String
    /// nil where nothing was written.
    let output: String?
    let movie: InspectReport
    let notes: [Imported.Note]

    /// One line for a person.
    var line: String {
        let parts = [
            Units.count(movie.sprites.count, "sprite"), Units.count(movie.keys.count, "key"),
            "\(Units.count(movie.frames, "frame")) (\(Units.seconds(movie.durationSeconds)))", Units.bytes(movie.bytes),
            "\(Units.bytes(movie.decodedImageBytes)) decoded",
        ]
        return "\(file) → \(output ?? "nothing written"): " + parts.joined(separator: ", ")
    }

    /// The contract of `--json`: every name is always there, and what is not known is null.
    var json: JSONValue {
        [
            "schema": 1, "file": file, "output": output, "width": movie.viewBox.width, "height": movie.viewBox.height, "fps": movie.fps,
            "frames": movie.frames, "durationSeconds": movie.durationSeconds, "sprites": movie.sprites.count, "keys": movie.keys,
            "sounds": movie.audios.count, "bytes": movie.bytes, "decodedImageBytes": movie.decodedImageBytes,
            "notes": notes.map { ["place": $0.place, "message": $0.message] as JSONValue },
        ]
    }
}
