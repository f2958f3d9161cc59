import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import TestSupport
import Testing

@testable import SVGARender

extension SeededGenerator {
    /// Smooth colors with soft holes, and rows that start and end anywhere: difficult cases for bilinear sampling.
    fileprivate mutating func picture() throws -> PreparedBitmap {
        let (width, height) = (Int.random(in: 3...40, using: &self), Int.random(in: 3...40, using: &self))
        let phases = (0..<8).map { _ in number(0, 6) }
        var pixmap = Pixmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                func wave(_ channel: Int) -> Double {
                    0.5 + 0.5 * SVGAPlatform.sin(phases[channel] + Double(x) * 0.2 + phases[channel + 4] * Double(y) * 0.05)
                }
                let alpha = min(1, max(0, 2 * wave(3) - 0.4))
                for channel in 0..<3 { pixmap.pixels[4 * (y * width + x) + channel] = UInt8(255 * alpha * wave(channel)) }
                pixmap.pixels[4 * (y * width + x) + 3] = UInt8((255 * alpha).rounded(.up))
            }
        }
        return try PreparedBitmap.prepare(pixmap)
    }

    /// A few thin lines, mostly slanted, with large holes; all edges but the upper one are transparent.
    mutating func lines() throws -> PreparedBitmap {
        let (width, height) = (Int.random(in: 48...150, using: &self), Int.random(in: 48...150, using: &self))
        var pixmap = Pixmap(width: width, height: height)
        for _ in 0..<3 {
            let (start, slope) = (number(10, Double(width) - 10), number(-1, 1))
            for y in 0..<height - 10 {
                let x = Int(start + slope * Double(y))
                guard x > 3, x < width - 3 else { continue }
                for byte in 4 * (y * width + x)..<4 * (y * width + x + 2) { pixmap.pixels[byte] = 255 }
            }
        }
        return try PreparedBitmap.prepare(pixmap)
    }

    /// Scaled by 0.5 to 3, mirrored, rotated or axis-aligned, at a position around an output of 64 × 64.
    fileprivate mutating func transform(isAxisAligned: Bool) -> SVGATransform {
        let scale = (x: number(0.5, 3) * (Bool.random(using: &self) ? 1 : -1), y: number(0.5, 3))
        let angle = isAxisAligned ? 0 : number(0, 6.3)
        let (sine, cosine) = (SVGAPlatform.sin(angle), SVGAPlatform.cos(angle))
        return SVGATransform(
            a: cosine * scale.x, b: sine * scale.x, c: -sine * scale.y, d: cosine * scale.y, tx: number(-30, 90), ty: number(-30, 90))
    }
}

/// An output with known words, so that writes outside of the part are found.
private struct Output {
    static let side = 64
    static let untouched: UInt32 = 0x8040_2010
    let bounds: PixelRect
    var words: [UInt32]

    init(_ word: UInt32, width: Int = Output.side) {
        bounds = PixelRect(minX: 0, minY: 0, maxX: width, maxY: Output.side)
        words = [UInt32](repeating: word, count: bounds.pixels)
    }

    /// - Parameter rim: nil: the entire bitmap.
    mutating func draw(_ bitmap: PreparedBitmap, _ transform: SVGATransform, rim: SVGARect? = nil, alpha: Double, within part: PixelRect) {
        let full = SVGARect(x: 0, y: 0, width: Double(bitmap.ink.width), height: Double(bitmap.ink.height))
        words.withUnsafeMutableBufferPointer { words in
            guard let base = words.baseAddress else { return }
            bitmap.draw(
                transform, rim: rim ?? full, alpha: alpha, to: PixelRows(base: base, wordsPerRow: bounds.width), bounds: bounds,
                within: part)
        }
    }

