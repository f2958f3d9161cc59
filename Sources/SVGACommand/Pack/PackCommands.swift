import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga unpack`: a movie as a folder that a person can edit.
struct UnpackCommand: LimitedCommand {
    var input = FileName()
    var folder = FileName()
    var overwrites = false
    var common = CommonOptions()

    static let name = "unpack"
    static let abstract = "Unpacks a file into a folder to edit: movie.json, images, sounds"
    static let examples = ["svga unpack samples/gift.svga -d gift", "svga unpack samples/like.svga -d like --force"]

    static let groups: [ParameterGroup<UnpackCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(
                    \.folder, "d", "o", "output", "directory", placeholder: "DIR", help: "the folder; made if it is not there",
                    required: true),
                .flag(\.overwrites, "force", help: "write into DIR though it is not empty; other files stay"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) {
        if folder.isStandardStream { throw .usage("-d needs a folder, not standard output") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let file = try DocumentFile(input, options: common.readOptions, context: context.task)
        clock.finish("read")
        try TaskError.naming(folder.path) { () throws(EditError) in try file.document.unpack(to: folder.path, overwrite: overwrites) }
        clock.finish("write")
        if !common.isQuiet {
            let movie = file.document.movie
            let counts = [Units.count(movie.sprites.count, "sprite"), Units.count(movie.images.count, "payload")]
            context.note("svga: \(file.name): \(counts.joined(separator: " and ")) unpacked to \(folder.path)".printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }
}

/// `svga pack`: makes a movie of a folder that `svga unpack` wrote.
struct PackCommand: LimitedCommand {
    var folder = FileName()
    var output: FileName?
    var format: MovieFormat?
    var isDry = false
    var isJSON = false
    var overwrites = false
    var common = CommonOptions()

    static let name = "pack"
    static let abstract = "Packs a folder of svga unpack into a file"
    static let examples = [
        "svga unpack samples/gift.svga -d gift && svga pack gift -o gift.svga",
        "svga unpack samples/like.svga -d a && svga pack a -o like.svga --to 1-json",
    ]

    static let groups: [ParameterGroup<PackCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.folder, "DIR", help: "the folder; its README.md tells what may be changed"),
                .option(\.output, "o", "output", placeholder: "OUT", help: "the file; - is standard output"),
                .option(\.format, "to", placeholder: "FORMAT", help: "2, 1-json or 1-binary (default: what movie.json says)"),
                .flag(\.isDry, "dry-run", help: "write nothing, only report"),
                .flag(\.isJSON, "json", help: "the report as JSON on standard output"),
                .flag(\.overwrites, "force", help: "overwrite OUT"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) {
        if folder.isStandardStream { throw .usage("pack needs a folder, not standard input") }
        try ChangedFiles.check("pack", output: output, isDry: isDry, isJSON: isJSON)
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let document: SVGADocument
        let notes: [FolderNote]
        (document, notes) = try TaskError.naming(folder.path) { () throws(EditError) in
            try SVGADocument.packing(folder: folder.path, limits: common.limits)
        }
        try tell(notes, context)
        clock.finish("read")
        // Written exactly as in the folder: shapes that are equal to those of the frame before do not become KEEP.
        let options = WriteOptions(compactsShapes: false)
        let bytes = try DocumentFile.encoded(document, for: output?.path, as: format, options: options)
        if let output { try OutputFile.open(output.path, overwriting: overwrites).finish(bytes) }
        clock.finish("write")
        if isJSON {
            try context.print(json: [
                "schema": 1, "folder": folder.path, "output": output?.path, "sprites": document.movie.sprites.count,
                "payloads": document.movie.images.count, "bytes": bytes.count,
            ])
        }
        if !common.isQuiet && !isJSON {
            let sprites = Units.count(document.movie.sprites.count, "sprite")
            let packed = output.map { "packed; \($0.path) has" } ?? "read; nothing was written, it would have"
            context.note("svga: \(folder.path): \(sprites) \(packed) \(Units.bytes(bytes.count))".printable)
            let name = output?.path ?? folder.path
            for line in try PlayerFindingGuard.remarks(bytes, output: name, limits: common.limits) {
                context.note("svga: \(name): \(line.shell)".printable)
            }
            clock.finish("players")
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }

    /// Warnings; with `--strict` the first of them is an error.
    private func tell(_ notes: [FolderNote], _ context: CommandContext) throws(TaskError) {
        let file = "\(folder.path)/movie.json"
        if common.isStrict, let first = notes.first {
            throw .input(file: file, message: TaskText(first.description), advice: "without --strict it is packed")
        }
        if common.isQuiet { return }
        let shown = common.isVerbose ? notes.count : PackCommand.mostNotes
        for note in notes.prefix(shown) { context.note("svga: \(file): warning: \(note.description)".printable) }
        if notes.count > shown { context.note("svga: \(file): and \(notes.count - shown) more warnings (-v)".printable) }
    }

    private static let mostNotes = 10
}
