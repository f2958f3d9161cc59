package import SVGAPixels

/// The difference of a player's picture from the expected one, in premultiplied pixels. `kit/run` and `kit/web/compare.js` implement the
/// same.
package struct CaseComparison: CustomStringConvertible {
    /// The largest difference of any channel; nil for pictures of different sizes.
    package let largest: Int?
    package let similarity: Double
    /// The fraction of the pixels with a channel that differs by more than 32.
    package let offShare: Double

    package init(_ expected: Pixmap, _ actual: Pixmap) {
        guard expected.width == actual.width, expected.height == actual.height else {
            (largest, similarity, offShare) = (nil, 0, 1)
            return
        }
        var (largest, off) = (0, 0)
        for start in stride(from: 0, to: expected.pixels.count, by: 4) {
            let worst = (start..<start + 4).map { abs(Int(expected.pixels[$0]) - Int(actual.pixels[$0])) }.max() ?? 0
            largest = max(largest, worst)
            if worst > 32 { off += 1 }
        }
        self.largest = largest
        similarity = StructuralSimilarity.compare(expected, actual)
        offShare = Double(off) / Double(expected.width * expected.height)
    }

    package func passes(_ tolerance: ConformanceCase.Tolerance) -> Bool {
        guard let largest else { return false }
        return switch tolerance {
        case .exact: largest <= 2
        case .bilinear: similarity >= 0.995 && offShare <= 0.001
        case .vector: similarity >= 0.99 && offShare <= 0.005
        // A refusal must not have a picture.
        case .refusal: false
        }
    }

    package var description: String {
        guard let largest else { return "another size" }
        return "largest difference \(largest), SSIM \(similarity), \(offShare * 100) % off by more than 32"
    }
}
