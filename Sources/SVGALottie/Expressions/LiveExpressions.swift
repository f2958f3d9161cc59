import SVGASupport

/// The values of a file's expressions, evaluated when a frame needs them. At a frame of a composition, all expressions of its visible layers are
/// evaluated together, and so are all others. Both have a limit of their own, so that no value depends on the frames that were drawn before.
final class LiveExpressions: Sendable {
    /// The expressions of a composition.
    struct Group: Sendable {
        /// The numbers of the expressions.
        let expressions: [Int]
        /// When the layer of each expression is visible; nil: never.
        let spans: [Range<Double>?]
        let first: Double
        let last: Double

        /// Whether the layer of an expression is visible at a frame, or between it and one of its neighbors.
        fileprivate func isSeen(_ index: Int, at frame: Double) -> Bool {
            spans[index].map { $0.lowerBound < frame + 1 && frame - 1 < $0.upperBound } ?? false
        }
    }

    /// The values of a group's expressions at a frame; nil for one that failed, or was not evaluated.
    typealias Values = [[Double]?]

    private struct Key: Hashable {
        let group: Int
        let frame: Double
        /// Whether the values are those of visible layers.
        let isSeen: Bool
    }

    /// The values of a text selector's expression.
    fileprivate struct Selection: Hashable {
        let expression: Int
        let count: Int
        let frame: Double
    }

    #if Expressions
        /// Unchecked, because the engine is not thread-safe. It is used under the lock only.
        private struct Evaluation: @unchecked Sendable {
            let engine: ExpressionEngine
            let limits: ExpressionLimits
            let work: ExpressionWork
            var values: [Key: Values] = [:]
            /// The values that were used last. A frame asks for many of them.
            var last: (key: Key, values: Values)?
            var selections: [Selection: [Double]?] = [:]
        }

        /// The maximum number of frames that are kept, and how many more for each group.
        private static let maximumKept = 32
        private static let keptPerGroup = 4
        private static let maximumSelections = 64

        private let evaluation: Locked<Evaluation>

        /// - Parameters:
        ///   - engine: not used elsewhere from now on.
        ///   - firstValues: the values of each group at its first frame.
        ///   - limits: for the expressions of one group at one frame.
        init(_ engine: ExpressionEngine, groups: [Group], firstValues: [Values], limits: ExpressionLimits, work: ExpressionWork) {
            self.groups = groups
            var values: [Key: Values] = [:]
            for (group, first) in firstValues.enumerated() {
                for isSeen in [false, true] { values[Key(group: group, frame: groups[group].first, isSeen: isSeen)] = first }
            }
            evaluation = Locked(Evaluation(engine: engine, limits: limits, work: work, values: values))
        }
    #endif

    let groups: [Group]

    #if !Expressions
        init() { groups = [] }
    #endif

    /// The values for each letter, word or line, in percent; nil if the expression fails.
    fileprivate func values(of selection: Selection) -> [Double]? {
        #if Expressions
            evaluation.withLock { evaluation in
                if let known = evaluation.selections[selection] { return known }
                let engine = evaluation.engine
                engine.restart(evaluation.limits)
                let values = engine.selection(selection.expression, count: selection.count, at: selection.frame)?.values
                engine.count(in: evaluation.work)
                if evaluation.selections.count >= LiveExpressions.maximumSelections { evaluation.selections = [:] }
                evaluation.selections[selection] = .some(values)
                return values
            }
        #else
            return nil
        #endif
    }

    /// The value of an expression; nil if it fails.
    /// - Parameter frame: a whole frame of the group's composition.
    fileprivate func value(_ index: Int, of group: Int, at frame: Double) -> [Double]? {
        #if Expressions
            evaluation.withLock { evaluation in
                let content = groups[group]
                let key = Key(group: group, frame: frame, isSeen: content.isSeen(index, at: frame))
                if let last = evaluation.last, last.key == key { return last.values[index] }
                let values: Values
                if let known = evaluation.values[key] {
                    values = known
                } else {
                    let wanted = content.expressions.enumerated().map { content.isSeen($0, at: frame) == key.isSeen ? $1 : nil }
                    values = evaluation.engine.values(of: wanted, at: frame, evaluation.limits)
                    evaluation.engine.count(in: evaluation.work)
                    let maximum = LiveExpressions.maximumKept + LiveExpressions.keptPerGroup * groups.count
                    if evaluation.values.count >= maximum { evaluation.values = [:] }
                    evaluation.values[key] = values
                }
                evaluation.last = (key, values)
                return values[index]
            }
        #else
            return nil
        #endif
    }
}

/// A text selector whose expression gives a value for each letter, word or line.
struct LiveSelector: Sendable {
    private let expressions: LiveExpressions
    private let expression: Int
    private let first: Double
    /// ``first`` if the values do not change with time.
    private let last: Double

    init(_ expressions: LiveExpressions, _ expression: Int, first: Double, last: Double) {
        (self.expressions, self.expression, self.first, self.last) = (expressions, expression, first, last)
    }

    /// The shares for each letter, word or line, usually 0…1; nil if the expression fails.
    func shares(_ count: Int, at time: Double) -> [Double]? {
        guard count > 0 else { return [] }
        let time = min(max(time, first), last)
        let frame = time.rounded(.down)
        func values(_ frame: Double) -> [Double]? {
            expressions.values(of: LiveExpressions.Selection(expression: expression, count: count, frame: frame))
        }
        guard let from = values(frame) else { return nil }
        guard frame < time, let to = values(frame + 1) else { return from.map { $0 / 100 } }
        return zip(from, to).map { ($0 + ($1 - $0) * (time - frame)) / 100 }
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
        guard let from = expressions.value(index, of: group, at: frame) else { return nil }
        if frame == time { return (from, from, 0) }
        guard let to = expressions.value(index, of: group, at: frame + 1), to.count == from.count else { return (from, from, 0) }
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

#if Expressions
    extension ExpressionEngine {
        /// The numbers of expressions at a frame of their composition. All fail if they exceed a limit together.
        /// - Parameter expressions: nil for one that is not evaluated.
        func values(of expressions: [Int?], at frame: Double, _ limits: ExpressionLimits) -> LiveExpressions.Values {
            restart(limits)
            let results = expressions.map { expression -> [Double]? in
                guard let expression, case .numbers(let numbers, _, let source)? = value(expression, at: frame) else { return nil }
                return values.numbers(numbers, source)
            }
            return isStopped ? expressions.map { _ in nil } : results
        }
    }
#endif
