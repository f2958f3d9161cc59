import SVGAPixels

/// Paints gradients: the coverage of a band, and the colors of a row. The memory is reused.
final class GradientScratch {
    /// The coverage as the alpha of white words; all 0 between two bands.
    private var coverage: [UInt32] = []
    private var colors: [UInt32] = []

    var bytes: Int { 4 * (coverage.count + colors.count) }

    /// Draws a gradient where a band is covered.
    /// - Parameter cover: draws white on the band's words, row by row without gaps.
    func paint(_ band: PixelRect, _ gradient: GradientRows, to rows: PixelRows, _ cover: (UnsafeMutablePointer<UInt32>) -> Void) {
        let width = band.width
        if coverage.count < band.pixels { coverage = [UInt32](repeating: 0, count: band.pixels) }
        if colors.count < width { colors = [UInt32](repeating: 0, count: width) }
        coverage.withUnsafeMutableBufferPointer { coverage in
            colors.withUnsafeMutableBufferPointer { colors in
                guard let base = coverage.baseAddress, let colors = colors.baseAddress else { return }
                cover(base)
                for y in 0..<band.height {
                    let row = base + y * width
                    var (first, end) = (0, width)
                    while first < end, row[first] == 0 { first += 1 }
                    while end > first, row[end - 1] == 0 { end -= 1 }
                    if first == end { continue }
                    let count = end - first
                    gradient.fill(colors, x: band.minX + first, y: band.minY + y, count: count)
                    RowBlending.mask(colors, by: row + first, count: count)
                    RowBlending.over(rows.row(band.minY + y) + band.minX + first, colors, count: count)
                    (row + first).update(repeating: 0, count: count)
                }
            }
        }
    }
}
