import SVGAModel
import SVGAPixels
import SVGASupport

/// The shadow of a picture: its alpha, moved and blurred.
struct TextShadowPainter {
    private(set) var alpha: [UInt8]
    private let width: Int
    private let height: Int

    /// Three box blurs of this width approximate a Gaussian with a standard deviation of half the blur, as in CSS and SVG. An odd width
    /// does not shift the picture; 1 means no blur.
    private static func boxWidth(blurPixels: Double) -> Int {
        let width = Int(saturating: min((blurPixels / 2 * 1.88 + 0.5).rounded(.down), 1e6))
        return width <= 1 ? 1 : width | 1
    }

    /// - Parameter pixels: premultiplied words.
    init(_ pixels: PixelRows, width: Int, height: Int, offsetX: Int, offsetY: Int, blurPixels: Double) {
        self.width = width
        self.height = height
        var alpha = [UInt8](repeating: 0, count: width * height)
        for y in max(0, offsetY)..<max(max(0, offsetY), min(height, height + offsetY)) {
            let row = pixels.row(y - offsetY)
            for x in max(0, offsetX)..<max(max(0, offsetX), min(width, width + offsetX)) {
                alpha[y * width + x] = UInt8(row[x - offsetX] >> 24)
            }
        }
        self.alpha = alpha
        let box = TextShadowPainter.boxWidth(blurPixels: blurPixels)
        guard box > 1 else { return }
        for _ in 0..<3 { blurRows(box) }
        for _ in 0..<3 { blurColumns(box) }
    }

    private mutating func blurRows(_ box: Int) {
        let (width, half) = (width, box / 2)
        var source = [UInt8](repeating: 0, count: width)
        let area = UInt32(box)
        for y in 0..<height {
            let start = y * width
            for x in 0..<width { source[x] = alpha[start + x] }
            var sum = UInt32(0)
            for x in 0..<min(half, width) { sum += UInt32(source[x]) }
            for x in 0..<width {
                if x + half < width { sum += UInt32(source[x + half]) }
                if x - half - 1 >= 0 { sum -= UInt32(source[x - half - 1]) }
                alpha[start + x] = UInt8((sum + area / 2) / area)
            }
        }
    }

    /// Blurs all columns at once, row by row, in memory order.
    private mutating func blurColumns(_ box: Int) {
        let (width, half) = (width, box / 2)
        let source = alpha
        let area = UInt32(box)
        var sums = [UInt32](repeating: 0, count: width)
        for y in 0..<min(half, height) {
            for x in 0..<width { sums[x] += UInt32(source[y * width + x]) }
        }
        for y in 0..<height {
            let entering = y + half < height ? (y + half) * width : nil
            let leaving = y - half - 1 >= 0 ? (y - half - 1) * width : nil
            for x in 0..<width {
                if let entering { sums[x] += UInt32(source[entering + x]) }
                if let leaving { sums[x] -= UInt32(source[leaving + x]) }
                alpha[y * width + x] = UInt8((sums[x] + area / 2) / area)
            }
        }
    }

    /// Draws a row of the picture over the same row of its shadow.
    func lay(_ row: UnsafePointer<UInt32>, _ y: Int, color: SVGAColor, into target: UnsafeMutablePointer<UInt32>) {
        let shade = SIMD4(color.blue, color.green, color.red, 1).clamped(lowerBound: .zero, upperBound: .one)
        let opacity = min(max(color.alpha, 0), 1)
        for x in 0..<width {
            let word = row[x]
            let shadow = alpha[y * width + x]
            guard shadow > 0, word >> 24 < 255 else {
                target[x] = word
                continue
            }
            let uncovered = Double(255 - (word >> 24)) / 255
            let below = shade * (Double(shadow) * opacity * uncovered)
            let over = SIMD4<Double>(SIMD4<UInt32>(word, word >> 8, word >> 16, word >> 24) & 0xFF)
            let sum = SIMD4<UInt32>(
                (over + below).rounded(.toNearestOrAwayFromZero).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
            // Rounding could make a color larger than its alpha.
            let color = pointwiseMin(sum, SIMD4(repeating: sum.w))
            target[x] = color.x | color.y << 8 | color.z << 16 | color.w << 24
        }
    }
}
