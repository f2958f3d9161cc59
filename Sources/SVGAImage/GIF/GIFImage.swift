package import SVGAPixels

/// A picture in a GIF: part of the canvas.
package struct GIFImage {
    package var area: PixelRect
    /// Of the area, row by row.
    package var pixels: [GIFPixel]
    /// What the indices mean; nil: the palette of the file.
    package var palette: GIFPalette?
    package var delayHundredths: Int
    /// What becomes of the area when the delay is over: it is cleared, or stays.
    package var isCleared = false

    package init(area: PixelRect, pixels: [GIFPixel], palette: GIFPalette?, delayHundredths: Int) {
        self.area = area
        self.pixels = pixels
        self.palette = palette
        self.delayHundredths = delayHundredths
    }

    /// Leaves in the picture's own palette only the colors that have to be drawn.
    mutating func dropUnusedColors() {
        guard let palette else { return }
        var isUsed = [Bool](repeating: false, count: 256)
        for pixel in pixels where !pixel.mayStay { isUsed[Int(pixel.index)] = true }
        var kept = GIFPalette()
        let count = palette.colors.indices.count { isUsed[$0] }
        var places = [UInt8](repeating: UInt8(count), count: 256)
        for (index, color) in palette.colors.enumerated() where isUsed[index] {
            places[index] = UInt8(kept.colors.count)
            kept.add(color)
        }
        for place in pixels.indices { pixels[place].index = places[Int(pixels[place].index)] }
        self.palette = kept
    }
}

/// A pixel of a picture in a GIF, and what may be shown in its place.
package struct GIFPixel: Sendable {
    /// The exact color as an opaque RGBA word, 0 for none.
    package var color: UInt32
    /// How it is drawn: with a color of the palette, or the transparent index.
    package var index: UInt8
    /// Whether the pixel may be transparent as well, because what is below it will do.
    package var mayStay: Bool
    /// Colors this close to the exact one will do too, by ``distance(_:_:)``; 0: none but that of ``index``.
    package var limit: UInt16

    package init(color: UInt32, index: UInt8, mayStay: Bool = false, limit: UInt16 = 0) {
        self.color = color
        self.index = index
        self.mayStay = mayStay
        self.limit = limit
    }

    /// How different two opaque colors look: the squares of the differences of the channels and of their sum, since a different brightness is
    /// seen more easily than a different hue.
    @inline(__always)
    package static func distance(_ a: UInt32, _ b: UInt32) -> Int32 {
        let red = Int32(truncatingIfNeeded: a & 255) &- Int32(truncatingIfNeeded: b & 255)
        let green = Int32(truncatingIfNeeded: a >> 8 & 255) &- Int32(truncatingIfNeeded: b >> 8 & 255)
        let blue = Int32(truncatingIfNeeded: a >> 16 & 255) &- Int32(truncatingIfNeeded: b >> 16 & 255)
        let sum = red &+ green &+ blue
        return sum &* sum &+ red &* red &+ green &* green &+ blue &* blue
    }
}
