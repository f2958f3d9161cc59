import SVGAEmulation
package import SVGAFormat
import SVGAModel
import SVGARender

/// What some player shows otherwise in a file that was made of others, and not in those.
///
/// Findings are the same if code, severity, player and the sprite's key are. Infos, which tell of parts of a pixel, don't count.
package enum AddedFindings {
    /// - Parameters:
    ///   - result: the file that was made.
    ///   - inputs: what it was made of.
    ///   - renamed: sprites that have other keys in the result.
    ///   - isConverted: whether another container was asked for: what a player thinks of it is not reported.
    ///   - isBounded: whether comparing may cost at most twice ``ReadLimits/work`` for all files together, and a frame ``ReadLimits/work``.
    /// - Returns: nil where comparing costs more.
    /// - Complexity: nothing is drawn unless some rule of a player makes another difference to a sprite than in the inputs.
    package static func find(
        in result: [UInt8], since inputs: [[UInt8]], renamed: [(old: String, new: String)] = [], isConverted: Bool = false,
        options: ReadOptions = ReadOptions(), isBounded: Bool
    ) throws(CheckError) -> [Finding]? {
        if inputs.contains(result) { return [] }
        let budget = WorkBudget(options.limits, factor: isBounded ? 2 : .max, subject: "comparing what players draw")
        do throws(CheckError) {
            return try find(in: result, since: inputs, renamed, isConverted: isConverted, options, budget)
        } catch {
            if budget.isOver { return nil }
            // A frame alone may cost more than a frame may.
            if isBounded, case .render(.limit) = error { return nil }
            throw error
        }
    }

    /// The same, whatever it costs.
    package static func find(
        in result: [UInt8], since inputs: [[UInt8]], renamed: [(old: String, new: String)] = [], isConverted: Bool = false
    ) throws(CheckError) -> [Finding] {
        try find(in: result, since: inputs, renamed: renamed, isConverted: isConverted, isBounded: false) ?? []
    }

    private static func find(
        in result: [UInt8], since inputs: [[UInt8]], _ renamed: [(old: String, new: String)], isConverted: Bool, _ options: ReadOptions,
        _ budget: WorkBudget
    ) throws(CheckError) -> [Finding] {
        let cache = EmulationCache()
        let after = try Checked(result, options, budget, cache)
        var before: [Checked] = []
        for input in inputs { before.append(try Checked(input, options, budget, cache)) }
        var added: [Finding] = []
        for player in PublicPlayer.allCases {
            let new = try after.file.shown(player, after.own)
            var old: [PlayerShown] = []
            for input in before { old.append(try input.file.shown(player, input.own)) }
            let isAlike = try !hasNewTouches(new, after, zip(before, old).map { ($0, $1) }, player, renamed)
            func findings(_ checked: Checked, _ shown: PlayerShown) throws(CheckError) -> [Finding] {
                let all = isAlike ? PlayerCheck.unseen(checked.file, player) : try PlayerCheck.findings(checked.file, player, shown)
                return all.filter { $0.severity != .info && !(isConverted && $0.isOfContainer) }
            }
            let found = try findings(after, new)
            if found.isEmpty { continue }
            var known: Set<Identity> = []
            var hasFailed = old.contains { $0.scene.firstPlayerFailure != nil }
            for (input, shown) in zip(before, old) {
                for finding in try findings(input, shown) {
                    known.insert(Identity(finding, input.movie).renamed(renamed))
                    if finding.severity == .error { hasFailed = true }
                }
            }
            added += found.filter { finding in
                // Who saw nothing before, or not all, cannot see it worse.
                if hasFailed, finding.severity != .error { return false }
                return !Identity(finding, after.movie).isAmong(known)
            }
        }
        return added
    }

    /// Whether the player fails otherwise, or one of its rules touches a sprite that it did not touch before.
    private static func hasNewTouches(
        _ new: PlayerShown, _ after: Checked, _ old: [(Checked, PlayerShown)], _ player: PublicPlayer,
        _ renamed: [(old: String, new: String)]
    ) throws(CheckError) -> Bool {
        if old.count == 1, new.isLike(old[0].1) { return false }
        func touches(_ checked: Checked, _ shown: PlayerShown) throws(CheckError) -> Set<Identity> {
            var touches: Set<Identity> = []
            for (failure, _) in shown.failures { touches.insert(Identity("\(failure.fault.cause)", .error, failure.sprite, checked.movie)) }
            for (rule, sprites) in try shown.touchedSprites() {
                for sprite in sprites { touches.insert(Identity(rule.name, .warning, sprite, checked.movie)) }
            }
            return touches
        }
        let found = try touches(after, new)
        if found.isEmpty { return false }
        var known: Set<Identity> = []
        for (checked, shown) in old { known.formUnion(try touches(checked, shown).map { $0.renamed(renamed) }) }
        return found.contains { !$0.isAmong(known) }
    }

    /// A file, read and prepared once for all players.
    private struct Checked {
        let file: CheckedFile
        let own: OwnScene
        var movie: VideoEntity { file.movie }

        init(_ bytes: [UInt8], _ options: ReadOptions, _ budget: WorkBudget, _ cache: EmulationCache) throws(CheckError) {
            file = try CheckedFile(bytes, options: options, budget: budget, cache: cache)
            // Several files are open at once.
            own = try OwnScene(PreparedMovie(file.movie, limits: options.limits), keptBytes: OwnScene.keptBytes / 4)
        }
    }

    private struct Identity: Hashable {
        let subject: String
        let severity: Diagnostic.Severity
        private var key: ByteKey

        /// - Parameter subject: a code, or the name of a rule.
        init(_ subject: String, _ severity: Diagnostic.Severity, _ sprite: Int?, _ movie: VideoEntity) {
            (self.subject, self.severity) = (subject, severity)
            let index = sprite.flatMap { movie.sprites.indices.contains($0) ? $0 : nil }
            key = ByteKey(index.map { SpriteEntity.droppingKindSuffix(movie.sprites[$0].imageKey) } ?? "")
        }

        init(_ finding: Finding, _ movie: VideoEntity) { self.init(finding.identifier, finding.severity, finding.sprite, movie) }

        func renamed(_ names: [(old: String, new: String)]) -> Identity {
            var identity = self
            for (old, new) in names where identity.key == ByteKey(SpriteEntity.droppingKindSuffix(old)) {
                identity.key = ByteKey(SpriteEntity.droppingKindSuffix(new))
            }
            return identity
        }

        /// Whether it is one of these, perhaps under a key that merging made unlike another: `box-2` for `box`.
        func isAmong(_ known: Set<Identity>) -> Bool {
            if known.contains(self) { return true }
            let text = key.text
            guard let sign = text.lastIndex(of: "-"), sign > text.startIndex, Int(text[text.index(after: sign)...]) != nil else {
                return false
            }
            var identity = self
            identity.key = ByteKey(String(text[..<sign]))
            return known.contains(identity)
        }
    }
}

extension Finding {
    /// Whether it is about the container alone.
    fileprivate var isOfContainer: Bool {
        if case .check(let code) = code { code == .containerUnreadable || code == .containerNeedsLibrary } else { false }
    }
}
