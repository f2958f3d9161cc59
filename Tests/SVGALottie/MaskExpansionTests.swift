import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGALottie

/// Masks with an expansion, which lottie-web strokes or erodes.
@Suite struct MaskExpansionTests {
    private static let square = #"{"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]],"v":[[5,5],[15,5],[15,15],[5,15]],"c":true}"#

    private static func mask(_ expansion: String, mode: String = "a", opacity: Int = 100, more: String = "") -> String {
        #"{"mode":"\#(mode)","pt":{"k":\#(square)},"o":{"k":\#(opacity)},"x":\#(expansion)\#(more)}"#
    }

    private static func frame(_ masks: String..., ks: String = "", frame: Int = 0) throws -> Pixmap {
        let layer = LottieText.solid("#ff0000", ks: ks, more: #""masksProperties":[\#(masks.joined(separator: ","))]"#)
        return try LottieText.frame(LottieText.file(layer), frame)
    }

    private static func alphas(_ frame: Pixmap, _ columns: Range<Int>) -> [Int] { columns.map { Int(frame.pixel($0, 10).alpha) } }

    @Test
    func `a negative expansion is the lowest alpha in a square around each pixel, of the mask and a stroke of one point`() throws {
        let frame = try Self.frame(Self.mask(#"{"k":-2}"#))
        #expect(Self.alphas(frame, 4..<9).map { ($0 + 1) / 32 } == [0, 0, 4, 8, 8])
        // In the corner, too: an offset of the path would be the same there, and one of a circle would be smaller.
        #expect(frame.pixel(7, 7) == .red && frame.pixel(12, 12) == .red && frame.pixel(13, 13).alpha < 140)
        #expect(frame.pixel(14, 14) == .clear)
    }

    @Test
    func `a mask that is eroded more than it is wide shows nothing`() throws {
        #expect(try Self.frame(Self.mask(#"{"k":-9}"#)).inkBox == nil)
        #expect(try Self.frame(Self.mask(#"{"k":-1e9}"#)).inkBox == nil)
    }

    @Test
    func `a positive expansion is an opaque stroke, also of a translucent mask`() throws {
        let frame = try Self.frame(Self.mask(#"{"k":2}"#, opacity: 50))
        #expect(Self.alphas(frame, 2..<10).map { ($0 + 1) / 32 } == [0, 8, 8, 8, 8, 4, 4, 4])
    }

    @Test
    func `an eroded mask of a turned layer is eroded before the turn`() throws {
        let turned = try Self.frame(Self.mask(#"{"k":-2}"#), ks: #""p":{"k":[10,10]},"a":{"k":[10,10]},"r":{"k":45}"#)
        // The diagonal of the square that is left is as long as before: its corner points to the right.
        #expect(turned.pixel(14, 10).alpha > 100 && turned.pixel(13, 13) == .clear)
    }

    @Test
    func `eroded masks are subtracted and intersected`() throws {
        let subtracted = try Self.frame(Self.mask(#"{"k":-2}"#, mode: "s"))
        #expect(Self.alphas(subtracted, 4..<9).map { ($0 + 1) / 32 } == [8, 8, 4, 0, 0])
        let intersected = try Self.frame(Self.mask(#"{"k":0}"#), Self.mask(#"{"k":-2}"#, mode: "i"))
        #expect(Self.alphas(intersected, 4..<9).map { ($0 + 1) / 32 } == [0, 0, 4, 8, 8])
        let inverted = try Self.frame(Self.mask(#"{"k":-2}"#, more: #","inv":true"#))
        #expect(Self.alphas(inverted, 4..<9).map { ($0 + 1) / 32 } == [8, 8, 4, 0, 0])
    }

    @Test
    func `an expansion that is animated from 0 has no stroke of one point`() throws {
        let expansion = #"{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":4,"s":[-2]}]}"#
        let frame = try Self.frame(Self.mask(expansion), frame: 4)
        #expect(Self.alphas(frame, 5..<9) == [0, 0, 255, 255])
    }

    @Test(arguments: [(0, 0), (1, 0), (0, 3), (2, 1), (5, 4), (9, 9)])
    func `an erosion has the lowest value of each window`(radiusX: Int, radiusY: Int) {
        let (width, height) = (17, 13)
        var generator = SeededGenerator(state: 5)
        let values = (0..<width * height).map { _ in UInt32.random(in: 0...255, using: &generator) }
        func value(_ x: Int, _ y: Int) -> UInt32 { (0..<width).contains(x) && (0..<height).contains(y) ? values[y * width + x] : 0 }
        var words = values.map { $0 << 24 }
        var erosion = AlphaErosion()
        words.withUnsafeMutableBufferPointer { erosion.erode($0, width: width, height: height, radiusX: radiusX, radiusY: radiusY) }
        for y in 0..<height {
            for x in 0..<width {
                let window = (-radiusY...radiusY).flatMap { dy in (-radiusX...radiusX).map { dx in value(x + dx, y + dy) } }
                #expect(words[y * width + x] == (window.min() ?? 0) * 0x0101_0101, "\(x), \(y)")
            }
        }
    }
}
