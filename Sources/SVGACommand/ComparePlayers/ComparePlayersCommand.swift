import SVGACheck
import SVGAExport
import SVGAModel
import SVGARender
import SVGASupport

/// `svga compare-players`: what each public player shows of a movie.
struct ComparePlayersCommand: LimitedCommand {
    var input = FileName()
    var output: FileName?
    var players: [PlayerList] = []
    var frames: FrameSelection?
    var count: PositiveCount?
    var overwrites = false
    var isJSON = false
    var common = CommonOptions()

    static let name = "compare-players"
    static let abstract = "Shows a movie as each public player does, side by side"
    static let examples = [
        "svga compare-players samples/gift.svga",
        "svga compare-players samples/features/mattes.svga -o players.png --player web",
    ]

    static let groups: [ParameterGroup<ComparePlayersCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(
                    \.output, "-o", "--output", placeholder: "OUT.png", help: "a sheet: a row a frame, a column a player, reasons below"),
                .option(
                    \.players, "--player", placeholder: "PLAYER", help: "several with commas, or all (default), as for validate"),
                .option(\.frames, "--frames", placeholder: "LIST", help: "the sheet's frames (default: those that differ most)"),
                .option(\.count, "--count", placeholder: "N", help: "how many frames the sheet has at most (default 4)"),
                .flag(\.overwrites, "--force", help: "overwrite the sheet that is there"),
                .flag(\.isJSON, "--json", help: "everything as JSON"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if let output, output.isStandardStream {
            throw UsageError(message: "the sheet cannot go to standard output, where the report goes", advice: "name a file")
        }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let bytes = try InputFile.bytes(of: input, limits: common.limits, context: context)
        clock.finish("read")
        let comparison: PlayerComparison
        do throws(CheckError) {
            let chosen = players.reduce(into: Set<PublicPlayer>()) { $0.formUnion($1.players) }
            comparison = try PlayerComparison(bytes, read: common.readOptions, players: chosen.isEmpty ? nil : chosen)
        } catch {
            throw CommandError(error, file: input.path)
        }
        clock.finish("compare")
        let movie = comparison.ours.movie
        let shown: [Int]
        if let frames {
            let file = ShownFile.movie(InputFile(name: input.path, byteCount: bytes.count, movie: movie))
            shown = try file.frameIndices(frames)
        } else {
            shown = comparison.tellingFrames(count?.value ?? 4)
        }
        if let output { try writeSheet(comparison, shown, to: output, context) }
        clock.finish("sheet")
        let report = ComparePlayersReport(file: input.path, comparison: comparison, frames: shown, sheet: output?.path)
        if isJSON { try context.print(json: report.json) } else { try context.print(report.text) }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }

    private func writeSheet(
        _ comparison: PlayerComparison, _ frames: [Int], to output: FileName, _ context: CommandContext
    ) throws(CommandError) {
        guard !frames.isEmpty else {
            if !common.isQuiet { context.note("svga: \(output.path): no sheet, for all frames look alike".printable) }
            return
        }
        let sheet = PlayerSheet(comparison, frames: frames)
        guard sheet.fits else {
            throw .usage(UsageError(message: "\(frames.count) frames are more than a sheet can have", advice: "choose fewer with --count"))
        }
        let picture = try CommandError.rendering(input.path) { () throws(RenderError) in try sheet.picture() }
        do throws(ExportError) {
            try picture.writePNG(to: output.path, overwrite: overwrites)
        } catch {
            throw .export(output: output.path, error)
        }
    }
}

/// What `svga compare-players` says.
struct ComparePlayersReport: Sendable {
    let file: String
    let comparison: PlayerComparison
    /// Those of the sheet.
    let frames: [Int]
    let sheet: String?

    var text: String {
        let total = comparison.ours.movie.frames
        var lines = [file]
        for player in comparison.players {
            let differing = player.differingFrames
            let verdict: String
            if let failure = player.failure {
                let from = failure.frame.map { failure.isFinal ? ", from frame \($0) on" : ", at frame \($0)" } ?? ""
                verdict = failure.reason + from
            } else if differing.isEmpty {
                verdict = "looks the same"
            } else {
                let most = differing.max { player.differences[$0] < player.differences[$1] } ?? differing[0]
                let share = Units.decimal(100 * player.differences[most], places: 1)
                verdict = "\(differing.count) of \(total) frames look otherwise, most frame \(most) (\(share) % of its pixels)"
            }
            lines.append("  " + player.player.title.padded(to: 10) + verdict)
            for finding in player.findings where finding.severity != .info {
                let place = finding.place.isEmpty ? "" : " (\(finding.place))"
                lines.append("  " + String(repeating: " ", count: 10) + "\(finding.identifier) \(finding.message)\(place)")
            }
        }
        let unrun = comparison.players.filter { !$0.player.wasRun }.map(\.player.title)
        if !unrun.isEmpty { lines.append("  " + unrun.joined(separator: ", ") + ": from published sources, not run") }
        return lines.map { $0.printable + "\n" }.joined()
    }
}

extension ComparePlayersReport: JSONRepresentable {
    /// The contract of `--json`: the names never change their meaning. `difference` is the share of a frame's pixels that are visibly others,
    /// 0 to 1; it is 1 where the player fails.
    var json: JSONValue {
        [
            "schema": 1, "file": file, "frames": comparison.ours.movie.frames, "sheet": sheet, "tellingFrames": frames,
            "players": comparison.players.map { player -> JSONValue in
                [
                    "player": player.player.name, "wasRun": player.player.wasRun,
                    "failure": player.failure.map { ["frame": $0.frame, "isFinal": $0.isFinal, "reason": $0.reason] as JSONValue },
                    "differingFrames": player.differingFrames,
                    "shown": frames.map { frame -> JSONValue in
                        [
                            "frame": frame, "difference": player.differences[frame],
                            "reasons": player.findings(frame: frame).map { finding -> JSONValue in
                                ["code": finding.identifier, "message": finding.message, "place": finding.place]
                            },
                        ]
                    },
                ]
            },
        ]
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String { self + String(repeating: " ", count: max(1, count - self.count)) }
}
