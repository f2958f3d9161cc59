import SVGAModel
import SVGAPixels

/// Finds the transform from one list of shapes to another.
enum AffineFit {
    /// - Parameter tolerance: the maximum error of a point, in the space of `shapes`.
    /// - Returns: nil if there is none, or if stroke widths would differ.
    static func transform(from key: [ShapeEntity], to shapes: [ShapeEntity], tolerance: Double) -> SVGATransform? {
        if key == shapes { return .identity }
        guard key.count == shapes.count else { return nil }
        if key.count == 1, key[0].geometry == shapes[0].geometry, key[0].fill == shapes[0].fill, key[0].stroke == shapes[0].stroke,
            let back = key[0].transform.inverted
        {
            return back.concatenating(shapes[0].transform)
        }
        var hasStroke = false
        for (one, two) in zip(key, shapes) {
            guard one.fill == two.fill, one.transform == .identity, two.transform == .identity, (one.stroke == nil) == (two.stroke == nil),
                case .path(let path) = one.geometry, case .path(let other) = two.geometry, path.verbs == other.verbs
            else { return nil }
            if let stroke = one.stroke, let other = two.stroke {
                hasStroke = true
                guard stroke.hasStyle(of: other) else { return nil }
            }
        }
        guard let fit = similarity(key, shapes, tolerance) ?? (hasStroke ? nil : affine(key, shapes, tolerance)) else { return nil }
        guard hasStroke else { return fit }
        let scale = fit.meanScale
        for (one, two) in zip(key, shapes) {
            guard let stroke = one.stroke, let other = two.stroke else { continue }
            guard abs(stroke.width * scale - other.width) <= tolerance else { return nil }
            guard let dash = stroke.dash, let otherDash = other.dash else { continue }
            guard abs(dash.dash * scale - otherDash.dash) <= tolerance, abs(dash.gap * scale - otherDash.gap) <= tolerance,
                abs(dash.phase * scale - otherDash.phase) <= tolerance
            else { return nil }
        }
        return fit
    }

    /// Calls `body` with each pair of corresponding points of two lists with equal structure.
    private static func eachPair(_ key: [ShapeEntity], _ shapes: [ShapeEntity], _ body: (Point, Point) -> Bool) -> Bool {
        for (one, two) in zip(key, shapes) {
            guard case .path(let path) = one.geometry, case .path(let other) = two.geometry else { return false }
            let (from, to) = (path.coordinates, other.coordinates)
            for index in stride(from: 0, to: min(from.count, to.count) - 1, by: 2) {
                if !body(Point(Double(from[index]), Double(from[index + 1])), Point(Double(to[index]), Double(to[index + 1]))) {
                    return false
                }
            }
        }
        return true
    }

    private static func centers(_ key: [ShapeEntity], _ shapes: [ShapeEntity]) -> (Point, Point)? {
        var (sum, other, count) = (Point.zero, Point.zero, 0.0)
        let isAlike = eachPair(key, shapes) { from, to in
            sum += from
            other += to
            count += 1
            return true
        }
        return isAlike && count > 0 ? (sum / count, other / count) : nil
    }

    private static func fits(_ fit: SVGATransform, _ key: [ShapeEntity], _ shapes: [ShapeEntity], _ tolerance: Double) -> Bool {
        fit.isInvertible && eachPair(key, shapes) { from, to in (fit.apply(from) - to).length <= tolerance }
    }

    /// A rotation, a uniform scale and a translation.
    private static func similarity(_ key: [ShapeEntity], _ shapes: [ShapeEntity], _ tolerance: Double) -> SVGATransform? {
        guard let (center, other) = centers(key, shapes) else { return nil }
        var (real, imaginary, size) = (0.0, 0.0, 0.0)
        _ = eachPair(key, shapes) { from, to in
            let (p, q) = (from - center, to - other)
            real += p.x * q.x + p.y * q.y
            imaginary += p.cross(q)
            size += p.x * p.x + p.y * p.y
            return true
        }
        guard size > 1e-12 else { return nil }
        let (a, b) = (real / size, imaginary / size)
        let fit = SVGATransform(
            a: a, b: b, c: -b, d: a, tx: other.x - a * center.x + b * center.y, ty: other.y - b * center.x - a * center.y)
        return fits(fit, key, shapes, tolerance) ? fit : nil
    }

    private static func affine(_ key: [ShapeEntity], _ shapes: [ShapeEntity], _ tolerance: Double) -> SVGATransform? {
        guard let (center, other) = centers(key, shapes) else { return nil }
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        var (toX, toY) = (Point.zero, Point.zero)
        _ = eachPair(key, shapes) { from, to in
            let (p, q) = (from - center, to - other)
            xx += p.x * p.x
            xy += p.x * p.y
            yy += p.y * p.y
            toX += p * q.x
            toY += p * q.y
            return true
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-9 * (xx + yy) * (xx + yy) else { return nil }
        let (a, c) = ((toX.x * yy - toX.y * xy) / determinant, (toX.y * xx - toX.x * xy) / determinant)
        let (b, d) = ((toY.x * yy - toY.y * xy) / determinant, (toY.y * xx - toY.x * xy) / determinant)
        let fit = SVGATransform(
            a: a, b: b, c: c, d: d, tx: other.x - a * center.x - c * center.y, ty: other.y - b * center.x - d * center.y)
        return fits(fit, key, shapes, tolerance) ? fit : nil
    }
}

extension ShapeEntity.Stroke {
    fileprivate func hasStyle(of other: ShapeEntity.Stroke) -> Bool {
        color == other.color && lineCap == other.lineCap && lineJoin == other.lineJoin && miterLimit == other.miterLimit
            && (dash == nil) == (other.dash == nil)
    }
}
