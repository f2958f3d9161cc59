import SVGAPixels
import TestSupport
import Testing

/// The sets of pixels and points that rectangles stand for.
struct RectangleTests {
    @Test func `the intersection holds the pixels of both, and its sides are never below 0`() {
        var random = SeededGenerator(state: 9)
        func rectangle() -> PixelRect {
            PixelRect(
                x: .random(in: -6...6, using: &random), y: .random(in: -6...6, using: &random), width: .random(in: 0...7, using: &random),
                height: .random(in: 0...7, using: &random))
        }
        for _ in 0..<500 {
            let (one, two) = (rectangle(), rectangle())
            let common = one.intersection(two)
            for y in -8..<16 {
                for x in -8..<16 { #expect(common.contains(x: x, y: y) == (one.contains(x: x, y: y) && two.contains(x: x, y: y))) }
            }
            #expect(common.width >= 0 && common.height >= 0)
        }
    }
}
