import SVGACheck
import SVGAEmulation
import SVGAExport
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// `svga compare-players`: renders a movie as each public player does.
struct ComparePlayersCommand: TaskCommand {
    var input = FileName()
    var output: FileName?
    var task = ComparePlayersTask()
    var overwrites = false
    var isJSON = false

    static let name = "compare-players"
    static let abstract = LocalizedText("Show a movie in each public player, side by side", "并排显示动画在各公开播放器中的画面")
    static let examples = [
        "svga compare-players samples/gift.svga",
        "svga compare-players samples/features/mattes.svga -o players.png --player web",
    ]

    static let groups = optionGroups(
        [
            .argument(\.input, "IN", help: "the movie; - is standard input", "动画；- 为标准输入"),
            .option(
                \.output, "o", "output", placeholder: "OUT.png", help: "a sheet: one row per frame, one column per player, with reasons",
                "一张图：每行一帧，每列一个播放器，附有原因"),
        ] + taskOptions + [
            .flag(\.overwrites, "force", help: "overwrite an existing sheet", "覆盖已有的图"),
            .flag(\.isJSON, "json", help: "print JSON", "以 JSON 输出"),
        ])

    func validate() throws(TaskError) {
        try task.validate()
        if let output, output.isStandardStream {
            throw .usage("the sheet cannot be written to standard output, where the report is printed", advice: "name a file")
        }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        var report = try task.run(input, in: context.task)
        if let output {
            report.sheet = output.path
            if let picture = try report.sheetPicture(context.output.wording) {
                try picture.writePNG(to: output, overwriting: overwrites)
            } else if !common.isQuiet {
                context.report(note: "svga: \(output.path): not written, because all frames look the same")
            }
        }
        context.clock.finish("sheet")
        if isJSON { try context.print(json: report.json) } else { try context.print(report.text(context.output)) }
        return .done
    }
}

extension ComparePlayersReport {
    /// A line for the movie, then one for each player with its findings.
    func text(_ screen: TextStream) -> String {
        var lines: [Message] = ["\(file)"]
        for player in comparison.players {
            lines.append("  \(player.player.fullTitle.padded(columns: 18))\(verdict(player))")
            for finding in player.findings where finding.severity != .info {
                let location: Message = finding.location.isEmpty ? "" : " (\(finding.location))"
                lines.append("            \(finding.identifier) \(finding.message)\(location)")
            }
        }
        let emulated = comparison.players.filter { !$0.player.isVerifiedByRunning }.map(\.player.fullTitle)
        if !emulated.isEmpty {
            let note: Message = "\(emulated.joined(separator: ", ")): emulated from published sources, not verified by running"
            lines.append("  " + note)
        }
        return lines.map { screen.text($0).printable + "\n" }.joined()
    }

    private func verdict(_ player: PlayerComparison.Player) -> Message {
        if let failure = player.failure { return failure.verdict }
        let differing = player.differingFrames
        guard let most = differing.max(by: { player.differences[$0] < player.differences[$1] }) else { return "plays as drawn" }
        let share = Units.decimal(100 * player.differences[most], places: 1)
        let total = comparison.ours.movie.frameCount
        return "\(differing.count) of \(total) frames look different, most of all frame \(most) (\(share) % of its pixels)"
    }
}

extension PlayerFailure {
    /// What the viewer sees, then the reason.
    fileprivate var verdict: Message {
        guard let frame else { return "does not play: it \(fault.reason)" }
        return isFinal ? "stops at frame \(frame): it \(fault.reason)" : "frame \(frame) is incomplete: it \(fault.reason)"
    }
}
