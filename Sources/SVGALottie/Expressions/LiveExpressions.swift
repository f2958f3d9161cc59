import SVGASupport

/// The values of a file's expressions, evaluated when a frame needs them. All expressions of a composition are evaluated together at a frame of it,
/// with a limit of their own, so that no value depends on the frames that were drawn before.
final class LiveExpressions: Sendable {
    /// The expressions of a composition.
    struct Group: Sendable {
        /// The numbers of the expressions.
        let expressions: [Int]
        let first: Double
        let last: Double
    }

    /// The values of a group's expressions at a frame; nil for one that failed.
    typealias Values = [[Double]?]

    private struct Key: Hashable {
        let group: Int
        let frame: Double
    }

    #if Expressions
        /// Unchecked, because the evaluator is not thread-safe. It is used under the lock only.
        private struct Evaluation: @unchecked Sendable {
            let evaluator: ExpressionEvaluator
            let maximumSteps: Int
            var values: [Key: Values] = [:]
        }

        /// The maximum number of frames that are kept, and how many more for each group.
        private static let maximumKept = 32
        private static let keptPerGroup = 4

        private let evaluation: Locked<Evaluation>

        /// - Parameters:
        ///   - evaluator: not used elsewhere from now on.
        ///   - firstValues: the values of each group at its first frame.
        ///   - maximumSteps: for the expressions of one group at one frame.
        init(_ evaluator: ExpressionEvaluator, groups: [Group], firstValues: [Values], maximumSteps: Int) {
            self.groups = groups
            var values: [Key: Values] = [:]
            for (group, first) in firstValues.enumerated() { values[Key(group: group, frame: groups[group].first)] = first }
            evaluation = Locked(Evaluation(evaluator: evaluator, maximumSteps: maximumSteps, values: values))
        }
    #endif

    let groups: [Group]

    #if !Expressions
        init() { groups = [] }
    #endif

    /// - Parameter frame: a whole frame of the group's composition.
    fileprivate func values(of group: Int, at frame: Double) -> Values {
        #if Expressions
            evaluation.withLock { evaluation in
                let key = Key(group: group, frame: frame)
                if let known = evaluation.values[key] { return known }
                let values = evaluation.evaluator.values(of: groups[group].expressions, at: frame, maximumSteps: evaluation.maximumSteps)
                let maximum = LiveExpressions.maximumKept + LiveExpressions.keptPerGroup * groups.count
                if evaluation.values.count >= maximum { evaluation.values = [:] }
                evaluation.values[key] = values
                return values
            }
        #else
            return []
        #endif
    }
}

/// A property whose value an expression gives.
struct LiveValue: Sendable {
    private let expressions: LiveExpressions
    private let group: Int
    private let index: Int

    init(_ expressions: LiveExpressions, group: Int, index: Int) {
        (self.expressions, self.group, self.index) = (expressions, group, index)
    }

    /// The first and the last frame.
    var times: [Double] { [expressions.groups[group].first, expressions.groups[group].last] }

    /// The numbers at the frames around a time, and the share of the second; nil if the expression fails there.
    func numbers(at time: Double) -> (from: [Double], to: [Double], share: Double)? {
        let range = expressions.groups[group]
        let time = min(max(time, range.first), range.last)
        let frame = time.rounded(.down)
        guard let from = expressions.values(of: group, at: frame)[index] else { return nil }
        if frame == time { return (from, from, 0) }
        guard let to = expressions.values(of: group, at: frame + 1)[index], to.count == from.count else { return (from, from, 0) }
        return (from, to, time - frame)
    }

    /// One component; nil if there is none.
    func number(_ component: Int, at time: Double) -> Double? {
        guard let (from, to, share) = numbers(at: time), from.indices.contains(component) else { return nil }
        return from[component] + (to[component] - from[component]) * share
    }

    func contour(at time: Double) -> Contour? {
        guard let (from, to, share) = numbers(at: time) else { return nil }
        let contour = Contour(numbers: from)
        return share == 0 ? contour : contour.mixed(with: Contour(numbers: to), share)
    }
}

extension Contour {
    /// From whether it is closed, then six numbers per vertex, as expressions get them.
    fileprivate init(numbers: [Double]) {
        self.init()
        isClosed = numbers.first ?? 0 != 0
        for at in stride(from: 1, to: numbers.count - 5, by: 6) {
            append(
                Vertex(
                    x: numbers[at], y: numbers[at + 1], inX: numbers[at + 2], inY: numbers[at + 3], outX: numbers[at + 4],
                    outY: numbers[at + 5]))
        }
    }
}
