public import SVGAEmulation
public import SVGAFormat
public import SVGAModel
package import SVGARender

/// A movie beside what each public player shows of it: where they differ, how much, and why.
public struct PlayerComparison: Sendable {
    /// One player.
    public struct Player: Sendable {
        /// Who.
        public let player: PublicPlayer
        /// Where it fails first; nil: nowhere.
        public let failure: PlayerFailure?
        /// For each frame of the movie, how many of its pixels are visibly others, 0…1; 1 where the player fails.
        public let differences: [Double]
        /// What is reported about the player, the worst first.
        public var diagnostics: [Diagnostic] { findings.map(\.diagnostic) }
        /// As ``diagnostics``, with the codes of checks.
        package let findings: [Finding]
        /// The movie as the player draws it.
        package let scene: SVGAScene

        /// The frames that look visibly otherwise, or not at all.
        public var differingFrames: [Int] { differences.indices.filter { differences[$0] > VisibleDifference.share } }

        /// What is reported about a frame's picture, the worst first.
        package func diagnostics(frame: Int) -> [Diagnostic] { findings(frame: frame).map(\.diagnostic) }

        package func findings(frame: Int) -> [Finding] {
            findings.filter { $0.code != .check(.soundFormat) }.filter {
                $0.frames.isEmpty ? $0.severity == .error : $0.frames.contains { $0.contains(frame) }
            }
        }
    }

    /// In the order of ``PublicPlayer``.
    public let players: [Player]
    /// The movie as our own rules draw it.
    package let ours: SVGAScene

    /// Compares a movie's frames with those of players, all of them.
    /// - Parameters:
    ///   - bytes: the file, in any container.
    ///   - options: how the file is read, and what it may ask for.
    ///   - players: nil: all of them.
    /// - Throws: ``SVGAError`` if it is not a movie, ``SVGAError`` if it cannot be drawn.
    /// - Complexity: each frame that a player draws otherwise is drawn by both.
    public init(
        _ bytes: some Collection<UInt8>, read options: ReadOptions = ReadOptions(), players: Set<PublicPlayer>? = nil
    ) throws(SVGAError) {
        let source = try CheckedFile([UInt8](bytes), options: options)
        let prepared = PreparedMovie(source.movie, limits: options.limits)
        ours = try prepared.scene(options: RenderOptions(limits: options.limits))
        let own = try OwnScene(prepared)
        var compared: [Player] = []
        for player in PublicPlayer.allCases where players?.contains(player) ?? true {
            let shown = try source.emulation(player, own)
            let shares = try shown.shares()
            let findings = try PlayerCheck.findings(source, player, shown, shares)
            let differences = (0..<source.movie.frameCount).map { frame in
                shown.scene.playerFailure(frame: frame) == nil ? shares[frame] ?? 0 : 1
            }
            compared.append(
                Player(
                    player: player, failure: shown.scene.firstPlayerFailure, differences: differences,
                    findings: findings.sorted { $0.severity > $1.severity }, scene: shown.scene))
        }
        self.players = compared
    }

    /// The frames in which the players differ most from our own rules, and so from each other: at most so many, apart from each other, in
    /// rising order. Empty where all frames look alike everywhere.
    package func posterFrames(_ count: Int) -> [Int] {
        let frames = ours.movie.frameCount
        var left: [(frame: Int, difference: Double)] = (0..<frames).compactMap { frame in
            let difference = players.reduce(0) { $0 + $1.differences[frame] }
            return difference > VisibleDifference.share ? (frame, difference) : nil
        }
        // Of frames that differ as much, the first.
        left.sort { $0.difference > $1.difference || $0.difference == $1.difference && $0.frame < $1.frame }
        let distance = max(1, frames / 2 / max(1, count))
        var chosen: [Int] = []
        for (frame, _) in left where chosen.count < count {
            if chosen.allSatisfy({ abs($0 - frame) >= distance }) { chosen.append(frame) }
        }
        return chosen.sorted()
    }
}
