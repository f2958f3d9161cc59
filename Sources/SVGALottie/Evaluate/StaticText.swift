import SVGASupport

/// The fills and strokes of a text that never changes, made when a frame first shows them.
final class StaticText: Sendable {
    /// The maximum cost of paints that are kept.
    private static let maximumCost = 20_000

    private let made = Locked<(paints: [PaintState], cost: Int)?>(nil)

    /// nil if the text changes.
    init?(_ text: LottieText) {
        guard text.documents.count == 1, text.animators.isEmpty, text.path == nil, text.groupAlignment.times.isEmpty else { return nil }
    }

    /// The paints and the cost of making them; nil if they are not known or cost more than there is left.
    func paints(costLeft: Int) -> (paints: [PaintState], cost: Int)? { made.withLock { $0 }.flatMap { $0.cost < costLeft ? $0 : nil } }

    func keep(_ paints: [PaintState], cost: Int) {
        if cost <= StaticText.maximumCost { made.withLock { $0 = (paints, cost) } }
    }
}
