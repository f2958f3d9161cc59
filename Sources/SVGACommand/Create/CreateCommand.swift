import SVGAImport
import SVGASupport
import SVGATasks

/// `svga create`: creates a movie from a JSON description.
struct CreateCommand: TaskCommand {
    var input = FileName()
    var output: FileName?
    var task = CreateTask()
    var isDryRun = false
    var overwrites = false
    var isJSON = false

    static let name = "create"
    static let abstract = LocalizedText("Create a movie from a JSON description with keyframes", "由 JSON 描述（带关键帧）生成动画")
    static let examples = [
        "svga create samples/create/rocket/spec.json -o rocket.svga",
        "svga create samples/create/coins/spec.json --dry-run --json",
    ]

    static let groups = optionGroups(
        [
            .argument(
                \.input, "SPEC", help: "the description; - is standard input, with files in the current folder",
                "描述文件；- 为标准输入，此时引用的文件取自当前文件夹"
            ).completed(.files(["json"])),
            .option(\.output, "o", "output", placeholder: "OUT", help: "the movie; - is standard output", "生成的动画；- 为标准输出"),
        ] + taskOptions + [
            .flag(\.isDryRun, "dry-run", help: "check the description, but write nothing", "只检查描述，不写文件"),
            .flag(\.overwrites, "force", help: "overwrite OUT", "覆盖 OUT"),
            .flag(\.isJSON, "json", help: "print the report as JSON", "以 JSON 输出报告"),
        ])

    func validate() throws(TaskError) {
        if output == nil, !isDryRun { throw .usage("create needs -o OUT", advice: "or --dry-run, to check the description") }
        if isJSON, output?.isStandardStream == true { throw .usage("--json and -o - both need standard output") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        var made = try task.run(input, in: context.task)
        if let output, !isDryRun {
            try OutputFile.open(output.path, overwriting: overwrites).finish(made.bytes)
            made.report.output = output.path
        }
        context.clock.finish("write")
        if isJSON { try context.print(json: made.report.json) }
        if !common.isQuiet {
            for note in made.report.notes { context.report(note: "svga: \(input.path): \(note.location): \(note.message)") }
            context.report(note: made.report.line)
        }
        return .done
    }
}

extension CreateReport {
    /// One line of text.
    var line: Message {
        let parts: [Message] = [
            Units.count(movie.sprites.count, "sprite"), Units.count(movie.keys.count, "key"),
            "\(Units.count(movie.frames, "frame")) (\(Units.seconds(movie.durationSeconds)))", Units.bytes(movie.bytes),
            "\(Units.bytes(movie.decodedImageBytes)) decoded",
        ]
        return "\(file) → \(output.map { "\($0)" } ?? "nothing written"): \(parts.joined(separator: ", "))"
    }
}
