import SVGASupport
import SVGATasks

/// `svga dump`: a file as text.
struct DumpCommand: TaskCommand {
    var input = FileName()
    var output: FileName?
    var overwrites = false
    var task = DumpTask()

    static let name = "dump"
    static let abstract = LocalizedText("Print a file as text: the movie.json of svga unpack", "以文本输出文件：即 svga unpack 的 movie.json")
    static let examples = [
        "svga dump samples/gift.svga",
        "svga dump --strict samples/like.svga",
    ]

    static let groups = optionGroups(
        [
            .argument(\.input, "IN", help: "the movie; - is standard input", "动画；- 为标准输入"),
            .option(\.output, "o", "output", placeholder: "OUT", help: "a file (default: standard output)", "文件（默认：标准输出）"),
            .flag(\.overwrites, "force", help: "overwrite OUT", "覆盖 OUT"),
        ], note: note)

    private static let note = LocalizedText(
        """
        Each frame of each sprite is one line; images and sounds are size and CRC-32.
        In a git repository, the lines show what changed between two versions:
          echo '*.svga diff=svga' >> .gitattributes
          git config diff.svga.textconv 'svga dump'
        svga inspect --text prints only the visible content, the same for all formats.

        """,
        """
        每个元素的每一帧占一行。图片和声音只写大小和 CRC-32。
        在 git 仓库中可逐行显示两个版本之间改了什么：
          echo '*.svga diff=svga' >> .gitattributes
          git config diff.svga.textconv 'svga dump'
        svga inspect --text 只输出可见内容，与格式和封装无关。

        """)

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let text = try task.run(input, in: context.task)
        let file = try output.flatMap { (output) throws(TaskError) in
            output.isStandardStream ? nil : try OutputFile.open(output.path, overwriting: overwrites)
        }
        for part in text {
            if Task.isCancelled { throw .interrupted }
            if let file { try file.append(part) } else { try context.print(part) }
        }
        try file?.finish()
        context.clock.finish("print")
        return .done
    }
}
