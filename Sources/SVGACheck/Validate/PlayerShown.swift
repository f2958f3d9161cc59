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
    private let ours: Scene
    private let document: SVGADocument
    private let player: PublicPlayer
    private let prepared: PreparedMovie
    private let options: ReadOptions

    /// - Parameters:
    ///   - document: what the player reads of the file.
    ///   - prepared: the movie as our own rules read it.
    ///   - source: the document as our own rules read it.
    init(
        _ document: SVGADocument, _ prepared: PreparedMovie, _ source: PreparedMovie, _ player: PublicPlayer, _ options: ReadOptions
    ) throws(RenderError) {
        (self.document, self.player, self.prepared, self.options) = (document, player, source, options)
        ours = try prepared.scene(options: RenderOptions(filter: .bilinear, limits: options.limits))
        scene = try PlayerShown.scene(document, source, player, player.profile, options)
    }

    private static func scene(
        _ document: SVGADocument, _ prepared: PreparedMovie, _ player: PublicPlayer?, _ profile: Profile, _ options: ReadOptions
    ) throws(RenderError) -> Scene {
        let reading = ReadOptions(limits: options.limits, player: player, profile: profile)
        // What one profile could read, all can.
        guard let movie = try? Resolver.resolve(document, options: reading) else { return try prepared.scene() }
        return try prepared.reread(as: movie).scene(options: RenderOptions(filter: .bilinear, limits: options.limits))
    }

    // MARK: Failures

    /// Why the player fails, and the frames that it does not show for that.
    var failures: [(failure: PlayerFailure, frames: [ClosedRange<Int>])] {
        var found: [(failure: PlayerFailure, frames: FrameRanges)] = []
        for frame in 0..<scene.movie.frames {
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
    /// calls are left out: they are the same.
    func shares() throws(CheckError) -> [Int: Double] {
        let (scene, ours) = (scene, ours)
        // A frame for which neither makes other calls than for the one before looks like it.
        var drawn: [Int] = []
        var like: [Int: Int] = [:]
        var last: (calls: FrameCalls, ours: FrameCalls, frame: Int)?
        for frame in 0..<scene.movie.frames where scene.playerFailure(frame: frame) == nil {
            let calls = (scene.calls(frame: frame), ours.calls(frame: frame))
            if calls.0 == calls.1 {
                last = nil
            } else if let last, last.calls == calls.0, last.ours == calls.1 {
                like[frame] = last.frame
            } else {
                drawn.append(frame)
                like[frame] = frame
                last = (calls.0, calls.1, frame)
            }
        }
        // Each task draws some of them, with painters of its own.
        let tasks = min(drawn.count, Processors.count)
        let results = Parallel.map(tasks) { [drawn] task -> Result<[Int: Double], RenderError> in
            do throws(RenderError) {
                let (left, right) = (try ours.makePainter(), try scene.makePainter())
                var shares: [Int: Double] = [:]
                for place in stride(from: task, to: drawn.count, by: tasks) {
                    try left.paint(frame: drawn[place])
                    try right.paint(frame: drawn[place])
                    shares[drawn[place]] = VisibleDifference.share(left, right)
                }
                return .success(shares)
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

    /// What shows, by the rules that make it so: of a sprite those without which the player would make other calls for it, if frames look
    /// otherwise without the rule.
    func differences() throws(CheckError) -> [Difference] {
        let frames = try shares().filter { $0.value > VisibleDifference.share }.keys.sorted()
        if frames.isEmpty { return [] }
        var unexplained = Set(frames)
        var doubtful: [(rule: PlayerRule, sprites: [Int: FrameRanges])] = []
        var found: [Difference] = []
        do throws(RenderError) {
            for rule in player.rules where rule.showsInPictures {
                let other = try RuleScenes(self, rule)
                var sprites: [Int: FrameRanges] = [:]
                for frame in frames {
                    for sprite in other.touchedSprites(frame) { sprites[sprite, default: FrameRanges()].append(frame) }
                }
                if sprites.isEmpty { continue }
                let touched = Set(sprites.values.flatMap { $0.ranges.joined() }).sorted()
                if try other.isVisible(inSomeOf: touched) {
                    unexplained.subtract(touched)
                    found += differences(rule, sprites)
                } else {
                    doubtful.append((rule, sprites))
                }
            }
        } catch {
            throw .render(error)
        }
        // Where several rules hide each other, all of them are named.
        for (rule, sprites) in doubtful where !unexplained.isEmpty {
            let rest = sprites.mapValues { ranges in
                ranges.ranges.joined().reduce(into: FrameRanges()) { if unexplained.contains($1) { $0.append($1) } }
            }.filter { !$0.value.isEmpty }
            found += differences(rule, rest)
        }
        return found
    }

    private func differences(_ rule: PlayerRule, _ sprites: [Int: FrameRanges]) -> [Difference] {
        if rule.severity == .info {
            // Of every sprite it would be noise.
            let frames = Set(sprites.values.flatMap { $0.ranges.joined() }).sorted()
            let ranges = frames.reduce(into: FrameRanges()) { $0.append($1) }
            return frames.isEmpty ? [] : [Difference(rule: rule, code: .rounding, sprite: nil, frames: ranges.ranges)]
        }
        return sprites.sorted { $0.key < $1.key }.map { sprite, frames in
            let code = CheckCode(rule, document.movie.sprites[sprite], frames.ranges)
            return Difference(rule: rule, code: code, sprite: sprite, frames: frames.ranges)
        }
    }

    /// A player without one of its rules, and our own rules with it.
    private struct RuleScenes {
        private let shown: PlayerShown
        private let without: Scene
        private let with: Scene

        init(_ shown: PlayerShown, _ rule: PlayerRule) throws(RenderError) {
            self.shown = shown
            func scene(_ player: PublicPlayer?, _ profile: Profile) throws(RenderError) -> Scene {
                try PlayerShown.scene(shown.document, shown.prepared, player, profile, shown.options)
            }
            without = try scene(shown.player, Profile(shown.player, without: rule.name))
            var alone = Profile.ours
            rule.apply(&alone)
            with = try scene(nil, alone)
        }

        /// The sprites for which the rule makes the player or us make other calls.
        func touchedSprites(_ frame: Int) -> Set<Int> {
            shown.scene.calls(frame: frame).sprites(unlike: without.calls(frame: frame))
                .union(shown.ours.calls(frame: frame).sprites(unlike: with.calls(frame: frame)))
        }

        /// Whether the rule shows in the first, the last or the middle one of these frames.
        func isVisible(inSomeOf frames: [Int]) throws(RenderError) -> Bool {
            let painters = try [shown.scene, without, shown.ours, with].map { (scene) throws(RenderError) in try scene.makePainter() }
            for frame in Set([frames[0], frames[frames.count / 2], frames[frames.count - 1]]).sorted() {
                for painter in painters { try painter.paint(frame: frame) }
                if VisibleDifference.isThere(painters[0], painters[1]) || VisibleDifference.isThere(painters[2], painters[3]) {
                    return true
                }
            }
            return false
        }
    }
}

extension PlayerFailure {
    /// Whether both are one failure, in whatever frames.
    fileprivate func isSame(as other: PlayerFailure) -> Bool { fault == other.fault && sprite == other.sprite }
}
