import SVGACheck
import SVGAFormat
import SVGAModel
import SVGASupport

/// Finds out how far the numbers of each sprite can be rounded in each frame.
///
/// First all sprites of a frame are rounded alike, less and less. Where even the least changes the frame, because a sprite is drawn in
/// another way once a number is whole, each half of them is tried beside what is known to do no harm, down to single sprites. Frames are
/// drawn from their own numbers alone, so all are tried at once.
struct RoundingSearch {
    /// Sprites that are tried together.
    private struct Trial {
        let sprites: [Int]
        /// The place of the bits in the ladder.
        let rung: Int
        /// Whether it is all that the frame shows.
        var isWhole = false
    }

    /// By how many bits, the fewest first.
    private let ladder: [UInt8]
    /// Whether sprites of one frame may be rounded differently.
    private let splits: Bool
    /// What was seen to do no harm: the bits of each sprite in each of its frames, 0 where nothing is rounded.
    private(set) var accepted: [[UInt8]]
    /// What is still to be tried of each frame, what may gain most first.
    private var waiting: [[Trial]]
    /// The sprites that did harm by themselves: likely they do so in other frames.
    private var suspects: Set<Int> = []

    /// - Complexity: linear in the frames of all sprites.
    init(_ movie: VideoEntity, ladder: [UInt8], splits: Bool) {
        (self.ladder, self.splits) = (ladder, splits)
        accepted = movie.sprites.map { [UInt8](repeating: 0, count: min(movie.frames, $0.frames.count)) }
        var visible = [[Int]](repeating: [], count: movie.frames)
        for (index, sprite) in movie.sprites.enumerated() {
            for (frame, record) in sprite.frames.records.prefix(movie.frames).enumerated() {
                if record.isVisible { visible[frame].append(index) } else { accepted[index][frame] = ladder[0] }
            }
        }
        waiting = visible.map { $0.isEmpty ? [] : [Trial(sprites: $0, rung: 0, isWhole: true)] }
    }

    /// The frames of which something is still to be tried.
    var frames: [Int] { waiting.indices.filter { !waiting[$0].isEmpty } }

    /// What is accepted, and what is tried next of each frame.
    var next: [[UInt8]] { with { $0.prefix(1) } }

    /// The most that may still be accepted.
    var most: [[UInt8]] { with { $0[...] } }

    /// All that is still to be tried, rounded as little as the ladder has it.
    var least: [[UInt8]] { with(rung: ladder.count - 1) { $0[...] } }

    /// - Parameter rung: nil: each trial's own.
    private func with(rung: Int? = nil, _ trials: ([Trial]) -> ArraySlice<Trial>) -> [[UInt8]] {
        var bits = accepted
        for (frame, waiting) in waiting.enumerated() {
            for trial in trials(waiting) { for sprite in trial.sprites { bits[sprite][frame] = ladder[rung ?? trial.rung] } }
        }
        return bits
    }

    /// - Parameter bad: the frames that what was tried has changed.
    mutating func note(bad: Set<Int>) {
        for frame in frames {
            let trial = waiting[frame].removeFirst()
            guard bad.contains(frame) else {
                for sprite in trial.sprites { accepted[sprite][frame] = ladder[trial.rung] }
                continue
            }
            if trial.sprites.count == 1 { suspects.insert(trial.sprites[0]) }
            waiting[frame] += parts(of: trial)
            waiting[frame].sort { $0.sprites.count > $1.sprites.count }
        }
    }

    /// Rounds all sprites of frames less, that other frames have changed with: they have numbers in common.
    mutating func refine(_ frames: Set<Int>) {
        for sprite in accepted.indices {
            for frame in frames where frame < accepted[sprite].count && accepted[sprite][frame] > 0 {
                let finer = ladder.first { $0 > accepted[sprite][frame] }
                accepted[sprite][frame] = finer ?? 0
            }
        }
    }

    private func parts(of trial: Trial) -> [Trial] {
        if trial.isWhole || trial.sprites.count == 1, trial.rung + 1 < ladder.count {
            return [Trial(sprites: trial.sprites, rung: trial.rung + 1, isWhole: trial.isWhole)]
        }
        guard splits, trial.sprites.count > 1 else { return [] }
        var parts = [trial.sprites.filter { !suspects.contains($0) }, trial.sprites.filter { suspects.contains($0) }]
        if parts.contains(where: \.isEmpty) {
            let middle = trial.sprites.count / 2
            parts = [Array(trial.sprites[..<middle]), Array(trial.sprites[middle...])]
        }
        return parts.map { Trial(sprites: $0, rung: trial.isWhole ? ladder.count / 2 : trial.rung) }
    }
}

