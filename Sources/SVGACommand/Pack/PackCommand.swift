import SVGAEdit
import SVGAFormat
import SVGAModel

/// `svga pack`: an unpacked folder as a movie again.
struct PackCommand: Command {
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
        do throws(FolderError) {
            document = try SVGADocument(folder: folder.path, limits: common.limits)
        } catch {
            throw CommandError(error, folder: folder.path)
        }
        clock.finish("read")
        // What is in the folder, to the letter: who wrote a shape out means it.
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
