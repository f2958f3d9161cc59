package import SVGAModel
package import SVGAPixels
import SVGAPlatform

/// A decoded picture for the painter: premultiplied words, trimmed to the visible part.
///
/// A pixel is a native-endian `0xAARRGGBB` word with colors at most their alpha, which is Cairo's `CAIRO_FORMAT_ARGB32`.
/// Only the rectangle ``ink`` of the picture is stored: all pixels with alpha above 0. A transparent margin of one pixel is added where the
/// picture continues, so that bilinear sampling is the same as for the entire picture. Outside of ``ink`` the picture is transparent.
package final class PreparedBitmap: Sendable {
    /// The edges of the picture with an ink pixel; there the stored rectangle has no transparent margin.
    package struct Edges: Hashable, Sendable {
        package let left: Bool
        package let top: Bool
        package let right: Bool
        package let bottom: Bool
    }

    /// The width of the entire picture.
    package let width: Int
    package let height: Int
    /// The stored rectangle, in pixels of the entire picture.
    package let ink: PixelRect
    package let touches: Edges
    /// Whether every pixel has alpha 255.
    package let isOpaque: Bool
    /// For each stored row, the first pixel with alpha above 0, counted from the left of ``ink``.
    package let rowStart: [Int32]
    /// For each stored row, one past the last pixel with alpha above 0; equal to ``rowStart`` if there is none.
    package let rowEnd: [Int32]
    package let hull: OpacityHull
    /// `ink.height` rows of `ink.width` words from the top, without padding, valid while this object exists. nil if the picture is
    /// transparent. The pointer is mutable as canvas functions require; do not write through it.
    ///
    /// Safe to share: the words are written before the object is created and never after. Only `deinit` frees them, when no task has a
    /// reference.
    nonisolated(unsafe) package let pixels: UnsafeMutablePointer<UInt32>?

    /// The object frees `pixels` with `free`.
    init(
        owning pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, ink: PixelRect, touches: Edges, isOpaque: Bool,
        rowStart: [Int32],
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
        hull = OpacityHull(rowStart, rowEnd, width: ink.width)
    }

    /// A transparent picture.
    init(transparentWidth width: Int, height: Int) {
        pixels = nil
        self.width = width
        self.height = height
        ink = .zero
        touches = Edges(left: false, top: false, right: false, bottom: false)
        isOpaque = false
        rowStart = []
        rowEnd = []
        hull = OpacityHull()
    }

    deinit { free(pixels) }

    /// Whether the picture is transparent, so that nothing is stored.
    package var isEmpty: Bool { pixels == nil }

    /// The distance of stored rows in bytes; equals `cairo_format_stride_for_width` for this width.
    package var strideBytes: Int { 4 * ink.width }

    /// The memory of the object, including row ends.
    package var memoryBytes: Int { strideBytes * ink.height + 8 * ink.height }

    /// Whether both have the same size and the same pixels.
    package func hasPixels(of other: PreparedBitmap) -> Bool {
        guard width == other.width, height == other.height, ink == other.ink else { return false }
        guard let pixels, let others = other.pixels else { return pixels == nil && other.pixels == nil }
        return memcmp(pixels, others, strideBytes * ink.height) == 0
    }

    /// The maximum memory of a picture of this size, in bytes.
    package static func maximumBytes(width: Int, height: Int) -> Int {
        4 * width * height + 8 * height
    }
}

extension PreparedBitmap {
    /// A picture in memory.
    /// - Throws: ``SVGAError/Kind/encoding``.
    package static func prepare(_ pixmap: Pixmap) throws(SVGAError) -> PreparedBitmap {
        var builder = try BitmapBuilder(width: pixmap.width, height: pixmap.height)
        builder.bytes.copyBytes(from: pixmap.pixels)
        for y in 0..<pixmap.height {
            let row = builder.rowWords(y)
            RowConversion.swapRedAndBlue(row, to: row, count: pixmap.width)
            builder.finishPremultipliedRow(y)
        }
        return builder.finish()
    }

