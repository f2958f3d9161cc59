import SVGAModel

/// How much of the canvas a transformed rectangle covers.
enum CoveredArea {
    private typealias Point = (x: Double, y: Double)

    /// The area, in pixels, of the rectangle from the origin through `transform`, as far as it lies on the canvas.
    static func area(
        width: Double, height: Double, through transform: Transform, onWidth canvasWidth: Double, height canvasHeight: Double
    ) -> Double {
        var corners = [(0, 0), (width, 0), (width, height), (0, height)].map { transform.apply(x: $0.0, y: $0.1) }
        corners = cut(corners) { $0.x }
        corners = cut(corners) { canvasWidth - $0.x }
        corners = cut(corners) { $0.y }
        corners = cut(corners) { canvasHeight - $0.y }
        var doubled = 0.0
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            doubled += corner.x * next.y - next.x * corner.y
        }
        return doubled.magnitude / 2
    }

    /// The part of a polygon where `distance` is not below 0.
    private static func cut(_ corners: [Point], _ distance: (Point) -> Double) -> [Point] {
        var kept: [Point] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            let (here, there) = (distance(corner), distance(next))
            if here >= 0 { kept.append(corner) }
            if (here >= 0) != (there >= 0) {
                let part = here / (here - there)
                kept.append((corner.x + part * (next.x - corner.x), corner.y + part * (next.y - corner.y)))
            }
        }
        return kept
    }
}
