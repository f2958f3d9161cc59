import SVGAModel
import SVGAPixels
import SVGAPlatform
import TestSupport
import Testing

@testable import SVGARender

@Suite("Strokes")
struct StrokerTests {
    @Test("A horizontal line of width 2 covers two rows, from end to end")
    func line() {
        let mask = StrokeMask(.lines((4, 5), (20, 5)), .pen(2))
        for (x, y) in mask.positions { #expect(mask[x, y] == ((4..<20).contains(x) && (4..<6).contains(y) ? 255 : 0)) }
    }

    @Test("A line thinner than a pixel has alpha in proportion to its width")
    func hairline() {
        let mask = StrokeMask(.lines((4, 5.5), (20, 5.5)), .pen(0.25))
        #expect((3...7).map { mask[10, $0] } == [0, 0, 64, 0, 0])
    }

    @Test("The pen is scaled as its shape is: by a factor on each axis, or sheared")
    func squashedPen() {
        let tall = SVGATransform.scale(x: 1, y: 3)
        let across = StrokeMask(.lines((4, 5), (20, 5)), .pen(2), tall)
        #expect((0..<30).map { across[10, $0] } == (0..<30).map { (12..<18).contains($0) ? 255 : 0 })
        let down = StrokeMask(.lines((10, 2), (10, 8)), .pen(2), tall)
        #expect((0..<30).map { down[$0, 15] } == (0..<30).map { (9..<11).contains($0) ? 255 : 0 })
        let sheared = StrokeMask(.lines((10, 10), (30, 10)), .pen(4, cap: .square), SVGATransform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0))
        #expect(sheared.area.isNear(24 * 4, within: 0.1))
    }

    @Test("Butt caps end where the line does, square ones add half the width, round ones half a circle")
    func caps() {
        func area(_ cap: ShapeEntity.LineCap) -> Double { StrokeMask(.lines((20, 30), (50, 40)), .pen(10, cap: cap)).area }
        let length = 1000.0.squareRoot()
        #expect(area(.butt).isNear(10 * length, within: 0.5))
        #expect(area(.square).isNear(10 * (length + 10), within: 0.5))
        #expect(area(.round).isNear(10 * length + 25 * .pi, within: 0.7))
    }

    @Test("A line without length is a dot with round caps and nothing with others; a lone start is nothing")
    func dot() {
        let here = (20.0, 20.0)
        for cap in [ShapeEntity.LineCap.butt, .round, .square] {
            let pen = ShapeEntity.Stroke.pen(8, cap: cap)
            for outline in [SVGAPath.lines(here, here), .lines(here, isClosed: true), .curves(here, here, here, here)] {
                let area = StrokeMask(outline, pen).area
                #expect(cap == .round ? area.isNear(16 * .pi, within: 0.7) : area == 0)
            }
            #expect(StrokeMask(.lines(here), pen).area == 0)
        }
    }

    @Test("A miter fills a corner, a bevel cuts it off, a round join is a part of a circle")
    func joins() {
        func area(_ join: ShapeEntity.LineJoin, limit: Double = 10) -> Double {
            StrokeMask(.lines((10, 50), (50, 50), (50, 10)), .pen(10, join: join, miterLimit: limit)).area
        }
        #expect(area(.miter).isNear(800, within: 0.1))
        #expect(area(.bevel).isNear(800 - 12.5, within: 0.1))
        #expect(area(.round).isNear(775 + 25 * .pi / 4, within: 0.3))
        // The miter of a right angle is √2 widths long.
        #expect(area(.miter, limit: 1.42) == area(.miter))
        #expect(area(.miter, limit: 1.41) == area(.bevel))
    }

    @Test("A closed outline has joins everywhere and no caps: a frame, and a ring")
    func closed() {
        let frame = StrokeMask(.rect(SVGARect(x: 10, y: 10, width: 40, height: 30), cornerRadius: 0), .pen(4, cap: .round))
        #expect(frame.area.isNear(44 * 34 - 36 * 26, within: 0.01))
        #expect(frame[8, 8] == 255 && frame[12, 12] == 0 && frame[20, 20] == 0)
        let ring = StrokeMask(.ellipse(centerX: 48, centerY: 48, radiusX: 30, radiusY: 30), .pen(6))
        let squares: Double = 33 * 33 - 27 * 27
        #expect(ring.area.isNear(.pi * squares, within: 3))
    }

    private static func distance(x: Double, y: Double, toNearestOf points: [(Double, Double)]) -> Double {
        var square = Double.infinity
        for point in points {
            let (right, down) = (point.0 - x, point.1 - y)
            square = min(square, right * right + down * down)
        }
        return square.squareRoot()
    }

