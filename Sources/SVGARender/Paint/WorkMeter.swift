package import SVGAModel
import SVGASupport

/// Counts the work of painting a frame, so that a few bytes of a file cannot keep a processor busy for minutes: whoever paints asks before
/// each piece of work, leaves it out once the frame is over ``ReadLimits/work``, and the frame is an error.
package final class WorkMeter {
    /// What a piece of work costs: about how many pixels could be blended with one colour in its time, 0.2 ns each.
    package enum Cost {
        /// A pixel filled, masked or copied once.
        package static let pixel = 1
        /// A pixel of a bitmap that is not turned.
        package static let alignedPixel = 6
        /// A pixel of one that is a pixel wide or high: it has a neighbor on one side only, and is drawn as the rim of others.
        package static let rimPixel = 14
        /// A pixel of any other bitmap.
        package static let turnedPixel = 20
        /// What a sprite, a shape or a bitmap costs wherever it lies.
        package static let piece = 300
        /// A segment of a path that is handed to a sink, beside what the sink makes of it.
        package static let segment = 5
        /// A segment of a path that is hashed.
        package static let hashedSegment = 100
        /// A line of an outline.
        package static let line = 100
        /// A row or a column that it crosses.
        package static let crossing = 25
        /// A point of a stroke that waits until its whole outline is known. The price bounds the memory too: 16 bytes each.
        package static let waitingPoint = 1000
        /// A frame that is planned for an emulated player, and something that it draws there. ``WorkMeter/spendPlannedPaint()`` raises the price.
        package static let plannedPaint = 10_000
        /// A sprite that is looked up among those that were planned before.
        package static let knownSprite = 2000
        /// A frame of a sprite, a shape, or four segments of a path that is read for an emulated player.
        package static let resolvedPiece = 1500
        /// A pixel of a picture that is decoded.
        static let decodedPixel = 50
        /// A pixel whose colors are reduced to 16 bits.
        package static let reducedPixel = 10
        /// A pixel of a picture half as large.
        package static let halvedPixel = 60
        /// A pixel of a picture of which a smaller one is made.
        static let shrunkPixel = 4
    }

    /// So many paints of a planned frame cost their plain price. A frame of a public movie has at most some hundred.
    private static let plannedPaintsAtPlainPrice = 10_000

    private let limits: ReadLimits
    package private(set) var spent = 0
    private var plannedPaints = 0

    package init(_ limits: ReadLimits) { self.limits = limits }

    /// For what no file decides about.
    static var unlimited: WorkMeter {
        var limits = ReadLimits.default
        limits.work = .max
        return WorkMeter(limits)
    }

    /// Begins a new frame.
    package func reset() { (spent, plannedPaints) = (0, 0) }

    /// What may still be spent.
    var left: Int { limits.work - spent }

    package var isOver: Bool { spent > limits.work }

    /// Counts work that is about to be done.
    /// - Returns: whether it may be done.
    @discardableResult
    package func spend(_ units: Int) -> Bool {
        spent = spent.addingSaturating(units)
        return !isOver
    }

    /// Counts a paint of a frame that is planned before it is drawn. The whole plan is in memory, some 600 bytes for each paint, so the price grows
    /// with their number: the default ``ReadLimits/work`` ends at about 120,000 paints.
    /// - Returns: whether it may be added.
    package func spendPlannedPaint() -> Bool {
        plannedPaints += 1
        return spend(Cost.plannedPaint.multipliedSaturating(by: 1 + plannedPaints / WorkMeter.plannedPaintsAtPlainPrice))
    }

    /// - Throws: ``RenderError/limit(_:)`` if something was left out.
    package func check() throws(RenderError) {
        if isOver { throw .limit(exceeded(by: "painting a frame")) }
    }

    /// - Parameter subject: what took the work, for the message.
    package func exceeded(by subject: String) -> LimitExceeded { LimitExceeded(\.work, of: limits, found: spent, subject: subject) }
}

/// What many frames may cost together, painted by several tasks.
package final class WorkBudget: Sendable {
    private let limits: ReadLimits
    private let subject: String
    private let state: Locked<State>

    private struct State {
        var total: Int
        var spent = 0
    }

    /// - Parameters:
    ///   - limits: the budget is `factor` times their ``ReadLimits/work``.
    ///   - subject: what costs, for the message.
    package init(_ limits: ReadLimits, factor: Int, subject: String) {
        (self.limits, self.subject) = (limits, subject)
        state = Locked(State(total: limits.work.multipliedSaturating(by: factor)))
    }

    /// - Parameters:
    ///   - total: the budget.
    ///   - subject: what costs, for the message.
    package init(_ limits: ReadLimits, total: Int, subject: String) {
        (self.limits, self.subject) = (limits, subject)
        state = Locked(State(total: total))
    }

    /// What may still be spent, at least 0.
    package var left: Int { state.withLock { max(0, $0.total - $0.spent) } }

    /// How much of it is spent.
    package var units: Int { state.withLock { $0.spent } }

    package var isOver: Bool { state.withLock { $0.spent > $0.total } }

    /// Lets so much be spent beside what is spent already.
    package func allow(_ more: Int) {
        state.withLock { $0.total = $0.spent.addingSaturating(more) }
    }

    /// - Throws: ``RenderError/limit(_:)`` once all of it is spent.
    package func spend(_ units: Int) throws(RenderError) {
        add(units)
        if let exceeded { throw .limit(exceeded) }
    }

    /// Counts work without an error.
    package func add(_ units: Int) {
        state.withLock { $0.spent = $0.spent.addingSaturating(units) }
    }

    /// What there is to say once all of it is spent; nil before.
    package var exceeded: LimitExceeded? {
        let (found, isOver) = state.withLock { ($0.spent, $0.spent > $0.total) }
        return isOver ? LimitExceeded(\.work, of: limits, found: found, subject: subject) : nil
    }
}
