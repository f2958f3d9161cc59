import SVGAEdit
import SVGASupport
import SVGATasks

/// `svga unpack`: unpacks a movie into a folder for editing.
struct UnpackCommand: TaskCommand {
    var input = FileName()
    var folder = FileName()
    var task = UnpackTask()

    static let name = "unpack"
    static let abstract = LocalizedText(
        "Unpack a file into an editable folder: movie.json, images, sounds", "把文件拆成可编辑的文件夹：movie.json、图片、声音")
    static let examples = ["svga unpack samples/gift.svga -d gift", "svga unpack samples/like.svga -d like --force"]

    static let groups = optionGroups(
        [
            .argument(\.input, "IN", help: "the movie; - is standard input", "动画；- 为标准输入"),
            .option(
                \.folder, "d", "o", "output", "directory", placeholder: "DIR", help: "the folder; created if it does not exist",
                "目标文件夹；没有则创建",
                required: true),
        ] + taskOptions)

    func validate() throws(TaskError) {
        if folder.isStandardStream { throw .usage("-d needs a folder, not standard output") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let made = try task.run(input, to: folder, in: context.task)
        if !common.isQuiet {
            let counts = [Units.count(made.sprites, "sprite"), Units.count(made.payloads, "payload")]
            context.report(note: "svga: \(input.path): \(counts.joined(separator: " and ")) unpacked to \(folder.path)")
        }
        return .done
    }
}

/// `svga pack`: packs a folder that `svga unpack` wrote.
struct PackCommand: TaskCommand {
    var folder = FileName()
    var output: FileName?
    var task = PackTask()
    var isDry = false
    var isJSON = false
    var overwrites = false

    static let name = "pack"
    static let abstract = LocalizedText("Pack a folder from svga unpack into a file", "把 svga unpack 生成的文件夹打包成文件")
    static let examples = [
        "svga unpack samples/gift.svga -d gift && svga pack gift -o gift.svga",
        "svga unpack samples/like.svga -d a && svga pack a -o like.svga --to 1-json",
    ]

    static let groups = optionGroups(
        [
            .argument(\.folder, "DIR", help: "the folder; its README.md explains what can be changed", "文件夹；其中的 README.md 说明哪些内容可以改"),
            .option(\.output, "o", "output", placeholder: "OUT", help: "the file; - is standard output", "输出文件；- 为标准输出"),
        ] + taskOptions + [
            .flag(\.isDry, "dry-run", help: "print the report, but write nothing", "只输出报告，不写文件"),
            .flag(\.isJSON, "json", help: "print the report as JSON", "以 JSON 输出报告"),
            .flag(\.overwrites, "force", help: "overwrite OUT", "覆盖 OUT"),
        ])

    func validate() throws(TaskError) {
        if folder.isStandardStream { throw .usage("pack needs a folder, not standard input") }
        try ChangedFiles.check("pack", output: output, isDry: isDry, isJSON: isJSON)
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let made = try task.run(folder, to: output, in: context.task) { report($1, of: $0, context) }
        if let output { try OutputFile.open(output.path, overwriting: overwrites).finish(made.bytes) }
        context.clock.finish("write")
        if isJSON { try context.print(json: made.report.json) }
        if !common.isQuiet && !isJSON {
            let (sprites, size) = (Units.count(made.report.sprites, "sprite"), Units.bytes(made.bytes.count))
            let result: Message =
                output.map { "\(sprites) packed into \($0.path), \(size)" } ?? "\(sprites), \(size); nothing was written"
            context.report(note: "svga: \(folder.path): \(result)")
            let name = output?.path ?? folder.path
            for line in try PlayerFindingGuard.remarks(made.bytes, output: name, limits: common.limits) {
                context.report(note: "svga: \(name): \(line)")
            }
            context.clock.finish("players")
        }
        return .done
    }

    /// The maximum number of listed warnings, unless `-v` is given.
    private static let maximumWarnings = 10

    private func report(_ notes: [FolderNote], of file: String, _ context: CommandContext) {
        if common.isQuiet { return }
        let listedCount = common.isVerbose ? notes.count : PackCommand.maximumWarnings
        for note in notes.prefix(listedCount) { context.report(note: "svga: \(file): warning: \(note.message)") }
        if notes.count > listedCount { context.report(note: "svga: \(file): and \(notes.count - listedCount) more warnings (-v)") }
    }
}
