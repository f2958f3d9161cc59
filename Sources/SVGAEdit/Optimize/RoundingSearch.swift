import SVGACheck
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// Finds the coarsest rounding of each sprite in each frame.
///
/// First all sprites of a frame are rounded equally. If sprites may have different precisions, the precision rises, and if even the finest
/// rounding changes the frame, each half of the sprites is tried together with the accepted ones, down to single sprites.
/// (A whole number may switch a sprite to another drawing path.) Otherwise the coarsest precision is followed by the finest: a frame that
/// this one changes is not rounded. In the others the coarsest accepted precision between the two is found by bisection.
/// Frames are independent, so all are tried at once.
struct RoundingSearch {
    /// Sprites that are tried together.
    private struct Trial {
        let sprites: [Int]
        /// The index of the precision in the ladder.
        let rung: Int
        /// Whether the trial includes all visible sprites of the frame; used where sprites may have different precisions.
        var isWhole = false
        /// The precisions to try if this one changes nothing.
        var coarser = 0..<0
        /// The precisions to try if this one changes the frame.
        var finer = 0..<0
    }

    /// The precisions in bits, coarsest first.
    private let ladder: [UInt8]
    /// Whether sprites of one frame may have different precisions.
    private let splits: Bool
    /// The accepted precisions of each sprite in each frame; 0: not rounded.
    private(set) var accepted: [[UInt8]]
    /// The remaining trials of each frame, the largest possible gain first.
    private var waiting: [[Trial]]
    /// Sprites that changed a frame by themselves, and probably change others.
    private var suspects: Set<Int> = []

    /// - Complexity: linear in the frames of all sprites.
    init(_ movie: VideoEntity, ladder: [UInt8], splits: Bool) {
        (self.ladder, self.splits) = (ladder, splits)
        accepted = movie.sprites.map { [UInt8](repeating: 0, count: min(movie.frameCount, $0.frames.count)) }
        var visible = [[Int]](repeating: [], count: movie.frameCount)
        for (index, sprite) in movie.sprites.enumerated() {
            for (frame, record) in sprite.frames.records.prefix(movie.frameCount).enumerated() {
                if record.isVisible { visible[frame].append(index) } else { accepted[index][frame] = ladder[0] }
            }
        }
        waiting = visible.map { $0.isEmpty ? [] : [Trial(sprites: $0, rung: 0, isWhole: true)] }
    }

    /// The frames with remaining trials.
    var frames: [Int] { waiting.indices.filter { !waiting[$0].isEmpty } }

    /// The accepted precisions, and the next trial of each frame.
    var next: [[UInt8]] { with { $0.prefix(1) } }

    /// The accepted precisions, and all remaining trials: an upper bound of the gain.
    var upperBound: [[UInt8]] { with { $0[...] } }

    /// The accepted precisions, and all remaining trials at the finest precision.
    var finest: [[UInt8]] { with(rung: ladder.count - 1) { $0[...] } }

    /// - Parameter rung: the precision for all trials; nil: that of each trial.
    private func with(rung: Int? = nil, _ trials: ([Trial]) -> ArraySlice<Trial>) -> [[UInt8]] {
        var bits = accepted
        for (frame, waiting) in waiting.enumerated() {
            for trial in trials(waiting) { for sprite in trial.sprites { bits[sprite][frame] = ladder[rung ?? trial.rung] } }
        }
        return bits
    }

    /// - Parameter bad: the frames that the last trials changed.
    mutating func note(bad: Set<Int>) {
        for frame in frames {
            let trial = waiting[frame].removeFirst()
            let isGood = !bad.contains(frame)
            if isGood { for sprite in trial.sprites { accepted[sprite][frame] = ladder[trial.rung] } }
            if !splits {
                waiting[frame] += bisected(trial, isGood: isGood)
            } else if !isGood {
                if trial.sprites.count == 1 { suspects.insert(trial.sprites[0]) }
                waiting[frame] += parts(of: trial)
                waiting[frame].sort { $0.sprites.count > $1.sprites.count }
            }
        }
    }

    /// The next trial of a frame whose sprites have one precision.
    private func bisected(_ trial: Trial, isGood: Bool) -> [Trial] {
        let finest = ladder.count - 1
        if trial.rung == 0 {
            return isGood || finest < 1 ? [] : [Trial(sprites: trial.sprites, rung: finest, coarser: 1..<finest)]
        }
        let left = isGood ? trial.coarser : trial.finer
        if left.isEmpty { return [] }
        let middle = left.lowerBound + left.count / 2
        return [
            Trial(sprites: trial.sprites, rung: middle, coarser: left.lowerBound..<middle, finer: middle + 1..<left.upperBound)
        ]
    }

