import SVGAPlatform

/// Path data that every player supports: absolute lines, one space between numbers and before each letter.
enum PathText {
    typealias Point = (x: Double, y: Double)

    static func lines(_ points: [Point], isClosed: Bool = false) -> String {
        let texts = points.map { "\(rounded($0.x)) \(rounded($0.y))" }
        return "M" + texts.joined(separator: " L") + (isClosed ? " Z" : "")
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// Points on a cubic curve, including its ends.
    static func cubic(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) -> [Point] {
        curve { t in
            let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t)
            return (a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
        }
    }

    static func quadratic(_ p0: Point, _ p1: Point, _ p2: Point) -> [Point] {
        curve { t in
            let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
            return (a * p0.x + b * p1.x + c * p2.x, a * p0.y + b * p1.y + c * p2.y)
        }
    }

    /// An elliptical arc between two angles in turns, clockwise.
    static func arc(_ center: Point, _ radiusX: Double, _ radiusY: Double, from start: Double, to end: Double) -> [Point] {
        curve { t in
            let angle = 2 * Double.pi * (start + (end - start) * t)
            return (center.x + radiusX * cos(angle), center.y + radiusY * sin(angle))
        }
    }

    private static func curve(_ point: (Double) -> Point) -> [Point] { (0...48).map { point(Double($0) / 48) } }
}
