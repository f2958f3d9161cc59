/// A picture in memory: 8-bit RGBA with **premultiplied** alpha, rows from the top, without padding.
public struct Pixmap: Hashable, Sendable {
    /// In pixels, above 0.
    public let width: Int
    /// In pixels, above 0.
    public let height: Int
    /// `4 × width × height` bytes: red, green, blue, alpha; no color is above its alpha.
    public var pixels: [UInt8]

    /// A transparent picture. Both sides are in pixels, above 0.
    public init(width: Int, height: Int) {
        self.init(width: width, height: height, pixels: [UInt8](repeating: 0, count: 4 * width * height))
    }

    /// A picture from its pixels.
    /// - Parameters:
    ///   - width: in pixels, above 0.
    ///   - height: in pixels, above 0.
    ///   - pixels: red, green, blue and alpha of each pixel, premultiplied, rows from the top.
    /// - Precondition: `pixels.count == 4 * width * height`.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == 4 * width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The four bytes of a pixel; (0, 0) is the top left one.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        let i = 4 * (y * width + x)
        return (pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3])
    }

    /// The picture with straight alpha, each color `round(color × 255 / alpha)`; with alpha 0, all four bytes are 0.
    ///
    /// Premultiplying the result gives exactly this picture.
    package func straightPixels() -> [UInt8] {
        var result = pixels
        result.withUnsafeMutableBytes { AlphaConversion.straighten($0) }
        return result
    }

    /// Calls `body` with a view of the pixels, which is valid only during the call; nil for a picture without pixels.
    package func withView<Result>(_ body: (PixmapView) -> Result) -> Result? {
        pixels.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { body(PixmapView(base: $0, width: width, height: height, rowBytes: 4 * width)) }
        }
    }
}

/// The memory layout of a pixel's four bytes.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// Red, green, blue, alpha with straight colors, as in PNG and most file formats. With alpha 0, all four bytes are 0.
    case rgba
    /// Blue, green, red, alpha; straight.
    case bgra
    /// Red, green, blue, alpha with premultiplied colors, as compositing needs them.
    case premultipliedRGBA
    /// Blue, green, red, alpha; premultiplied: the format of Cairo and most windowing systems on little-endian machines.
    case premultipliedBGRA
}

/// A view of a picture in memory, valid during a call: premultiplied RGBA, four bytes per pixel, rows from the top.
package struct PixmapView {
    package let base: UnsafePointer<UInt8>
    /// In pixels.
    package let width: Int
    package let height: Int
    /// The distance of two rows in bytes.
    package let rowBytes: Int

    package init(base: UnsafePointer<UInt8>, width: Int, height: Int, rowBytes: Int) {
        self.base = base
        self.width = width
        self.height = height
        self.rowBytes = rowBytes
    }

    package func row(_ y: Int) -> UnsafePointer<UInt8> { base + y * rowBytes }

    /// The top left part.
    package func cropped(width: Int, height: Int) -> PixmapView { PixmapView(base: base, width: width, height: height, rowBytes: rowBytes) }
}

/// Memory for drawing: words of premultiplied alpha, red, green and blue (`0xAARRGGBB`), rows from the top.
package struct PixelRows {
    package let base: UnsafeMutablePointer<UInt32>
    package let wordsPerRow: Int

    @inlinable
    package init(base: UnsafeMutablePointer<UInt32>, wordsPerRow: Int) {
        self.base = base
        self.wordsPerRow = wordsPerRow
    }

    @inlinable
    package func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { base + y * wordsPerRow }

    /// Whether a part has a visible pixel. A premultiplied word is 0 if its alpha is 0.
    @inlinable
    package func hasInk(_ part: PixelRect) -> Bool {
        for y in part.minY..<part.maxY {
            let row = row(y)
            var x = part.minX
            while x + 8 <= part.maxX {
                if UnsafeRawPointer(row + x).loadUnaligned(as: SIMD8<UInt32>.self) != .zero { return true }
                x += 8
            }
            while x < part.maxX {
                if row[x] != 0 { return true }
                x += 1
            }
        }
        return false
    }
}