    /// Raises the precision of all sprites in frames that changed because they share numbers with other frames.
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
    /// From 1/256 of a point, which is invisible at any size; with the option `rounds`, from 1/16.
    private static let exactLadder: [UInt8] = [8, 10, 12, 14, 16]
    private static let roundLadder: [UInt8] = [4, 6, 8, 9, 10, 11, 12, 14]

    /// The maximum number of passes; fewer for long movies with large frames, to limit the time.
    /// Without `rounds`, almost nothing can be rounded, because edges are antialiased, and trials are not split.
    private var maximumPasses: Int {
        let pixels = Double(movie.frameCount) * max(1, movie.viewBox.width * movie.viewBox.height)
        return Int(saturating: min(80, max(20, 0x1p34 / pixels)))
    }

    /// The maximum number of refinements for numbers that frames share.
    private static let maximumRefinements = 6
    /// The number of frames that are drawn first without `rounds`: most movies change in almost all frames at any precision.
    private static let probedFrames = 8

    /// The minimum gain, as a share of the file size.
    private static let minimumGain = 0.01

    /// The work of all trials, in multiples of ``ReadLimits/work``. Beyond it the frames that are left are not rounded.
    private var trialFactor: Int { options.rounds ? 16 : 2 }

    /// Rounds the numbers of frames without changing any frame; with `rounds`, pixels may change by one step.
    mutating func roundNumbers() async throws(SVGAError) {
        let ladder = options.rounds ? OptimizeWork.roundLadder : OptimizeWork.exactLadder
        var search = RoundingSearch(movie, ladder: ladder, splits: options.rounds)
        let rounding = try NumberRounding(document, as: options.format?.container ?? document.container)
        let minimumGain = Int(saturating: OptimizeWork.minimumGain * Double(input.count))
        guard try rounding.alike(search.upperBound).gain > minimumGain else { return }
        let budget = WorkBudget(options.limits, factor: trialFactor, subject: "drawing frames with rounded numbers")
        if !options.rounds, try await !mayRound(rounding.rounded(search.finest), search.frames, budget) { return }
        var gained = 0
        for _ in 0..<maximumPasses {
            let frames = search.frames
            if frames.isEmpty { break }
            // Many passes take long, so they are only done if the gain can justify it.
            if options.rounds, try rounding.alike(search.upperBound).gain - gained <= minimumGain / 2 { break }
            guard let bad = try await harmed(rounding.rounded(search.next), frames, budget) else { break }
            search.note(bad: bad)
            if options.rounds, bad.count < frames.count { gained = max(0, try rounding.alike(search.accepted).gain) }
        }
        let result = try await settled(search, rounding, budget)
        isRoundingCut = budget.isOver
        guard result.gain > minimumGain else { return }
        roundedSprites = zip(result.document.movie.sprites, document.movie.sprites).count { $0 != $1 }
        (document, movie) = (result.document, try OptimizeWork.resolved(result.document, options.limits))
    }

    /// The accepted rounding, or equal rounding of equal numbers if that is smaller and changes no frame.
    private func settled(
        _ search: RoundingSearch, _ rounding: NumberRounding, _ budget: WorkBudget
    ) async throws(SVGAError) -> NumberRounding.Result {
        var search = search
        let byFrame = try rounding.byFrame(search.accepted)
        for _ in 0..<OptimizeWork.maximumRefinements {
            let alike = try rounding.alike(search.accepted)
            if alike.gain <= byFrame.gain { break }
            guard let bad = try await harmed(alike.document, nil, budget) else { break }
            if bad.isEmpty { return alike }
            search.refine(bad)
        }
        return byFrame
    }

    /// The frames that changed more than allowed; nil if the budget is spent.
    private func harmed(_ document: SVGADocument, _ frames: [Int]?, _ budget: WorkBudget) async throws(SVGAError) -> Set<Int>? {
        if budget.isOver { return nil }
        let after = try OptimizeWork.resolved(document, options.limits)
        do throws(SVGAError) {
            // Where no pixel may change, it does not matter how much does.
            let differences = try await compare(
                after, frames, measuresSimilarity: false, measuresDifferences: options.rounds, budget: budget, until: { _ in false })
            return Set(differences.lazy.filter { !isUnchanged($0) }.map(\.frame))
        } catch {
            if error.kind == .limit, budget.isOver { return nil }
            throw error
        }
    }

    /// Whether at least half of a few sampled frames stay unchanged.
    private func mayRound(_ document: SVGADocument, _ frames: [Int], _ budget: WorkBudget) async throws(SVGAError) -> Bool {
        if frames.count < 4 * OptimizeWork.probedFrames { return true }
        let probed = stride(from: 0, to: frames.count, by: max(1, frames.count / OptimizeWork.probedFrames)).map { frames[$0] }
        return try await harmed(document, probed, budget).map { 2 * $0.count <= probed.count } ?? true
    }
}
