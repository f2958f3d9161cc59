import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// The functions that copy or lend a painter's frame.
@Suite("Pixels out") struct PixelsOutTests {
    /// A painter with a frame of smooth colors and smooth alpha.
    private func painter() throws -> FramePainter {
        let path = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        let painter = try SVGAScene(try VideoEntity(path: path), options: RenderOptions(size: .pixels(width: 133, height: 0))).makePainter()
        try painter.paint(frame: 60)
        return painter
    }

    private func copied(_ painter: FramePainter, _ format: PixelFormat) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4 * painter.widthPixels * painter.heightPixels)
        bytes.withUnsafeMutableBytes { painter.copyPixels(format, into: $0) }
        return bytes
    }

    private func swapped(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for start in Swift.stride(from: 0, to: bytes.count, by: 4) { result.swapAt(start, start + 2) }
        return result
    }

    @Test("the four formats are the same picture")
    func formats() throws {
        let painter = try painter()
        let pixmap = painter.pixmap()
        #expect(pixmap.inkBox != nil)
        #expect(copied(painter, .premultipliedRGBA) == pixmap.pixels)
        #expect(copied(painter, .premultipliedBGRA) == swapped(pixmap.pixels))
        #expect(copied(painter, .rgba) == pixmap.straightPixels())
        #expect(copied(painter, .bgra) == swapped(pixmap.straightPixels()))
    }

    @Test("a stride leaves the bytes between rows alone", arguments: [533, 600])
    func stride(bytesPerRow: Int) throws {
        let painter = try painter()
        let dense = copied(painter, .bgra)
        let row = 4 * painter.widthPixels
        var padded = [UInt8](repeating: 7, count: bytesPerRow * painter.heightPixels)
        padded.withUnsafeMutableBytes { painter.copyPixels(.bgra, bytesPerRow: bytesPerRow, into: $0) }
        for y in 0..<painter.heightPixels {
            let start = y * bytesPerRow
            #expect(padded[start..<start + row].elementsEqual(dense[y * row..<(y + 1) * row]))
            #expect(padded[start + row..<start + bytesPerRow].allSatisfy { $0 == 7 })
        }
    }

    @Test("borrowed pixels are those of the frame last painted")
    func borrowed() throws {
        let painter = try painter()
        let row = 4 * painter.widthPixels
        func lent() -> [UInt8] {
            painter.withPixels { pixels, bytesPerRow in
                var bytes: [UInt8] = []
                for y in 0..<painter.heightPixels { bytes += pixels[y * bytesPerRow..<y * bytesPerRow + row] }
                return bytes
            }
        }
        let first = lent()
        #expect(first == copied(painter, .premultipliedBGRA))
        try painter.paint(frame: 20)
        #expect(lent() == copied(painter, .premultipliedBGRA))
        #expect(lent() != first)
    }

    @Test("an error thrown while pixels are borrowed is rethrown")
    func borrowedThrows() throws {
        let painter = try painter()
        #expect(throws: SVGAError.unknownKey(key: "x", nearest: [])) {
            try painter.withPixels { _, _ throws(SVGAError) in throw .unknownKey(key: "x", nearest: []) }
        }
    }
}
