import SVGAEmulation
package import SVGAModel
package import SVGASupport

/// The summary of a player's findings.
package struct PlayerVerdict: Hashable, Sendable {
    package enum Outcome: String, Sendable {
        /// No visible or audible difference.
        case same
        /// It plays with differences.
        case different
        /// It shows nothing from the first of ``frames`` on.
        case stops
        /// It shows nothing at all.
        case nothing
        /// The check exceeded the limit for work.
        case unchecked
    }

    package let player: PublicPlayer
    package let outcome: Outcome
    /// The number of differences; infos, which are hardly visible, do not count.
    package let differences: Int
    /// The frames with visible differences, ascending; empty if they do not concern frames.
    package let frames: [ClosedRange<Int>]

    /// - Parameter findings: all findings of the movie.
    package init(_ player: PublicPlayer, _ findings: [Finding]) {
        let counted = findings.filter { $0.players.contains(player) && $0.severity != .info }
        let visible = counted.filter { $0.code != .check(.soundFormat) }
        let failures = counted.filter { $0.severity == .error }
        let frames = visible.flatMap(\.frames).joinedRanges
        self.player = player
        differences = counted.count
        let stop = player.stopsAfterFailure ? failures.compactMap { $0.frames.first?.lowerBound }.min() : nil
        if failures.contains(where: \.frames.isEmpty) || stop == 0 {
            (outcome, self.frames) = (.nothing, [])
        } else if let stop {
            outcome = .stops
            self.frames = failures.flatMap(\.frames).map(\.upperBound).max().map { [stop...$0] } ?? []
        } else if counted.contains(where: { $0.code == .check(.playersUnchecked) }) {
            (outcome, self.frames) = (.unchecked, [])
        } else {
            outcome = counted.isEmpty ? .same : .different
            self.frames = frames
        }
    }

    /// A text that follows the player's name, without a full stop.
    package var text: Message {
        switch outcome {
        case .same: "plays as drawn"
        case .different where frames.isEmpty:
            "plays with \(Units.count(differences, "difference"))"
        case .different: "plays with \(Units.count(differences, "difference")), visible in \(frames.framesText)"
        case .stops: "stops at frame \(frames.first?.lowerBound ?? 0)"
        case .nothing: "does not play"
        case .unchecked: "not fully checked"
        }
    }
}
