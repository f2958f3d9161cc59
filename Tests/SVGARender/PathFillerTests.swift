import SVGAModel
import SVGAPixels
import SVGAPlatform
import TestSupport
import Testing

@testable import SVGARender

@Suite("Path filler") struct PathFillerTests {
    /// Cairo samples 15 lines of each pixel and truncates fractions; its curve error is at most 0.1 pixel, ours 0.05.
    @Test("stars look like Cairo's", arguments: [12, 40, 200], [false, true])
    func likeCairo(side: Int, isBent: Bool) throws {
        var generator = SeededGenerator(state: UInt64(side))
        var (sum, edges) = (0, 0)
        for round in 0..<60 {
            let star = generator.star(side, isBent: isBent)
            var (ours, cairos) = (FillerSheet(side), FillerSheet(side))
            ours.fill(star)
            try cairos.fillWithCairo(star)
            for (one, two) in zip(ours.coverage, cairos.coverage) where one != two {
                // At thin tips Cairo's sample lines over- or underestimate the coverage.
                #expect(abs(one - two) <= 40, "round \(round)")
                sum += abs(one - two)
            }
            edges += zip(ours.coverage, cairos.coverage).count { $0 % 255 != 0 || $1 % 255 != 0 }
        }
        #expect(Double(sum) / Double(edges) < 6)
    }

