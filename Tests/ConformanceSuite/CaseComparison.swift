package import SVGAPixels

/// How far a player's picture is from the one that it should be, in premultiplied pixels. `kit/run` and `kit/web/compare.js` say the same in
/// their languages.
package struct CaseComparison: CustomStringConvertible {
    /// Of any channel; nil for pictures of different sizes.
    package let largest: Int?
    package let similarity: Double
    /// The part of the pixels that have a channel off by more than 32.
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
        // Any picture is one too many.
        case .refusal: false
        }
    }

    package var description: String {
        guard let largest else { return "another size" }
        return "largest difference \(largest), SSIM \(similarity), \(offShare * 100) % off by more than 32"
    }
}
