import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Compares how an emulated player and our own rules draw a movie.
struct PlayerEmulation {
    /// A visible effect of a player's rule on a sprite.
    struct Difference {
        let rule: PlayerRule
        let code: CheckCode
        /// The sprite; nil if the difference is not listed by sprite.
        let sprite: Int?
        let frames: [ClosedRange<Int>]
    }

    let scene: SVGAScene
    private let own: OwnScene
    private var ours: SVGAScene { own.calls.scene }
    /// The cache of frames painted as the emulated player.
    private let painted: PaintedFrames
    private let calls: EmulatedCalls
    private let document: SVGADocument
    private let player: PublicPlayer
    private let prepared: PreparedMovie
    private let options: ReadOptions
    private let cache: EmulationCache
    /// The work budget of the check, which all players share.
    private let budget: WorkBudget
    /// The work of creating one more scene.
    private let rereadingWork: Int
    /// The maximum size of ``painted``, 16 MiB. Checking a rule needs only a few frames.
    private static let maximumCacheBytes = 0x100_0000

    /// - Parameters:
    ///   - document: the document that the player reads from the file.
    ///   - own: the scene of our own rules, which all players share.
    ///   - source: `document`, read by our own rules.
    init(
        _ document: SVGADocument, _ own: OwnScene, _ source: PreparedMovie, _ player: PublicPlayer, _ options: ReadOptions,
        _ budget: WorkBudget, _ cache: EmulationCache, resolvingWork: (first: Int, again: Int)
    ) throws(SVGAError) {
        (self.budget, self.cache, rereadingWork) = (budget, cache, resolvingWork.again)
        (self.document, self.player, self.prepared, self.options) = (document, player, source, options)
        try budget.spend(resolvingWork.first)
        scene = try PlayerEmulation.scene(document, source, player, player.profile, options, cache)
        try scene.checkFailures()
        self.own = own
        calls = try EmulatedCalls(scene, own.calls, budget)
        painted = PaintedFrames(scene, maximumBytes: PlayerEmulation.maximumCacheBytes)
    }

    /// Whether another emulation has equal draw calls, of the player and of our own rules, and an equal failure.
    func isLike(_ other: PlayerEmulation) -> Bool {
        ours.movie.viewBox == other.ours.movie.viewBox && scene.firstPlayerFailure == other.scene.firstPlayerFailure
            && calls.draw(like: other.calls)
    }

    private static func scene(
        _ document: SVGADocument, _ prepared: PreparedMovie, _ player: PublicPlayer?, _ profile: Profile, _ options: ReadOptions,
        _ cache: EmulationCache
    ) throws(SVGAError) -> SVGAScene {
        let reading = ReadOptions(limits: options.limits, player: player, profile: profile, cache: cache)
        let movie = try Resolver.resolve(document, options: reading)
        return try prepared.reread(as: movie).scene(options: RenderOptions(filter: .bilinear, limits: options.limits))
    }

    /// The distinct failures of the player, and the frames that the player does not show because of each.
    var failures: [(failure: PlayerFailure, frames: [ClosedRange<Int>])] { calls.failures }

    // MARK: Differences

    /// For each frame without a failure, the share of pixels that look different, 0…1.
    /// Frames with equal draw calls are omitted. All other frames are painted both ways and compared.
    /// - Parameter enough: the share above which the rest of a frame is not compared; a larger share is then only a part of it.
    func shares(enough: Double = 1) throws(SVGAError) -> [Int: Double] {
        var drawn: [Int] = []
        // Frames with equal draw calls look alike, and only the first is painted. The frame may also be known from another player.
        var firsts: [PairedCalls: Int] = [:]
        for (frame, now) in calls.frames.enumerated() {
            guard let now, now.player != now.ours, firsts[now] == nil else { continue }
            firsts[now] = frame
            if !hasOurSize || own.compared.share(now) == nil { drawn.append(frame) }
        }
        // Each task has its own painters and paints consecutive frames, of which a painter repaints only the changes.
        let tasks = min(drawn.count, Processors.count)
        let found = try Parallel.map(tasks) { [drawn] (task) throws(SVGAError) in
            try drawnShares(drawn[task * drawn.count / tasks..<(task + 1) * drawn.count / tasks], enough)
        }
        var known: [PairedCalls: Double] = [:]
        for (frame, share) in found.joined() {
            guard let now = calls.frames[frame] else { continue }
            known[now] = share
            if hasOurSize { own.compared.add(share, now) }
        }
        var shares: [Int: Double] = [:]
        for (frame, now) in calls.frames.enumerated() {
            if let now, now.player != now.ours { shares[frame] = known[now] ?? own.compared.share(now) ?? 0 }
        }
        return shares
    }

