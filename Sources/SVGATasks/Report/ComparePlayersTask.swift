package import SVGACheck
import SVGAEmulation
package import SVGAExport
import SVGAFormat
import SVGAModel
package import SVGAPixels
import SVGARender
package import SVGASupport

/// Emulates each public player and compares the frames.
package struct ComparePlayersTask: OptionTask {
    package var players: [PlayerList] = []
    package var frames: FrameSelection?
    package var count: PositiveCount?
    package var common = CommonOptions()

    package static let name = "compare-players"

    package init() {}

    package static let options: [Parameter<ComparePlayersTask>] = [
        .option(
            \.players, "player", placeholder: "PLAYER",
            help: "players, separated by commas, or all (default: ios,android,web,web-lite,flutter)",
            "播放器，多个用逗号分隔，或 all（默认：ios,android,web,web-lite,flutter）"),
        .option(\.frames, "frames", placeholder: "LIST", help: "frames of the sheet (default: those that differ most)", "图中的帧（默认：差异最大的帧）"),
        .option(\.count, "count", placeholder: "N", help: "maximum number of frames in the sheet (default 4)", "图中帧数的上限（默认 4）"),
    ]

    package func validate() throws(TaskError) {
        if frames != nil && count != nil {
            throw .usage("\(option: "frames") and \(option: "count") cannot be combined", advice: "use only one of them")
        }
    }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> ComparePlayersReport {
        let bytes = try InputFile.bytes(of: input, limits: common.limits, context: context)
        context.finished("read")
        return try run(bytes, name: input.path, in: context)
    }

    package func run(_ bytes: [UInt8], name: String, in context: TaskContext) throws(TaskError) -> ComparePlayersReport {
        let comparison = try TaskError.naming(name) { () throws(SVGAError) in
            let chosen = players.reduce(into: Set<PublicPlayer>()) { $0.formUnion($1.players) }
            return try PlayerComparison(bytes, read: common.readOptions, players: chosen.isEmpty ? nil : chosen)
        }
        if Task.isCancelled { throw .interrupted }
        context.finished("compare")
        let shown: [Int]
        if let frames {
            let file = InputAnimation.movie(InputFile(name: name, byteCount: bytes.count, movie: comparison.ours.movie))
            shown = try file.frameIndices(frames)
        } else {
            shown = comparison.posterFrames(count?.value ?? 4)
        }
        return ComparePlayersReport(file: name, comparison: comparison, frames: shown)
    }
}

/// The report of `svga compare-players`.
package struct ComparePlayersReport: Sendable {
    package let file: String
    package let comparison: PlayerComparison
    /// The frames of the sheet.
    package let frames: [Int]
    /// The file with the sheet.
    package var sheet: String?

    /// The frames side by side.
    /// - Parameter wording: the language of the labels.
    /// - Returns: nil if all players draw the same frames.
    package func sheetPicture(_ wording: Wording = .json) throws(TaskError) -> Pixmap? {
        guard !frames.isEmpty else { return nil }
        let sheet = PlayerSheet(comparison, frames: frames, wording)
        guard sheet.fits else {
            throw .usage("\(frames.count) frames are more than a sheet can have", advice: "choose fewer with \(option: "count")")
        }
        return try TaskError.naming(file) { () throws(SVGAError) in try sheet.picture() }
    }
}

extension ComparePlayersReport: JSONRepresentable {
    /// The stable JSON of `--json`: members keep their meaning. `difference` is the fraction of visibly different pixels, 0 to 1; it is 1 if the
    /// player fails.
    package var json: JSONValue {
        // `tellingFrames` and `wasRun` are names of the JSON that stay for its readers.
        [
            "schema": 1, "file": file, "frames": comparison.ours.movie.frameCount, "sheet": sheet, "tellingFrames": frames,
            "players": comparison.players.map { player -> JSONValue in
                [
                    "player": player.player.name, "version": player.player.version, "source": player.player.source,
                    "wasRun": player.player.isVerifiedByRunning,
                    "failure": player.failure.map { ["frame": $0.frame, "isFinal": $0.isFinal, "reason": $0.reason] as JSONValue },
                    "differingFrames": player.differingFrames,
                    "shown": frames.map { frame -> JSONValue in
                        [
                            "frame": frame, "difference": player.differences[frame],
                            "reasons": player.findings(frame: frame).map { finding -> JSONValue in
                                ["code": finding.identifier, "message": finding.message, "place": finding.location]
                            },
                        ]
                    },
                ]
            },
        ]
    }
}
