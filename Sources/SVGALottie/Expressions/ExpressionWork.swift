import SVGASupport

/// The work of a file's expressions since it was last taken, for the budget of a caller that evaluates many frames. One frame has limits of its own.
final class ExpressionWork: Sendable {
    /// Measured with loops, calls and arithmetic: a step takes 0.2 to 0.5 µs, and an expression without steps 2 to 10 µs.
    private static let unitsPerStep = 1500
    private static let unitsPerCall = 20_000
    private static let unitsPerNanosecond = 5
    /// Steps that take longer, for example with long strings, count by their time. The work of others is the same in each run.
    private static let usualNanosecondsPerStep = 2000
    private static let usualNanosecondsPerCall = 50_000

    private let units = Locked(0)

    /// - Parameter calls: the number of evaluated expressions.
    func add(steps: Int, calls: Int, nanoseconds: Int) {
        let usual = steps.multipliedSaturating(by: ExpressionWork.usualNanosecondsPerStep)
            .addingSaturating(calls.multipliedSaturating(by: ExpressionWork.usualNanosecondsPerCall))
        let added = steps.multipliedSaturating(by: ExpressionWork.unitsPerStep)
            .addingSaturating(calls.multipliedSaturating(by: ExpressionWork.unitsPerCall))
            .addingSaturating(max(0, nanoseconds - usual).multipliedSaturating(by: ExpressionWork.unitsPerNanosecond))
        units.withLock { $0 = $0.addingSaturating(added) }
    }

    /// The work since the last call, in the unit of ``ReadLimits/work``.
    func take() -> Int {
        units.withLock { units in
            defer { units = 0 }
            return units
        }
    }
}

#if Expressions
    extension ExpressionEngine {
        /// Adds the work since the last restart.
        func count(in work: ExpressionWork) { work.add(steps: steps, calls: calls, nanoseconds: nanoseconds) }
    }
#endif
