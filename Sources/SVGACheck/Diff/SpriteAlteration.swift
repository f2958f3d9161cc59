import SVGAModel
import SVGAPixels
package import SVGASupport

/// An alteration that all frames of a sprite share.
package struct SpriteAlteration: Hashable, Sendable {
    /// The scale factor relative to the canvas's upper left corner.
    package var scale = 1.0
    /// The translation after scaling, in points.
    package var x = 0.0
    package var y = 0.0
    /// The factor of the alpha.
    package var alpha = 1.0

    package var isNothing: Bool { self == SpriteAlteration() }

    /// Such as `scaled by 0.5 and moved by 10, 0`.
    package var text: Message {
        var parts: [Message] = []
        if scale != 1 { parts.append("scaled by \(scale.brief)") }
        if x != 0 || y != 0 { parts.append("moved by \(x.brief), \(y.brief)") }
        if alpha != 1 { parts.append("alpha multiplied by \(alpha.brief)") }
        return parts.joined(separator: " and ")
    }
}

/// Checks whether one alteration maps a sprite's frames to another's.
struct AlterationSearch {
    enum Result: Equatable {
        /// The frames have no common alteration.
        case none
        /// The sprite is hidden in all frames of both movies.
        case hidden
        case altered(SpriteAlteration)
    }

    /// The possible ways to scale a sprite.
    fileprivate enum Form {
        /// Layout, clip path, shapes and the transform's translation are scaled.
        case content
        /// The transform is scaled.
        case transform
        /// The bitmap and its layout have another size, and the transform compensates.
        case bitmap
    }

    private let old: FrameContents
    private let new: FrameContents
    /// The scale of the canvas; nil if its aspect ratio differs or it is unknown.
    private let canvasScale: Double?
    /// Cached comparisons of paths and shapes, which many frames share.
    private var equalPaths: [Pair: Bool] = [:]
    private var equalShapes: [Pair: Bool] = [:]

    private struct Pair: Hashable {
        let old: Int32
        let new: Int32
        let scaleX: Double
        let scaleY: Double
    }

    init(_ old: VideoEntity, _ new: VideoEntity) {
        self.old = FrameContents(old)
        self.new = FrameContents(new)
        let (from, to) = (old.viewBox, new.viewBox)
        let ratio = to.width / from.width
        canvasScale = ratio.isFinite && ratio > 0 && near(from.height * ratio, to.height) ? ratio : nil
    }

    /// - Parameter offset: the frame of the old sprite that corresponds to the new one's first frame.
    mutating func alteration(of before: SpriteEntity, to after: SpriteEntity, offset: Int, frames: Int) -> Result {
        func records(_ index: Int) -> (old: FrameRecord?, new: FrameRecord?) {
            (before.frames.records.visible(offset + index), after.frames.records.visible(index))
        }
        var first: (old: FrameRecord, new: FrameRecord)?
        for index in 0..<frames {
            let pair = records(index)
            if let old = pair.old, let new = pair.new {
                first = (old, new)
                break
            }
            if pair.old != nil || pair.new != nil { return .none }
        }
        guard let first else { return .hidden }
        for (scale, form) in candidates(first.old, first.new) {
            let (from, to) = (old.origin(of: first.old, form), new.origin(of: first.new, form))
            let alteration = SpriteAlteration(
                scale: scale, x: rounded(to.x - scale * from.x, decimals: 3), y: rounded(to.y - scale * from.y, decimals: 3),
                alpha: rounded(Double(first.new.alpha / first.old.alpha), decimals: 4))
            let isRight = (0..<frames).allSatisfy { index in
                let pair = records(index)
                guard let old = pair.old, let new = pair.new else { return pair.old == nil && pair.new == nil }
                return isMade(new, of: old, by: alteration, form)
            }
            if isRight {
                var found = alteration
                found.scale = rounded(scale, decimals: 4)
                return .altered(found)
            }
        }
        return .none
    }

    /// The possible alterations, derived from the first frame.
    private func candidates(_ old: FrameRecord, _ new: FrameRecord) -> [(Double, Form)] {
        var found: [(Double, Form)] = [(1, .content)]
        func add(_ scale: Double?, _ form: Form) {
            guard let scale, scale.isFinite, scale > 0, !near(scale, 1, within: 1e-6) else { return }
            if !found.contains(where: { $0.0 == scale && $0.1 == form }) { found.append((scale, form)) }
        }
        let (from, to) = (self.old.layout(of: old), self.new.layout(of: new))
        let lengths = (Double(old.a).magnitude + Double(old.b).magnitude, Double(new.a).magnitude + Double(new.b).magnitude)
        for form in [Form.content, .transform, .bitmap] { add(canvasScale, form) }
        add(to.width / from.width, .content)
        add(lengths.1 / lengths.0, .transform)
        add(lengths.1 * to.width / (lengths.0 * from.width), .bitmap)
        return found
    }

