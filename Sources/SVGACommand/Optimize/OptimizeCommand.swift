import SVGAEdit
import SVGAEmulation
import SVGAExport
import SVGAFormat
import SVGASupport
import SVGATasks

/// `svga optimize`: reduces the size of files that render the same.
struct OptimizeCommand: TaskCommand {
    var inputs: [FileName] = []
    var output: FileName?
    var task = OptimizeTask()
    var progress = ProgressMode.auto
    var writing = WritingOptions()

    static let name = "optimize"
    static let abstract = LocalizedText("Make files smaller; lossless by default", "减小文件；默认无损")
    static let examples = [
        "svga optimize samples/gift.svga -o small.svga",
        "svga optimize samples/gift.svga --quality 80 --dry-run --json",
    ]

    static let groups = optionGroups(
        [
            .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input", "文件、存放 .svga 文件的文件夹，或表示标准输入的 -"),
            .option(
                \.output, "o", "output", placeholder: "OUT", help: "a file, or - for standard output; a folder for several",
                "文件，或表示标准输出的 -；多个输入用文件夹"),
        ] + taskOptions + [
            .option(\.progress, "progress", placeholder: "MODE", help: "progress: auto, json or none", "进度：auto、json 或 none")
        ],
        [WritingOptions.group.at(\.writing)])

    /// The task with the options of the group "Output".
    private var configuredTask: OptimizeTask {
        var task = task
        (task.format, task.allowsPlayerFindings) = (writing.format, writing.allowsPlayerFindings)
        return task
    }

    func validate() throws(TaskError) {
        try ChangedFiles.check("optimize", inputs, output: output, writing)
        try configuredTask.validate()
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let files = try ChangedFiles(inputs, output: output, isInPlace: writing.isInPlace)
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        let (task, running) = (configuredTask, context.task(reporter))
        let sounds = try task.prepare()
        var position = 0
        let (reports, code) = try await files.run(context) { (step) throws(TaskError) -> OptimizeReport in
            if files.isBatch {
                reporter.begin(ProgressReporter.Part(name: step.input.path, position: position, count: files.steps.count))
            }
            position += 1
            let report = try await run(task, step, sounds, running, reporter)
            // Details of many files would be too long.
            if !common.isQuiet && !writing.isJSON {
                let text = OptimizeText(report, isVerbose: common.isVerbose, screen: context.errors)
                context.note(files.isBatch && !common.isVerbose ? text.line : text.text)
            }
            return report
        }
        if writing.isJSON, let json = files.isBatch ? OptimizeReport.json(of: reports) : reports.first?.json {
            try context.print(json: json)
        }
        if files.isBatch && !common.isQuiet && !writing.isJSON { context.report(note: OptimizeText.total(reports)) }
        return code
    }

    private func run(
        _ task: OptimizeTask, _ step: ChangedFiles.Step, _ sounds: SoundRecoding?, _ running: TaskContext, _ reporter: ProgressReporter
    ) async throws(TaskError) -> OptimizeReport {
        defer { reporter.finish() }
        let bytes = try InputFile.bytes(of: step.input, limits: common.limits, context: running)
        try task.refuseFaults(bytes, of: step.input)
        running.finished("read")
        // Opened before the work, which may take minutes: an existing file is an error at once.
        let file = try step.output.map { (path) throws(TaskError) in
            try OutputFile.open(path, overwriting: writing.overwrites || writing.isInPlace)
        }
        let result = try await task.run(bytes, of: step.input, sounds: sounds, in: running)
        // An unchanged file keeps its modification time.
        if !writing.isInPlace || result.bytes != bytes { try file?.finish(result.bytes) }
        running.finished("write")
        return OptimizeReport(result, file: step.input.path, output: step.output)
    }
}
