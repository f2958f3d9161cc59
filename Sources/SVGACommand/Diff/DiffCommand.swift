import SVGACheck
import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender

/// `svga diff`: what is different between two movies.
struct DiffCommand: LimitedCommand {
    var first = FileName()
    var second = FileName()
    /// What follows them where git calls.
    var rest: [String] = []
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
        "svga diff samples/gift.svga samples/features/gift-sound.svga --pixels",
        "svga diff samples/gift.svga samples/like.svga --picture worst.png --json",
    ]

    static let groups: [ParameterGroup<DiffCommand>] = [
        ParameterGroup(
            "Options", note: note,
            [
                .argument(\.first, "A", help: "a movie; - is standard input"),
                .argument(\.second, "B", help: "another"),
                .arguments(\.rest, "GIT…", help: "what git adds: then A is a path and the exit code 0", required: false),
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

    private static let note = """
        git diff shows it with: git config diff.svga.command 'svga diff'
          echo '*.svga diff=svga' >> .gitattributes; git log -p --ext-diff

        """

    private var gitCall: GitCall? { GitCall([first.path, second.path] + rest) }

    func validate() throws(UsageError) {
        if let word = rest.first, gitCall == nil {
            throw UsageError(message: "\"\(word)\" is one argument too many", advice: "svga help diff")
        }
        if isJSON && gitCall != nil { throw UsageError(message: "--json is no diff that git can show", advice: "leave it out") }
        if first.isStandardStream && second.isStandardStream { throw UsageError(message: "standard input (-) can be read only once") }
        if let picture, picture.isStandardStream {
            throw UsageError(message: "--picture cannot go to standard output, where the report goes", advice: "name a file")
        }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        if let gitCall { return try await run(gitCall, in: context) }
        var clock = PhaseClock()
        let options = common.readOptions(as: player)
        let before = try InputFile(first, options: options, context: context)
        let after = try InputFile(second, options: options, context: context)
        clock.finish("read")
        return try await compare(before, after, titles: (before.name, after.name), context, &clock) ? .done : .findings
    }

    /// As git's external diff. Git stops at an exit code other than 0, and so would not show the files after this one.
    private func run(_ call: GitCall, in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        do throws(CommandError) {
            let before = try call.file(call.old, common.readOptions(as: player), context)
            let after = try call.file(call.new, common.readOptions(as: player), context)
            clock.finish("read")
            if let before, let after {
                let titles = (call.title(call.old), call.title(call.new, isNew: true))
                _ = try await compare(before, after, titles: titles, context, &clock)
            } else if let only = before ?? after {
                let style: TextStream.Style = after == nil ? .red : .cyan
                try context.print(context.output.styled("\(after == nil ? "-" : "+") \(call.summary(of: only))".printable, style) + "\n")
            }
        } catch {
            switch error {
            case .standardOutput, .interrupted: throw error
            default: try context.print(error.line + "\n")
            }
        }
        return .done
    }

    /// Prints what is different.
    /// - Returns: whether nothing is.
    private func compare(
        _ before: InputFile, _ after: InputFile, titles: (String, String), _ context: CommandContext, _ clock: inout PhaseClock
    ) async throws(CommandError) -> Bool {
        let difference = MovieDifference(before.movie, after.movie, limits: common.limits)
        clock.finish("compare")
        var report = DiffReport(before: titles.0, after: titles.1, difference)
        if comparesPixels || picture != nil {
            report.pixels = try await comparePixels(before, after, context, &clock)
        }
        if isJSON {
            try context.print(json: report.json)
        } else {
            try context.print(DiffText(report, isVerbose: common.isVerbose, screen: context.output).text)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return report.isSame
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
