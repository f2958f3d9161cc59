import CCairo
import SVGAModel
import SVGAPixels
import SVGAPlatform
import TestSupport
import Testing

@testable import SVGARender

/// A picture for filling outlines, by our code or by Cairo.
struct FillerSheet: Equatable {
    let side: Int
    var words: [UInt32]

    init(_ side: Int, _ word: UInt32 = 0) {
        self.side = side
        words = [UInt32](repeating: word, count: side * side)
    }

    var full: PixelRect { PixelRect(minX: 0, minY: 0, maxX: side, maxY: side) }

    /// The coverage of each pixel, 0…255, if the sheet was clear and the color opaque.
    var coverage: [Int] { words.map { Int($0 >> 24) } }

    func alpha(_ x: Int, _ y: Int) -> UInt32 { words[y * side + x] >> 24 }

    mutating func withRows(_ body: (PixelRows) -> Void) {
        words.withUnsafeMutableBufferPointer { body(PixelRows(base: $0.baseAddress!, wordsPerRow: side)) }
    }

    mutating func fill(
        _ path: SVGAPath, _ color: SVGAColor = .black, by filler: PathFiller = PathFiller(), _ transform: SVGATransform = .identity,
        within part: PixelRect? = nil
    ) {
        let box = part ?? full
        withRows { rows in
            filler.fill(color.word(1), to: rows, within: box) { Outline($0, transform).add(path) }
        }
    }

    mutating func fillWithCairo(_ path: SVGAPath, _ color: SVGAColor = .black) throws {
        let side = Int32(side)
        try words.withUnsafeMutableBytes { words in
            let surface = cairo_image_surface_create_for_data(
                words.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, side, side, 4 * side)
            defer { cairo_surface_destroy(surface) }
            let context = try #require(cairo_create(surface))
            defer { cairo_destroy(context) }
            Outline(CairoPath(context), .identity).add(path)
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
            cairo_fill(context)
            cairo_surface_flush(surface)
            #expect(cairo_status(context) == CAIRO_STATUS_SUCCESS)
        }
    }
}

extension SeededGenerator {
    /// Lines and curves over a sheet and around it, which cross each other.
    mutating func tangle(_ side: Int) -> SVGAPath {
        var path = SVGAPath()
        let reach = [0.2, 1.2, 5].randomElement(using: &self)! * Double(side)
        func position() -> Double { Double(side) / 2 + number(-reach, reach) }
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            path.move(x: position(), y: position())
            for _ in 0..<Int.random(in: 1...6, using: &self) {
                if Bool.random(using: &self) {
                    path.line(x: position(), y: position())
                } else {
                    path.curve(x1: position(), y1: position(), x2: position(), y2: position(), x: position(), y: position())
                }
            }
            if Bool.random(using: &self) { path.close() }
        }
        return path
    }

    /// A star without crossing edges, with straight or curved sides.
    mutating func star(_ side: Int, isBent: Bool) -> SVGAPath {
        var path = SVGAPath()
        let middle = Double(side) / 2
        let arms = Int.random(in: 3...9, using: &self)
        let turn = number(0, 6)
        func position(_ index: Double, _ radius: Double) -> (x: Double, y: Double) {
            let angle = turn + index / Double(arms) * 2 * .pi
            return (middle + radius * cos(angle), middle + radius * sin(angle))
        }
        var from = position(0, number(0.3, 0.5) * Double(side))
        let first = from
        path.move(x: first.x, y: first.y)
        for index in 1...arms {
            let to = index == arms ? first : position(Double(index), number(0.2, 0.5) * Double(side))
            if isBent {
                path.curve(
                    x1: from.x + (middle - from.x) / 3, y1: from.y + (middle - from.y) / 3, x2: to.x + (middle - to.x) / 3,
                    y2: to.y + (middle - to.y) / 3, x: to.x, y: to.y)
            } else {
                path.line(x: to.x, y: to.y)
            }
            from = to
        }
        path.close()
        return path
    }
}

extension SVGAPath {
    static func polygon(_ points: [(x: Double, y: Double)]) -> SVGAPath { lines(points.map { ($0.x, $0.y) }, isClosed: true) }

    static func box(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> SVGAPath {
        polygon([(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)])
    }

    static func circle(_ x: Double, _ y: Double, _ radius: Double) -> SVGAPath {
        var path = SVGAPath()
        path.arc(centerX: x, centerY: y, radius: radius, startAngle: 0, endAngle: 2 * .pi)
        path.close()
        return path
    }
}
