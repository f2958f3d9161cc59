import SVGAImage
import SVGAPixels
import SVGASupport

/// How far the colours of a frame may be off without being seen: little where it is flat, more where it is full of detail, which hides errors.
struct GIFTexture {
    /// The largest error of a flat area, in steps of a channel; 0: none.
    let tolerance: Double

    /// The variance of brightness that doubles the square of the tolerance. Structural similarity has the same constant, (0.03 · 255)².
    private static let doubling: Float = 58.5
    /// The square of the tolerance grows at most so much.
    private static let most: Float = 30
    /// Pixels to each side that a pixel is compared with.
    private static let reach = 2
    /// ``GIFPixel/distance(_:_:)`` of two greys that are one step apart in all channels is 12; of one channel, 2.
    private static let unit: Float = 4

    /// The limits of ``GIFPixel/limit`` in an area.
    /// - Parameter color: what is visible at a place of the frame, as an opaque RGBA word, or 0.
    func limits(in area: PixelRect, width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> UInt32) -> [UInt16] {
        guard tolerance > 0 else { return [UInt16](repeating: 0, count: area.pixels) }
        let frame = PixelRect(x: 0, y: 0, width: width, height: height)
        let seen = area.outset(by: GIFTexture.reach).intersection(frame)
        let square = Float(tolerance * tolerance) * GIFTexture.unit
        var limits: [UInt16] = []
        limits.reserveCapacity(area.pixels)
        var rows = [Sums](repeating: Sums(), count: seen.width)
        // What is in the sums; and each row's values, to take them out again.
        var kept: [[Sums]] = []
        var nextRow = seen.minY
        for y in area.minY..<area.maxY {
            while nextRow < min(seen.maxY, y + GIFTexture.reach + 1) {
                var row = [Sums](repeating: Sums(), count: seen.width)
                for x in seen.minX..<seen.maxX { row[x - seen.minX] = Sums(color(x, nextRow)) }
                for x in row.indices { rows[x] += row[x] }
                kept.append(row)
                nextRow += 1
            }
            if y - GIFTexture.reach > seen.minY {
                let row = kept.removeFirst()
                for x in row.indices { rows[x] -= row[x] }
            }
            var sums = Sums()
            var (first, next) = (0, 0)
            for x in area.minX..<area.maxX {
                while next < min(seen.width, x - seen.minX + GIFTexture.reach + 1) {
                    sums += rows[next]
                    next += 1
                }
                while first < x - seen.minX - GIFTexture.reach {
                    sums -= rows[first]
                    first += 1
                }
                let factor = min(GIFTexture.most, 1 + sums.variance / GIFTexture.doubling)
                limits.append(UInt16(saturating: min(Float(UInt16.max), square * factor)))
            }
        }
        return limits
    }

    /// Of the brightness of visible pixels, the sum of the channels.
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

        /// Of the mean of the channels.
        var variance: Float {
            guard count > 1 else { return 0 }
            let mean = Float(sum) / Float(count)
            return max(0, Float(squares) / Float(count) - mean * mean) / 9
        }
    }
}
