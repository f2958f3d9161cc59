import SVGAEmulation
package import SVGAFormat
package import SVGAModel
import SVGARender
import SVGASupport

/// The differences of the SVGA project's players in a derived file that its input files do not have.
///
/// Findings are equal if code, severity, player and the sprite's key are equal. Infos, which report sub-pixel differences, are ignored.
package enum AddedFindings {
    /// - Parameters:
    ///   - result: the derived file.
    ///   - inputs: the input files.
    ///   - renamed: sprites with other keys in the result.
    ///   - isConverted: whether another container was requested; its player findings are then ignored.
    ///   - isBounded: whether the comparison is limited to twice ``ReadLimits/work`` for all files, and to ``ReadLimits/work`` per frame.
    /// - Returns: nil if the comparison exceeds the limit.
    /// - Complexity: nothing is drawn unless a player rule affects a sprite differently than in the inputs.
    package static func find(
        in result: [UInt8], since inputs: [[UInt8]], renamed: [(old: String, new: String)] = [], isConverted: Bool = false,
        options: ReadOptions = ReadOptions(), isBounded: Bool
    ) throws(SVGAError) -> [Finding]? {
        if inputs.contains(result) { return [] }
        let budget = WorkBudget(options.limits, factor: isBounded ? 2 : .max, subject: "comparing the players")
        let cache = EmulationCache()
        let file = try CheckedFile(result, options: options, budget: budget, cache: cache)
        var files: [CheckedFile] = []
        for input in inputs { files.append(try CheckedFile(input, options: options, budget: budget, cache: cache)) }
        do throws(SVGAError) {
            return try find(in: file, since: files, RenamedKeys(renamed), isConverted: isConverted, options)
        } catch {
            if error.kind == .limit, budget.isOver { return nil }
            // A single frame may exceed the limit per frame.
            if isBounded, error.movieLimit != nil { return nil }
            throw error
        }
    }

    /// Finds the differences without a limit.
    package static func find(
        in result: [UInt8], since inputs: [[UInt8]], renamed: [(old: String, new: String)] = [], isConverted: Bool = false
    ) throws(SVGAError) -> [Finding] {
        try find(in: result, since: inputs, renamed: renamed, isConverted: isConverted, isBounded: false) ?? []
    }

    static func find(
        in result: CheckedFile, since inputs: [CheckedFile], _ renamed: RenamedKeys, isConverted: Bool, _ options: ReadOptions
    ) throws(SVGAError) -> [Finding] {
        let after = try Checked(result, options, renamed: RenamedKeys())
        var before: [Checked] = []
        for input in inputs { before.append(try Checked(input, options, renamed: renamed)) }
        var added: [Finding] = []
        for player in PublicPlayer.main {
            defer { result.cache.removeBitmaps() }
            let new = try after.file.emulation(player, after.own)
            var old: [PlayerEmulation] = []
            for input in before { old.append(try input.file.emulation(player, input.own)) }
            let isAlike = try !hasNewTouches(new, after, zip(before, old).map { ($0, $1) }, renamed)
            func findings(_ checked: Checked, _ emulation: PlayerEmulation) throws(SVGAError) -> [Finding] {
                let all = isAlike ? PlayerCheck.unseen(checked.file, player) : try PlayerCheck.findings(checked.file, player, emulation)
                return all.filter { $0.severity != .info && !(isConverted && $0.isOfContainer) }
            }
            let found = try findings(after, new)
            if found.isEmpty { continue }
            var oldIdentities: Set<Identity> = []
            var hasFailed = old.contains { $0.scene.firstPlayerFailure != nil }
            for (input, emulation) in zip(before, old) {
                for finding in try findings(input, emulation) {
                    oldIdentities.insert(Identity(finding, input.movie).renamed(renamed))
                    if finding.severity == .error { hasFailed = true }
                }
            }
            added += found.filter { finding in
                // A player that failed before cannot get worse, unless it is an error.
                if hasFailed, finding.severity != .error { return false }
                return !Identity(finding, after.movie).isAmong(oldIdentities)
            }
        }
        return added
    }

    /// Whether the player fails in another way, or one of its rules affects another sprite.
    private static func hasNewTouches(
        _ new: PlayerEmulation, _ after: Checked, _ old: [(Checked, PlayerEmulation)], _ renamed: RenamedKeys
    ) throws(SVGAError) -> Bool {
        if old.count == 1, new.isLike(old[0].1) { return false }
        func touches(_ checked: Checked, _ emulation: PlayerEmulation, _ rules: Set<String>?) throws(SVGAError) -> Set<Identity> {
            var touches: Set<Identity> = []
            for (failure, _) in emulation.failures {
                touches.insert(Identity("\(failure.fault.cause)", .error, failure.sprite, checked.movie))
            }
            for (rule, sprites) in try emulation.touchedSprites(by: rules) {
                for sprite in sprites { touches.insert(Identity(rule.name, .warning, sprite, checked.movie)) }
            }
            return touches
        }
        let found = try touches(after, new, nil)
        if found.isEmpty { return false }
        // Other rules of the input make no difference.
        let subjects = Set(found.map(\.subject))
        var oldIdentities: Set<Identity> = []
        for (checked, emulation) in old { oldIdentities.formUnion(try touches(checked, emulation, subjects).map { $0.renamed(renamed) }) }
        return found.contains { !$0.isAmong(oldIdentities) }
    }

    /// A file that is read and prepared once for all players.
    private struct Checked {
        let file: CheckedFile
        let own: OwnScene
        var movie: VideoEntity { file.movie }

        init(_ file: CheckedFile, _ options: ReadOptions, renamed: RenamedKeys) throws(SVGAError) {
            self.file = file
            // Several files are open at once.
            own = try OwnScene(
                PreparedMovie(file.movie, limits: options.limits, sharing: file.cache.images),
                maximumCacheBytes: OwnScene.maximumCacheBytes / 4, renamed: renamed)
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

        func renamed(_ keys: RenamedKeys) -> Identity {
            var identity = self
            identity.key = keys(key)
            return identity
        }

        /// Whether it is in the set, possibly under a key that merging changed: `box-2` for `box`.
        func isAmong(_ oldIdentities: Set<Identity>) -> Bool {
            if oldIdentities.contains(self) { return true }
            let text = key.text
            guard let sign = text.lastIndex(of: "-"), sign > text.startIndex, Int(text[text.index(after: sign)...]) != nil else {
                return false
            }
            var identity = self
            identity.key = ByteKey(String(text[..<sign]))
            return oldIdentities.contains(identity)
        }
    }
}

extension Finding {
    /// Whether it concerns only the container.
    fileprivate var isOfContainer: Bool {
        if case .check(let code) = code { code == .containerUnreadable || code == .containerNeedsLibrary } else { false }
    }
}