extension OptimizeWork {
    /// From 1/256 of a point on, which nobody sees in any size; with `rounds` of the options from 1/16.
    private static let exactLadder: [UInt8] = [8, 10, 12, 14, 16]
    private static let roundLadder: [UInt8] = [4, 6, 8, 9, 10, 11, 12, 14]

    /// How often frames are drawn: a long movie of large frames less often than a short one of small frames, so that it does not take long.
    /// Where none may change, hardly anything can be rounded, as edges are drawn finely, and nothing is split.
    private var maximumPasses: Int {
        let pixels = Double(movie.frames) * max(1, movie.viewBox.width * movie.viewBox.height)
        return Int(saturating: min(80, max(20, 0x1p34 / pixels)))
    }

    /// How often numbers that frames have in common are made finer.
    private static let maximumRefinements = 6
    /// How many frames of many are drawn first where none may change: most movies change in nearly all, however little is rounded.
    private static let probedFrames = 8

    /// The share of the file that has to be gained.
    private static let least = 0.01

    /// Rounds the numbers of frames as far as no frame changes; with `rounds` as far as no pixel changes by more than a step.
    mutating func roundNumbers() async throws(EditError) {
        let ladder = options.rounds ? OptimizeWork.roundLadder : OptimizeWork.exactLadder
        var search = RoundingSearch(movie, ladder: ladder, splits: options.rounds)
        let rounding = try NumberRounding(document, as: options.format?.container ?? document.container)
        let least = Int(saturating: OptimizeWork.least * Double(input.count))
        guard try rounding.alike(search.most).gain > least else { return }
        if !options.rounds, try await !mayRound(rounding.rounded(search.least), search.frames) { return }
        var gained = 0
        for _ in 0..<maximumPasses {
            let frames = search.frames
            if frames.isEmpty { break }
            // Drawing many passes takes long, so it is only done where it can pay.
            if options.rounds, try rounding.alike(search.most).gain - gained <= least / 2 { break }
            let bad = try await harmed(rounding.rounded(search.next), frames)
            search.note(bad: bad)
            if bad.count < frames.count { gained = max(0, try rounding.alike(search.accepted).gain) }
        }
        let result = try await settled(search, rounding)
        guard result.gain > least else { return }
        roundedSprites = zip(result.document.movie.sprites, document.movie.sprites).count { $0 != $1 }
        (document, movie) = (result.document, try OptimizeWork.resolved(result.document, options.limits))
    }

    /// What was accepted, with numbers rounded alike where that is smaller and does no harm either.
    private func settled(_ search: RoundingSearch, _ rounding: NumberRounding) async throws(EditError) -> NumberRounding.Result {
        var search = search
        let byFrame = try rounding.byFrame(search.accepted)
        for _ in 0..<OptimizeWork.maximumRefinements {
            let alike = try rounding.alike(search.accepted)
            if alike.gain <= byFrame.gain { break }
            let bad = try await harmed(alike.document)
            if bad.isEmpty { return alike }
            search.refine(bad)
        }
        return byFrame
    }

    /// The frames that changed more than they may.
    private func harmed(_ document: SVGADocument, _ frames: [Int]? = nil) async throws(EditError) -> Set<Int> {
        let after = try OptimizeWork.resolved(document, options.limits)
        // Where no pixel may change, it does not matter how much does.
        let differences = try await compare(
            after, frames, measuresSimilarity: false, measuresDifferences: options.rounds, until: { _ in false })
        return Set(differences.lazy.filter { !isUnchanged($0) }.map(\.frame))
    }

    /// Whether at least half of a few frames stay as they are.
    private func mayRound(_ document: SVGADocument, _ frames: [Int]) async throws(EditError) -> Bool {
        if frames.count < 4 * OptimizeWork.probedFrames { return true }
        let probed = stride(from: 0, to: frames.count, by: max(1, frames.count / OptimizeWork.probedFrames)).map { frames[$0] }
        return try await 2 * harmed(document, probed).count <= probed.count
    }
}
