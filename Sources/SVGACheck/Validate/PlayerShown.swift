import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// A movie beside what a player shows of it.
struct PlayerShown {
    /// A rule of the player that shows in a sprite.
    struct Difference {
        let rule: PlayerRule
        let code: CheckCode
        /// nil: no sprite by itself.
        let sprite: Int?
        let frames: [ClosedRange<Int>]
    }

    let scene: Scene
    private let own: OwnScene
    private var ours: Scene { own.calls.scene }
    /// What the player painted of it.
    private let painted: PaintedFrames
    /// By frame; nil where the player fails.
    private let calls: [Calls?]
    /// In the first frame in which no sprite has a frame of its own the player does what it does in all after it.
    private let firstPastEnd: Int
    /// For each frame, whether it repeats the one before, for the player and for us.
    private let repeated: [Bool]
    private let document: SVGADocument
    private let player: PublicPlayer
    private let prepared: PreparedMovie
    private let options: ReadOptions
    private let cache: EmulationCache

    /// What all of the check may cost, for all players together.
    private let budget: WorkBudget
    /// What one more scene costs.
    private let rereadingWork: Int
    /// What it costs to keep the calls of a sprite in a frame. It bounds the memory.
    private static let priceOfCalls = 500

    /// What frames of the player may take that are kept; those by which rules are judged are a few.
    private static let keptBytes = 0x100_0000

    /// What is drawn of one frame.
    private struct Calls: Equatable {
        let player: FrameCalls
        let ours: FrameCalls
    }

    /// - Parameters:
    ///   - document: what the player reads of the file.
    ///   - own: the movie as our own rules draw it; shared by the players.
    ///   - source: the document as our own rules read it.
    init(
        _ document: SVGADocument, _ own: OwnScene, _ source: PreparedMovie, _ player: PublicPlayer, _ options: ReadOptions,
        _ budget: WorkBudget, _ cache: EmulationCache, resolvingWork: (first: Int, again: Int)
    ) throws(RenderError) {
        (self.budget, self.cache, rereadingWork) = (budget, cache, resolvingWork.again)
        (self.document, self.player, self.prepared, self.options) = (document, player, source, options)
        try budget.spend(resolvingWork.first)
        let scene = try PlayerShown.scene(document, source, player, player.profile, options, cache)
        let frames = scene.movie.frames
        let our = own.calls.scene.movie
        let longest = max(scene.movie.maximumSpriteFrames, our.maximumSpriteFrames)
        try scene.checkFailures()
        repeated = PlayerShown.repeatedFrames(of: scene.movie, and: our)
        let (theirs, ours) = (SceneCalls(scene), own.calls)
        let results = Parallel.map(min(frames, longest + 1)) { [repeated] frame -> Result<Calls?, RenderError> in
            do throws(RenderError) {
                if scene.playerFailure(frame: frame) != nil { return .success(nil) }
                if repeated[frame], scene.playerFailure(frame: frame - 1) == nil { return .success(Calls?.none) }
                // They are kept, for each sprite two numbers.
                try budget.spend(2 * our.sprites.count * PlayerShown.priceOfCalls)
                let player = try theirs.calls(frame: frame, budget: budget)
                return .success(Calls(player: player, ours: try ours.calls(frame: frame, budget: budget, isKept: true)))
            } catch {
                return .failure(error)
            }
        }
        var calls: [Calls?] = []
        for (frame, result) in results.enumerated() {
            let found = try result.get()
            // A frame that repeats the one before has its calls.
            let isCopy = found == nil && scene.playerFailure(frame: frame) == nil
            calls.append(isCopy ? calls.last ?? nil : found)
        }
        if let last = calls.last { calls += Array(repeating: last, count: frames - calls.count) }
        (self.scene, self.own, self.calls, firstPastEnd) = (scene, own, calls, longest)
        painted = PaintedFrames(scene, maximumBytes: PlayerShown.keptBytes)
    }

