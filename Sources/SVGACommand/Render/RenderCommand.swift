import SVGAEmulation
import SVGAExport
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga render`: frames of a movie as pictures, an animation or a video.
struct RenderCommand: LimitedCommand {
    var inputs: [FileName] = []
    var output = FileName()
    var task = RenderTask()

    var common: CommonOptions {
        get { task.common }
        set { task.common = newValue }
    }

    static let name = "render"
    static let abstract = "Renders frames exactly, as pictures, animations or video"
    static let examples = [
        "svga render samples/gift.svga -o gift.png --frame 20",
        "svga render samples/gift.svga -o gift.webp --size 300x0 --set-text name=Ann",
    ]

    static let groups: [ParameterGroup<RenderCommand>] =
        [
            ParameterGroup(
                "Options",
                [
                    .arguments(\.inputs, "IN…", help: "movies or Lotties, or folders of movies; - is standard input"),
                    .option(
                        \.output, "o", "output", placeholder: "OUT", help: "a.png, dir/a-%05d.png, a.gif, - …; dir/ for several",
                        required: true),
                ] + (RenderTask.choices + [RenderTask.overwriting]).map { $0.at(\RenderCommand.task) })
        ] + RenderTask.optionGroups.map { $0.at(\RenderCommand.task) }

    func validate() throws(TaskError) {
        try task.validate(inputs: inputs)
        guard inputs.count > 1 else { return }
        if output.isStandardStream { throw .usage("several movies cannot go to standard output", advice: "name a folder with -o") }
        if inputs.contains(where: \.isStandardStream) { throw .usage("standard input (-) can be rendered only alone") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let reporter = ProgressReporter(task.work.progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        let running = context.task(common, clock, reporter)
        var code = ExitCode.done
        if let batch = try RenderBatch(inputs, output: output, format: task.format, isOneFrame: task.frame != nil) {
            code = try await render(batch, running, reporter, context)
        } else {
            tell(try await task.run(inputs[0], to: output, in: running), reporter, context)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return code
    }

    /// A movie that fails does not keep the others from being rendered.
    private func render(
        _ batch: RenderBatch, _ running: TaskContext, _ reporter: ProgressReporter, _ context: CommandContext
    ) async throws(TaskError) -> ExitCode {
        try task.encoding.check(for: batch.format)
        var folders: [FilePath] = []
        // Those that have stayed empty go.
        defer { for folder in folders.reversed() { TemporaryFiles.removeFolder(folder) } }
        try batch.makeFolder(&folders)
        var failures: [ExitCode] = []
        for (position, step) in batch.steps.enumerated() {
            reporter.begin(ProgressReporter.Part(name: step.input.path, position: position, count: batch.steps.count))
            do throws(TaskError) {
                if Task.isCancelled { throw .interrupted }
                tell(try await task.run(step.input, to: step.output, in: running), reporter, context)
            } catch {
                if case .interrupted = error { throw error }
                reporter.finish()
                context.report(error)
                failures.append(error.exitCode)
            }
        }
        return .batch(failures, of: batch.steps.count)
    }

    private func tell(_ result: RenderTask.Result, _ reporter: ProgressReporter, _ context: CommandContext) {
        reporter.finish()
        guard let outcome = result.outcome, !common.isQuiet else { return }
        let text = OutcomeText(outcome, result.output.path, quality: task.encoding.quality?.value)
        if result.output.format.isTold { context.note("svga: \(text.line)".printable) }
        if let line = text.lostAlpha { context.note("svga: \(line): use --matte COLOR or --background COLOR".printable) }
    }
}
