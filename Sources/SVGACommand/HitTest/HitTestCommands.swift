import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

// Hit testing for apps: `svga hit` and `svga bounds`.

/// `svga hit`: finds the key at a point.
struct HitCommand: TaskCommand {
    var input = FileName()
    var isJSON = false
    var task = HitTestTask()

    static let name = "hit"
    static let abstract = LocalizedText("Find the key at a point of a frame; exit 1 if there is none", "查找某帧某点上的 imageKey；没有则退出码为 1")
    static let examples = [
        "svga hit samples/gift.svga --frame 60 --at 375,300",
        "svga hit samples/gift.svga --frame 60 --at 375,300 --hide user1 --json",
    ]

    static let groups = optionGroups(
        [.argument(\.input, "IN", help: "the movie; - is standard input", "动画；- 为标准输入").completed(.animations)] + taskOptions
            + [.flag(\.isJSON, "json", help: "print JSON; \"hit\" is null if nothing is there", "以 JSON 输出；没有时 \"hit\" 为 null")])

    func validate() throws(TaskError) { try task.substitution.validate(input: input) }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let report = try task.run(input, in: context.task)
        if isJSON {
            try context.print(json: report.json)
        } else if report.hit != nil {
            try context.print(report.text(context.output))
        } else if !common.isQuiet {
            let point = "\(Units.decimal(report.point.x, places: 2)),\(Units.decimal(report.point.y, places: 2))"
            context.report(note: "svga: \(report.file): nothing is at \(point) in frame \(report.frame)")
        }
        return report.hit == nil ? .nothingThere : .done
    }
}

extension HitReport {
    /// `user1  sprite 64, alpha 1`, or a layer of a Lottie; empty without a hit.
    func text(_ screen: TextStream) -> String {
        guard let hit else { return "" }
        let name = hit.key.isEmpty ? "\"\"" : hit.key.printable
        let imageKey = hit.imageKey == hit.key ? "" : "\(hit.imageKey.printable), "
        let alpha = Units.decimal(hit.alpha, places: 2)
        let part: Message = hit.isLayer ? "layer \(hit.spriteIndex), alpha \(alpha)" : "sprite \(hit.spriteIndex), alpha \(alpha)"
        return "\(name)  \(imageKey)\(screen.text(part))\n"
    }
}

/// `svga bounds`: lists the bounds of a key by frame.
struct BoundsCommand: TaskCommand {
    var input = FileName()
    var isJSON = false
    var task = BoundsTask()

    static let name = "bounds"
    static let abstract = LocalizedText(
        "Print the bounds of a key in each frame; exit 1 if never visible", "输出某个 imageKey 在每一帧的边界框；不可见则退出码为 1")
    static let examples = [
        "svga bounds samples/gift.svga --key user1",
        "svga bounds samples/gift.svga --key name --frames 60 --json",
    ]

    static let groups = optionGroups(
        [.argument(\.input, "IN", help: "the movie; - is standard input", "动画；- 为标准输入").completed(.animations)] + taskOptions
            + [
                .flag(
                    \.isJSON, "json", help: "print every frame as JSON; \"bounds\" is null if it is not visible",
                    "以 JSON 输出每一帧；不可见时 \"bounds\" 为 null")
            ])

    func validate() throws(TaskError) { try task.substitution.validate(input: input) }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let report = try task.run(input, in: context.task)
        if isJSON { try context.print(json: report.json) } else { try context.print(report.text) }
        if !report.isVisible && !isJSON && !common.isQuiet {
            let frames = Units.count(report.frames.count, "frame")
            context.report(note: "svga: \(report.file): \"\(report.key)\" is not visible in any of \(frames)")
        }
        return report.isVisible ? .done : .nothingThere
    }
}

extension BoundsReport {
    /// A line for each frame, or for a run of frames with equal bounds: `31–33  x 275, y 210.5, 200 × 200`.
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
