import Glibc
package import SVGAPixels

/// A decoded picture as the painter wants it: premultiplied words, trimmed to what can be seen.
///
/// A pixel is a native-endian `0xAARRGGBB` word with colours at most their alpha, which is Cairo's `CAIRO_FORMAT_ARGB32`.
/// Only the rectangle ``ink`` of the whole picture is stored: everything with alpha above 0 and, on each side where the
/// picture has a transparent row or column to give, one of those, so that bilinear sampling fades out as it would in the whole
/// picture. Outside of ``ink`` the picture is transparent.
package final class PreparedBitmap: Sendable {
    /// The stored rectangle, in pixels of the whole picture.
    package struct Ink: Hashable, Sendable {
        package let x: Int
        package let y: Int
        package let width: Int
        package let height: Int
    }

    /// Which edges of the whole picture have an inked pixel; there the stored rectangle has no transparent margin.
    package struct Edges: Hashable, Sendable {
        package let left: Bool
        package let top: Bool
        package let right: Bool
        package let bottom: Bool
    }

    /// The whole picture's size.
    package let width: Int
    package let height: Int
    package let ink: Ink
    package let touches: Edges
    /// Every pixel of the whole picture has alpha 255.
    package let isOpaque: Bool
    /// For each stored row the first pixel with alpha above 0, counted from the left of ``ink``.
    package let rowStart: [Int32]
    /// For each stored row one past the last pixel with alpha above 0; equal to ``rowStart`` where there is none.
    package let rowEnd: [Int32]
    /// `ink.height` rows of `ink.width` words from the top, without padding, for as long as this object lives; nil when the whole
    /// picture is transparent. Cairo wants a mutable pointer; nobody may write through it.
    ///
    /// Safe to share: the words are written before the object exists and never after, and only `deinit`, which runs when no
    /// task can see the object any more, frees them.
    nonisolated(unsafe) package let pixels: UnsafeMutablePointer<UInt32>?

    /// The object frees `pixels` with `free`.
    init(
        owning pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, ink: Ink, touches: Edges, isOpaque: Bool, rowStart: [Int32],
        rowEnd: [Int32]
    ) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.ink = ink
        self.touches = touches
        self.isOpaque = isOpaque
        self.rowStart = rowStart
        self.rowEnd = rowEnd
    }

    /// A picture without ink.
    init(transparentWidth width: Int, height: Int) {
        pixels = nil
        self.width = width
        self.height = height
        ink = Ink(x: 0, y: 0, width: 0, height: 0)
        touches = Edges(left: false, top: false, right: false, bottom: false)
        isOpaque = false
        rowStart = []
        rowEnd = []
    }

    deinit { free(pixels) }

    /// Nothing of the picture can be seen, and nothing is stored.
    package var isEmpty: Bool { pixels == nil }

    /// From one stored row to the next; what `cairo_format_stride_for_width` says for this width.
    package var strideBytes: Int { 4 * ink.width }

    /// What the object holds, rows' ends included.
    package var memoryBytes: Int { strideBytes * ink.height + 8 * ink.height }
}

extension PreparedBitmap {
    /// A picture that is in memory already.
    /// - Throws: ``ImageError/outOfMemory(bytes:)``.
    package static func prepare(_ pixmap: Pixmap) throws(ImageError) -> PreparedBitmap {
        var builder = try BitmapBuilder(width: pixmap.width, height: pixmap.height)
        builder.bytes.copyBytes(from: pixmap.pixels)
        for y in 0..<pixmap.height {
            let row = builder.rowWords(y)
            for x in 0..<pixmap.width { row[x] = swapRedAndBlue(UInt32(littleEndian: row[x])) }
            builder.finishPremultipliedRow(y)
        }
        return builder.finish()
    }

    /// The whole picture.
    package func pixmap() -> Pixmap {
        var result = Pixmap(width: width, height: height)
        guard let pixels else { return result }
        result.pixels.withUnsafeMutableBytes { bytes in
            for y in 0..<ink.height {
                let from = pixels + y * ink.width
                let to = 4 * ((ink.y + y) * width + ink.x)
                for x in 0..<ink.width {
                    bytes.storeBytes(of: swapRedAndBlue(from[x]).littleEndian, toByteOffset: to + 4 * x, as: UInt32.self)
                }
            }
        }
        return result
    }
}

/// `0xAARRGGBB` ⇄ `0xAABBGGRR`, the little-endian reading of RGBA bytes.
private func swapRedAndBlue(_ word: UInt32) -> UInt32 {
    (word & 0xFF00_FF00) | ((word & 0xFF) << 16) | ((word >> 16) & 0xFF)
}
