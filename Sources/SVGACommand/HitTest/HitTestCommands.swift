import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

// What an app asks of a movie when it is touched: `svga hit` and `svga bounds`.

// MARK: - hit

/// `svga hit`: which key is at a point.
struct HitCommand: LimitedCommand {
    var input = FileName()
    var frame = 0
    var point = PointArgument(x: 0, y: 0)
    var threshold = Fraction(value: 0.5)
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
                .option(\.frame, "frame", placeholder: "N", help: "the frame, counted from 0", required: true),
                .option(\.point, "at", placeholder: "X,Y", help: "the point of the canvas, in points from the top left", required: true),
                .option(\.threshold, "threshold", placeholder: "A", help: "how opaque it has to be there, 0 to 1 (default 0.5)"),
                .flag(\.isJSON, "json", help: "the answer as JSON; \"hit\" is null for nothing"),
            ]),
        SubstitutionOptions.group.at(\.substitution),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) { try substitution.validate(input: input) }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let file = try InputFile(input, options: common.readOptions, context: context.task)
        clock.finish("read")
        // Refuses a frame that the movie does not have.
        _ = try ShownFile.movie(file).frameIndices(FrameSelection(frame: frame))
        let scene = try file.scene(RenderOptions(limits: common.limits), substitution, context: context.task)
        clock.finish("prepare")
        let hit = try file.drawing { () throws(RenderError) in
            try scene.hit(x: point.x, y: point.y, frame: frame, alphaThreshold: threshold.value)
        }
        clock.finish("look")
        let report = HitReport(file: file.name, frame: frame, point: point, threshold: threshold.value, hit: hit)
        if isJSON {
            try context.print(json: report.json)
        } else if hit != nil {
            try context.print(report.text)
        } else if !common.isQuiet {
            let place = "\(Units.decimal(point.x, places: 2)),\(Units.decimal(point.y, places: 2))"
            context.note("svga: \(file.name): nothing is at \(place) in frame \(frame)".printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return hit == nil ? .nothingThere : .done
    }
}

extension HitReport {
    /// `user1  sprite 64, alpha 1`; empty for nothing.
    var text: String {
        guard let hit else { return "" }
        let name = hit.key.isEmpty ? "\"\"" : hit.key.printable
        let imageKey = hit.imageKey == hit.key ? "" : "\(hit.imageKey.printable), "
        return "\(name)  \(imageKey)sprite \(hit.spriteIndex), alpha \(Units.decimal(hit.alpha, places: 2))\n"
    }
}

// MARK: - bounds

/// `svga bounds`: where a key is, frame by frame.
struct BoundsCommand: LimitedCommand {
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
                .option(\.key, "key", placeholder: "KEY", help: "the key; svga inspect --keys IN lists them", required: true),
                .option(\.frames, "frames", placeholder: "LIST", help: "some: 0,8,20-40,60-90:5 (default: all)"),
                .flag(\.isJSON, "json", help: "every frame as JSON; \"bounds\" is null where it is not visible"),
            ]),
        SubstitutionOptions.group.at(\.substitution),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) { try substitution.validate(input: input) }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        let file = try InputFile(input, options: common.readOptions, context: context.task)
        clock.finish("read")
        let indices = try ShownFile.movie(file).frameIndices(frames)
        let scene = try file.scene(RenderOptions(limits: common.limits), substitution, context: context.task)
        clock.finish("prepare")
        var rows: [BoundsReport.Row] = []
        for frame in indices {
            if Task.isCancelled { throw .interrupted }
            let bounds = try file.drawing { () throws(RenderError) in try scene.bounds(ofKey: key, frame: frame) }
            rows.append(BoundsReport.Row(frame: frame, bounds: bounds))
        }
        clock.finish("look")
        let report = BoundsReport(file: file.name, key: key, frames: rows)
        if isJSON { try context.print(json: report.json) } else { try context.print(report.text) }
        if !report.isVisible && !isJSON && !common.isQuiet {
            context.note("svga: \(file.name): \"\(key)\" is visible in none of \(Units.count(rows.count, "frame"))".printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return report.isVisible ? .done : .nothingThere
    }
}

/// What `svga bounds` says.
struct BoundsReport: Sendable {
    struct Row: Sendable {
        let frame: Int
        /// In points of the canvas; nil where the key is not visible.
        let bounds: Rect?
    }

    let file: String
    let key: String
    /// In the order they were asked for.
    let frames: [Row]

    var isVisible: Bool { frames.contains { $0.bounds != nil } }

    /// A line for each frame, and one for neighbours with the same bounds: `31–33  x 275, y 210.5, 200 × 200`.
    var text: String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        var index = 0
        while index < frames.count {
            let first = frames[index]
            var last = first
            while index + 1 < frames.count, frames[index + 1].frame == last.frame + 1, frames[index + 1].bounds == first.bounds {
                index += 1
                last = frames[index]
            }
            index += 1
            guard let bounds = first.bounds else { continue }
            let span = first.frame == last.frame ? "\(first.frame)" : "\(first.frame)–\(last.frame)"
            let numbers = [bounds.x, bounds.y, bounds.width, bounds.height].map { Units.decimal($0, places: 2) }
            table.rows.append([span, "x \(numbers[0]), y \(numbers[1]), \(numbers[2]) × \(numbers[3])"])
        }
        return table.lines(width: .max).dropFirst().map { $0 + "\n" }.joined()
    }
}

extension BoundsReport: JSONRepresentable {
    /// The contract of `--json`: the names never change their meaning. `bounds` is null where the key is not visible.
    var json: JSONValue {
        let rows = frames.map { row -> JSONValue in
            let bounds = row.bounds.map { bounds -> JSONValue in
                ["x": bounds.x, "y": bounds.y, "width": bounds.width, "height": bounds.height]
            }
            return ["frame": row.frame, "bounds": bounds]
        }
        return ["schema": 1, "file": file, "key": key, "frames": rows]
    }
}
