package import SVGACheck
package import SVGAEdit
package import SVGAModel
package import SVGASupport

/// The report of `svga fix` on one file.
package struct FixReport: ChangeReport, Sendable {
    /// How one player shows the movie before and after.
    package struct Player: Sendable {
        package let player: PublicPlayer
        package let before: State
        package let after: State
    }

    /// How a player shows a movie.
    package struct State: Sendable {
        package let verdict: PlayerVerdict
        /// The number of frames that differ visibly; nil if the player was not fully checked.
        package let differingFrames: Int?

        init(_ drawn: DrawnByPlayers.Player) {
            verdict = drawn.verdict
            differingFrames = drawn.differences == nil ? nil : drawn.differingFrames
        }
    }

    /// The name on the command line, or of a file in a folder.
    package let file: String
    /// nil if nothing was written.
    package var output: String?
    package var players: [Player] = []
    package var changes: [MovieRepair.Change] = []
    package var remainders: [MovieRepair.Remainder] = []
    package var bytesBefore: Int?
    package var bytesAfter: Int?
    /// The reason why nothing was written, for one of several files.
    package var error: String?

    package init(_ repair: MovieRepair, file: String, output: String? = nil, bytesBefore: Int) {
        (self.file, self.output, self.bytesBefore) = (file, output, bytesBefore)
        players = zip(repair.before, repair.after).map { Player(player: $0.player, before: State($0), after: State($1)) }
        (changes, remainders, bytesAfter) = (repair.changes, repair.remainders, repair.bytes.count)
    }

    package init(file: String, error: String) { (self.file, self.error) = (file, error) }
}

extension FixReport: JSONRepresentable {
    private var parts: [JSONValue.Member] {
        func member(_ name: String, _ value: JSONValue) -> JSONValue.Member { JSONValue.Member(name: name, value: value) }
        return [
            member("file", .string(file)), member("output", output.map { .string($0) } ?? .null),
            member("players", .array(players.map(\.json))), member("steps", .array(changes.map(\.json))),
            member("remaining", .array(remainders.map(\.json))), member("bytesBefore", bytesBefore.map { .integer($0) } ?? .null),
            member("bytesAfter", bytesAfter.map { .integer($0) } ?? .null),
        ]
    }

    /// The stable JSON of `--json` for several files: all members are always present; unknown values are null.
    package var members: JSONValue {
        .object(parts + [JSONValue.Member(name: "error", value: error.map { .string($0) } ?? .null)])
    }

    /// The stable JSON of `--json` for one file.
    package var json: JSONValue { .object([JSONValue.Member(name: "schema", value: .integer(1))] + parts) }
}

extension FixReport.Player {
    fileprivate var json: JSONValue { ["player": player.name, "version": player.version, "before": before.json, "after": after.json] }
}

extension FixReport.State {
    fileprivate var json: JSONValue {
        ["result": verdict.outcome.rawValue, "findings": verdict.differences, "differingFrames": differingFrames]
    }
}

extension MovieRepair.Change {
    fileprivate var json: JSONValue { ["step": step, "codes": codes, "text": note] }
}

extension MovieRepair.Remainder {
    fileprivate var json: JSONValue {
        [
            "code": finding.identifier, "severity": finding.severity.name, "message": finding.message, "place": finding.location,
            "players": finding.players.map(\.name), "reason": reason,
        ]
    }
}

extension MovieRepair {
    /// The maximum number of listed findings that remain.
    private static let maximumRemainders = 8

    /// What was repaired, and what was not.
    package var messages: [Message] {
        let shown = remainders.prefix(MovieRepair.maximumRemainders).map { remainder -> Message in
            "not repaired: \(remainder.finding.identifier): \(remainder.reason)"
        }
        let more = remainders.count - shown.count
        let rest: [Message] = more > 0 ? ["and \(more) more findings that are not repaired"] : []
        return (changes.isEmpty ? ["nothing was repaired"] : changes.map(\.note)) + shown + rest
    }
}