    /// Cairo's rendering: the bitmap with its edge repeated, filled into its rectangle.
    mutating func drawWithCairo(_ bitmap: PreparedBitmap, _ transform: SVGATransform, alpha: Double) throws {
        let side = Int32(Output.side)
        let pixels = try #require(bitmap.pixels)
        try words.withUnsafeMutableBytes { words in
            let target = cairo_image_surface_create_for_data(
                words.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, side, side, 4 * side)
            defer { cairo_surface_destroy(target) }
            let source = cairo_image_surface_create_for_data(
                UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(bitmap.ink.width),
                Int32(bitmap.ink.height), Int32(bitmap.strideBytes))
            defer { cairo_surface_destroy(source) }
            let context = try #require(cairo_create(target))
            defer { cairo_destroy(context) }
            var matrix = transform.cairoMatrix
            cairo_set_matrix(context, &matrix)
            cairo_set_source_surface(context, source, 0, 0)
            cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
            cairo_rectangle(context, 0, 0, Double(bitmap.ink.width), Double(bitmap.ink.height))
            cairo_clip(context)
            cairo_paint_with_alpha(context, alpha)
            cairo_surface_flush(target)
            #expect(cairo_status(context) == CAIRO_STATUS_SUCCESS)
        }
    }

    /// The largest and the mean difference of all channels.
    func difference(from other: Output) -> (maximum: Int, mean: Double) {
        var (maximum, sum) = (0, 0)
        for (one, two) in zip(words, other.words) {
            for shift in [0, 8, 16, 24] as [UInt32] {
                let difference = abs(Int(one >> shift & 255) - Int(two >> shift & 255))
                maximum = max(maximum, difference)
                sum += difference
            }
        }
        return (maximum, Double(sum) / Double(4 * words.count))
    }
}

@Suite("Opacity hull") struct OpacityHullTests {
    @Test("the octagon contains all visible pixels and touches them on every side")
    func hull() throws {
        var dice = SeededGenerator(state: 7)
        for round in 0..<50 {
            let bitmap = try round % 2 == 0 ? dice.lines() : dice.picture()
            guard let pixels = bitmap.pixels else { continue }
            let width = bitmap.ink.width
            let inked = (0..<width * bitmap.ink.height).filter { pixels[$0] != 0 }.map { (x: $0 % width, y: $0 / width) }
            let hull = bitmap.hull
            func bounds(_ of: ((x: Int, y: Int)) -> Int) -> [Int?] { [inked.map(of).min(), inked.map(of).max()] }
            #expect(bounds { $0.x } == [hull.x.lowerBound, hull.x.upperBound])
            #expect(bounds { $0.y } == [hull.y.lowerBound, hull.y.upperBound])
            #expect(bounds { $0.x + $0.y } == [hull.sum.lowerBound, hull.sum.upperBound])
            #expect(bounds { $0.x - $0.y } == [hull.difference.lowerBound, hull.difference.upperBound])
        }
    }
}

@Suite("Blitter") struct BlitterTests {
    private static let full = PixelRect(minX: 0, minY: 0, maxX: Output.side, maxY: Output.side)

    /// For axis-aligned bitmaps the tolerance is 4 of 255. Pixman's weights have 7 bits, a step of 2 between black and white. Sampling,
    /// fading and blending are rounded differently (see `PixelBlend`). For other bitmaps edges differ more: Cairo samples their coverage on
    /// a grid, we compute it from distances.
    @Test("the blitter agrees with Cairo", arguments: [true, false], [1, 0.6])
    func agreesWithCairo(isAxisAligned: Bool, alpha: Double) throws {
        var dice = SeededGenerator(state: isAxisAligned ? 1 : 2)
        for round in 0..<50 {
            let bitmap = try round % 3 == 0 ? dice.lines() : dice.picture()
            if bitmap.isEmpty { continue }
            let transform = dice.transform(isAxisAligned: isAxisAligned)
            var (ours, cairos) = (Output(Output.untouched), Output(Output.untouched))
            ours.draw(bitmap, transform, alpha: alpha, within: Self.full)
            try cairos.drawWithCairo(bitmap, transform, alpha: alpha)
            let difference = ours.difference(from: cairos)
            #expect(difference.maximum <= (isAxisAligned ? 4 : 24), "round \(round)")
            #expect(difference.mean <= 0.5, "round \(round)")
        }
    }

