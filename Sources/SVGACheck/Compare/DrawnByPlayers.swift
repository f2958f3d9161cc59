import SVGAEmulation
package import SVGAFormat
package import SVGAModel
package import SVGARender
import SVGASupport

/// How our own rules and the public players draw a file. Two of them tell whether a change of the file made a player worse.
package struct DrawnByPlayers: Sendable {
    package struct Player: Sendable {
        package let player: PublicPlayer
        /// For each frame, the share of pixels that differ visibly from our own rules, 0…1; 1 if the player fails. nil: the check exceeded
        /// the limit for work.
        package let differences: [Double]?
        /// Errors and warnings about the player.
        package let findings: [Finding]

        /// The frames that differ visibly.
        package var differingFrames: Int { differences?.count { $0 > VisibleDifference.share } ?? 0 }

        package var verdict: PlayerVerdict { PlayerVerdict(player, findings) }
    }

    package let players: [Player]
    package let movie: VideoEntity
    /// Problems of the file that concern no particular player.
    package let fileFindings: [Finding]
    private let own: SceneCalls
    /// See ``VideoEntity/pictureFingerprint``.
    private let pictures: Int?

    /// - Parameters:
    ///   - players: in any order.
    ///   - budget: the work of all frames and players.
    ///   - versions: the compared frames of other versions of the file.
    ///   - first: the player that is checked first.
    ///   - isLast: called after each player, first without the findings that explain its differences; true leaves the rest out.
    package init(
        _ bytes: [UInt8], as players: Set<PublicPlayer>, options: ReadOptions = ReadOptions(), budget: WorkBudget,
        versions: ComparedVersions = ComparedVersions(), first: PublicPlayer? = nil, isLast: (Player) -> Bool = { _ in false }
    ) throws(SVGAError) {
        let file = try CheckedFile(bytes, options: options, budget: budget)
        let prepared = PreparedMovie(file.movie, limits: options.limits)
        let drawn = try OwnScene(prepared, compared: versions.frames(file.movie))
        (movie, own, pictures) = (file.movie, drawn.calls, file.movie.pictureFingerprint)
        fileFindings = file.movie.diagnostics.compactMap { Finding($0) } + FileCheck.findings(file.movie)
        var found: [Player] = []
        for player in players.inOrder.sorted(by: { $0 == first && $1 != first }) {
            if let last = found.last, isLast(last) { break }
            defer { file.cache.removeBitmaps() }
            do throws(SVGAError) {
                let emulation = try file.emulation(player, drawn)
                let shares = try emulation.shares()
                let differences = (0..<file.movie.frameCount).map { frame in
                    emulation.scene.playerFailure(frame: frame) == nil ? shares[frame] ?? 0 : 1
                }
                // The causes of differences take as much work as the differences themselves.
                let unexplained = Player(player: player, differences: differences, findings: PlayerCheck.unseen(file, player))
                if isLast(unexplained) {
                    found.append(unexplained)
                    break
                }
                let findings = try PlayerCheck.findings(file, player, emulation, shares)
                found.append(Player(player: player, differences: differences, findings: findings.filter { $0.severity != .info }))
            } catch {
                guard error.kind == .limit, budget.isOver else { throw error }
                let message: Message = "not fully checked: drawing all frames as this player does exceeds the limit for work"
                let findings = PlayerCheck.unseen(file, player) + [Finding(.check(.playersUnchecked), .warning, message, players: [player])]
                found.append(Player(player: player, differences: nil, findings: findings))
            }
        }
        self.players = PublicPlayer.allVersions.compactMap { player in found.first { $0.player == player } }
    }

    /// All findings about these players, and those of the file. Equal findings of several players are one.
    package func findings(of players: Set<PublicPlayer>) -> [Finding] {
        self.players.filter { players.contains($0.player) }.flatMap(\.findings).joinedByPlayer + fileFindings
    }

    // MARK: Comparison

    /// The first player that draws or plays this file worse than another version of it.
    ///
    /// No frame may differ more, and no player may have more findings that no picture shows: of the container, the timing and sounds. A player
    /// that was fully checked before, and now is not, counts as worse.
    package func worsePlayer(than before: DrawnByPlayers) -> PublicPlayer? {
        for old in before.players {
            guard let new = players.first(where: { $0.player == old.player }) else { continue }
            if isWorse(new, than: old) { return new.player }
        }
        return nil
    }

    /// Whether a player draws or plays another version of this file worse.
    package func isWorse(_ new: Player) -> Bool {
        players.first { $0.player == new.player }.map { isWorse(new, than: $0) } ?? false
    }

    private func isWorse(_ new: Player, than old: Player) -> Bool {
        for code in [CheckCode.containerUnreadable, .containerNeedsLibrary, .displayTicks, .soundFormat] {
            func count(_ player: Player) -> Int { player.findings.count { $0.code == .check(code) } }
            if count(new) > count(old) { return true }
        }
        guard let before = old.differences else { return new.differences == nil && new.findings.count > old.findings.count }
        guard let after = new.differences, after.count == before.count else { return true }
        // Invisible differences do not count. Half of the visible share allows for rounding.
        return zip(before, after).contains { $1 > max($0, VisibleDifference.share) + VisibleDifference.share / 2 }
    }

    /// The sum of the differences of all frames, for these players.
    package func difference(of players: Set<PublicPlayer>) -> Double {
        self.players.reduce(0) { sum, player in
            players.contains(player.player) ? sum + (player.differences?.reduce(0, +) ?? 0) : sum
        }
    }

    /// The first frame that our own rules draw visibly differently in another version of the file; nil if there is none.
    /// - Parameter budget: the work of all frames of both.
    /// - Throws: ``SVGAError/Kind/limit`` if a frame or all frames are too much work.
    package func frameUnlike(_ other: DrawnByPlayers, budget: WorkBudget) throws(SVGAError) -> Int? {
        let frames = movie.frameCount
        let (first, second) = (own, other.own)
        let (left, right) = (first.scene, second.scene)
        guard frames == other.movie.frameCount, left.widthPixels == right.widthPixels, left.heightPixels == right.heightPixels else {
            return 0
        }
        // With the same images, equal draw calls give equal pictures.
        let hasSamePictures = pictures != nil && pictures == other.pictures
        let tasks = max(1, min(frames, Processors.count))
        let found = try Parallel.map(tasks) { (task) throws(SVGAError) -> Int? in
            let (left, right) = (try left.makePainter(), try right.makePainter())
            for frame in task * frames / tasks..<(task + 1) * frames / tasks {
                if Task.isCancelled { throw .cancelled }
                if hasSamePictures {
                    let calls = try first.calls(frame: frame, budget: budget, isKept: true)
                    if try calls.draws(like: second.calls(frame: frame, budget: budget, isKept: true)) { continue }
                }
                try left.paint(frame: frame)
                try right.paint(frame: frame)
                try budget.spend(left.workSpent + right.workSpent + 2 * left.widthPixels * left.heightPixels)
                if VisibleDifference.isThere(left, right) { return frame }
            }
            return nil
        }
        return found.compactMap(\.self).min()
    }
}
