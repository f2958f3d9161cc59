import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import TestSupport
import Testing

@testable import SVGALottie

/// What is painted without Cairo, held against Cairo.
@Suite("Fills and strokes without Cairo") struct DirectFillTests {
    private static let side = 96

    private func pixmap(_ layers: [LayerState]) throws -> Pixmap {
        let composition = try LottieComposition(bytes: LottieText.file(LottieText.solid("#000000")))
        return try FrameStatePictures(composition).pixmap(
            of: LottieFrameState(layers: layers), .identity, width: Self.side, height: Self.side)
    }

    private func layer(_ paints: [PaintState], opacity: Double = 1, masks: [MaskState] = []) -> LayerState {
        LayerState(indexPath: [0], name: "", transform: .identity, opacity: opacity, masks: masks, content: .shapes(paints))
    }

    /// A round or an angular outline around the origin.
    private func outline(_ generator: inout SeededGenerator) -> SVGAPath {
        var path = SVGAPath()
        let corners = Int.random(in: 3...9, using: &generator)
        let isRound = Bool.random(using: &generator)
        let radii = (0..<corners).map { _ in generator.number(18, 26) }
        func point(_ index: Int, _ factor: Double = 1) -> (x: Double, y: Double) {
            let angle = 2 * Double.pi * (Double(index) + (factor == 1 ? 0 : 0.5)) / Double(corners)
            return (factor * radii[index % corners] * cos(angle), factor * radii[index % corners] * sin(angle))
        }
        path.move(x: point(0).x, y: point(0).y)
        for index in 1...corners {
            let (handle, end) = (point(index - 1, 1.1), point(index))
            if isRound {
                path.curve(x1: handle.x, y1: handle.y, x2: handle.x, y2: handle.y, x: end.x, y: end.y)
            } else {
                path.line(x: end.x, y: end.y)
            }
        }
        path.close()
        return path
    }

