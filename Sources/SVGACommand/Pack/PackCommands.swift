import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport

/// `svga unpack`: a movie as a folder that a person can edit.
struct UnpackCommand: LimitedCommand {
    var input = FileName()
    var folder = FileName()
    var overwrites = false
    var common = CommonOptions()

    static let name = "unpack"
    static let abstract = "Unpacks a file into a folder to edit: movie.json, images, sounds"
    static let examples = ["svga unpack samples/gift.svga -d gift", "svga unpack samples/badge.svga -d badge --force"]

    static let groups: [ParameterGroup<UnpackCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(\.folder, "-d", "--directory", placeholder: "DIR", help: "the folder; made if it is not there", required: true),
                .flag(\.overwrites, "--force", help: "write into DIR though it is not empty; other files stay"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if folder.isStandardStream { throw UsageError(message: "-d needs a folder, not standard output") }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let file = try DocumentFile(input, options: common.readOptions, context: context)
        clock.finish("read")
        do throws(EditError) {
            try file.document.unpack(to: folder.path, overwrite: overwrites)
        } catch {
            throw CommandError(error, movie: folder.path)
        }
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
    var output = FileName()
    var format: MovieFormat?
    var overwrites = false
    var common = CommonOptions()

    static let name = "pack"
    static let abstract = "Packs a folder of svga unpack into a file"
    static let examples = [
        "svga unpack samples/gift.svga -d gift && svga pack gift -o gift.svga",
        "svga unpack samples/keep.svga -d a && svga pack a -o keep.svga --to 1-json",
    ]

    static let groups: [ParameterGroup<PackCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.folder, "DIR", help: "the folder; its README.md tells what may be changed"),
                .option(\.output, "-o", "--output", placeholder: "OUT", help: "the file; - is standard output", required: true),
                .option(\.format, "--to", placeholder: "FORMAT", help: "2, 1-json or 1-binary (default: what movie.json says)"),
                .flag(\.overwrites, "--force", help: "overwrite OUT"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if folder.isStandardStream { throw UsageError(message: "pack needs a folder, not standard input") }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let document: SVGADocument
        do throws(EditError) {
            document = try SVGADocument(folder: folder.path, limits: common.limits)
        } catch {
            throw CommandError(error, movie: folder.path)
        }
        clock.finish("read")
        // Written exactly as in the folder: shapes that are equal to those of the frame before do not become KEEP.
        let options = WriteOptions(compactsShapes: false)
        let size = try DocumentFile.write(document, to: output, as: format, options: options, overwriting: overwrites)
        clock.finish("write")
        if !common.isQuiet {
            let sprites = Units.count(document.movie.sprites.count, "sprite")
            context.note("svga: \(folder.path): \(sprites) packed; \(output.path) has \(Units.bytes(size))".printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }
}
