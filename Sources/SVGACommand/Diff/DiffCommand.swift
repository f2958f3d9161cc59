import SVGACheck
import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender

/// `svga diff`: what is different between two movies.
struct DiffCommand: LimitedCommand {
    var first = FileName()
    var second = FileName()
    var comparesPixels = false
    var picture: FileName?
    var player: PublicPlayer?
    var overwrites = false
    var isJSON = false
    var threads: PositiveCount?
    var progress = ProgressReporter.Mode.auto
    var common = CommonOptions()

    static let name = "diff"
    static let abstract = "Tells what is different between two movies; exit 1 if anything is"
    static let examples = [
        "svga diff samples/gift.svga samples/gift-1x-json.svga --pixels",
        "svga diff samples/gift.svga samples/badge.svga --picture worst.png --json",
    ]

    static let groups: [ParameterGroup<DiffCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.first, "A", help: "a movie; - is standard input"),
                .argument(\.second, "B", help: "another"),
                .flag(\.comparesPixels, "--pixels", help: "render all frames of both and compare them too"),
                .option(
                    \.picture, "--picture", placeholder: "FILE.png",
                    help: "the worst frame: A, difference (amplified), B; with --pixels or without"),
                .option(\.player, "--player", placeholder: "PLAYER", help: "both as this public player reads and draws them"),
                .flag(\.overwrites, "--force", help: "overwrite the picture that is there"),
                .flag(\.isJSON, "--json", help: "everything as JSON"),
                .option(\.threads, "--threads", placeholder: "N", help: "default: one for each processor"),
                .option(\.progress, "--progress", placeholder: "MODE", help: "auto (on a terminal), json (a line each) or none"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if first.isStandardStream && second.isStandardStream { throw UsageError(message: "standard input (-) can be read only once") }
        if let picture, picture.isStandardStream {
            throw UsageError(message: "--picture cannot go to standard output, where the report goes", advice: "name a file")
        }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let options = common.readOptions(as: player)
        let before = try InputFile(first, options: options, context: context)
        let after = try InputFile(second, options: options, context: context)
        clock.finish("read")
        let difference = MovieDifference(before.movie, after.movie, limits: common.limits)
        clock.finish("compare")
        var report = DiffReport(before, after, difference)
        if comparesPixels || picture != nil {
            report.pixels = try await comparePixels(before, after, context, &clock)
        }
        if isJSON {
            try context.print(json: report.json)
        } else {
            try context.print(DiffText(report, isVerbose: common.isVerbose, screen: context.output).text)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return report.isSame ? .done : .findings
    }

    private func comparePixels(
        _ before: InputFile, _ after: InputFile, _ context: CommandContext, _ clock: inout PhaseClock
    ) async throws(CommandError) -> DiffReport.Pixels {
        let left = try scene(before)
        let right = try scene(after)
        clock.finish("prepare")
        let comparison = FrameComparison(left, right)
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        let differences: [FrameComparison.Difference]
        do throws(ComparisonError) {
            differences = try await comparison.differences(
                threads: threads?.value ?? context.processorCount,
                progress: { done, total in reporter.update(done: done, total: total) })
        } catch {
            switch error {
            case .render(let error, let isSecond): throw .render(file: (isSecond ? after : before).name, error)
            case .cancelled: throw .interrupted
            }
        }
        clock.finish("render")
        reporter.finish()
        var pixels = DiffReport.Pixels(comparison, differences, isPart: left.size != right.size)
        guard let picture else { return pixels }
        guard let worst = pixels.worst else {
            if !common.isQuiet { context.note("svga: \(picture.path): no picture, for no frame differs".printable) }
            return pixels
        }
        let old = try before.drawing { () throws(RenderError) in try left.pixmap(frame: worst.frame) }
        let new = try after.drawing { () throws(RenderError) in try right.pixmap(frame: worst.frame) }
        do throws(ExportError) {
            try DifferencePicture.make(old, new).writePNG(to: picture.path, overwrite: overwrites)
        } catch {
            throw .export(output: picture.path, error)
        }
        pixels.picture = picture.path
        clock.finish("picture")
        return pixels
    }

    private func scene(_ file: InputFile) throws(CommandError) -> Scene {
        try file.drawing { () throws(RenderError) in try Scene(file.movie, options: RenderOptions(limits: common.limits)) }
    }
}

extension Scene {
    fileprivate var size: [Int] { [widthPixels, heightPixels] }
}
