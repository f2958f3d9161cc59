package import SVGARender

/// SSIM as scikit-image computes it: grey, windows of 7 × 7, sample covariance, over a black and a white background; the
/// worse of the two counts.
package enum StructuralSimilarity {
    private static let window = 7

    package static func compare(_ left: Pixmap, _ right: Pixmap) -> Double {
        guard left.width == right.width, left.height == right.height else { return 0 }
        guard left.width >= window, left.height >= window else { return left == right ? 1 : 0 }
        return min(compare(left, right, background: 0), compare(left, right, background: 255))
    }

    private static func grey(_ pixmap: Pixmap, background: Float) -> [Float] {
        var result = [Float](repeating: 0, count: pixmap.width * pixmap.height)
        pixmap.pixels.withUnsafeBufferPointer { bytes in
            for index in result.indices {
                let sum = Float(bytes[4 * index]) + Float(bytes[4 * index + 1]) + Float(bytes[4 * index + 2])
                result[index] = sum / 3 + background * (1 - Float(bytes[4 * index + 3]) / 255)
            }
        }
        return result
    }

    private static func compare(_ left: Pixmap, _ right: Pixmap, background: Float) -> Double {
        let (width, height) = (left.width, left.height)
        let (x, y) = (grey(left, background: background), grey(right, background: background))
        // Sums of x, y, x², y² and xy over each window: first of every column's window rows, then along the row.
        var columns = [SIMD8<Float>](repeating: .zero, count: width)
        let count = Float(window * window)
        let (c1, c2) = (Float(0.01 * 255 * 0.01 * 255), Float(0.03 * 255 * 0.03 * 255))
        var total = 0.0
        var windows = 0
        x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
                for top in 0...(height - window) {
                    for column in 0..<width {
                        var sums = SIMD8<Float>.zero
                        for row in top..<top + window {
                            let (a, b) = (x[row * width + column], y[row * width + column])
                            sums += SIMD8(a, b, a * a, b * b, a * b, 0, 0, 0)
                        }
                        columns[column] = sums
                    }
                    for start in 0...(width - window) {
                        var sums = SIMD8<Float>.zero
                        for column in start..<start + window { sums += columns[column] }
                        let means = sums / count
                        let unbiased = count / (count - 1)
                        let varianceX = unbiased * (means[2] - means[0] * means[0])
                        let varianceY = unbiased * (means[3] - means[1] * means[1])
                        let covariance = unbiased * (means[4] - means[0] * means[1])
                        let above = (2 * means[0] * means[1] + c1) * (2 * covariance + c2)
                        let below = (means[0] * means[0] + means[1] * means[1] + c1) * (varianceX + varianceY + c2)
                        total += Double(above / below)
                        windows += 1
                    }
                }
            }
        }
        return total / Double(windows)
    }
}
