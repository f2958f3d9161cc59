import SVGAEdit
import SVGAFormat
import SVGASupport
import SVGATasks

/// `svga dump`: a file as text.
struct DumpCommand: LimitedCommand {
    var input = FileName()
    var output: FileName?
    var overwrites = false
    var common = CommonOptions()

    static let name = "dump"
    static let abstract = "Prints a file as text: the movie.json of svga unpack"
    static let examples = [
        "svga dump samples/gift.svga",
        "svga dump --strict samples/like.svga",
    ]

    static let groups: [ParameterGroup<DumpCommand>] = [
        ParameterGroup(
            "Options", note: note,
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(\.output, "o", "output", placeholder: "OUT", help: "a file (default: standard output)"),
                .flag(\.overwrites, "force", help: "overwrite OUT"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    private static let note: TaskText = """
        A line for each frame of each sprite; pictures and sounds as size and CRC-32.
        In a git repository, lines show what changed between two versions:
          echo '*.svga diff=svga' >> .gitattributes
          git config diff.svga.textconv 'svga dump'
        svga inspect --text tells what is shown, whatever the format and the container.

        """

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let file = try DocumentFile(input, options: common.readOptions, context: context.task)
        clock.finish("read")
        if let output, !output.isStandardStream {
            let text = Array(file.document.folderText.joined())
            try OutputFile.open(output.path, overwriting: overwrites).finish(text)
        } else {
            for part in file.document.folderText {
                if Task.isCancelled { throw .interrupted }
                try context.print(part)
            }
        }
        clock.finish("print")
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }
}
