import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport
import SVGATasks

/// `svga thumbnail`: a small picture of a movie, as file managers ask for it.
struct ThumbnailCommand: LimitedCommand {
    var input = FileName()
    var argument: FileName?
    var option: FileName?
    var size = PositiveCount(argument: "256")
    var frame: Int?
    var overwrites = false
    var common = CommonOptions()

    static let name = "thumbnail"
    static let abstract = "Makes a small PNG of a frame that shows what the movie is"
    static let examples = [
        "svga thumbnail samples/gift.svga gift.png",
        "svga thumbnail samples/gift.svga gift.png --size 512 --frame 66",
    ]

    static let groups: [ParameterGroup<ThumbnailCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .argument(\.argument, "OUT", help: "always a PNG, whatever its extension; - is standard output"),
                .option(\.option, "o", "output", placeholder: "OUT", help: "the same, in place of the argument"),
                .option(
                    \.size, "size", placeholder: "N", help: "pixels of the longer side, at most (default 256); nothing is enlarged"),
                .option(\.frame, "frame", placeholder: "N", help: "counted from 0; default: one that shows much"),
                .flag(\.overwrites, "force", help: "overwrite what is there; an empty file is overwritten without"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) {
        if let frame, frame < 0 { throw .usage("--frame needs a frame from 0 on, not \(frame)") }
        if argument == nil && option == nil { throw .usage("OUT is missing", advice: "usage: svga thumbnail IN OUT") }
        if argument != nil && option != nil { throw .usage("OUT and -o both name the output", advice: "leave out one") }
    }

    private var output: FileName { option ?? argument ?? FileName() }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let file = try InputFile(input, options: common.readOptions, context: context.task)
        clock.finish("read")
        guard file.movie.frames > 0 else { throw .noFrames(file: file.name) }
        let picture = try file.drawing { () throws(RenderError) in
            let prepared = PreparedMovie(file.movie, limits: common.limits)
            return try Thumbnail(prepared, side: size?.value ?? 256, frame: frame).pixmap
        }
        clock.finish("draw")
        do throws(ExportError) {
            try picture.writePNG(to: output.path, overwrite: overwrites || isEmptyFile)
        } catch .cancelled {
            throw .interrupted
        } catch {
            throw .export(output: output.path, error)
        }
        clock.finish("write")
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }

    /// Whether the output is a file without a byte: programs that call thumbnailers make one first, to have a name of their own.
    private var isEmptyFile: Bool {
        var status = stat()
        return lstat(output.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }
}
