import Glibc

/// An SVG arc, from its end points to its centre, as cubic curves of at most a quarter turn each.
struct EllipticalArc {
    /// x1, y1, x2, y2, x, y of each curve; the last one ends exactly at the arc's end.
    let curves: [(Double, Double, Double, Double, Double, Double)]

    /// nil where the arc is a straight line: a radius of 0, or numbers too far apart to compute with.
    init?(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), radiusX: Double, radiusY: Double, rotationDegrees: Double,
        isLarge: Bool, isSweep: Bool
    ) {
        guard radiusX > 0, radiusY > 0 else { return nil }
        let angle = fmod(rotationDegrees, 360) * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))

        // Half the chord, turned into the ellipse's own axes.
        let halfX = (start.x - end.x) / 2
        let halfY = (start.y - end.y) / 2
        let px = cosine * halfX + sine * halfY
        let py = -sine * halfX + cosine * halfY

        // Radii too small to span the chord grow until they do.
        let stretch = (px * px) / (radiusX * radiusX) + (py * py) / (radiusY * radiusY)
        let growth = stretch > 1 ? stretch.squareRoot() : 1
        let rx = radiusX * growth
        let ry = radiusY * growth

        let rest = stretch >= 1 ? 0 : (1 / stretch - 1).squareRoot()
        let sign: Double = isLarge == isSweep ? -1 : 1
        let cx = sign * rest * rx * py / ry
        let cy = -sign * rest * ry * px / rx
        let centerX = cosine * cx - sine * cy + (start.x + end.x) / 2
        let centerY = sine * cx + cosine * cy + (start.y + end.y) / 2

        let startAngle = atan2((py - cy) / ry, (px - cx) / rx)
        var sweep = atan2((-py - cy) / ry, (-px - cx) / rx) - startAngle
        if isSweep, sweep < 0 { sweep += 2 * .pi }
        if !isSweep, sweep > 0 { sweep -= 2 * .pi }
        guard sweep.isFinite, centerX.isFinite, centerY.isFinite else { return nil }

        let count = max(1, Int((sweep.magnitude / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / Double(count)
        let handle = 4 / 3 * tan(step / 4)
        var curves: [(Double, Double, Double, Double, Double, Double)] = []
        curves.reserveCapacity(count)
        var from = (cosine: cos(startAngle), sine: sin(startAngle))
        for index in 0..<count {
            let endAngle = startAngle + step * Double(index + 1)
            let to = (cosine: cos(endAngle), sine: sin(endAngle))
            let first = (from.cosine - handle * from.sine, from.sine + handle * from.cosine)
            let second = (to.cosine + handle * to.sine, to.sine - handle * to.cosine)
            func place(_ x: Double, _ y: Double) -> (Double, Double) {
                (cosine * rx * x - sine * ry * y + centerX, sine * rx * x + cosine * ry * y + centerY)
            }
            let one = place(first.0, first.1)
            let two = place(second.0, second.1)
            let last = index == count - 1 ? end : place(to.cosine, to.sine)
            curves.append((one.0, one.1, two.0, two.1, last.0, last.1))
            from = to
        }
        self.curves = curves
    }
}
