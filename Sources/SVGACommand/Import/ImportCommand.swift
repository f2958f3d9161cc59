import CSVGASupport
import SVGAImport
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga import`: imports other formats as a movie.
struct ImportCommand: TaskCommand {
    var inputs: [FileName] = []
    var output: FileName?
    var task = ImportTask()
    var isDry = false
    var isJSON = false
    var progress = ProgressMode.auto

    static let name = "import"
    static let abstract = LocalizedText(
        "Make a movie from Lottie, SVG, GIF, APNG, WebP, video or images", "由 Lottie、SVG、GIF、APNG、WebP、视频或图片生成动画")
    static let examples = [
        "svga import samples/gift.png -o still.svga",
        "svga import samples/gift.png --size 270x0 --dry-run --json",
    ]

    static let groups = optionGroups(
        [
            .arguments(\.inputs, "IN…", help: "a file, a folder, a%04d.png, several images, or -", "一个文件、文件夹、a%04d.png、多张图片，或 -")
                .completed(.files(["json", "lottie", "svg", "gif", "png", "apng", "webp", "mp4", "mov", "webm", "jpg", "jpeg"])),
            .option(\.output, "o", "output", placeholder: "OUT", help: "a file; - is standard output", "输出文件；- 为标准输出"),
        ] + taskOptions + [
            .flag(\.isDry, "dry-run", help: "print the report, but write nothing", "只输出报告，不写文件"),
            .flag(\.task.overwrites, "force", help: "overwrite existing files", "覆盖已有文件"),
            .flag(\.isJSON, "json", help: "print the report as JSON", "以 JSON 输出报告"),
            .option(\.progress, "progress", placeholder: "MODE", help: "progress: auto, json or none", "进度：auto、json 或 none"),
        ])

    func validate() throws(TaskError) {
        if inputs.count > 1 && inputs.contains(where: \.isStandardStream) {
            throw .usage("standard input (-) cannot be combined with other inputs")
        }
        try ChangedFiles.check("import", output: output, isDry: isDry, isJSON: isJSON)
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        // Reduces memory; does nothing on systems without this setting.
        _ = svga_keep_heap_small()
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        var task = task
        task.checksPlayers = isJSON || !common.isQuiet
        let report = try await task.run(inputs, to: output, in: context.task(reporter))
        reporter.finish()
        if isJSON { try context.print(json: report.json) }
        if !common.isQuiet && !isJSON { context.note(report.text(isVerbose: common.isVerbose, screen: context.errors)) }
        return .done
    }
}

extension ImportReport {
    /// The maximum number of listed notes and keys; the others are counted.
    private static let maximumListed = 12

    func text(isVerbose: Bool, screen: TextStream) -> String {
        var lines: [Message] = [
            output.map { "\(file) → \($0)" } ?? "\(file) (nothing was written)",
            "  \(kind)  \(width.brief) × \(height.brief), \(Units.count(frames, "frame")) at \(fps) fps",
            "  Movie   \(Units.bytes(byteCount)), \(Units.count(sprites, "sprite")), \(Units.bytes(decodedBytes)) of decoded images",
            similarity.map { "  Frames  lowest SSIM \(ImportReport.text($0))" } ?? "  Frames  not compared: the source cannot be drawn",
        ]
        if !keys.isEmpty {
            lines.append("  Keys    \(shortened(keys.map { Message(verbatim: $0.quoted) }, isVerbose).joined(separator: ", "))")
        }
        lines += shortened(rasterized.map { "  As an image: \($0.line)" }, isVerbose, indentation: "  ")
        lines += shortened(lost.map { "  Differs: \($0.line)" }, isVerbose, indentation: "  ")
        let players = players.map { "  Players: \(screen.text($0))" as Message }
        lines += shortened(players, isVerbose, indentation: "  ")
        return lines.map { screen.text($0).printable }.joined(separator: "\n")
    }

    private func shortened(_ items: [Message], _ isVerbose: Bool, indentation: String = "") -> [Message] {
        if isVerbose || items.count <= ImportReport.maximumListed { return items }
        let first = items.prefix(ImportReport.maximumListed)
        return first + ["\(indentation)and \(items.count - first.count) more (-v)"]
    }
}

extension Imported.Note {
    fileprivate var line: Message { location.isEmpty ? message : "\(location): \(message)" }
}
