package import SVGAModel
package import SVGASupport

/// Measures the work of painting a frame, so that a small file cannot use a processor for minutes. Painters call ``spend(_:)`` before each
/// piece of work. Over ``ReadLimits/work`` the work is skipped, and the frame fails.
package final class WorkMeter {
    /// The costs of work. The unit is the time to blend one pixel with one color, about 0.2 ns.
    package enum Cost {
        /// A pixel filled, masked or copied once.
        package static let pixel = 1
        /// A pixel of a bitmap that is not turned.
        package static let alignedPixel = 6
        /// A pixel of one that is a pixel wide or high: it has a neighbor on one side only, and is drawn as the rim of others.
        package static let rimPixel = 14
        /// A pixel of any other bitmap.
        package static let turnedPixel = 20
        /// A pixel filled with a gradient, and a color of a gradient's table.
        package static let gradientPixel = 30
        static let gradientColor = 60
        /// The fixed cost of a sprite, a shape or a bitmap.
        package static let piece = 300
        /// A path segment that is passed to a sink, without the sink's own work.
        package static let segment = 5
        /// A layer of a Lottie that is visited, or a segment that is made from its shapes.
        package static let evaluated = 1000
        /// A path segment that is hashed.
        package static let hashedSegment = 100
        /// A line of an outline.
        package static let line = 100
        /// A row or a column that it crosses.
        package static let crossing = 25
        /// A buffered point of a stroke outline. The cost also bounds the memory: 16 bytes per point.
        package static let waitingPoint = 1000
        /// A planned frame or paint of an emulated player. ``WorkMeter/spendPlannedPaint()`` raises the cost.
        package static let plannedPaint = 10_000
        /// A sprite that is looked up among those that were planned before.
        package static let knownSprite = 2000
        /// A frame of a sprite, a shape, or four segments of a path that is read for an emulated player.
        package static let resolvedPiece = 1500
        /// A pixel of an image that is decoded.
        static let decodedPixel = 50
        /// A pixel whose colors are reduced to 16 bits.
        package static let reducedPixel = 10
        /// A pixel of an image that is halved.
        package static let halvedPixel = 60
        /// A source pixel of an image that is reduced.
        package static let shrunkPixel = 4
    }

    /// The number of paints of a planned frame that have the normal cost. A frame of a public movie has at most a few hundred.
    private static let plannedPaintsAtPlainPrice = 10_000

    private let limits: ReadLimits
    package private(set) var spent = 0
    private var plannedPaints = 0

    package init(_ limits: ReadLimits) { self.limits = limits }

    /// No limit: for content that the program created itself.
    static var unlimited: WorkMeter {
        var limits = ReadLimits.default
        limits.work = .max
        return WorkMeter(limits)
    }

    /// Begins a new frame.
    package func reset() { (spent, plannedPaints) = (0, 0) }

    /// The remaining work.
    var left: Int { limits.work - spent }

    package var isOver: Bool { spent > limits.work }

    /// Adds work before it is done.
    /// - Returns: whether the work is within the limit.
    @discardableResult
    package func spend(_ units: Int) -> Bool {
        spent = spent.addingSaturating(units)
        return !isOver
    }

    /// Adds a paint of a planned frame. The entire plan is in memory, about 600 bytes per paint, so the cost grows with the number of
    /// paints. The default ``ReadLimits/work`` allows about 120,000 paints.
    /// - Returns: whether the paint is within the limit.
    package func spendPlannedPaint() -> Bool {
        plannedPaints += 1
        return spend(Cost.plannedPaint.multipliedSaturating(by: 1 + plannedPaints / WorkMeter.plannedPaintsAtPlainPrice))
    }

    /// - Throws: ``SVGAError/Kind/limit`` if work was skipped.
    package func check() throws(SVGAError) {
        if isOver { throw .limit(exceeded(by: "painting a frame")) }
    }

    /// - Parameter subject: the cause of the work, for the message.
    package func exceeded(by subject: Message) -> LimitExceeded { LimitExceeded(\.work, of: limits, found: spent, subject: subject) }
}

/// A limit on the total work of many frames, painted by several tasks. Work of a canceled task ends at its next call of ``spend(_:)``.
package final class WorkBudget: Sendable {
    private let limits: ReadLimits
    private let subject: Message
    private let state: Locked<State>

    private struct State {
        var total: Int
        var spent = 0
    }

    /// - Parameters:
    ///   - limits: the budget is `factor` times their ``ReadLimits/work``.
    ///   - subject: the cause of the work, for the message.
    package init(_ limits: ReadLimits, factor: Int, subject: Message) {
        (self.limits, self.subject) = (limits, subject)
        state = Locked(State(total: limits.work.multipliedSaturating(by: factor)))
    }

    /// - Parameters:
    ///   - total: the budget.
    ///   - subject: the cause of the work, for the message.
    package init(_ limits: ReadLimits, total: Int, subject: Message) {
        (self.limits, self.subject) = (limits, subject)
        state = Locked(State(total: total))
    }

    /// The remaining work, at least 0.
    package var left: Int { state.withLock { max(0, $0.total - $0.spent) } }

    /// The work done so far.
    package var units: Int { state.withLock { $0.spent } }

    package var isOver: Bool { state.withLock { $0.spent > $0.total } }

    /// Sets the budget to the work done so far plus `more`.
    package func allow(_ more: Int) {
        state.withLock { $0.total = $0.spent.addingSaturating(more) }
    }

    /// - Throws: ``SVGAError/Kind/limit`` once the budget is spent, ``SVGAError/Kind/cancelled`` if the current task is canceled.
    package func spend(_ units: Int) throws(SVGAError) {
        if Task.isCancelled { throw .cancelled }
        add(units)
        if let exceeded { throw .limit(exceeded) }
    }

    /// Counts work without an error.
    package func add(_ units: Int) {
        state.withLock { $0.spent = $0.spent.addingSaturating(units) }
    }

    /// The error once the budget is spent; nil before.
    package var exceeded: LimitExceeded? {
        let (found, isOver) = state.withLock { ($0.spent, $0.spent > $0.total) }
        return isOver ? LimitExceeded(\.work, of: limits, found: found, subject: subject) : nil
    }
}