    /// The entire picture.
    package func pixmap() -> Pixmap {
        var result = Pixmap(width: width, height: height)
        guard let pixels else { return result }
        result.pixels.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            for y in 0..<ink.height {
                let to = start + 4 * ((ink.y + y) * width + ink.x)
                RowConversion.swapRedAndBlue(pixels + y * ink.width, to: to, count: ink.width)
            }
        }
        return result
    }
}

extension PreparedBitmap {
    /// The entire picture for encoders: 8-bit RGBA with straight alpha, row by row.
    package var straightPixels: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        guard let pixels else { return bytes }
        bytes.withUnsafeMutableBytes { bytes in
            for y in 0..<ink.height {
                let row = PixelRows(base: pixels + y * ink.width, wordsPerRow: ink.width)
                let start = 4 * ((ink.y + y) * width + ink.x)
                AlphaConversion.copy(
                    row, width: ink.width, height: 1, as: .rgba, bytesPerRow: 4 * ink.width,
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + 4 * ink.width]))
            }
        }
        return bytes
    }
}

extension PreparedBitmap {
    /// The stored part with one more row or column on each side, copied from its neighbor. An enlarged bitmap can then be drawn mostly
    /// without checks for missing neighbors.
    package func padded() throws(SVGAError) -> PreparedBitmap {
        guard let pixels else { return self }
        var builder = try BitmapBuilder(width: ink.width + 2, height: ink.height + 2)
        for y in 0..<builder.height {
            let from = pixels + min(max(y - 1, 0), ink.height - 1) * ink.width
            let to = builder.rowWords(y)
            to[0] = from[0]
            (to + 1).update(from: from, count: ink.width)
            to[ink.width + 1] = from[ink.width - 1]
            builder.finishPremultipliedRow(y)
        }
        return builder.finish()
    }

    /// The picture reduced by integer factors: each pixel is the exact average of a box of `factorX × factorY` pixels, in premultiplied
    /// space, rounded to nearest.
    ///
    /// Boxes start at the picture's top left corner, so `(x, y)` of this picture is exactly `(x / factorX, y / factorY)` in the reduced
    /// one. The reduced picture has `ceil(width / factorX)` columns. If the width is not a multiple of the factor, the last column's boxes
    /// extend beyond this picture, and the extension counts as transparent. So draw the reduced picture with this one's matrix scaled by
    /// `(factorX, factorY)`, *not* stretched to the same rectangle. The same applies to rows.
    ///
    /// - Precondition: both factors are in `1...65_536`; a factor above the picture's side only makes the result fainter.
    /// - Throws: ``SVGAError/Kind/encoding``.
    package func reduced(by factorX: Int, factorY: Int) throws(SVGAError) -> PreparedBitmap {
        let reducedWidth = (width - 1) / factorX + 1
        let reducedHeight = (height - 1) / factorY + 1
        guard let pixels else { return PreparedBitmap(transparentWidth: reducedWidth, height: reducedHeight) }
        var builder = try BitmapBuilder(width: reducedWidth, height: reducedHeight)
        var boxes = BoxAverage(pixels, part: ink, factorX: factorX, factorY: factorY)
        for y in boxes.rows {
            boxes.write(row: y, to: builder.rowWords(y) + boxes.columns.lowerBound)
            builder.finishPremultipliedRow(y)
        }
        return builder.finish()
    }

    /// The picture rotated to upright.
    package func oriented(_ orientation: EXIFOrientation) throws(SVGAError) -> PreparedBitmap {
        guard orientation != .upright, let pixels else { return self }
        var builder = try BitmapBuilder(
            width: orientation.isSideways ? height : width, height: orientation.isSideways ? width : height)
        for y in 0..<ink.height {
            let row = pixels + y * ink.width
            for x in 0..<ink.width {
                let position = orientation.position(ink.x + x, ink.y + y, width, height)
                builder.rowWords(position.y)[position.x] = row[x]
            }
        }
        for y in 0..<builder.height { builder.finishPremultipliedRow(y) }
        return builder.finish()
    }
}

// Loops over rows without copies.
extension PreparedBitmap {
    /// A stored row's first ink pixel, and one past its last; equal if there is none.
    package func inkEnds(ofRow row: Int) -> (first: Int, end: Int) { (Int(rowStart[row]), Int(rowEnd[row])) }
}