    /// Whether the player draws the same as of another movie, and our own rules too, and fails alike.
    func isLike(_ other: PlayerShown) -> Bool {
        ours.movie.viewBox == other.ours.movie.viewBox && scene.firstPlayerFailure == other.scene.firstPlayerFailure
            && calls.elementsEqual(other.calls) { now, old in
                guard let now, let old else { return now == nil && old == nil }
                return now.player.draws(like: old.player) && now.ours.draws(like: old.ours)
            }
    }

    private static func scene(
        _ document: SVGADocument, _ prepared: PreparedMovie, _ player: PublicPlayer?, _ profile: Profile, _ options: ReadOptions,
        _ cache: EmulationCache
    ) throws(RenderError) -> Scene {
        let reading = ReadOptions(limits: options.limits, player: player, profile: profile, cache: cache)
        // What one profile could read, all can.
        guard let movie = try? Resolver.resolve(document, options: reading) else { return try prepared.scene() }
        return try prepared.reread(as: movie).scene(options: RenderOptions(filter: .bilinear, limits: options.limits))
    }

    /// For each frame of the first movie, whether every sprite of both movies is as in the frame before.
    private static func repeatedFrames(of first: VideoEntity, and second: VideoEntity) -> [Bool] {
        let (first, second) = (first.repeatedFrames, second.repeatedFrames)
        return first.indices.map { first[$0] && $0 < second.count && second[$0] }
    }

    // MARK: Failures

    /// Why the player fails, and the frames that it does not show for that.
    var failures: [(failure: PlayerFailure, frames: [ClosedRange<Int>])] {
        var found: [(failure: PlayerFailure, frames: FrameRanges)] = []
        for frame in calls.indices where calls[frame] == nil {
            guard let failure = scene.playerFailure(frame: frame) else { continue }
            if let place = found.firstIndex(where: { $0.failure.isSame(as: failure) }) {
                found[place].frames.append(frame)
            } else {
                var frames = FrameRanges()
                frames.append(frame)
                found.append((failure, frames))
            }
        }
        return found.map { ($0.failure, $0.frames.ranges) }
    }

    // MARK: Differences

    /// Of the frames that the player does not fail at, how many of their pixels are visibly others, 0…1. Frames for which both make the same
    /// calls are left out: they are the same. All others are drawn, both ways.
    func shares() throws(CheckError) -> [Int: Double] {
        // A frame for which neither makes other calls than for the one before looks like it.
        var drawn: [Int] = []
        var like: [Int: Int] = [:]
        for (frame, now) in calls.enumerated() {
            guard let now, now.player != now.ours else { continue }
            if frame > 0, now == calls[frame - 1] {
                like[frame] = like[frame - 1]
            } else {
                drawn.append(frame)
                like[frame] = frame
            }
        }
        // Each task draws some of them, with painters of its own.
        let tasks = min(drawn.count, Processors.count)
        let results = Parallel.map(tasks) { [drawn] task -> Result<[Int: Double], RenderError> in
            do throws(RenderError) {
                return .success(try drawnShares(drawn[task * drawn.count / tasks..<(task + 1) * drawn.count / tasks]))
            } catch {
                return .failure(error)
            }
        }
        var shares: [Int: Double] = [:]
        for result in results {
            switch result {
            case .success(let found): shares.merge(found) { first, _ in first }
            case .failure(let error): throw .render(error)
            }
        }
        return like.mapValues { shares[$0] ?? 0 }
    }

