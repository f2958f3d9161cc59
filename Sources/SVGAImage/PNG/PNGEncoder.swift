import CSpng
import CZlib
import SVGAModel
package import SVGAPixels

/// Encodes pictures as PNG, 8-bit RGBA, by libspng. May be used by several tasks at once.
package struct PNGEncoder: Hashable, Sendable {
    /// 0 (not compressed) to 9 (smallest).
    ///
    /// Measured over frames of real movies, in milliseconds a million pixels and bytes a pixel: level 1 takes 15 and makes 0.45,
    /// level 4 takes 36 and makes 0.40, level 6 takes 70 and makes 0.39, level 9 takes 490 and makes 0.37.
    package var level: Int

    /// Level 1 is the default.
    package init(level: Int = 1) {
        self.level = min(9, max(0, level))
    }

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - width: in pixels.
    ///   - height: in pixels.
    /// - Precondition: `pixels.count == 4 * width * height`.
    /// - Throws: ``ImageError/encoding(_:reason:)``.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(ImageError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height)
        // Runs of equal bytes after the cheapest filter are as fast as zlib's own level 1 and smaller; trying several filters for each
        // row costs more than it saves.
        let isFast = level <= 1
        let filter = isFast ? SPNG_FILTER_CHOICE_UP : SPNG_FILTER_CHOICE_PAETH
        let context = try SpngContext.encoder(
            width: width, height: height, colorType: UInt8(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue), bits: 8,
            options: [
                (SPNG_IMG_COMPRESSION_LEVEL, Int32(level)), (SPNG_IMG_COMPRESSION_STRATEGY, isFast ? Z_RLE : Z_FILTERED),
                (SPNG_FILTER_CHOICE, Int32(filter.rawValue)),
            ])
        return try context.encode(pixels)
    }
}

extension Pixmap {
    /// The picture as a PNG file with straight alpha.
    /// - Throws: ``ImageError/encoding(_:reason:)``.
    package func pngData(_ encoder: PNGEncoder = PNGEncoder()) throws(ImageError) -> [UInt8] {
        try straightPixels().withUnsafeBufferPointer { (bytes) throws(ImageError) in
            try encoder.encode(UnsafeRawBufferPointer(bytes), width: width, height: height)
        }
    }
}