    @Test("the inside has Cairo's color to the last bit, over any background")
    func interior() throws {
        var generator = SeededGenerator(state: 1)
        let inside = [(8, 8), (9, 8), (15, 8), (16, 9), (23, 15), (24, 20), (12, 24)]
        for _ in 0..<500 {
            let alpha = UInt32.random(in: 0...255, using: &generator)
            let below = (0..<3).reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha, using: &generator) << (8 * $1) }
            var color = SVGAColor(red: generator.number(0, 1), green: generator.number(0, 1), blue: generator.number(0, 1))
            if Bool.random(using: &generator) { color.alpha = generator.number(0, 1) }
            let path = SVGAPath.circle(16, 16, 13.3)
            var (ours, cairos) = (FillerSheet(32, below), FillerSheet(32, below))
            ours.fill(path, color)
            try cairos.fillWithCairo(path, color)
            for (x, y) in inside { #expect(ours.words[y * 32 + x] == cairos.words[y * 32 + x], "\(color) over \(below)") }
        }
    }

    @Test("a random tangle looks like Cairo's on average", arguments: [8, 40, 200])
    func tangles(side: Int) throws {
        var generator = SeededGenerator(state: 2)
        var sum = 0
        for _ in 0..<100 {
            let path = generator.tangle(side)
            var (ours, cairos) = (FillerSheet(side), FillerSheet(side))
            ours.fill(path)
            try cairos.fillWithCairo(path)
            sum += zip(ours.coverage, cairos.coverage).reduce(0) { $0 + abs($1.0 - $1.1) }
        }
        // If lines of both directions cross a pixel, their areas cancel each other, which affects much of a small sheet.
        #expect(Double(sum) / Double(100 * side * side) < 40 / Double(side))
    }

    @Test("the pixels of a triangle add up to its area")
    func triangleArea() {
        var generator = SeededGenerator(state: 3)
        for _ in 0..<200 {
            let points = (0..<3).map { _ in (x: generator.number(2, 62), y: generator.number(2, 62)) }
            let (a, b, c) = (points[0], points[1], points[2])
            let area = ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).magnitude / 2
            var sheet = FillerSheet(64)
            sheet.fill(.polygon(points))
            let sum = Double(sheet.coverage.reduce(0, +)) / 255
            // Rounding moves points by up to 1/512 pixel; the sides are about 170 pixels long in total, and each pixel is rounded by up to
            // 1/510.
            #expect((sum - area).magnitude < 1)
        }
    }

    @Test("the pixels of a circle add up to its area, nearly", arguments: [3.0, 10, 60])
    func circleArea(radius: Double) {
        var sheet = FillerSheet(128)
        sheet.fill(.circle(64.3, 63.8, radius))
        let sum = Double(sheet.coverage.reduce(0, +)) / 255
        #expect((sum / (.pi * radius * radius) - 1).magnitude < 0.1 / radius)
    }

    @Test("a box covers its edges by exactly its share of them")
    func box() {
        var sheet = FillerSheet(8)
        sheet.fill(.box(1.5, 2, 5.25, 4.5))
        let expected: [[UInt32]] = [[128, 255, 255, 255, 64], [128, 255, 255, 255, 64], [64, 128, 128, 128, 32]]
        for y in 0..<8 {
            for x in 0..<8 {
                let inside = (2..<5).contains(y) && (1..<6).contains(x)
                #expect(sheet.alpha(x, y) == (inside ? expected[y - 2][x - 1] : 0), "\(x), \(y)")
            }
        }
    }

    @Test("parts drawn alone join to the complete picture", arguments: [50, 700])
    func parts(side: Int) {
        var generator = SeededGenerator(state: 4)
        let filler = PathFiller()
        for round in 0..<(side < 100 ? 150 : 4) {
            let path = generator.tangle(side)
            let color = SVGAColor(red: 0.9, green: 0.5, blue: 0.1, alpha: 0.7)
            var (full, joined) = (FillerSheet(side), FillerSheet(side))
            full.fill(path, color, by: filler)
            let columns = [0, Int.random(in: 1..<side / 2, using: &generator), Int.random(in: side / 2..<side, using: &generator), side]
            let rows = [0, Int.random(in: 1..<side / 2, using: &generator), side]
            for (top, bottom) in zip(rows, rows.dropFirst()) {
                for (left, right) in zip(columns, columns.dropFirst()) {
                    let part = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
                    joined.fill(path, color, by: filler, within: part)
                }
            }
            #expect(full == joined, "round \(round)")
        }
    }

    @Test("nothing outside of the part is touched")
    func part() {
        var generator = SeededGenerator(state: 5)
        for _ in 0..<100 {
            var sheet = FillerSheet(40, 0x8040_2010)
            let part = PixelRect(minX: 7, minY: 5, maxX: Int.random(in: 8...33, using: &generator), maxY: 30)
            sheet.fill(generator.tangle(40), by: PathFiller(), within: part)
            for y in 0..<40 {
                for x in 0..<40 where !part.contains(x: x, y: y) { #expect(sheet.words[y * 40 + x] == 0x8040_2010) }
            }
        }
    }

    @Test("neither the order of the lines nor the direction of all of them matters")
    func order() {
        var generator = SeededGenerator(state: 6)
        for _ in 0..<100 {
            let rings = (0..<3).map { _ in
                (0..<5).map { _ in (x: generator.number(-20, 80), y: generator.number(-20, 80)) }
            }
            func sheet(_ rings: [[(x: Double, y: Double)]]) -> FillerSheet {
                var path = SVGAPath()
                for ring in rings {
                    path.move(x: ring[0].x, y: ring[0].y)
                    for point in ring.dropFirst() { path.line(x: point.x, y: point.y) }
                    path.close()
                }
                var sheet = FillerSheet(60)
                sheet.fill(path)
                return sheet
            }
            let expected = sheet(rings)
            #expect(sheet(rings.reversed()) == expected)
            #expect(sheet(rings.map { Array($0.dropFirst(2) + $0.prefix(2)) }) == expected)
            #expect(sheet(rings.map { $0.reversed() }) == expected)
        }
    }

    @Test("moving an outline by integer pixels moves its picture")
    func moved() {
        var generator = SeededGenerator(state: 7)
        for _ in 0..<50 {
            let star = generator.star(30, isBent: true)
            var (here, there) = (FillerSheet(64), FillerSheet(64))
            here.fill(star, .black, by: PathFiller(), .translation(x: 2, y: 3))
            there.fill(star, .black, by: PathFiller(), .translation(x: 19, y: 24))
            for y in 0..<40 {
                for x in 0..<45 { #expect(here.alpha(x, y) == there.alpha(x + 17, y + 21)) }
            }
        }
    }

    @Test("a filler that has filled anything fills as a new one does")
    func leavesNothing() {
        var generator = SeededGenerator(state: 8)
        let used = PathFiller()
        for _ in 0..<100 {
            let side = Int.random(in: 1...90, using: &generator)
            let path = generator.tangle(side)
            var (ours, fresh) = (FillerSheet(side), FillerSheet(side))
            ours.fill(path, by: used)
            fresh.fill(path)
            #expect(ours == fresh)
        }
    }

    @Test("coordinates as far away as any are drawn where they belong")
    func far() {
        for reach in [1e3, 1e5, 3.9e6] {
            var sheet = FillerSheet(32)
            // Everything below the diagonal of the sheet.
            sheet.fill(.polygon([(-reach, -reach), (reach, reach), (-reach, reach)]))
            for y in 0..<32 {
                for x in 0..<32 { #expect(sheet.alpha(x, y) == (x < y ? 255 : x == y ? 128 : 0), "\(reach): \(x), \(y)") }
            }
        }
    }

    @Test("NaN and infinite coordinates do not crash")
    func broken() {
        var generator = SeededGenerator(state: 9)
        let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 4e6, -4e6, 1e-300, 0, 16]
        let used = PathFiller()
        for _ in 0..<300 {
            var sheet = FillerSheet(32)
            sheet.withRows { rows in
                used.fill(0xFF00_0000, to: rows, within: PixelRect(minX: 3, minY: 3, maxX: 29, maxY: 29)) { filler in
                    for _ in 0..<6 {
                        let position = (0..<6).map { _ in
                            Bool.random(using: &generator) ? odd.randomElement(using: &generator)! : generator.number(0, 32)
                        }
                        switch Int.random(in: 0..<4, using: &generator) {
                        case 0: filler.move(position[0], position[1])
                        case 1: filler.line(position[0], position[1])
                        case 2: filler.curve(position[0], position[1], position[2], position[3], position[4], position[5])
                        default: filler.close()
                        }
                    }
                }
            }
            for index in 0..<32 { #expect(sheet.alpha(index, 2) == 0 && sheet.alpha(index, 29) == 0) }
        }
        var (ours, fresh) = (FillerSheet(32), FillerSheet(32))
        ours.fill(.circle(16, 16, 10), by: used)
        fresh.fill(.circle(16, 16, 10))
        #expect(ours == fresh)
    }

    @Test("an open subpath is closed, and points and lines alone cover nothing")
    func open() {
        var (open, closed, none) = (FillerSheet(16), FillerSheet(16), FillerSheet(16))
        var path = SVGAPath()
        path.move(x: 2, y: 2)
        path.line(x: 13, y: 4)
        path.line(x: 7, y: 14)
        open.fill(path)
        path.close()
        closed.fill(path)
        #expect(open == closed)
        #expect(open.alpha(7, 7) == 255)
        var line = SVGAPath()
        line.move(x: 2, y: 2)
        line.line(x: 13, y: 9)
        line.close()
        line.move(x: 5, y: 5)
        none.fill(line)
        #expect(none == FillerSheet(16))
    }

    @Test("a subpath goes on where the last one was closed")
    func afterClose() {
        var sheet = FillerSheet(16)
        var path = SVGAPath.box(2, 2, 6, 6)
        path.line(x: 2, y: 12)
        path.line(x: 12, y: 12)
        sheet.fill(path)
        #expect(sheet.alpha(3, 10) == 255)
        #expect(sheet.alpha(10, 3) == 0)
    }

    @Test("winding is nonzero: overlaps stay filled, holes need the other direction")
    func nonzero() {
        for (hole, alpha) in [(SVGAPath.box(5, 5, 10, 10), 255 as UInt32), (.polygon([(5, 5), (5, 10), (10, 10), (10, 5)]), 0)] {
            var sheet = FillerSheet(16)
            sheet.withRows { rows in
                PathFiller().fill(0xFF00_0000, to: rows, within: PixelRect(minX: 0, minY: 0, maxX: 16, maxY: 16)) { filler in
                    Outline(filler, .identity).add(.box(2, 2, 14, 14))
                    Outline(filler, .identity).add(hole)
                }
            }
            #expect(sheet.alpha(7, 7) == alpha)
            #expect(sheet.alpha(3, 7) == 255)
        }
    }

    @Test("with the even-odd rule, every second overlap is a hole, on all instruction sets and on none")
    func evenOdd() {
        var expected: [UInt32] = []
        InstructionSets.each(plain: true) { name in
            var sheet = FillerSheet(64)
            let full = sheet.full
            sheet.withRows { rows in
                PathFiller().fill(0xFF00_0000, isEvenOdd: true, to: rows, within: full) { filler in
                    for inset in 0..<5 { Outline(filler, .identity).add(.box(2 + 5.5 * Double(inset), 3, 60, 60)) }
                    for inset in 1..<4 { Outline(filler, .identity).add(.circle(20, 20, 4.3 * Double(inset))) }
                }
            }
            #expect((0..<5).map { sheet.alpha(4 + 11 * $0 / 2, 50) } == [255, 0, 255, 0, 255], "\(name)")
            if expected.isEmpty { expected = sheet.words }
            #expect(sheet.words == expected, "\(name)")
        }
    }

    @Test("an outline that goes around 16,384 times is as full as one that goes around once")
    func manyTurns() {
        InstructionSets.each(plain: true) { name in
            var sheet = FillerSheet(16)
            let full = sheet.full
            sheet.withRows { rows in
                PathFiller().fill(0xFF00_0000, to: rows, within: full) { filler in
                    for _ in 0..<16_384 { Outline(filler, .identity).add(.box(2, 2, 14, 14)) }
                }
            }
            #expect(sheet.alpha(7, 7) == 255, "\(name)")
        }
    }

    @Test("a mask multiplies by coverage, and clears the rest of the part")
    func mask() {
        var sheet = FillerSheet(24, 0xFF80_4020)
        sheet.withRows { rows in
            PathFiller().mask(rows, within: PixelRect(minX: 1, minY: 1, maxX: 23, maxY: 20)) {
                Outline($0, .identity).add(.box(4, 4.5, 18, 12))
            }
        }
        #expect(sheet.words[0] == 0xFF80_4020)
        #expect(sheet.words[22 * 24 + 5] == 0xFF80_4020)
        #expect(sheet.words[2 * 24 + 5] == 0)
        #expect(sheet.words[4 * 24 + 5] == 0x8040_2010)
        #expect(sheet.words[6 * 24 + 5] == 0xFF80_4020)
        #expect(sheet.words[6 * 24 + 19] == 0)
    }

    @Test("all instruction sets, and none, fill and mask the same pixels")
    func instructionSets() {
        var expected: [FillerSheet] = []
        InstructionSets.each(plain: true) { name in
            var generator = SeededGenerator(state: 10)
            var sheets: [FillerSheet] = []
            for side in 1...70 {
                let path = generator.tangle(side)
                var sheet = FillerSheet(side, 0x8040_2010)
                let colors = [SVGAColor.black, SVGAColor(red: 0.3, green: 0.9, blue: 1, alpha: 0.6)]
                for color in colors { sheet.fill(path, color, within: PixelRect(x: 0, y: 0, width: side, height: max(1, side - 3))) }
                let full = sheet.full
                sheet.withRows { rows in PathFiller().mask(rows, within: full) { Outline($0, .identity).add(path) } }
                sheets.append(sheet)
                sheet.fill(path, colors[1])
                sheets.append(sheet)
            }
            if expected.isEmpty { expected = sheets }
            #expect(sheets == expected, "\(name)")
        }
    }

    @Test("a rectangle gets the pixels that its four lines get", arguments: [0.0, 1, 2, 3])
    func rectangle(quarterTurns: Double) {
        var generator = SeededGenerator(state: 11)
        let painter = ShapePainter()
        for _ in 0..<200 {
            let isWhole = Bool.random(using: &generator)
            func number(_ low: Double, _ high: Double) -> Double {
                let number = generator.number(low, high)
                return isWhole ? number.rounded() : number
            }
            let rect = SVGARect(x: number(-20, 30), y: number(-20, 30), width: number(0.01, 40), height: number(0.01, 40))
            let transform =
                (SVGATransform(
                    a: [1, 0, -1, 0][Int(quarterTurns)], b: [0, 1, 0, -1][Int(quarterTurns)],
                    c: [0, -1, 0, 1][Int(quarterTurns)], d: [1, 0, -1, 0][Int(quarterTurns)], tx: 0, ty: 0)).concatenating(
                    SVGATransform.translation(x: 16, y: 16))
            let color = SVGAColor(red: 0.3, green: 0.9, blue: 1, alpha: generator.number(0, 1))
            let part = PixelRect(minX: Int.random(in: 0...8, using: &generator), minY: 2, maxX: 30, maxY: 31)
            var (ours, lines) = (FillerSheet(32, 0x8040_2010), FillerSheet(32, 0x8040_2010))
            ours.withRows {
                painter.draw(
                    ShapeEntity(geometry: .rect(rect, cornerRadius: 0), fill: color), transform, 1, to: $0, within: part)
            }
            lines.fill(.box(rect.minX, rect.minY, rect.maxX, rect.maxY), color, by: PathFiller(), transform, within: part)
            #expect(ours == lines, "\(rect)")
        }
    }
}