    private mutating func isMade(_ new: FrameRecord, of old: FrameRecord, by alteration: SpriteAlteration, _ form: Form) -> Bool {
        if form == .bitmap { return isMade(new, ofBitmap: old, by: alteration) }
        let scale = alteration.scale
        let (inner, outer) = form == .content ? (scale, 1) : (1, scale)
        func same(_ from: Float, _ to: Float, _ scale: Double, _ shift: Double = 0) -> Bool {
            near(Double(from) * scale + shift, Double(to))
        }
        guard same(old.a, new.a, outer), same(old.b, new.b, outer), same(old.c, new.c, outer), same(old.d, new.d, outer),
            same(old.tx, new.tx, scale, alteration.x), same(old.ty, new.ty, scale, alteration.y),
            same(old.alpha, new.alpha, alteration.alpha),
            self.old.layout(of: old).isNear(self.new.layout(of: new), scaledBy: inner)
        else { return false }
        return hasEqualPath(Pair(old: old.clipPath, new: new.clipPath, scaleX: inner, scaleY: inner))
            && hasEqualShapes(Pair(old: old.shapes, new: new.shapes, scaleX: inner, scaleY: inner))
    }

    private mutating func isMade(_ new: FrameRecord, ofBitmap old: FrameRecord, by alteration: SpriteAlteration) -> Bool {
        let (from, to) = (self.old.layout(of: old), self.new.layout(of: new))
        guard from.width > 0, from.height > 0, self.old.hasNoShapes(old), self.new.hasNoShapes(new) else { return false }
        let scale = alteration.scale
        let (start, end) = (self.old.origin(of: old, .bitmap), self.new.origin(of: new, .bitmap))
        // Compares the sides of the bitmap on the canvas.
        func same(_ before: Float, _ after: Float, _ side: KeyPath<SVGARect, Double>) -> Bool {
            near(Double(before) * from[keyPath: side] * scale, Double(after) * to[keyPath: side])
        }
        guard same(old.a, new.a, \.width), same(old.b, new.b, \.width), same(old.c, new.c, \.height), same(old.d, new.d, \.height),
            near(start.x * scale + alteration.x, end.x), near(start.y * scale + alteration.y, end.y),
            near(Double(old.alpha) * alteration.alpha, Double(new.alpha))
        else { return false }
        return hasEqualPath(
            Pair(old: old.clipPath, new: new.clipPath, scaleX: to.width / from.width, scaleY: to.height / from.height))
    }

    private mutating func hasEqualPath(_ pair: Pair) -> Bool {
        guard pair.old >= 0, pair.new >= 0 else { return pair.old < 0 && pair.new < 0 }
        if let isEqual = equalPaths[pair] { return isEqual }
        let isEqual = old.tables.clipPaths[Int(pair.old)].isNear(
            new.tables.clipPaths[Int(pair.new)], scaledBy: pair.scaleX, pair.scaleY)
        equalPaths[pair] = isEqual
        return isEqual
    }

    private mutating func hasEqualShapes(_ pair: Pair) -> Bool {
        if let isEqual = equalShapes[pair] { return isEqual }
        let (from, to) = (old.tables.shapeLists[Int(pair.old)], new.tables.shapeLists[Int(pair.new)])
        let isEqual = from.count == to.count && zip(from, to).allSatisfy { $0.isNear($1, scaledBy: pair.scaleX) }
        equalShapes[pair] = isEqual
        return isEqual
    }
}

/// The tables that frames of a movie reference.
private struct FrameContents {
    let tables: FrameTables

    init(_ movie: VideoEntity) { tables = movie.sprites.first?.frames.tables ?? FrameTables() }

    func layout(of record: FrameRecord) -> SVGARect { tables.layouts[Int(record.layout)] }

    func hasNoShapes(_ record: FrameRecord) -> Bool { tables.shapeLists[Int(record.shapes)].isEmpty }

