import SVGAModel
import SVGASupport

/// The fills and strokes of a layer whose shapes never change, made when a frame first shows them. Most layers move, but few change their shapes.
final class StaticPaints: Sendable {
    /// The maximum cost of making the paints, per item and vertex of the file: many fills of one path would need much more memory.
    private static let maximumGrowth = 4

    private let items: [ShapeItem]
    private let maximumCost: Int
    private let made = Locked<(paints: [PaintState], cost: Int)?>(nil)

    /// nil if the shapes change.
    init?(_ items: [ShapeItem]) {
        var size = 0
        guard items.areFixed(&size) else { return nil }
        self.items = items
        maximumCost = StaticPaints.maximumGrowth * size
    }

    /// The paints and the cost of making them; nil if they cost more than there is left, or than what is kept.
    /// - Parameter make: makes the paints.
    func paints(costLeft: Int, _ make: ([ShapeItem]) -> (paints: [PaintState], cost: Int)) -> (paints: [PaintState], cost: Int)? {
        if let known = made.withLock({ $0 }) { return known.cost < costLeft ? known : nil }
        let new = make(items)
        // Without a rest, something may have been omitted.
        if new.cost < costLeft, new.cost <= maximumCost { made.withLock { $0 = new } }
        return new
    }
}

extension [ShapeItem] {
    /// Whether the shapes are the same at all times. Adds the number of their items and vertices.
    fileprivate func areFixed(_ size: inout Int) -> Bool {
        for item in self {
            size += 16
            switch item {
            case .group(_, let items, let transform, _):
                guard transform?.isFixed ?? true, items.areFixed(&size) else { return false }
            case .path(let track, _):
                guard track.times.isEmpty else { return false }
                size += track.starts.first?.count ?? 0
            case .rectangle(let center, let extent, let radius, _):
                guard center.isFixed, extent.isFixed, radius.isFixed else { return false }
            case .ellipse(let center, let extent, _):
                guard center.isFixed, extent.isFixed else { return false }
            case .paint(let paint):
                guard paint.isFixed else { return false }
            case .trim(let start, let end, let offset, _):
                guard start.isFixed, end.isFixed, offset.isFixed else { return false }
            case .round(let radius):
                guard radius.isFixed else { return false }
            case .star, .pucker, .zigzag, .offset, .repeater: return false
            }
        }
        return true
    }
}

extension Track {
    fileprivate var isFixed: Bool { times.isEmpty }
}

extension TransformTracks {
    fileprivate var isFixed: Bool { opacity.isFixed && hasFixedSpace }

    /// Whether all is the same at all times, except for the opacity.
    var hasFixedSpace: Bool {
        anchor.isFixed && scale.isFixed && rotation.isFixed && skew.isFixed && skewAxis.isFixed
            && position.allSatisfy(\.isFixed) && turns.allSatisfy(\.isFixed) && orientation?.isFixed ?? true
    }
}

extension PaintTracks {
    fileprivate var isFixed: Bool {
        switch source {
        case .color(let color):
            guard color.isFixed else { return false }
        case .gradient(let gradient):
            guard gradient.start.isFixed, gradient.end.isFixed, gradient.highlight.isFixed, gradient.highlightAngle.isFixed,
                gradient.numbers.isFixed
            else { return false }
        }
        guard opacity.isFixed else { return false }
        return stroke.map { $0.width.isFixed && $0.phase.isFixed && $0.dashes.allSatisfy(\.isFixed) } ?? true
    }
}
