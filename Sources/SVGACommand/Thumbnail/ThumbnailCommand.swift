import SVGAPlatform
import SVGATasks

/// `svga thumbnail`: a thumbnail of a movie for file managers.
struct ThumbnailCommand: TaskCommand {
    var input = FileName()
    var argument: FileName?
    var option: FileName?
    var task = ThumbnailTask()
    var overwrites = false

    static let name = "thumbnail"
    static let abstract = LocalizedText("Make a small PNG of a representative frame", "用有代表性的一帧生成小尺寸 PNG")
    static let examples = [
        "svga thumbnail samples/gift.svga gift.png",
        "svga thumbnail samples/gift.svga gift.png --size 512 --frame 66",
    ]

    static let groups = optionGroups(
        [
            .argument(\.input, "IN", help: "the movie; - is standard input", "动画；- 为标准输入").completed(.animations),
            .argument(\.argument, "OUT", help: "a PNG, whatever its extension; - is standard output", "不论扩展名，总是 PNG；- 为标准输出").completed(
                .files([])),
            .option(\.option, "o", "output", placeholder: "OUT", help: "the output, instead of the argument", "输出文件，代替参数"),
        ] + taskOptions + [
            .flag(\.overwrites, "force", help: "overwrite an existing file; an empty one is always overwritten", "覆盖已有文件；空文件总会被覆盖")
        ])

    func validate() throws(TaskError) {
        try task.validate()
        if argument == nil && option == nil { throw .usage("OUT is missing", advice: "usage: svga thumbnail IN OUT") }
        if argument != nil && option != nil { throw .usage("OUT and \(option: "o") both name the output", advice: "use only one of them") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let output = option ?? argument ?? FileName()
        let picture = try task.run(input, in: context.task)
        try picture.writePNG(to: output, overwriting: overwrites || isEmptyFile(output.path))
        context.clock.finish("write")
        return .done
    }

    /// Whether the output is an empty file: callers of thumbnailers create one first to reserve the name.
    private func isEmptyFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }
}