    @Test("nothing is written outside of the part asked for, and within it what drawing all would write", arguments: [true, false])
    func keepsToItsPart(isAxisAligned: Bool) throws {
        var dice = SeededGenerator(state: isAxisAligned ? 3 : 4)
        for round in 0..<100 {
            let bitmap = try dice.picture()
            let transform = dice.transform(isAxisAligned: isAxisAligned)
            let alpha = round % 2 == 0 ? 1 : dice.number(0.01, 1)
            let (x, y) = (Int(dice.number(0, 63)), Int(dice.number(0, 63)))
            let part = PixelRect(minX: x, minY: y, maxX: Int(dice.number(Double(x), 64)), maxY: Int(dice.number(Double(y), 64)))
            var (partial, full) = (Output(Output.untouched), Output(Output.untouched))
            partial.draw(bitmap, transform, alpha: alpha, within: part)
            full.draw(bitmap, transform, alpha: alpha, within: Self.full)
            var expected = Output(Output.untouched)
            for row in part.minY..<part.maxY {
                for at in row * Output.side + part.minX..<row * Output.side + part.maxX { expected.words[at] = full.words[at] }
            }
            #expect(partial.words == expected.words, "round \(round)")
        }
    }

    /// The output is wide, because rounding errors of fixed-point steps accumulate along a row.
    @Test("an output painted in tiles is the same as one painted at once", arguments: Placing.allCases)
    func tiles(placing: Placing) throws {
        var dice = SeededGenerator(state: 5)
        for round in 0..<40 {
            let bitmap = try dice.picture()
            let width = Int.random(in: 1...1200, using: &dice)
            var transform = SVGATransform.translation(x: Double(round), y: 7)
            if placing != .full {
                transform = dice.transform(isAxisAligned: placing == .upright)
                    .scaledBy(x: Double(width) / 40, y: dice.number(0.5, 2))
            }
            let rim = SVGARect(x: dice.number(-1, 2), y: dice.number(-1, 2), width: dice.number(1, 40), height: dice.number(1, 40))
            let alpha = round % 2 == 0 ? 1 : dice.number(0.01, 1)
            var (tiled, full) = (Output(Output.untouched, width: width), Output(Output.untouched, width: width))
            full.draw(bitmap, transform, rim: round % 3 == 0 ? rim : nil, alpha: alpha, within: full.bounds)
            var y = 0
            while y < Output.side {
                let height = min(Int.random(in: 1...20, using: &dice), Output.side - y)
                var x = 0
                while x < width {
                    let part = PixelRect(x: x, y: y, width: min(Int.random(in: 1...300, using: &dice), width - x), height: height)
                    tiled.draw(bitmap, transform, rim: round % 3 == 0 ? rim : nil, alpha: alpha, within: part)
                    x = part.maxX
                }
                y += height
            }
            #expect(tiled.words == full.words, "round \(round)")
        }
    }

    enum Placing: CaseIterable { case full, upright, turned }

    @Test("a bitmap at integer pixels is copied unchanged", arguments: [0, 1, 2, 3, 4, 5, 6, 7])
    func copies(offset: Int) throws {
        var dice = SeededGenerator(state: UInt64(offset))
        let bitmap = try dice.picture()
        let pixels = try #require(bitmap.pixels)
        var output = Output(0)
        output.draw(bitmap, .translation(x: Double(offset), y: 5), alpha: 1, within: Self.full)
        for y in 0..<bitmap.ink.height {
            let row = Array(UnsafeBufferPointer(start: pixels + y * bitmap.ink.width, count: bitmap.ink.width))
            #expect(Array(output.words.dropFirst((y + 5) * Output.side + offset).prefix(row.count)) == row)
        }
    }

    @Test(
        "extreme transforms draw without harm",
        arguments: [1e-9, 1e-4, 1e4, 1e9], [-1e12, -40, 0.25, 1e12])
    func extremes(scale: Double, offset: Double) throws {
        var dice = SeededGenerator(state: 9)
        let bitmap = try dice.picture()
        let part = PixelRect(minX: 8, minY: 8, maxX: 56, maxY: 56)
        for (b, c) in [(0.0, 0.0), (0.3, -0.2)] {
            var output = Output(Output.untouched)
            output.draw(bitmap, SVGATransform(a: scale, b: b, c: c, d: scale, tx: offset, ty: offset), alpha: 1, within: part)
            #expect(output.words.prefix(8 * Output.side).allSatisfy { $0 == Output.untouched })
        }
    }
}