    private func style(_ generator: inout SeededGenerator) -> PaintState.Style {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .fill(isEvenOdd: false)
        case 1: .fill(isEvenOdd: true)
        default:
            .stroke(
                width: generator.number(0.5, 3), cap: [.butt, .round, .square].randomElement(using: &generator) ?? .butt,
                join: [.miter, .round, .bevel].randomElement(using: &generator) ?? .round, miterLimit: 4,
                dashes: [], phase: 0)
        }
    }

    @Test("random fills and strokes look like Cairo's")
    func likeCairo() throws {
        var generator = SeededGenerator(state: 43)
        var (edges, far, sum) = (0, 0, 0)
        for round in 0..<300 {
            let transform = SVGATransform(
                a: generator.number(0.6, 1.3), b: generator.number(-0.5, 0.5), c: generator.number(-0.5, 0.5),
                d: generator.number(0.6, 1.3), tx: generator.number(30, 66), ty: generator.number(30, 66))
            var item = PaintState(
                name: "", path: outline(&generator), transform: transform, style: style(&generator), paint: .color(.black),
                opacity: generator.number(0.3, 1))
            let direct = try pixmap([layer([item])])
            // Only Cairo clips to the region of a mask, which is larger than the outline.
            item.hasMaskRegion = true
            let cairo = try pixmap([layer([item])])
            let differences = ByteDifferences(direct.pixels, cairo.pixels, scale: 1 / item.opacity, limit: 16)
            // Cairo's sample lines miss up to a sixth of thin tips and of the corners of joins.
            #expect(differences.largest <= 48, "round \(round): \(item.style)")
            (edges, sum, far) = (edges + differences.count, sum + differences.sum, far + differences.far)
        }
        #expect(edges > 10_000)
        #expect(sum < 6 * edges)
        #expect(100 * far < 4 * edges, "\(far) of \(edges) pixels differ by more than a sixteenth")
    }

    private func gradient(_ generator: inout SeededGenerator) -> PaintState.Paint {
        func color() -> SVGAColor {
            SVGAColor(
                red: generator.number(0, 1), green: generator.number(0, 1), blue: generator.number(0, 1), alpha: generator.number(0.4, 1))
        }
        let choices: [[Double]] = [[0, 1], [0.1, 0.45, 0.9], [0, 0.3, 0.6, 1]]
        let offsets = choices.randomElement(using: &generator) ?? [0, 1]
        let stops = offsets.map { PaintState.Stop(offset: $0, color: color()) }
        let (x, y, angle) = (generator.number(-8, 8), generator.number(-8, 8), generator.number(0, 6.28))
        let length = generator.number(24, 40)
        if Bool.random(using: &generator) {
            return .linear(startX: x, startY: y, endX: x + length * cos(angle), endY: y + length * sin(angle), stops: stops)
        }
        let shares: [Double] = [0, 0.5, -0.9]
        let distance = length * (shares.randomElement(using: &generator) ?? 0)
        let (highlightX, highlightY) = (x + distance * cos(angle), y + distance * sin(angle))
        return .radial(centerX: x, centerY: y, radius: length, highlightX: highlightX, highlightY: highlightY, stops: stops)
    }

    @Test("random gradients have Cairo's colors")
    func gradients() throws {
        var generator = SeededGenerator(state: 46)
        var (seen, far, edges) = (0, 0, 0)
        for round in 0..<200 {
            let transform = SVGATransform(
                a: generator.number(0.6, 1.3), b: generator.number(-0.5, 0.5), c: generator.number(-0.5, 0.5),
                d: generator.number(0.6, 1.3), tx: generator.number(30, 66), ty: generator.number(30, 66))
            var item = PaintState(
                name: "", path: outline(&generator), transform: transform, style: style(&generator), paint: gradient(&generator),
                opacity: generator.number(0.3, 1))
            var covered = item
            covered.paint = .color(.black)
            covered.opacity = 1
            let (direct, coverage) = (try pixmap([layer([item])]), try pixmap([layer([covered])]))
            // Only Cairo clips to the region of a mask, which is larger than the outline.
            item.hasMaskRegion = true
            let cairo = try pixmap([layer([item])])
            var (inside, outside) = (0, 0)
            for (pixel, difference) in direct.differences(from: cairo).enumerated() {
                if coverage.pixels[4 * pixel + 3] == 255 {
                    (seen, inside) = (seen + 1, max(inside, difference))
                    if difference > 2 { far += 1 }
                } else {
                    (edges, outside) = (edges + (difference > 0 ? 1 : 0), max(outside, difference))
                }
            }
            #expect(inside <= 5, "round \(round): \(item.paint)")
            #expect(outside <= 48, "round \(round): \(item.style)")
        }
        #expect(seen > 50_000 && edges > 1000)
        #expect(100 * far < seen, "\(far) of \(seen) pixels differ by more than two")
    }

    @Test("Cairo paints dashes, and gradients without a length")
    func byCairo() throws {
        var generator = SeededGenerator(state: 45)
        let stops = [PaintState.Stop(offset: 0, color: .white), PaintState.Stop(offset: 1, color: .black)]
        let dashes = PaintState.Style.stroke(width: 3, cap: .square, join: .miter, miterLimit: 4, dashes: [7, 4], phase: -3.7)
        try checkCairo(dashes, .color(.black), &generator)
        try checkCairo(dashes, .linear(startX: -20, startY: 0, endX: 20, endY: 0, stops: stops), &generator)
        try checkCairo(.fill(isEvenOdd: false), .linear(startX: 3, startY: 3, endX: 3, endY: 3, stops: stops), &generator)
    }

    @Test("dashes of length 0 are dots if the caps are round, and an odd pattern alternates between dashes and gaps")
    func dots() throws {
        func columns(_ dashes: [Double], cap: ShapeEntity.LineCap = .round) throws -> String {
            let style = PaintState.Style.stroke(width: 4, cap: cap, join: .miter, miterLimit: 4, dashes: dashes, phase: 0)
            var line = SVGAPath()
            line.move(x: 0, y: 48)
            line.line(x: 96, y: 48)
            let item = PaintState(name: "", path: line, transform: .identity, style: style, paint: .color(.black), opacity: 1)
            let picture = try pixmap([layer([item])])
            return String((0..<96).map { picture.pixels[4 * (48 * picture.width + $0) + 3] > 127 ? "#" : "." })
        }
        // A dot each 24 pixels.
        let dotted = try columns([0, 24])
        #expect(dotted.hasPrefix("##....................####....................####"))
        #expect(try columns([12, 12, 0, 24]).hasPrefix("##############........####....................####"))
        // 12 on, none off, 12 on; 12 off, none on, 12 off.
        #expect(try columns([12, 0, 12]).hasPrefix("##########################........####........####"))
        let butt = try columns([12, 0, 12], cap: .butt)
        #expect(butt == String(repeating: String(repeating: "#", count: 24) + String(repeating: ".", count: 24), count: 2))
    }

    private func checkCairo(_ style: PaintState.Style, _ paint: PaintState.Paint, _ generator: inout SeededGenerator) throws {
        var item = PaintState(
            name: "", path: outline(&generator), transform: .translation(x: 48.3, y: 47.6), style: style, paint: paint, opacity: 1)
        let picture = try pixmap([layer([item])])
        item.hasMaskRegion = true
        #expect(try pixmap([layer([item])]) == picture)
        #expect(picture.pixels.contains(255))
    }

    @Test("a layer with a mask has the coverage of the mask's path")
    func masks() throws {
        var generator = SeededGenerator(state: 44)
        for _ in 0..<50 {
            let path = outline(&generator).transformed(.translation(x: generator.number(0, 96), y: 48.3))
            let fill = PaintState(
                name: "", path: path, transform: .identity, style: .fill(isEvenOdd: false), paint: .color(.black), opacity: 1)
            let expected = try pixmap([layer([fill])])
            var masked = layer([fill], masks: [MaskState(mode: .add, path: path, opacity: 1, isInverted: false)])
            masked.content = .solid(.black, width: 96, height: 96)
            #expect(try pixmap([masked]) == expected)
        }
    }

    @Test("a translucent layer of two fills fades both together")
    func groups() throws {
        func box(_ x: Double) -> PaintState {
            var path = SVGAPath()
            for (index, corner) in [(x, 8.0), (x + 40, 8), (x + 40, 60), (x, 60)].enumerated() {
                index == 0 ? path.move(x: corner.0, y: corner.1) : path.line(x: corner.0, y: corner.1)
            }
            path.close()
            return PaintState(name: "", path: path, transform: .identity, style: .fill(isEvenOdd: false), paint: .color(.black), opacity: 1)
        }
        let picture = try pixmap([layer([box(10), box(30)], opacity: 0.5)])
        for x in [12, 35, 68] { #expect(picture.pixels[4 * (20 * Self.side + x) + 3] == 128) }
        #expect(picture.pixels[4 * (20 * Self.side + 72) + 3] == 0)
    }

    @Test("where two shapes abut between pixels, what is below shows through, as in a browser")
    func seams() throws {
        func fill(_ corners: [(Double, Double)]) -> PaintState {
            var path = SVGAPath()
            for (index, corner) in corners.enumerated() {
                index == 0 ? path.move(x: corner.0, y: corner.1) : path.line(x: corner.0, y: corner.1)
            }
            path.close()
            return PaintState(name: "", path: path, transform: .identity, style: .fill(isEvenOdd: false), paint: .color(.black), opacity: 1)
        }
        let rectangles = [
            fill([(2.3, 2.3), (10.4, 2.3), (10.4, 18.7), (2.3, 18.7)]), fill([(10.4, 2.3), (17.6, 2.3), (17.6, 18.7), (10.4, 18.7)]),
        ]
        let triangles = [fill([(2, 2), (18, 2), (2, 18)]), fill([(18, 2), (18, 18), (2, 18)])]
        let (first, second) = (try pixmap([layer(rectangles)]), try pixmap([layer(triangles)]))
        func alpha(_ picture: Pixmap, _ x: Int, _ y: Int) -> Int { Int(picture.pixels[4 * (y * Self.side + x) + 3]) }
        // Each shape is antialiased alone: 1 − (1 − 0.4) × (1 − 0.6), and 1 − 0.5².
        #expect([8, 9, 11, 12].allSatisfy { alpha(first, $0, 10) == 255 })
        #expect(abs(alpha(first, 10, 10) - 194) <= 1)
        #expect((3..<17).allSatisfy { abs(alpha(second, $0, 19 - $0) - 191) <= 1 })
    }

    @Test("only a clip whose edges are between pixels, or which is not a rectangle, needs Cairo")
    func clips() {
        let area = PixelRect(x: 0, y: 0, width: 90, height: 90)
        let inside = PixelRect(x: 20, y: 20, width: 10, height: 10)
        var whole = PaintClip(area)
        whole.clip(to: SVGARect(x: 10, y: 10, width: 50, height: 50.001))
        #expect(whole.part(of: area) == PixelRect(x: 10, y: 10, width: 50, height: 50))
        var uneven = PaintClip(area)
        uneven.clip(to: SVGARect(x: 10.4, y: 10, width: 50, height: 50))
        #expect(uneven.part(of: area) == nil)
        #expect(uneven.part(of: inside) == inside)
        #expect(uneven.part(of: PixelRect(x: 70, y: 0, width: 20, height: 20))?.isEmpty == true)
        var turned = PaintClip(area)
        let half = 0.5.squareRoot()
        let transform = SVGATransform(a: half, b: half, c: -half, d: half, tx: 40, ty: 40).translatedBy(x: -25, y: -25)
        turned.clip(to: SVGARect(x: 0, y: 0, width: 50, height: 50), transform)
        #expect(turned.part(of: PixelRect(x: 30, y: 30, width: 20, height: 20)) == PixelRect(x: 30, y: 30, width: 20, height: 20))
        #expect(turned.part(of: PixelRect(x: 10, y: 10, width: 20, height: 20)) == nil)
        #expect(turned.part(of: PixelRect(x: 80, y: 0, width: 10, height: 20))?.isEmpty == true)
    }

    @Test("a path is a rectangle only if its four sides are horizontal and vertical")
    func rectangles() {
        func path(_ points: [(Double, Double)], isClosed: Bool = true) -> SVGAPath {
            var path = SVGAPath()
            for (index, point) in points.enumerated() {
                index == 0 ? path.move(x: point.0, y: point.1) : path.line(x: point.0, y: point.1)
            }
            if isClosed { path.close() }
            return path
        }
        let corners = [(1.0, 2.0), (5.0, 2.0), (5.0, 8.0), (1.0, 8.0)]
        let rect = SVGARect(x: 1, y: 2, width: 4, height: 6)
        #expect(path(corners).rectangle == rect)
        #expect(path(corners.reversed()).rectangle == rect)
        #expect(path(corners + [corners[0]], isClosed: false).rectangle == rect)
        #expect(path([corners[0], corners[2], corners[1], corners[3]]).rectangle == nil)
        #expect(path([(1, 2), (5, 2), (5, 8), (1, 8.5)]).rectangle == nil)
        #expect(path(Array(corners.prefix(3))).rectangle == nil)
        #expect(path(corners + [(0, 0)]).rectangle == nil)
    }
}
