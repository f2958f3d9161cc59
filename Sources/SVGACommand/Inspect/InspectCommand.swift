import SVGAModel
import SVGARender

/// `svga inspect`: what is in a file.
struct InspectCommand: Command {
    var inputs: [FileName] = []
    var isJSON = false
    var showsKeysOnly = false
    var showsAll = false
    var showsPicture = false
    var common = CommonOptions()

    static let name = "inspect"
    static let abstract = "Shows what is in a file: size, replaceable keys, images, audio"
    static let examples = ["svga inspect samples/gift.svga", "svga inspect --json samples/gift.svga samples/badge.svga"]

    static let groups: [ParameterGroup<InspectCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "files to look at; - is standard input"),
                .flag(\.isJSON, "--json", help: "everything as JSON: one object, or an array for several files"),
                .flag(\.showsKeysOnly, "--keys", help: "only what can be set: a key, what it takes, its layout"),
                .flag(\.showsAll, "--all", help: "all rows of long tables"),
                .flag(\.showsPicture, "--picture", help: "draw the first visible frame with coloured characters"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if isJSON && showsPicture { throw UsageError(message: "--picture cannot stand in JSON", advice: "leave out --json or --picture") }
        if showsKeysOnly && showsPicture { throw UsageError(message: "--keys and --picture cannot go together", advice: "use one of them") }
        if inputs.count(where: \.isStandardStream) > 1 { throw UsageError(message: "standard input (-) can be read only once") }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var reports: [InspectReport] = []
        var failures: [ExitCode] = []
        var clock = PhaseClock()
        for (index, file) in inputs.enumerated() {
            if Task.isCancelled { throw .interrupted }
            do throws(CommandError) {
                let input = try InputFile(file, options: common.readOptions, context: context)
                clock.finish("read")
                let report = InspectReport(input)
                clock.finish("gather")
                if isJSON {
                    reports.append(report)
                } else {
                    if index > failures.count { try context.print("\n") }
                    try context.print(text(of: report, screen: context.output))
                    if showsPicture { try printPicture(input, context: context) }
                }
                clock.finish("print")
            } catch {
                if case .standardOutput = error { throw error }
                if case .interrupted = error { throw error }
                context.report(error)
                failures.append(error.exitCode)
            }
        }
        if isJSON && !reports.isEmpty {
            let isList = inputs.count > 1
            try context.print(
                showsKeysOnly ? JSONText.text(reports.map(KeyList.init), isList: isList) : JSONText.text(reports, isList: isList))
        }
        clock.finish("print")
        if common.showsPhaseTimes { context.note(clock.line) }
        return .batch(failures, of: inputs.count)
    }

    private func text(of report: InspectReport, screen: TextStream) -> String {
        guard showsKeysOnly else { return InspectText(report: report, showsAll: showsAll, screen: screen).text }
        let title = inputs.count > 1 ? screen.styled(report.file.printable, .bold) + "\n" : ""
        return title + KeyList(report).text
    }

    private func printPicture(_ input: InputFile, context: CommandContext) throws(CommandError) {
        let screen = context.output
        let drawn: (picture: TerminalPicture, frame: Int)?
        do throws(RenderError) {
            // Two lines stay free: one for the caption, one for the prompt.
            drawn = try TerminalPicture.firstVisibleFrame(
                of: input.movie, limits: common.limits, columns: screen.columns, rows: screen.rows - 2)
        } catch {
            throw .render(file: input.name, error)
        }
        guard let drawn else { return }
        let caption = screen.styled("frame \(drawn.frame), the first to see of \(input.movie.frames)", .dim)
        try context.print("\n" + drawn.picture.text + caption + "\n")
    }
}
