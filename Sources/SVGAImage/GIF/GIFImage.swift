package import SVGAPixels

/// A picture of a GIF, which covers a part of the canvas.
package struct GIFImage {
    package var area: PixelRect
    /// The pixels of the area, row by row.
    package var pixels: [GIFPixel]
    /// The picture's local palette; nil: the global palette.
    package var palette: GIFPalette?
    package var delayHundredths: Int
    /// Whether the area is cleared after the delay.
    package var isCleared = false

    package init(area: PixelRect, pixels: [GIFPixel], palette: GIFPalette?, delayHundredths: Int) {
        self.area = area
        self.pixels = pixels
        self.palette = palette
        self.delayHundredths = delayHundredths
    }

    /// Removes unused colors from the local palette.
    mutating func dropUnusedColors() {
        guard let palette else { return }
        var isUsed = [Bool](repeating: false, count: 256)
        for pixel in pixels where !pixel.mayStay { isUsed[Int(pixel.index)] = true }
        var kept = GIFPalette()
        let count = palette.colors.indices.count { isUsed[$0] }
        var indices = [UInt8](repeating: UInt8(count), count: 256)
        for (index, color) in palette.colors.enumerated() where isUsed[index] {
            indices[index] = UInt8(kept.colors.count)
            kept.add(color)
        }
        for offset in pixels.indices { pixels[offset].index = indices[Int(pixels[offset].index)] }
        self.palette = kept
    }
}

/// A pixel of a GIF picture, with its allowed alternatives.
package struct GIFPixel: Sendable {
    /// The exact color as an opaque RGBA word, or 0.
    package var color: UInt32
    /// The palette index that draws it, or the transparent index.
    package var index: UInt8
    /// Whether the pixel may also be transparent, because the pixel below has an acceptable color.
    package var mayStay: Bool
    /// The maximum ``distance(_:_:)`` of alternative colors from the exact one; 0: only the color of ``index``.
    package var limit: UInt16

    package init(color: UInt32, index: UInt8, mayStay: Bool = false, limit: UInt16 = 0) {
        self.color = color
        self.index = index
        self.mayStay = mayStay
        self.limit = limit
    }

    /// The perceived difference of two opaque colors: the squared differences of the channels and of their sum, because brightness
    /// differences are more visible than hue differences.
    @inline(__always)
    package static func distance(_ a: UInt32, _ b: UInt32) -> Int32 {
        let red = Int32(truncatingIfNeeded: a & 255) &- Int32(truncatingIfNeeded: b & 255)
        let green = Int32(truncatingIfNeeded: a >> 8 & 255) &- Int32(truncatingIfNeeded: b >> 8 & 255)
        let blue = Int32(truncatingIfNeeded: a >> 16 & 255) &- Int32(truncatingIfNeeded: b >> 16 & 255)
        let sum = red &+ green &+ blue
        return sum &* sum &+ red &* red &+ green &* green &+ blue &* blue
    }
}
