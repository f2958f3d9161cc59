public import SVGAEmulation
public import SVGAFormat
public import SVGAModel
package import SVGARender

/// The comparison of a movie with the emulations of public players: the differing frames, the size of the differences, and their causes.
public struct PlayerComparison: Sendable {
    /// The result for one player.
    public struct Player: Sendable {
        /// The player.
        public let player: PublicPlayer
        /// The first failure; nil if it does not fail.
        public let failure: PlayerFailure?
        /// For each frame of the movie, the share of pixels that differ visibly, 0…1; 1 if the player fails.
        public let differences: [Double]
        /// The diagnostics of the player, the worst first.
        public var diagnostics: [Diagnostic] { findings.map(\.diagnostic) }
        /// The same as ``diagnostics``, with the validator's codes.
        package let findings: [Finding]
        /// The movie as the player draws it.
        package let scene: SVGAScene

        /// The frames that differ visibly or are missing.
        public var differingFrames: [Int] { differences.indices.filter { differences[$0] > VisibleDifference.share } }

        /// The diagnostics that concern the picture of a frame, the worst first.
        package func diagnostics(frame: Int) -> [Diagnostic] { findings(frame: frame).map(\.diagnostic) }

        package func findings(frame: Int) -> [Finding] {
            findings.filter { $0.code != .check(.soundFormat) }.filter {
                $0.frames.isEmpty ? $0.severity == .error : $0.frames.contains { $0.contains(frame) }
            }
        }
    }

    /// The results, in the order of ``PublicPlayer``.
    public let players: [Player]
    /// The movie as our own rules draw it.
    package let ours: SVGAScene

    /// Compares all frames of a movie with those of players.
    /// - Parameters:
    ///   - bytes: the file, in any container.
    ///   - options: the options and limits of reading.
    ///   - players: the players; nil: those of the SVGA project.
    /// - Throws: ``SVGAError`` if the file is not a movie or cannot be drawn.
    /// - Complexity: each frame whose draw calls differ is drawn twice, as the movie and as the player.
    public init(
        _ bytes: some Collection<UInt8>, read options: ReadOptions = ReadOptions(), players: Set<PublicPlayer>? = nil
    ) throws(SVGAError) {
        let source = try CheckedFile([UInt8](bytes), options: options)
        let prepared = PreparedMovie(source.movie, limits: options.limits)
        ours = try prepared.scene(options: RenderOptions(limits: options.limits))
        let own = try OwnScene(prepared)
        var compared: [Player] = []
        let players = players ?? Set(PublicPlayer.main)
        for player in players.inOrder {
            let emulation = try source.emulation(player, own)
            let shares = try emulation.shares()
            let findings = try PlayerCheck.findings(source, player, emulation, shares)
            let differences = (0..<source.movie.frameCount).map { frame in
                emulation.scene.playerFailure(frame: frame) == nil ? shares[frame] ?? 0 : 1
            }
            compared.append(
                Player(
                    player: player, failure: emulation.scene.firstPlayerFailure, differences: differences,
                    findings: findings.sorted { $0.severity > $1.severity }, scene: emulation.scene))
        }
        self.players = compared
    }

    /// The frames in which players differ most from our own rules, ascending and at a distance from each other. Empty if no frame differs.
    /// - Parameter count: the maximum number of frames.
    package func posterFrames(_ count: Int) -> [Int] {
        let frames = ours.movie.frameCount
        var left: [(frame: Int, difference: Double)] = (0..<frames).compactMap { frame in
            let difference = players.reduce(0) { $0 + $1.differences[frame] }
            return difference > VisibleDifference.share ? (frame, difference) : nil
        }
        // Among equal differences, earlier frames are preferred.
        left.sort { $0.difference > $1.difference || $0.difference == $1.difference && $0.frame < $1.frame }
        let distance = max(1, frames / 2 / max(1, count))
        var chosen: [Int] = []
        for (frame, _) in left where chosen.count < count {
            if chosen.allSatisfy({ abs($0 - frame) >= distance }) { chosen.append(frame) }
        }
        return chosen.sorted()
    }
}
