import SVGAEmulation
import SVGAModel
import SVGARender
import SVGASupport

/// The draw calls of all frames of a movie, as an emulated player reads it and as we do.
struct EmulatedCalls {
    /// The draw calls by frame; nil if the player fails in that frame.
    let frames: [PairedCalls?]
    /// The draw calls of the player.
    let player: SceneCalls
    /// The first frame after the last frame of every sprite. The player draws all later frames like this one.
    let firstPastEnd: Int
    /// For each frame, whether it equals the previous frame, both in the player's reading and in ours.
    let repeated: [Bool]
    private let scene: SVGAScene

    /// The cost of storing the draw calls of one sprite in one frame. The work budget thereby also limits the memory.
    private static let costOfCalls = 500

    /// - Parameters:
    ///   - scene: the movie as the player reads it.
    ///   - ours: the draw calls of the movie as we read it.
    /// - Throws: ``SVGAError/Kind/limit``. The first failure ends the work, because a limit that one frame exceeds would fail all later ones.
    init(_ scene: SVGAScene, _ ours: SceneCalls, _ budget: WorkBudget) throws(SVGAError) {
        let ourMovie = ours.scene.movie
        let longest = max(scene.movie.maximumSpriteFrames, ourMovie.maximumSpriteFrames)
        let repeated = EmulatedCalls.repeatedFrames(of: scene.movie, and: ourMovie)
        let player = SceneCalls(scene, renamed: ours.renamed)
        let found = try Parallel.map(min(scene.movie.frameCount, longest + 1)) { (frame) throws(SVGAError) -> PairedCalls? in
            if scene.playerFailure(frame: frame) != nil { return nil }
            if repeated[frame], scene.playerFailure(frame: frame - 1) == nil { return nil }
            // Two lists of draw calls are stored for each sprite.
            try budget.spend(2 * ourMovie.sprites.count * EmulatedCalls.costOfCalls)
            let calls = try player.calls(frame: frame, budget: budget)
            return PairedCalls(player: calls, ours: try ours.calls(frame: frame, budget: budget, isKept: true))
        }
        var frames: [PairedCalls?] = []
        for (frame, calls) in found.enumerated() {
            // A repeated frame has the draw calls of the previous frame.
            let isCopy = calls == nil && scene.playerFailure(frame: frame) == nil
            frames.append(isCopy ? frames.last ?? nil : calls)
        }
        if let last = frames.last { frames += Array(repeating: last, count: scene.movie.frameCount - frames.count) }
        (self.scene, self.player, self.frames, self.repeated, firstPastEnd) = (scene, player, frames, repeated, longest)
    }

    /// For each frame of the first movie, whether every sprite equals the previous frame in both movies.
    private static func repeatedFrames(of first: VideoEntity, and second: VideoEntity) -> [Bool] {
        let (first, second) = (first.repeatedFrames, second.repeatedFrames)
        return first.indices.map { first[$0] && $0 < second.count && second[$0] }
    }

    /// Whether all frames have equal draw calls, of the player and of our own rules.
    func draw(like other: EmulatedCalls) -> Bool {
        frames.elementsEqual(other.frames) { now, old in
            guard let now, let old else { return now == nil && old == nil }
            return now.player.draws(like: old.player) && now.ours.draws(like: old.ours)
        }
    }

    /// The distinct failures of the player, and the frames that the player does not show because of each.
    var failures: [(failure: PlayerFailure, frames: [ClosedRange<Int>])] {
        var found: [(failure: PlayerFailure, frames: FrameRanges)] = []
        for frame in frames.indices where frames[frame] == nil {
            guard let failure = scene.playerFailure(frame: frame) else { continue }
            if let index = found.firstIndex(where: { $0.failure.isSame(as: failure) }) {
                found[index].frames.append(frame)
            } else {
                var frames = FrameRanges()
                frames.append(frame)
                found.append((failure, frames))
            }
        }
        return found.map { ($0.failure, $0.frames.ranges) }
    }
}

extension VideoEntity {
    /// The maximum number of frames of any sprite.
    fileprivate var maximumSpriteFrames: Int { sprites.reduce(0) { max($0, $1.frames.count) } }

    /// For each frame, whether every sprite equals the previous frame.
    /// - Complexity: linear in the frames of all sprites.
    var repeatedFrames: [Bool] {
        var repeated = [Bool](repeating: true, count: frameCount)
        if frameCount > 0 { repeated[0] = false }
        for sprite in sprites {
            let records = sprite.frames.records
            for frame in 1..<max(1, min(frameCount, records.count + 1)) where repeated[frame] {
                repeated[frame] = frame < records.count && records[frame] == records[frame - 1]
            }
        }
        return repeated
    }
}

extension PlayerFailure {
    /// Whether both failures have the same fault and sprite. The frames may differ.
    fileprivate func isSame(as other: PlayerFailure) -> Bool { fault == other.fault && sprite == other.sprite }
}
