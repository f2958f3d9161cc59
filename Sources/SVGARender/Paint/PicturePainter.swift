package import SVGAImage
package import SVGAModel
package import SVGAPixels

/// Draws one bitmap for painters of other formats, bilinear, with a mipmap where it is reduced to less than half of its size.
package final class PicturePainter {
    private var mipmaps: Mipmaps
    private let scratch = RowScratch()

    package init(_ bitmap: PreparedBitmap) { mipmaps = Mipmaps(unpadded: bitmap) }

    /// The bytes of the mipmap.
    package var bytes: Int { mipmaps.memoryBytes - mipmaps.base.memoryBytes }

    /// Draws the bitmap.
    /// - Parameters:
    ///   - transform: from pixels of the bitmap to those of `rows`.
    ///   - clip: the part of the bitmap to draw, in its pixels. The edge of the part is antialiased.
    ///   - alpha: 0…1.
    ///   - bounds: all pixels of `rows`.
    ///   - part: pixels of `rows`; pixels outside of it are not drawn.
    package func draw(
        _ transform: SVGATransform, clip: SVGARect, alpha: Double, to rows: PixelRows, bounds: PixelRect, within part: PixelRect,
        _ meter: WorkMeter
    ) throws(SVGAError) {
        guard alpha > 0, transform.isDrawable, !part.isEmpty else { return }
        let scales = transform.axisScales
        let factors = MipmapFactors(scaleX: scales.x, scaleY: scales.y)
        let ink = mipmaps.base.ink
        if factors != .none, !mipmaps.has(factors) {
            meter.spend(ink.width * ink.height * WorkMeter.Cost.shrunkPixel)
            try meter.check()
            // One mipmap is kept, so that the memory has a bound.
            mipmaps = mipmaps.selecting([])
            try mipmaps.add(factors)
        }
        let frame = SVGARect(x: 0, y: 0, width: Double(mipmaps.base.width), height: Double(mipmaps.base.height))
        guard let visible = frame.overlap(clip) else { return }
        let isWhole = visible == frame
        mipmaps.draw(
            PositionedBitmap(index: 0, frame: frame, clip: isWhole ? nil : visible), transform, alpha: alpha, to: rows, bounds: bounds,
            within: part, scratch: scratch)
    }
}