    @Test("A round pen covers all points within its radius, without holes or spikes at tight turns")
    func round() {
        var dice = SeededGenerator(state: 13)
        var paths = (0..<20).map { _ in dice.path() }
        paths.append(.curves((30, 60), (70, 20), (30, 20), (70, 60)))
        paths.append(.curves((30, 40), (90, 40), (10, 40), (60, 40)))
        paths.append(.curves((48, 48), (52, 48), (52, 53), (48, 53), (44, 53), (44, 48), (48, 48)))
        for path in paths {
            let radius = Double.random(in: 1...16, using: &dice)
            let mask = StrokeMask(path, .pen(2 * radius, cap: .round, join: .round))
            let points = path.points
            for (x, y) in mask.positions {
                let away = Self.distance(x: Double(x) + 0.5, y: Double(y) + 0.5, toNearestOf: points)
                if away < radius - 1 { #expect(mask[x, y] == 255) }
                if away > radius + 1 { #expect(mask[x, y] == 0) }
            }
        }
    }

    @Test("A line there and back again is as soft at its edges as the line alone")
    func retraced() {
        let there = StrokeMask(.lines((10, 20), (60, 33)), .pen(5))
        #expect(StrokeMask(.lines((10, 20), (60, 33), isClosed: true), .pen(5)).levels == there.levels)
    }

    @Test("A mirrored stroke is the stroke mirrored")
    func mirrored() {
        var dice = SeededGenerator(state: 5)
        for _ in 0..<40 {
            let path = dice.path()
            let pen = dice.pen(widest: 12)
            let mask = StrokeMask(path, pen)
            let mirrored = StrokeMask(path, pen, SVGATransform(a: -1, b: 0, c: 0, d: 1, tx: Double(StrokeMask.side), ty: 0))
            let largest = mask.positions.map { abs(mask[$0, $1] - mirrored[StrokeMask.side - 1 - $0, $1]) }.max() ?? 0
            #expect(largest <= 16, "\(path) \(pen)")
        }
    }

    @Test("A stroke drawn in parts is the stroke drawn at once")
    func parts() {
        var dice = SeededGenerator(state: 8)
        for _ in 0..<40 {
            let (path, pen) = (dice.path(), dice.pen(widest: 30))
            let full = StrokeMask(path, pen)
            let (x, y) = (Int.random(in: 1..<StrokeMask.side, using: &dice), Int.random(in: 1..<StrokeMask.side, using: &dice))
            let parts = [(0, 0, x, y), (x, 0, StrokeMask.side, y), (0, y, x, StrokeMask.side), (x, y, StrokeMask.side, StrokeMask.side)].map
            {
                PixelRect(minX: $0.0, minY: $0.1, maxX: $0.2, maxY: $0.3)
            }
            #expect(StrokeMask(path, pen, parts: parts).levels == full.levels)
        }
    }

    @Test("Strokes are what Cairo draws, but for a little at their edges", arguments: [ShapeEntity.LineJoin.miter, .round, .bevel])
    func cairo(_ join: ShapeEntity.LineJoin) {
        var dice = SeededGenerator(state: 21)
        for _ in 0..<150 {
            let path = dice.path()
            var pen = dice.pen(widest: 8)
            pen.lineJoin = join
            let transform = dice.transform(isSimilar: join == .miter)
            #expect(StrokeMask(path, pen, transform).isLike(StrokeMask(cairo: path, pen, transform)), "\(path) \(pen) \(transform)")
        }
    }

    @Test("Dashes are what Cairo draws, but for a little at their edges")
    func cairoDashes() {
        var dice = SeededGenerator(state: 34)
        for _ in 0..<150 {
            let path = dice.path()
            var pen = dice.pen(widest: 6)
            pen.lineJoin = .round
            let (dash, gap) = (Double.random(in: 2...20, using: &dice), Double.random(in: 8...20, using: &dice))
            pen.dash = ShapeEntity.Dash(dash: dash, gap: gap, phase: Double.random(in: 0..<dash + gap, using: &dice))
            let transform = dice.transform(isSimilar: true)
            #expect(StrokeMask(path, pen, transform).isLike(StrokeMask(cairo: path, pen, transform)), "\(path) \(pen) \(transform)")
        }
    }
}

@Suite("Dashes")
struct DashTests {
    /// The drawn pixels of a line of 30 pixels.
    private func drawn(_ dash: ShapeEntity.Dash, cap: ShapeEntity.LineCap = .butt) -> String {
        let mask = StrokeMask(.lines((10, 5), (40, 5)), .pen(2, cap: cap, dash: dash))
        return (10..<40).map { mask[$0, 5] == 255 ? "x" : mask[$0, 5] == 0 ? "." : "?" }.joined()
    }

    @Test("Dashes and gaps follow each other from the phase on")
    func phase() {
        #expect(drawn(.init(dash: 4, gap: 3, phase: 0)) == "xxxx...xxxx...xxxx...xxxx...xx")
        #expect(drawn(.init(dash: 4, gap: 3, phase: 1)) == "xxx...xxxx...xxxx...xxxx...xxx")
        #expect(drawn(.init(dash: 4, gap: 3, phase: 5)) == "..xxxx...xxxx...xxxx...xxxx...")
        #expect(drawn(.init(dash: 4, gap: 3, phase: 701)) == drawn(.init(dash: 4, gap: 3, phase: 1)))
        #expect(drawn(.init(dash: 4, gap: 3, phase: -2)) == drawn(.init(dash: 4, gap: 3, phase: 5)))
    }

    @Test("Caps are added to every dash; no gap, and no pattern at all, is an unbroken line")
    func ends() {
        #expect(drawn(.init(dash: 2, gap: 5, phase: 0), cap: .square) == "xxx...xxxx...xxxx...xxxx...xxx")
        #expect(drawn(.init(dash: 4, gap: 0, phase: 0)) == String(repeating: "x", count: 30))
        #expect(drawn(.init(dash: 0, gap: 0, phase: 0)) == String(repeating: "x", count: 30))
    }

    @Test("Each subpath restarts the pattern")
    func subpaths() {
        var path = SVGAPath.lines((10, 5), (15, 5))
        path.move(x: 10, y: 15)
        path.line(x: 20, y: 15)
        let mask = StrokeMask(path, .pen(2, dash: .init(dash: 4, gap: 4, phase: 0)))
        #expect((10..<20).map { mask[$0, 15] } == [255, 255, 255, 255, 0, 0, 0, 0, 255, 255])
    }

    @Test("A dash leads around corners, and around the start of a closed outline, with joins")
    func corners() {
        let rect = ShapeEntity.Geometry.rect(SVGARect(x: 10, y: 10, width: 20, height: 20), cornerRadius: 0)
        let mask = StrokeMask(rect, .pen(4, dash: .init(dash: 10, gap: 10, phase: 5)))
        for (x, y) in [(8, 8), (31, 8), (8, 31), (31, 31)] { #expect(mask[x, y] == 255) }
        for (x, y) in [(20, 9), (9, 20), (20, 30), (30, 20)] { #expect(mask[x, y] == 0) }
        #expect(mask.area.isNear(4 * (2 * 5 * 4), within: 0.1))
    }

    @Test("A dash that ends at a corner has no join there, in any direction")
    func endAtCorner() {
        for turn in 0..<20 {
            let transform = SVGATransform.translation(x: 48, y: 48).rotated(by: 0.3 * Double(turn))
            let pen = ShapeEntity.Stroke.pen(4, dash: .init(dash: 10, gap: 10, phase: 0))
            #expect(StrokeMask(.lines((0, 0), (10, 0), (10, 10)), pen, transform).area.isNear(40, within: 0.3))
        }
    }

    @Test("A dash longer than a closed outline leaves it unbroken")
    func full() {
        let rect = ShapeEntity.Geometry.rect(SVGARect(x: 10, y: 10, width: 20, height: 20), cornerRadius: 0)
        #expect(StrokeMask(rect, .pen(4, dash: .init(dash: 81, gap: 5, phase: 0))).levels == StrokeMask(rect, .pen(4)).levels)
    }

    @Test("A pattern too fine for pixels covers as much of each as it does of the line")
    func fine() {
        let mask = StrokeMask(.lines((0, 500), (4000, 500)), .pen(400, dash: .init(dash: 1, gap: 3, phase: 0)), .scale(x: 0.01, y: 0.01))
        for x in 5..<35 { #expect(abs(mask[x, 5] - 64) <= 2) }
    }

    @Test("The work grows with the number of dashes and no faster, and ends for a pattern without length")
    func count() {
        func points(_ length: Double, _ dash: Double) -> Int {
            let counter = PointCounter()
            let pen = ShapeEntity.Stroke.pen(1, dash: .init(dash: dash, gap: dash, phase: 0))
            Stroker(counter).stroke(.path(.lines((0, 0), (length, 0))), pen, .identity)
            return counter.points
        }
        #expect(points(100_000, 1) == 100 * points(1000, 1))
        #expect(points(1000, 1) == 4 * 500)
        #expect(points(4_000_000, 1e-300) < 1 << 24)
    }
}

private final class PointCounter: PathSink {
    let meter = WorkMeter.unlimited
    var points = 0

    func move(_ x: Double, _ y: Double) { points += 1 }
    func line(_ x: Double, _ y: Double) { points += 1 }
    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) { points += 1 }
    func close() {}
}
