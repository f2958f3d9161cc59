import SVGAEmulation
import SVGAExport
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga render`: renders frames to images, an animation or a video.
struct RenderCommand: TaskCommand {
    var inputs: [FileName] = []
    var output = FileName()
    var task = RenderTask()

    static let name = "render"
    static let abstract = LocalizedText("Render frames as images, animations or video", "把帧渲染为图片、动图或视频")
    static let examples = [
        "svga render samples/gift.svga -o gift.png --frame 20",
        "svga render samples/gift.svga -o gift.webp --size 300x0 --set-text name=Ann",
    ]

    static let groups = optionGroups(
        [
            .arguments(
                \.inputs, "IN…", help: "movies, Lotties or folders; - is standard input", "动画或 Lottie，或存放动画的文件夹；- 为标准输入"
            ).completed(.animations),
            .option(
                \.output, "o", "output", placeholder: "OUT", help: "a.png, dir/a-%05d.png, a.gif, - …; dir/ for several",
                "a.png、dir/a-%05d.png、a.gif、- 等；多个输入用 dir/",
                required: true),
        ] + taskOptions)

    func validate() throws(TaskError) {
        try task.validate(inputs: inputs)
        guard inputs.count > 1 else { return }
        if output.isStandardStream { throw .usage("several movies cannot be written to standard output", advice: "name a folder with -o") }
        if inputs.contains(where: \.isStandardStream) { throw .usage("standard input (-) cannot be combined with other inputs") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let reporter = ProgressReporter(task.work.progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        if let batch = try RenderBatch(inputs, output: output, format: task.namedFormat, isOneFrame: task.frame != nil) {
            return try await render(batch, reporter, context)
        }
        report(try await reportingTask.run(inputs[0], to: output, in: context.task(reporter)), reporter, context)
        return .done
    }

    /// The task, which also estimates the size of a lossless WebP with loss.
    private var reportingTask: RenderTask {
        var task = task
        task.estimatesLoss = !common.isQuiet
        return task
    }

    /// A failed movie does not stop the others.
    private func render(
        _ batch: RenderBatch, _ reporter: ProgressReporter, _ context: CommandContext
    ) async throws(TaskError) -> ExitCode {
        try task.encoding.check(for: batch.format)
        var folders: [FilePath] = []
        // Removes folders that are still empty.
        defer { for folder in folders.reversed() { TemporaryFiles.removeFolder(folder) } }
        try batch.makeFolder(&folders)
        var position = 0
        return try await context.forEach(batch.steps) { (step) throws(TaskError) in
            defer { reporter.finish() }
            reporter.begin(ProgressReporter.Part(name: step.input.path, position: position, count: batch.steps.count))
            position += 1
            report(try await reportingTask.run(step.input, to: step.output, in: context.task(reporter)), reporter, context)
        }
    }

    private func report(_ result: RenderTask.Result, _ reporter: ProgressReporter, _ context: CommandContext) {
        reporter.finish()
        guard let outcome = result.outcome, !common.isQuiet else { return }
        let text = OutcomeText(outcome, result.output.path, quality: task.requestedQuality)
        if result.output.format.printsSummary { context.report(note: "svga: \(text.line)") }
        if let bytes = outcome.lossyBytes {
            let size = Units.bytes(bytes)
            context.report(note: "svga: \(result.output.path): lossless; --quality \(LossyEstimate.quality) would take about \(size)")
        }
    }
}
