import SVGAModel
import SVGAPixels
import Testing

@testable import SVGARender

@Suite("Outlines without antialiasing")
struct SharpOutlineTests {
    private static let whole = PixelRect(x: 0, y: 0, width: 100, height: 100)

    /// Whether each pixel of an opaque canvas is still visible after masking.
    private static func masked(_ path: SVGAPath, _ meter: WorkMeter, parts: [PixelRect]) throws -> [Bool] {
        let canvas = try Canvas(width: whole.width, height: whole.height)
        canvas.rows.fill(whole, with: .max)
        for part in parts { SharpOutline(meter).mask(canvas.rows, within: part, .path(path), .identity) }
        return (0..<whole.pixels).map { canvas.rows.row($0 / whole.width)[$0 % whole.width] != 0 }
    }

    private static func zigzag(_ count: Int) -> SVGAPath {
        var path = SVGAPath()
        path.move(x: 0, y: 0)
        for index in 0..<count { path.line(x: Double(index * 7919 % 100), y: index % 2 == 0 ? 100 : 0) }
        path.close()
        return path
    }

    @Test("lines that cross the entire part are counted, and the outline stops where they are over the limit")
    func work() throws {
        var limits = ReadLimits.default
        limits.work = 10_000_000
        let meter = WorkMeter(limits)
        _ = try Self.masked(Self.zigzag(60_000), meter, parts: [Self.whole])
        #expect(meter.isOver)
        #expect(meter.spent < 11_000_000)
    }

    @Test("a pixel is inside if its centre is, by the nonzero rule")
    func centers() throws {
        // Two overlapping squares with the same winding, and a hole with the opposite one.
        var path = SVGAPath()
        for (x, y, side) in [(10.5, 10.0, 40.0), (30.0, 30.0, 40.0)] {
            path.move(x: x, y: y)
            path.line(x: x + side, y: y)
            path.line(x: x + side, y: y + side)
            path.line(x: x, y: y + side)
            path.close()
        }
        path.move(x: 12, y: 12)
        path.line(x: 12, y: 20)
        path.line(x: 20, y: 20)
        path.line(x: 20, y: 12)
        path.close()
        let inside = try Self.masked(path, .unlimited, parts: [Self.whole])
        for position in 0..<Self.whole.pixels {
            let (x, y) = (Double(position % 100) + 0.5, Double(position / 100) + 0.5)
            let isFirst = (10.5..<50.5).contains(x) && (10..<50).contains(y)
            let isSecond = (30..<70).contains(x) && (30..<70).contains(y)
            let isHole = (12..<20).contains(x) && (12..<20).contains(y)
            #expect(inside[position] == ((isFirst || isSecond) && !isHole), "\(x), \(y)")
        }
    }

    @Test("a part equals the same part of the complete picture")
    func parts() throws {
        let path = Self.zigzag(37)
        let parts = [
            PixelRect(x: 0, y: 0, width: 33, height: 100), PixelRect(x: 33, y: 0, width: 67, height: 41),
            PixelRect(x: 33, y: 41, width: 67, height: 59),
        ]
        #expect(try Self.masked(path, .unlimited, parts: [Self.whole]) == Self.masked(path, .unlimited, parts: parts))
    }
}