    /// The point that moves with the sprite: the layout's corner on the canvas if a bitmap may have another layout, else the transform's
    /// translation.
    func origin(of record: FrameRecord, _ form: AlterationSearch.Form) -> (x: Double, y: Double) {
        let corner = form == .bitmap ? layout(of: record) : SVGARect(x: 0, y: 0, width: 0, height: 0)
        return (
            Double(record.tx) + Double(record.a) * corner.x + Double(record.c) * corner.y,
            Double(record.ty) + Double(record.b) * corner.x + Double(record.d) * corner.y
        )
    }
}

extension [FrameRecord] {
    /// nil for a frame in which the sprite is hidden.
    fileprivate func visible(_ index: Int) -> FrameRecord? { indices.contains(index) && self[index].isVisible ? self[index] : nil }
}

// Numbers come from text and from 32 bits, so a scaled number is never exactly equal.

/// Whether two numbers differ invisibly, in points, or by less than 32-bit precision.
private func near(_ first: Double, _ second: Double, within tolerance: Double = 0.002) -> Bool {
    (first - second).magnitude <= tolerance + 1e-5 * second.magnitude
}

/// Rounds to decimals, and avoids -0, so that equal alterations compare as equal.
private func rounded(_ number: Double, decimals: Int) -> Double {
    let factor = decimals == 3 ? 1e3 : 1e4
    return (number * factor).rounded() / factor + 0
}

extension SVGARect {
    fileprivate func isNear(_ other: SVGARect, scaledBy scale: Double) -> Bool {
        near(x * scale, other.x) && near(y * scale, other.y) && near(width * scale, other.width) && near(height * scale, other.height)
    }
}

extension SVGAPath {
    fileprivate func isNear(_ other: SVGAPath, scaledBy x: Double, _ y: Double? = nil) -> Bool {
        guard verbs == other.verbs else { return false }
        let scales = (x, y ?? x)
        return zip(coordinates, other.coordinates).enumerated().allSatisfy { index, pair in
            near(Double(pair.0) * (index.isMultiple(of: 2) ? scales.0 : scales.1), Double(pair.1))
        }
    }
}

extension ShapeEntity {
    fileprivate func isNear(_ other: ShapeEntity, scaledBy scale: Double) -> Bool {
        guard fill == other.fill, (stroke == nil) == (other.stroke == nil) else { return false }
        // Dashes that would become too fine are scaled by the shape's transform.
        return [(scale, 1.0), (1.0, scale)].contains { inner, outer in
            guard transform.isNear(other.transform, axes: outer, offset: scale), geometry.isNear(other.geometry, scaledBy: inner) else {
                return false
            }
            guard let stroke, let otherStroke = other.stroke else { return true }
            return stroke.isNear(otherStroke, scaledBy: inner)
        }
    }
}

extension SVGATransform {
    fileprivate func isNear(_ other: SVGATransform, axes: Double, offset: Double) -> Bool {
        near(a * axes, other.a) && near(b * axes, other.b) && near(c * axes, other.c) && near(d * axes, other.d)
            && near(tx * offset, other.tx) && near(ty * offset, other.ty)
    }
}

extension ShapeEntity.Geometry {
    fileprivate func isNear(_ other: Self, scaledBy scale: Double) -> Bool {
        switch (self, other) {
        case (.path(let path), .path(let otherPath)): return path.isNear(otherPath, scaledBy: scale)
        case (.rect(let rect, let radius), .rect(let otherRect, let otherRadius)):
            return rect.isNear(otherRect, scaledBy: scale) && near(radius * scale, otherRadius)
        case (.ellipse(let x, let y, let radiusX, let radiusY), .ellipse(let otherX, let otherY, let otherRadiusX, let otherRadiusY)):
            return near(x * scale, otherX) && near(y * scale, otherY) && near(radiusX * scale, otherRadiusX)
                && near(radiusY * scale, otherRadiusY)
        default: return false
        }
    }
}

extension ShapeEntity.Stroke {
    fileprivate func isNear(_ other: Self, scaledBy scale: Double) -> Bool {
        guard color == other.color, lineCap == other.lineCap, lineJoin == other.lineJoin, near(width * scale, other.width),
            near(miterLimit, other.miterLimit), (dash == nil) == (other.dash == nil)
        else { return false }
        guard let dash, let otherDash = other.dash else { return true }
        return near(dash.dash * scale, otherDash.dash) && near(dash.gap * scale, otherDash.gap)
            && near(dash.phase * scale, otherDash.phase)
    }
}