    /// What frames differ by, of which each is drawn only where it is not as the one before.
    private func drawnShares(_ frames: ArraySlice<Int>) throws(RenderError) -> [Int: Double] {
        guard ours.widthPixels == scene.widthPixels, ours.heightPixels == scene.heightPixels else {
            return Dictionary(frames.map { ($0, 1) }) { first, _ in first }
        }
        let (left, right) = (try ours.makePainter(), try scene.makePainter())
        var tiles = DifferenceTiles(width: ours.widthPixels, height: ours.heightPixels)
        var shares: [Int: Double] = [:]
        var last: Int?
        for frame in frames {
            // Another player's check may have painted it.
            let known = own.painted.picture(frame: frame)
            if known == nil { try left.paint(frame: frame) }
            var changed: Set<Int>?
            if let before = last.flatMap({ calls[$0] }), let now = calls[frame] { changed = now.player.sprites(unlike: before.player) }
            var parts: [PixelRect]? = [try right.paintEmulated(frame: frame, changed: changed)]
            if known != nil { parts = nil } else if let last { parts?.append(contentsOf: left.changedParts(since: last)) }
            let compared = tiles.update(known ?? left, right, parts: parts)
            try budget.spend((known == nil ? left.workSpent : 0) + right.workSpent + 2 * compared * WorkMeter.Cost.pixel)
            if known == nil { own.painted.keep(left, frame: frame) }
            shares[frame] = tiles.share
            last = frame
        }
        return shares
    }

    /// What shows, by the rules that make it so: of a sprite those without which the player would make other calls for it, if frames look
    /// otherwise without the rule.
    /// - Parameter shares: how much of each frame differs.
    func differences(_ shares: [Int: Double]) throws(CheckError) -> [Difference] {
        let frames = shares.filter { $0.value > VisibleDifference.share }.keys.sorted()
        if frames.isEmpty { return [] }
        var unexplained = Set(frames)
        var doubtful: [Shown] = []
        var found: [Difference] = []
        for (shown, isVisible) in try showing(
            player.rules.filter(\.showsInPictures), frames, { (shown) throws(RenderError) in try shown.isVisible() })
        {
            if isVisible {
                unexplained.subtract(shown.frames)
                found += differences(shown.rule, shown.sprites)
            } else {
                doubtful.append(shown)
            }
        }
        // Where several rules hide each other, all of them are named.
        for rule in doubtful where !unexplained.isEmpty {
            let rest = rule.sprites.mapValues { ranges in
                ranges.ranges.joined().reduce(into: FrameRanges()) { if unexplained.contains($1) { $0.append($1) } }
            }.filter { !$0.value.isEmpty }
            found += differences(rule.rule, rest)
        }
        return found
    }

    /// For each rule that is worth a warning, the sprites for which it makes the player or us make other calls in some frame. Nothing is
    /// drawn, so it may well be that nobody sees it; but what is not among these is no difference.
    func touchedSprites() throws(CheckError) -> [(rule: PlayerRule, sprites: Set<Int>)] {
        let rules = player.rules.filter { $0.showsInPictures && $0.severity != .info }
        return try showing(rules, Array(calls.indices), { _ in true }).map { ($0.shown.rule, Set($0.shown.sprites.keys)) }
    }

    /// Where each rule shows, and something more of it, found side by side.
    private func showing<Detail: Sendable>(
        _ rules: [PlayerRule], _ frames: [Int], _ detail: @Sendable (Shown) throws(RenderError) -> Detail
    ) throws(CheckError) -> [(shown: Shown, detail: Detail)] {
        let results = Parallel.map(rules.count) { place -> Result<(shown: Shown, detail: Detail), RenderError> in
            do throws(RenderError) {
                let shown = try Shown(rules[place], self, frames)
                return .success((shown, try detail(shown)))
            } catch {
                return .failure(error)
            }
        }
        do throws(RenderError) {
            var found: [(shown: Shown, detail: Detail)] = []
            for result in results { found.append(try result.get()) }
            return found
        } catch {
            throw .render(error)
        }
    }

    private func differences(_ rule: PlayerRule, _ sprites: [Int: FrameRanges]) -> [Difference] {
        if rule.severity == .info {
            // Of every sprite it would be noise.
            let frames = Set(sprites.values.flatMap { $0.ranges.joined() }).sorted()
            let ranges = frames.reduce(into: FrameRanges()) { $0.append($1) }
            return frames.isEmpty ? [] : [Difference(rule: rule, code: .rounding, sprite: nil, frames: ranges.ranges)]
        }
        return sprites.sorted { $0.key < $1.key }.map { sprite, frames in
            let code = CheckCode(rule, document.movie, sprite: sprite, frames.ranges)
            return Difference(rule: rule, code: code, sprite: sprite, frames: frames.ranges)
        }
    }

