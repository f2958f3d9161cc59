import SVGAImage
import SVGAPixels
import SVGASupport

/// The maximum invisible color error of a frame: small in flat areas, larger in detailed areas, which mask errors.
struct GIFTexture {
    /// The maximum error of a flat area, in steps of a channel; 0: none.
    let tolerance: Double

    /// The variance of brightness that doubles the squared tolerance. Structural similarity uses the same constant, (0.03 · 255)².
    private static let doubling: Float = 58.5
    /// The maximum growth of the squared tolerance.
    private static let maximumGrowth: Float = 30
    /// The radius of the window around a pixel, in pixels.
    private static let radius = 2
    /// The ``GIFPixel/distance(_:_:)`` of two grays one step apart in all channels is 12; in one channel, 2.
    private static let unit: Float = 4

    /// The values of ``GIFPixel/limit`` in an area.
    /// - Parameter color: the visible color of a pixel as an opaque RGBA word, or 0.
    func limits(in area: PixelRect, width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> UInt32) -> [UInt16] {
        guard tolerance > 0 else { return [UInt16](repeating: 0, count: area.pixels) }
        let frame = PixelRect(x: 0, y: 0, width: width, height: height)
        let seen = area.outset(by: GIFTexture.radius).intersection(frame)
        let square = Float(tolerance * tolerance) * GIFTexture.unit
        var limits: [UInt16] = []
        limits.reserveCapacity(area.pixels)
        var rows = [Sums](repeating: Sums(), count: seen.width)
        // The values of each row in the window, to subtract them later.
        var kept: [[Sums]] = []
        var nextRow = seen.minY
        for y in area.minY..<area.maxY {
            while nextRow < min(seen.maxY, y + GIFTexture.radius + 1) {
                var row = [Sums](repeating: Sums(), count: seen.width)
                for x in seen.minX..<seen.maxX { row[x - seen.minX] = Sums(color(x, nextRow)) }
                for x in row.indices { rows[x] += row[x] }
                kept.append(row)
                nextRow += 1
            }
            if y - GIFTexture.radius > seen.minY {
                let row = kept.removeFirst()
                for x in row.indices { rows[x] -= row[x] }
            }
            var sums = Sums()
            var (first, next) = (0, 0)
            for x in area.minX..<area.maxX {
                while next < min(seen.width, x - seen.minX + GIFTexture.radius + 1) {
                    sums += rows[next]
                    next += 1
                }
                while first < x - seen.minX - GIFTexture.radius {
                    sums -= rows[first]
                    first += 1
                }
                let factor = min(GIFTexture.maximumGrowth, 1 + sums.variance / GIFTexture.doubling)
                limits.append(UInt16(saturating: min(Float(UInt16.max), square * factor)))
            }
        }
        return limits
    }

    /// Sums over the brightness (the sum of the channels) of visible pixels.
    private struct Sums {
        private var count: Int32 = 0
        private var sum: Int32 = 0
        private var squares: Int32 = 0

        init() {}

        init(_ color: UInt32) {
            guard color != 0 else { return }
            count = 1
            sum = Int32(color & 255) + Int32(color >> 8 & 255) + Int32(color >> 16 & 255)
            squares = sum * sum
        }

        static func += (a: inout Sums, b: Sums) {
            a.count &+= b.count
            a.sum &+= b.sum
            a.squares &+= b.squares
        }

        static func -= (a: inout Sums, b: Sums) {
            a.count &-= b.count
            a.sum &-= b.sum
            a.squares &-= b.squares
        }

        /// The variance of the channels' mean.
        var variance: Float {
            guard count > 1 else { return 0 }
            let mean = Float(sum) / Float(count)
            return max(0, Float(squares) / Float(count) - mean * mean) / 9
        }
    }
}
