import SVGAModel
import SVGARender

/// `svga bounds`: where a key is, frame by frame.
struct BoundsCommand: Command {
    var input = FileName()
    var key = ""
    var frames: FrameSelection?
    var isJSON = false
    var substitution = SubstitutionOptions()
    var common = CommonOptions()

    static let name = "bounds"
    static let abstract = "Tells where a key is in each frame; exit 1 if it is not visible"
    static let examples = [
        "svga bounds samples/gift.svga --key user1",
        "svga bounds samples/gift.svga --key name --frames 60 --json",
    ]

    static let groups: [ParameterGroup<BoundsCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(\.key, "--key", placeholder: "KEY", help: "the key; svga inspect --keys IN lists them", required: true),
                .option(\.frames, "--frames", placeholder: "LIST", help: "some: 0,8,20-40,60-90:5 (default: all)"),
                .flag(\.isJSON, "--json", help: "every frame as JSON; \"bounds\" is null where it is not visible"),
            ]),
        SubstitutionOptions.group.at(\.substitution),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) { try substitution.validate(input: input) }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let file = try InputFile(input, options: common.readOptions, context: context)
        clock.finish("read")
        let indices = try file.frameIndices(frames)
        var options = RenderOptions()
        options.limits = common.limits
        let renderer = try file.renderer(options, substitution, context: context)
        clock.finish("prepare")
        var rows: [BoundsReport.Row] = []
        for frame in indices {
            if Task.isCancelled { throw .interrupted }
            let bounds = try file.drawing { () throws(RenderError) in try renderer.bounds(ofKey: key, frame: frame) }
            rows.append(BoundsReport.Row(frame: frame, bounds: bounds))
        }
        clock.finish("look")
        let report = BoundsReport(file: file.name, key: key, frames: rows)
        try context.print(isJSON ? JSONText.text(report) : report.text)
        if !report.isVisible && !isJSON && !common.isQuiet {
            context.note("svga: \(file.name): \"\(key)\" is visible in none of \(Units.count(rows.count, "frame"))".printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return report.isVisible ? .done : .nothingThere
    }
}
