package import SVGACheck
import SVGAEmulation
import SVGAFormat
package import SVGAModel
import SVGARender
package import SVGASupport

/// Rejects an output that some player renders worse than its input.
package enum PlayerFindingGuard {
    private static let validation: TaskText = "\(command: "validate", "\(option: "player", "all")")"

    /// - Parameters:
    ///   - result: the output's bytes.
    ///   - inputs: the files that the output was made from.
    ///   - name: the input's name, for messages.
    ///   - isConverted: whether another container was requested.
    /// - Returns: a line for the user if the movies are too large to compare; nil if they were compared.
    /// - Throws: ``TaskError/playerFindings(file:_:)``.
    package static func check(
        _ result: [UInt8], since inputs: [[UInt8]], name: String, renamed: [(old: String, new: String)] = [], isConverted: Bool,
        limits: ReadLimits
    ) throws(TaskError) -> TaskText? {
        let added = try TaskError.naming(name) { () throws(SVGAError) in
            try AddedFindings.find(
                in: result, since: inputs, renamed: renamed, isConverted: isConverted, options: ReadOptions(limits: limits),
                isBounded: true)
        }
        guard let added else {
            return
                "\(name): too large to compare its players; raise \(option: "max-work"), or run \(PlayerFindingGuard.validation)"
        }
        if !added.isEmpty { throw .playerFindings(file: name, added) }
        return nil
    }

    /// Describes how players render a new file differently: one line for each error, and the number of warnings.
    /// - Parameter work: the work limit; nil: the limit of `validate`.
    package static func remarks(_ bytes: [UInt8], output: String, limits: ReadLimits, work: Int? = nil) throws(TaskError) -> [TaskText] {
        let findings = try TaskError.naming(output) { () throws(SVGAError) in
            let budget = work.map { WorkBudget(limits, total: $0, subject: "drawing all frames like the players") }
            return try Validation(
                bytes, read: ReadOptions(limits: limits), players: Set(PublicPlayer.main), bounds: FileBounds(), budget: budget
            ).findings
        }
        let ofPlayers = findings.filter { !$0.players.isEmpty && $0.severity != .info }
        var lines = ofPlayers.filter { $0.severity == .error }.map { TaskText(PlayerFindingText.text($0)) }
        let unchecked = ofPlayers.filter { $0.code == .check(.playersUnchecked) }
        if !unchecked.isEmpty {
            let players = PublicPlayer.allVersions.filter { player in unchecked.contains { $0.players.contains(player) } }
            lines.append("not fully checked for \(players.map(\.name).joined(separator: ", ")): \(validation) checks more")
        }
        let warnings = ofPlayers.filter { $0.severity == .warning && $0.code != .check(.playersUnchecked) }
        if !warnings.isEmpty {
            let players = PublicPlayer.allVersions.filter { player in warnings.contains { $0.players.contains(player) } }
            lines.append(
                "\(Units.count(warnings.count, "difference")) in \(players.map(\.name).joined(separator: ", ")); \(validation) lists them")
        }
        return lines
    }
}

/// Findings of players, each on one line.
package enum PlayerFindingText {
    /// Such as `SVGA110 on web, sprite 0 "user1": the image has the wrong size: …`.
    package static func text(_ finding: Finding) -> Message {
        let players = finding.players.map(\.name).joined(separator: ", ")
        return finding.location.isEmpty
            ? "\(finding.identifier) on \(players): \(finding.message)"
            : "\(finding.identifier) on \(players), \(finding.location): \(finding.message)"
    }

    /// The most severe finding and the number of the others.
    package static func summary(_ findings: [Finding]) -> Message {
        guard let worst = findings.max(by: { $0.severity < $1.severity }) else { return "" }
        return findings.count > 1 ? "\(text(worst)) (and \(findings.count - 1) more)" : text(worst)
    }
}