    private var hasOurSize: Bool { ours.widthPixels == scene.widthPixels && ours.heightPixels == scene.heightPixels }

    /// Paints frames both ways, and returns the differing share of each.
    private func drawnShares(_ frames: ArraySlice<Int>, _ enough: Double) throws(SVGAError) -> [Int: Double] {
        guard hasOurSize else {
            return Dictionary(frames.map { ($0, 1) }) { first, _ in first }
        }
        var pair = try PicturePair(ours, scene, known: own.painted)
        var shares: [Int: Double] = [:]
        var last: PairedCalls?
        for frame in frames {
            guard let now = calls.frames[frame] else { continue }
            let unlike = now.player.sprites(unlike: now.ours)
            let tones = try calls.player.tones(frame: frame, budget: budget)
            let shifts = tones.shifts(to: try own.calls.tones(frame: frame, budget: budget), of: unlike)
            let changed = last.map { now.player.sprites(unlike: $0.player) }
            shares[frame] = try pair.share(frame: frame, unlike: unlike, shifts: shifts, changed: changed, enough: enough)
            try budget.spend(pair.workSpent)
            last = now
        }
        return shares
    }

    /// The visible effects of the player's rules. A rule affects a sprite if the sprite's draw calls would be different without the rule.
    /// The effect is visible if a frame would also look different without the rule.
    /// - Parameter shares: the differing share of each frame.
    func differences(_ shares: [Int: Double]) throws(SVGAError) -> [Difference] {
        let frames = shares.filter { $0.value > VisibleDifference.share }.keys.sorted()
        if frames.isEmpty { return [] }
        var unexplained = Set(frames)
        var invisible: [RuleEffect] = []
        var found: [Difference] = []
        for (effect, isVisible) in try effects(
            of: player.rules.filter(\.showsInPictures), frames, { (effect, scenes) throws(SVGAError) in try scenes.isVisible(effect) })
        {
            if isVisible {
                unexplained.subtract(effect.frames)
                found += differences(effect.rule, effect.sprites)
            } else {
                invisible.append(effect)
            }
        }
        // Without one of two rules with the same effect, a frame looks the same. So if a frame is not explained, all its rules are listed.
        for effect in invisible where !unexplained.isEmpty {
            let remaining = effect.sprites.mapValues { ranges in
                ranges.ranges.joined().reduce(into: FrameRanges()) { if unexplained.contains($1) { $0.append($1) } }
            }.filter { !$0.value.isEmpty }
            found += differences(effect.rule, remaining)
        }
        return found
    }

    /// For each rule with at least the severity "warning", the sprites whose draw calls it changes in some frame, for the player or for us.
    /// Nothing is painted, so the change may be invisible. Sprites that are not listed are certainly equal.
    /// - Parameter names: the names of rules; nil: all rules.
    func touchedSprites(by names: Set<String>? = nil) throws(SVGAError) -> [(rule: PlayerRule, sprites: Set<Int>)] {
        let rules = player.rules.filter { $0.showsInPictures && $0.severity != .info && names?.contains($0.name) ?? true }
        return try effects(of: rules, Array(calls.frames.indices), { _, _ in true }).map { ($0.effect.rule, Set($0.effect.sprites.keys)) }
    }

    /// Computes the effects of each rule, and a value for each effect, in parallel. Scenes of a rule are freed once its effect is known: movies
    /// of many shapes are large.
    private func effects<Detail: Sendable>(
        of rules: [PlayerRule], _ frames: [Int], _ detail: @Sendable (RuleEffect, RuleScenes) throws(SVGAError) -> Detail
    ) throws(SVGAError) -> [(effect: RuleEffect, detail: Detail)] {
        try Parallel.map(rules.count) { (index) throws(SVGAError) in
            let scenes = try RuleScenes(rules[index], self)
            let effect = try scenes.effect(in: frames)
            return (effect, try detail(effect, scenes))
        }
    }

    private func differences(_ rule: PlayerRule, _ sprites: [Int: FrameRanges]) -> [Difference] {
        if rule.severity == .info {
            // One entry for all sprites: a list of all sprites would be too long.
            let frames = Set(sprites.values.flatMap { $0.ranges.joined() }).sorted()
            let ranges = frames.reduce(into: FrameRanges()) { $0.append($1) }
            return frames.isEmpty ? [] : [Difference(rule: rule, code: .rounding, sprite: nil, frames: ranges.ranges)]
        }
        return sprites.sorted { $0.key < $1.key }.map { sprite, frames in
            let code = CheckCode(rule, document.movie, sprite: sprite, frames.ranges)
            return Difference(rule: rule, code: code, sprite: sprite, frames: frames.ranges)
        }
    }

