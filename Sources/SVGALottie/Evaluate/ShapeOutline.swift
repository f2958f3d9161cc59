import SVGAModel
import SVGAPlatform
import SVGASupport

/// The outlines of rectangles, ellipses and stars, with the start point and direction of After Effects, which trims reveal.
enum ShapeOutline {
    /// The handle length of a quarter circle.
    private static let quarter = 0.5519

    static func contour(_ item: ShapeItem, at time: Double) -> Contour? {
        switch item {
        case .path(let track, let isReversed):
            let contour = track.contour(at: time)
            return isReversed ? contour.reversed : contour
        case .rectangle(let center, let size, let radius, let isReversed):
            let rectangle = rectangle(
                centerX: center.number(0, at: time), centerY: center.number(1, at: time), width: size.number(0, at: time),
                height: size.number(1, at: time), radius: radius.number(at: time))
            return isReversed ? rectangle.reversed : rectangle
        case .ellipse(let center, let size, let isReversed):
            let ellipse = ellipse(
                centerX: center.number(0, at: time), centerY: center.number(1, at: time), width: size.number(0, at: time),
                height: size.number(1, at: time))
            return isReversed ? ellipse.reversed : ellipse
        case .star(let tracks): return star(tracks, at: time)
        default: return nil
        }
    }

    /// From the upper right corner, clockwise.
    static func rectangle(centerX: Double, centerY: Double, width: Double, height: Double, radius: Double) -> Contour {
        let (halfX, halfY) = (width / 2, height / 2)
        let (left, right, top, bottom) = (centerX - halfX, centerX + halfX, centerY - halfY, centerY + halfY)
        let r = min(halfX, halfY, radius)
        var contour = Contour()
        contour.isClosed = true
        guard r > 0 else {
            contour.append(x: right, y: top)
            contour.append(x: right, y: bottom)
            contour.append(x: left, y: bottom)
            contour.append(x: left, y: top)
            return contour
        }
        let h = r * (1 - quarter)
        func into(_ x: Double, _ y: Double, _ inX: Double, _ inY: Double) {
            contour.append(Contour.Vertex(x: x, y: y, inX: inX, inY: inY, outX: x, outY: y))
        }
        func out(_ x: Double, _ y: Double, _ outX: Double, _ outY: Double) {
            contour.append(Contour.Vertex(x: x, y: y, inX: x, inY: y, outX: outX, outY: outY))
        }
        into(right, top + r, right, top + h)
        out(right, bottom - r, right, bottom - h)
        into(right - r, bottom, right - h, bottom)
        out(left + r, bottom, left + h, bottom)
        into(left, bottom - r, left, bottom - h)
        out(left, top + r, left, top + h)
        into(left + r, top, left + h, top)
        out(right - r, top, right - h, top)
        return contour
    }

    /// From the top, clockwise.
    static func ellipse(centerX: Double, centerY: Double, width: Double, height: Double) -> Contour {
        let (rx, ry) = (width / 2, height / 2)
        let (hx, hy) = (rx * quarter, ry * quarter)
        var contour = Contour()
        contour.isClosed = true
        func vertex(_ x: Double, _ y: Double, _ handleX: Double, _ handleY: Double) {
            contour.append(
                Contour.Vertex(x: x, y: y, inX: x - handleX, inY: y - handleY, outX: x + handleX, outY: y + handleY))
        }
        vertex(centerX, centerY - ry, hx, 0)
        vertex(centerX + rx, centerY, 0, hy)
        vertex(centerX, centerY + ry, -hx, 0)
        vertex(centerX - rx, centerY, 0, -hy)
        return contour
    }

    private static func star(_ tracks: StarTracks, at time: Double) -> Contour? {
        let points = Int(saturating: min(max(tracks.points.number(at: time).rounded(.down), 0), ShapeReader.maximumPoints))
        guard points > 0 else { return nil }
        let count = tracks.isPolygon ? points : 2 * points
        let direction: Double = tracks.isReversed ? -1 : 1
        let (outer, inner) = (tracks.outerRadius.number(at: time), tracks.innerRadius.number(at: time))
        let (outerRound, innerRound) = (tracks.outerRoundness.number(at: time) / 100, tracks.innerRoundness.number(at: time) / 100)
        let (centerX, centerY) = (tracks.center.number(0, at: time), tracks.center.number(1, at: time))
        let step = 2 * Double.pi / Double(count) * direction
        // The maximum handle length is a quarter of the way to the next point; a star's next point is half as far.
        let share = 2 * Double.pi / Double(tracks.isPolygon ? count * 4 : count * 2)
        var angle = -Double.pi / 2 + tracks.rotation.number(at: time) * .pi / 180
        var contour = Contour()
        contour.isClosed = true
        for index in 0..<count {
            let isOuter = tracks.isPolygon || index % 2 == 0
            let radius = isOuter ? outer : inner
            let handle = share * radius * (isOuter ? outerRound : innerRound) * direction
            let (x, y) = (radius * cos(angle), radius * sin(angle))
            let length = hypot(x, y)
            let (tangentX, tangentY) = length == 0 ? (0, 0) : (y / length, -x / length)
            contour.append(
                Contour.Vertex(
                    x: centerX + x, y: centerY + y, inX: centerX + x + tangentX * handle, inY: centerY + y + tangentY * handle,
                    outX: centerX + x - tangentX * handle, outY: centerY + y - tangentY * handle))
            angle += step
        }
        return contour
    }
}
