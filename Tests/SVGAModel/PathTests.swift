import Foundation
import SVGAModel
import SVGAPixels
import Testing

@Suite("Paths") struct PathTests {
    private typealias Point = (x: Double, y: Double)

    /// Points along all curves of a path, 16 per curve, and the ends of its lines.
    private func points(_ path: SVGAPath) -> [Point] {
        var points: [Point] = []
        var numbers = path.coordinates.map(Double.init)[...]
        func take() -> Point { (numbers.removeFirst(), numbers.removeFirst()) }
        for verb in path.verbs {
            switch verb {
            case .move, .line: points.append(take())
            case .curve:
                let start = points[points.count - 1]
                let (first, second, end) = (take(), take(), take())
                for step in 1...16 {
                    let t = Double(step) / 16
                    let s = 1 - t
                    func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
                        s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
                    }
                    points.append((mix(start.x, first.x, second.x, end.x), mix(start.y, first.y, second.y, end.y)))
                }
            case .close: break
            }
        }
        return points
    }

    @Test("a quadratic curve passes through the points of its formula")
    func quadratic() {
        var path = SVGAPath()
        path.move(x: 2, y: 3)
        path.quadCurve(x1: 10, y1: -5, x: 12, y: 9)
        for (step, point) in points(path).enumerated() {
            let t = Double(step) / 16
            let s = 1 - t
            #expect((point.x - (s * s * 2 + 2 * s * t * 10 + t * t * 12)).magnitude < 1e-5)
            #expect((point.y - (s * s * 3 - 2 * s * t * 5 + t * t * 9)).magnitude < 1e-5)
        }
    }

    @Test("after closing, a quadratic curve starts where the subpath did")
    func afterClose() {
        var path = SVGAPath()
        path.move(x: 6, y: 0)
        path.line(x: 50, y: 50)
        path.close()
        path.quadCurve(x1: 0, y1: 6, x: -6, y: 0)
        #expect(path.coordinates.suffix(6) == [2, 4, -2, 4, -6, 0])
    }

    @Test(
        "an arc stays on its circle and goes the way and as far as it should",
        arguments: [
            (0, 0.5, true, 0.5), (0, 0.5, false, 1.5), (0.25, -0.25, true, 1.5), (0.25, -0.25, false, 0.5), (1, 7, true, 2),
            (7, 1, false, 2),
            (0, 2, false, 0), (0.3, 0.3, true, 0), (-3, -2.9, true, 0.1),
        ])
    func arc(start: Double, end: Double, clockwise: Bool, expected: Double) {
        var path = SVGAPath()
        path.arc(centerX: 10, centerY: 20, radius: 5, startAngle: start * .pi, endAngle: end * .pi, clockwise: clockwise)
        let points = points(path)
        var turned = 0.0
        var angle = start * .pi
        for point in points {
            let (x, y) = (point.x - 10, point.y - 20)
            // A cubic quarter circle has an error of at most 0.03 % of the radius.
            #expect(((x * x + y * y).squareRoot() - 5).magnitude < 0.002)
            var step = (atan2(y, x) - angle).remainder(dividingBy: 2 * .pi)
            if step.magnitude < 1e-5 { step = 0 }
            #expect(clockwise ? step >= 0 : step <= 0)
            turned += step
            angle += step
        }
        #expect((turned.magnitude - expected * .pi).magnitude < 1e-4)
    }

    @Test("an arc begins with a line from where the path is, or with a move in an empty one")
    func arcStart() {
        var path = SVGAPath()
        path.arc(centerX: 0, centerY: 0, radius: 2, startAngle: 0, endAngle: 1)
        #expect(path.verbs == [.move, .curve])
        path.arc(centerX: 10, centerY: 0, radius: 2, startAngle: .pi, endAngle: 4)
        #expect(path.verbs == [.move, .curve, .line, .curve])
        #expect((path.coordinates[8] - 8).magnitude < 1e-5 && path.coordinates[9].magnitude < 1e-5)
    }

    @Test("an arc that cannot be drawn adds nothing")
    func impossibleArc() {
        var path = SVGAPath()
        path.arc(centerX: .nan, centerY: 0, radius: 2, startAngle: 0, endAngle: 1)
        path.arc(centerX: 0, centerY: 0, radius: -2, startAngle: 0, endAngle: 1)
        path.arc(centerX: 0, centerY: 0, radius: 2, startAngle: -.infinity, endAngle: 1)
        #expect(path.verbs.isEmpty)
    }

    @Test("a circle's box is the circle's, but for control points")
    func bounds() throws {
        var path = SVGAPath()
        path.arc(centerX: 3, centerY: 4, radius: 2, startAngle: 0, endAngle: 2 * .pi)
        let box = try #require(path.bounds)
        #expect((box.x - 1).magnitude < 1e-5 && (box.y - 2).magnitude < 1e-5)
        #expect((box.width - 4).magnitude < 1e-5 && (box.height - 4).magnitude < 1e-5)
    }

    @Test("SVG path data has one absolute command for each verb")
    func pathData() {
        var path = SVGAPath()
        path.move(x: 1, y: -2)
        path.line(x: 10.5, y: 0)
        path.curve(x1: 1, y1: 2, x2: 3, y2: 4, x: 5, y: 6)
        path.close()
        #expect(path.svgPathData == "M 1.0 -2.0 L 10.5 0.0 C 1.0 2.0 3.0 4.0 5.0 6.0 Z" && SVGAPath().svgPathData.isEmpty)
    }

    @Test("a positive rotation turns clockwise on a canvas whose y grows downwards")
    func rotation() {
        let point = SVGATransform.rotation(.pi / 2).apply(x: 1, y: 0)
        #expect(point.x.magnitude < 1e-12 && (point.y - 1).magnitude < 1e-12)
    }
}
