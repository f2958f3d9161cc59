import Foundation
import SVGAFormat
import SVGAModel

extension Color {
    /// `0xRRGGBB` and an alpha.
    init(_ rgb: UInt32, _ alpha: Double = 1) {
        self.init(
            red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255, blue: Double(rgb & 255) / 255, alpha: alpha)
    }
}

/// Outlines for bitmaps and for the vector sprites alike.
extension Path {
    static func circle(x: Double, y: Double, radius: Double) -> Path {
        ellipse(x: x, y: y, radiusX: radius, radiusY: radius)
    }

    static func ellipse(x: Double, y: Double, radiusX: Double, radiusY: Double) -> Path {
        // How far the control points of a quarter circle stand off.
        let k = 0.5522847498
        var path = Path()
        path.move(x: x + radiusX, y: y)
        for quarter in 0..<4 {
            let (cos, sin) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarter]
            func point(_ u: Double, _ v: Double) -> (Double, Double) {
                (x + radiusX * (u * cos - v * sin), y + radiusY * (u * sin + v * cos))
            }
            let (first, second, end) = (point(1, k), point(k, 1), point(0, 1))
            path.curve(x1: first.0, y1: first.1, x2: second.0, y2: second.1, x: end.0, y: end.1)
        }
        path.close()
        return path
    }

    static func rect(x: Double, y: Double, width: Double, height: Double, radius: Double = 0) -> Path {
        let r = min(radius, width / 2, height / 2)
        let c = r * 0.4477152502
        let (right, bottom) = (x + width, y + height)
        var path = Path()
        path.move(x: x + r, y: y)
        path.line(x: right - r, y: y)
        path.curve(x1: right - c, y1: y, x2: right, y2: y + c, x: right, y: y + r)
        path.line(x: right, y: bottom - r)
        path.curve(x1: right, y1: bottom - c, x2: right - c, y2: bottom, x: right - r, y: bottom)
        path.line(x: x + r, y: bottom)
        path.curve(x1: x + c, y1: bottom, x2: x, y2: bottom - c, x: x, y: bottom - r)
        path.line(x: x, y: y + r)
        path.curve(x1: x, y1: y + c, x2: x + c, y2: y, x: x + r, y: y)
        path.close()
        return path
    }

    /// A star with its first point up; `inner` equal to `outer` gives a polygon of twice the points.
    static func star(x: Double, y: Double, points: Int, outer: Double, inner: Double, turn: Double = 0) -> Path {
        var path = Path()
        for index in 0..<2 * points {
            let angle = (Double(index) / Double(points) - 0.5) * Double.pi + turn * Double.pi / 180
            let radius = index % 2 == 0 ? outer : inner
            let (px, py) = (x + radius * cos(angle), y + radius * sin(angle))
            if index == 0 { path.move(x: px, y: py) } else { path.line(x: px, y: py) }
        }
        path.close()
        return path
    }

    static func polygon(_ points: [(Double, Double)]) -> Path {
        var path = Path()
        for (index, point) in points.enumerated() {
            if index == 0 { path.move(x: point.0, y: point.1) } else { path.line(x: point.0, y: point.1) }
        }
        path.close()
        return path
    }

    static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Path {
        var path = Path()
        path.move(x: x0, y: y0)
        path.line(x: x1, y: y1)
        return path
    }

    /// The same outline somewhere else.
    func moved(by transform: Transform) -> Path {
        var path = Path()
        var at = 0
        for verb in verbs {
            let points = stride(from: at, to: at + verb.coordinateCount, by: 2).map {
                transform.apply(x: Double(coordinates[$0]), y: Double(coordinates[$0 + 1]))
            }
            switch verb {
            case .move: path.move(x: points[0].x, y: points[0].y)
            case .line: path.line(x: points[0].x, y: points[0].y)
            case .curve:
                path.curve(x1: points[0].x, y1: points[0].y, x2: points[1].x, y2: points[1].y, x: points[2].x, y: points[2].y)
            case .close: path.close()
            }
            at += verb.coordinateCount
        }
        return path
    }

    func moved(x: Double, y: Double, scale: Double = 1, mirrored: Bool = false) -> Path {
        moved(by: Transform(a: mirrored ? -scale : scale, b: 0, c: 0, d: scale, tx: x, ty: y))
    }

    /// Both outlines as one.
    func joined(_ other: Path) -> Path {
        PathParser.parse(d + " " + other.d).path
    }

    /// The outline as SVG path data, with two digits after the point: only what all players draw.
    var d: String {
        var parts: [String] = []
        var at = 0
        for verb in verbs {
            let numbers = coordinates[at..<at + verb.coordinateCount].map { number -> String in
                let hundredths = Int((Double(number) * 100).rounded())
                return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
            }
            let letter =
                switch verb {
                case .move: "M"
                case .line: "L"
                case .curve: "C"
                case .close: "Z"
                }
            parts.append(([letter] + numbers).joined(separator: " "))
            at += verb.coordinateCount
        }
        return parts.joined(separator: " ")
    }
}

/// The outlines that are drawn by hand: `samples/sources/*.path`, each SVG path data.
struct Sources {
    let folder: String

    func path(_ name: String) throws(SampleError) -> Path {
        let file = "\(folder)/\(name).path"
        guard let data = FileManager.default.contents(atPath: file) else { throw .source("\(file): cannot be read") }
        let result = PathParser.parse(String(decoding: data, as: UTF8.self))
        if let offset = result.brokenAt { throw .source("\(file): the path breaks off (byte \(offset))") }
        return result.path
    }
}