    /// The effects of one rule of the player.
    private struct RuleEffect: Sendable {
        let rule: PlayerRule
        /// The frames in which the rule changes draw calls, by sprite.
        fileprivate(set) var sprites: [Int: FrameRanges] = [:]
        /// All frames in which the rule changes draw calls, ascending.
        fileprivate(set) var frames: [Int] = []
    }

    /// The movie as the player reads it without one of its rules, and as we read it with that rule.
    private final class RuleScenes {
        private let rule: PlayerRule
        private let emulation: PlayerEmulation
        private let without: SVGAScene
        /// Our own rules with this one.
        private let alone: Profile
        /// nil before the first use: another player may have had an equal rule.
        private var knownWith: SVGAScene?

        init(_ rule: PlayerRule, _ emulation: PlayerEmulation) throws(SVGAError) {
            (self.rule, self.emulation) = (rule, emulation)
            var alone = Profile.ours
            rule.apply(&alone)
            self.alone = alone
            without = try RuleScenes.scene(emulation, emulation.player, Profile(emulation.player, without: rule.name))
        }

        private static func scene(
            _ emulation: PlayerEmulation, _ player: PublicPlayer?, _ profile: Profile
        ) throws(SVGAError) -> SVGAScene {
            try emulation.budget.spend(emulation.rereadingWork)
            return try PlayerEmulation.scene(
                emulation.document, emulation.prepared, player, profile, emulation.options, emulation.cache)
        }

        private func with() throws(SVGAError) -> SVGAScene {
            if let knownWith { return knownWith }
            let scene = try RuleScenes.scene(emulation, nil, alone)
            knownWith = scene
            return scene
        }

        /// - Parameter frames: the frames to examine, ascending.
        func effect(in frames: [Int]) throws(SVGAError) -> RuleEffect {
            var effect = RuleEffect(rule: rule)
            var ofPlayer = without.certainlyDraws(like: emulation.scene) ? nil : TouchedSprites(without, emulation)
            var ofOurs: TouchedSprites?
            // A player that reads another movie of the file shares nothing with other players.
            let isShared = emulation.prepared === emulation.own.prepared
            var known = isShared ? emulation.own.touches.frames(alone) : [:]
            var added = 0
            for frame in frames {
                guard let calls = emulation.calls.frames[frame] else { continue }
                var touched = try ofPlayer?.sprites(frame, unlike: calls.player) ?? []
                if let found = known[frame] {
                    touched.formUnion(found)
                } else {
                    var unlike = if let ofOurs { ofOurs } else { TouchedSprites(try with(), emulation) }
                    let found = try unlike.sprites(frame, unlike: calls.ours)
                    ofOurs = unlike
                    touched.formUnion(found)
                    if isShared, added < OwnTouches.maximumCount {
                        known[frame] = found
                        added += 1 + found.count
                    }
                }
                if !touched.isEmpty { effect.frames.append(frame) }
                for sprite in touched { effect.sprites[sprite, default: FrameRanges()].append(frame) }
            }
            emulation.own.touches.note(known, alone, adding: added)
            return effect
        }

        /// Whether the first, the middle or the last frame of an effect looks different without the rule.
        func isVisible(_ effect: RuleEffect) throws(SVGAError) -> Bool {
            let frames = effect.frames
            if frames.isEmpty { return false }
            for isOurs in [false, true] {
                let (first, second) = isOurs ? (emulation.own.painted, try with()) : (emulation.painted, without)
                let painter = try second.makePainter()
                for index in Set([0, frames.count / 2, frames.count - 1]).sorted() {
                    try painter.paint(frame: frames[index])
                    try emulation.budget.spend(painter.workSpent + painter.widthPixels * painter.heightPixels)
                    if VisibleDifference.isThere(try first.painted(frame: frames[index], emulation.budget), painter) { return true }
                }
            }
            return false
        }
    }

    /// The sprites whose draw calls a scene changes, frame by frame, ascending.
    private struct TouchedSprites {
        private let emulation: PlayerEmulation
        private let calls: SceneCalls
        private let repeated: [Bool]
        private var last: (frame: Int, touched: Set<Int>)?

        init(_ scene: SVGAScene, _ emulation: PlayerEmulation) {
            self.emulation = emulation
            calls = SceneCalls(scene, renamed: emulation.own.calls.renamed)
            repeated = scene.movie.repeatedFrames
        }

        mutating func sprites(_ frame: Int, unlike other: FrameCalls) throws(SVGAError) -> Set<Int> {
            let isCopy = frame < repeated.count && repeated[frame] && emulation.calls.repeated[frame] && last?.frame == frame - 1
            let touched =
                if let last, isCopy || last.frame >= emulation.calls.firstPastEnd { last.touched } else {
                    other.sprites(unlike: try calls.calls(frame: frame, budget: emulation.budget))
                }
            last = (frame, touched)
            return touched
        }
    }
}
