import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport

/// Combines the masks of a layer into one clip path.
enum MaskClip {
    case everything
    case nothing
    /// In the layer's space, with the nonzero rule.
    case path(SVGAPath, opacity: Double)

    private static let maximumMasks = 50

    /// - Parameter bounds: the bounding box of the masked content; clipping outside it has no effect.
    init(_ masks: [MaskState], bounds: SVGARect, _ work: ImportWork) throws(NotRepresentable) {
        guard let first = masks.first else {
            self = .everything
            return
        }
        guard masks.count <= MaskClip.maximumMasks else { throw NotRepresentable(reason: "more than \(MaskClip.maximumMasks) masks") }
        // Rounded to hundreds, so that the text of the frame around a moving hole stays constant.
        let frame = SVGARect(
            minX: (bounds.x / 100 - 0.5).rounded(.down) * 100, minY: (bounds.y / 100 - 0.5).rounded(.down) * 100,
            maxX: (bounds.maxX / 100 + 0.5).rounded(.up) * 100, maxY: (bounds.maxY / 100 + 0.5).rounded(.up) * 100)
        if masks.count == 1, first.opacity < 0.999 {
            guard first.mode != .subtract, !first.isInverted else {
                throw NotRepresentable(reason: "a mask that reduces the opacity")
            }
            self = first.opacity > 0.001 && !first.path.isEmpty ? .path(first.path, opacity: first.opacity) : .nothing
            return
        }
        // nil: everything.
        var seen: SVGAPath? = first.mode.startsWithEverything ? nil : SVGAPath()
        for mask in masks {
            let (isWhole, isNone) = (mask.opacity >= 0.999, mask.opacity <= 0.001)
            guard isWhole || isNone else { throw NotRepresentable(reason: "several masks, one of them translucent") }
            if isNone, mask.mode != .intersect, mask.mode != .darken { continue }
            let path = isNone ? SVGAPath() : mask.path
            switch (mask.mode, mask.isInverted) {
            case (.add, false), (.lighten, false):
                seen = try seen.map { (old) throws(NotRepresentable) in try MaskClip.union(old, path, work) }
            case (.subtract, false), (.intersect, true), (.darken, true): seen = try MaskClip.subtract(path, from: seen, frame, work)
            case (.add, true), (.lighten, true):
                if let old = seen {
                    guard old.isEmpty else { throw NotRepresentable(reason: "an inverted mask in a sum of masks") }
                    seen = try MaskClip.subtract(path, from: nil, frame, work)
                }
            case (.intersect, false), (.darken, false), (.subtract, true):
                seen = try seen.map { (old) throws(NotRepresentable) in try MaskClip.intersection(old, path, work) } ?? path
            case (.difference, let isInverted):
                guard seen?.isEmpty == true else { throw NotRepresentable(reason: "a mask of the mode difference") }
                seen = isInverted ? try MaskClip.subtract(path, from: nil, frame, work) : path
            }
        }
        self = seen.map { $0.isEmpty ? .nothing : .path($0, opacity: 1) } ?? .everything
    }

    private static func union(_ one: SVGAPath, _ two: SVGAPath, _ work: ImportWork) throws(NotRepresentable) -> SVGAPath {
        if one.isEmpty { return two }
        guard let (box, other) = both(one, two) else { return one }
        guard work.spend(4 * ImportWork.Cost.segment, times: one.verbs.count + two.verbs.count) else { return one }
        if !box.touches(other) {
            var path = one
            path.append(two)
            return path
        }
        guard one.contours.count == 1 || Windings.isApart(one, work), two.contours.count == 1,
            var path = Windings.aligned(one, clockwise: true, work), let more = Windings.aligned(two, clockwise: true, work)
        else { throw NotRepresentable(reason: "masks that overlap and have holes") }
        path.append(more)
        return path
    }

    private static func subtract(_ path: SVGAPath, from seen: SVGAPath?, _ frame: SVGARect, _ work: ImportWork) throws(NotRepresentable)
        -> SVGAPath?
    {
        if path.isEmpty { return seen }
        guard let seen else {
            guard let remaining = Windings.complement(of: path, within: frame, work) else {
                throw NotRepresentable(reason: "a mask that intersects itself")
            }
            return remaining
        }
        guard let (box, other) = both(seen, path), box.touches(other) else { return seen }
        // Lines of two holes, or of a hole and its surrounding outline, must not cross.
        let tolerance = Windings.flatness(seen)
        let polygons = seen.polygons(tolerance: tolerance)
        let holes = path.polygons(tolerance: tolerance)
        let lines = polygons.reduce(1) { $0 + $1.count }
        guard work.spend(ImportWork.Cost.pair / 4, times: lines * holes.count) else { return seen }
        let isInside = holes.allSatisfy { hole in
            polygons.count { Windings.contains($0, hole[0]) } == 1
        }
        guard isInside, !Windings.crosses(polygons + holes, work), let outline = Windings.aligned(seen, clockwise: true, work),
            let hole = Windings.aligned(path, clockwise: false, work), polygons.count == 1 || Windings.nonzero(evenOdd: seen, work) != nil
        else { throw NotRepresentable(reason: "masks that intersect") }
        if polygons.count == 1 {
            var remaining = outline
            remaining.append(hole)
            return remaining
        }
        var all = seen
        all.append(path)
        return Windings.nonzero(evenOdd: all, work)
    }

    private static func intersection(_ one: SVGAPath, _ two: SVGAPath, _ work: ImportWork) throws(NotRepresentable) -> SVGAPath {
        if one.isEmpty || two.isEmpty { return SVGAPath() }
        if let region = ConvexRegion(two, work) { return region.cut(one, work) }
        if let region = ConvexRegion(one, work) { return region.cut(two, work) }
        throw NotRepresentable(reason: "masks that intersect")
    }

    private static func both(_ one: SVGAPath, _ two: SVGAPath) -> (SVGARect, SVGARect)? {
        guard let box = one.bounds, let other = two.bounds else { return nil }
        return (box, other)
    }
}

/// Combines several clip paths of a piece.
enum ClipPaths {
    enum Result {
        case everything
        case nothing
        case path(SVGAPath)
        /// A clip path, and a path that must become a matte.
        case pathAndMask(SVGAPath, mask: SVGAPath)
    }

    /// - Parameters:
    ///   - clips: paths in the piece's space; the visible content is inside all of them.
    ///   - others: further paths; omitted if they contain everything visible.
    ///   - visible: the corners of the piece's visible area.
    static func combine(clips: [SVGAPath], others: [SVGAPath], visible: [Point], _ work: ImportWork) throws(NotRepresentable) -> Result {
        var seen: SVGAPath?
        var mask: SVGAPath?
        let size = boundingBox(visible).map { max($0.width, $0.height) } ?? 1
        for (index, path) in (clips + others).enumerated() {
            if path.isEmpty { return .nothing }
            let region = ConvexRegion(path, work)
            if index >= clips.count, let region, region.contains(visible, slack: 1e-4 * size) { continue }
            guard let old = seen else {
                seen = path
                continue
            }
            if let region {
                seen = region.cut(old, work)
            } else if let region = ConvexRegion(old, work) {
                seen = region.cut(path, work)
            } else if mask == nil {
                mask = path
            } else {
                throw NotRepresentable(reason: "masks within masks")
            }
            if seen?.isEmpty == true { return .nothing }
        }
        guard let seen else { return .everything }
        return mask.map { .pathAndMask(seen, mask: $0) } ?? .path(seen)
    }
}
