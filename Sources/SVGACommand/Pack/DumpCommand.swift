import SVGASupport
import SVGATasks

/// `svga dump`: a file as text.
struct DumpCommand: TaskCommand {
    var input = FileName()
    var output: FileName?
    var overwrites = false
    var task = DumpTask()

    static let name = "dump"
    static let abstract = "Prints a file as text: the movie.json of svga unpack"
    static let examples = [
        "svga dump samples/gift.svga",
        "svga dump --strict samples/like.svga",
    ]

    static let groups = optionGroups(
        [
            .argument(\.input, "IN", help: "the movie; - is standard input"),
            .option(\.output, "-o", "--output", placeholder: "OUT", help: "a file (default: standard output)"),
            .flag(\.overwrites, "--force", help: "overwrite OUT"),
        ], note: note)

    private static let note = """
        A line for each frame of each sprite; pictures and sounds as size and CRC-32.
        In a git repository, lines show what changed between two versions:
          echo '*.svga diff=svga' >> .gitattributes
          git config diff.svga.textconv 'svga dump'
        svga inspect --text tells what is shown, whatever the format and the container.

        """

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let text = try task.run(input, in: context.task)
        if let output, !output.isStandardStream {
            try OutputFile.open(output.path, overwriting: overwrites).finish(Array(text.joined()))
        } else {
            for part in text {
                if Task.isCancelled { throw .interrupted }
                try context.print(part)
            }
        }
        context.clock.finish("print")
        return .done
    }
}
