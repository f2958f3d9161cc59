import SVGARender

/// `svga hit`: which key is at a point.
struct HitCommand: Command {
    var input = FileName()
    var frame = 0
    var point = PointArgument(x: 0, y: 0)
    var threshold = AlphaThreshold(alpha: 0.5)
    var isJSON = false
    var substitution = SubstitutionOptions()
    var common = CommonOptions()

    static let name = "hit"
    static let abstract = "Tells which key is at a point of a frame; exit 1 if none"
    static let examples = [
        "svga hit samples/gift.svga --frame 60 --at 375,300",
        "svga hit samples/gift.svga --frame 60 --at 375,300 --hide user1 --json",
    ]

    static let groups: [ParameterGroup<HitCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(\.frame, "--frame", placeholder: "N", help: "the frame, counted from 0", required: true),
                .option(\.point, "--at", placeholder: "X,Y", help: "the point of the canvas, in points from the top left", required: true),
                .option(\.threshold, "--threshold", placeholder: "A", help: "how opaque it has to be there, 0 to 1 (default 0.5)"),
                .flag(\.isJSON, "--json", help: "the answer as JSON; \"hit\" is null for nothing"),
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
        _ = try file.frameIndices(FrameSelection(frame: frame))
        var options = RenderOptions()
        options.limits = common.limits
        let renderer = try file.renderer(options, substitution, context: context)
        clock.finish("prepare")
        let hit = try file.drawing { () throws(RenderError) in
            try renderer.hit(x: point.x, y: point.y, frame: frame, alphaThreshold: threshold.alpha)
        }
        clock.finish("look")
        if isJSON {
            try context.print(JSONText.text(HitReport(file: file.name, frame: frame, point: point, threshold: threshold, hit: hit)))
        } else if let hit {
            try context.print(HitReport.text(hit))
        } else if !common.isQuiet {
            context.note("svga: \(file.name): nothing is at \(point.text) in frame \(frame)".printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return hit == nil ? .nothingThere : .done
    }
}

/// What `svga hit` says.
struct HitReport: Encodable, Sendable {
    struct Found: Encodable, Sendable {
        /// What replaces it.
        let key: String
        /// The sprite's own name in the file.
        let imageKey: String
        let spriteIndex: Int
        /// 0…1, of all that the sprite shows there.
        let alpha: Double
    }

    let schema = 1
    let file: String
    let frame: Int
    let x: Double
    let y: Double
    let threshold: Double
    @Nullable var hit: Found?

    private enum CodingKeys: String, CodingKey { case schema, file, frame, x, y, threshold, hit }

    init(file: String, frame: Int, point: PointArgument, threshold: AlphaThreshold, hit: Hit?) {
        self.file = file
        self.frame = frame
        (x, y) = (point.x, point.y)
        self.threshold = threshold.alpha
        self.hit = hit.map { Found(key: $0.key, imageKey: $0.imageKey, spriteIndex: $0.spriteIndex, alpha: $0.alpha) }
    }

    /// `user1  sprite 64, alpha 1`
    static func text(_ hit: Hit) -> String {
        let name = hit.key.isEmpty ? "\"\"" : hit.key.printable
        let imageKey = hit.imageKey == hit.key ? "" : "\(hit.imageKey.printable), "
        return "\(name)  \(imageKey)sprite \(hit.spriteIndex), alpha \(Units.decimal(hit.alpha, places: 2))\n"
    }
}

extension PointArgument {
    var text: String { "\(Units.decimal(x, places: 2)),\(Units.decimal(y, places: 2))" }
}