    /// Where one of the player's rules shows.
    private struct Shown: Sendable {
        let rule: PlayerRule
        /// The frames in which it makes the player, or us, make other calls for a sprite.
        private(set) var sprites: [Int: FrameRanges] = [:]
        /// All of them, in rising order.
        private(set) var frames: [Int] = []
        private let shown: PlayerShown
        private let without: Scene
        private let with: Scene

        /// - Parameter frames: those that are looked at.
        init(_ rule: PlayerRule, _ shown: PlayerShown, _ frames: [Int]) throws(RenderError) {
            (self.rule, self.shown) = (rule, shown)
            func scene(_ player: PublicPlayer?, _ profile: Profile) throws(RenderError) -> Scene {
                try shown.budget.spend(shown.rereadingWork)
                return try PlayerShown.scene(shown.document, shown.prepared, player, profile, shown.options, shown.cache)
            }
            var alone = Profile.ours
            rule.apply(&alone)
            without = try scene(shown.player, Profile(shown.player, without: rule.name))
            with = try scene(nil, alone)
            let repeated = PlayerShown.repeatedFrames(of: without.movie, and: with.movie)
            let (callsWithout, callsWith) = (SceneCalls(without), SceneCalls(with))
            var last: (frame: Int, touched: Set<Int>)?
            for frame in frames {
                guard let calls = shown.calls[frame] else { continue }
                let isCopy = frame < repeated.count && repeated[frame] && shown.repeated[frame] && last?.frame == frame - 1
                let touched =
                    if let last, isCopy || last.frame >= shown.firstPastEnd { last.touched } else {
                        calls.player.sprites(unlike: try callsWithout.calls(frame: frame, budget: shown.budget)).union(
                            calls.ours.sprites(unlike: try callsWith.calls(frame: frame, budget: shown.budget)))
                    }
                last = (frame, touched)
                if !touched.isEmpty { self.frames.append(frame) }
                for sprite in touched { sprites[sprite, default: FrameRanges()].append(frame) }
            }
        }

        /// Whether these look otherwise without it: the first, the last or the middle one.
        func isVisible() throws(RenderError) -> Bool {
            if frames.isEmpty { return false }
            for (first, second) in [(shown.painted, without), (shown.own.painted, with)] {
                let painter = try second.makePainter()
                for place in Set([0, frames.count / 2, frames.count - 1]).sorted() {
                    try painter.paint(frame: frames[place])
                    try shown.budget.spend(painter.workSpent + painter.widthPixels * painter.heightPixels)
                    if VisibleDifference.isThere(try first.painted(frame: frames[place], shown.budget), painter) { return true }
                }
            }
            return false
        }
    }
}

extension VideoEntity {
    /// The most frames of its own that any sprite has.
    fileprivate var maximumSpriteFrames: Int { sprites.reduce(0) { max($0, $1.frames.count) } }

    /// For each frame, whether every sprite is as in the frame before.
    /// - Complexity: linear in the frames of all sprites.
    fileprivate var repeatedFrames: [Bool] {
        var repeated = [Bool](repeating: true, count: frames)
        if frames > 0 { repeated[0] = false }
        for sprite in sprites {
            let records = sprite.frames.records
            for frame in 1..<max(1, min(frames, records.count + 1)) where repeated[frame] {
                repeated[frame] = frame < records.count && records[frame] == records[frame - 1]
            }
        }
        return repeated
    }
}

extension PlayerFailure {
    /// Whether both are one failure, in whatever frames.
    fileprivate func isSame(as other: PlayerFailure) -> Bool { fault == other.fault && sprite == other.sprite }
}
