package import SVGAModel
package import SVGAPixels
import SVGASupport

/// The most representative frame of a movie: neither before everything has appeared, nor a flash of one color.
///
/// A few evenly spaced frames are rendered small and compared by covered area and number of colors. The result is deterministic.
package enum PosterFrame {
    private static let maximumFrames = 16
    /// The longer side, in pixels.
    private static let side = 64

    private struct Candidate {
        let frame: Int
        /// The sum of all alphas.
        let ink: Double
        /// The effective number of colors, each weighted by its share of the ink.
        let colors: Double
    }

    /// - Returns: nil for a movie without frames.
    package static func of(_ movie: PreparedMovie) throws(SVGAError) -> Int? {
        let frames = movie.movie.frameCount
        let count = min(frames, maximumFrames)
        guard count > 1 else { return frames == 1 ? 0 : nil }
        let painter = try movie.scene(options: RenderOptions(fitting: side, movie.movie, limits: movie.limits)).makePainter()
        var candidates: [Candidate] = []
        for index in 0..<count {
            let frame = index * (frames - 1) / (count - 1)
            try painter.paint(frame: frame)
            candidates.append(candidate(frame, painter.pixmap()))
        }
        let maximumInk = candidates.map(\.ink).max() ?? 0
        let maximumColors = candidates.map(\.colors).max() ?? 0
        guard maximumInk > 0, maximumColors > 0 else { return 0 }
        func score(_ candidate: Candidate) -> Double { candidate.ink / maximumInk * (candidate.colors / maximumColors).squareRoot() }
        var best = candidates[0]
        for candidate in candidates where score(candidate) > score(best) { best = candidate }
        return best.frame
    }

    private static func candidate(_ frame: Int, _ pixmap: Pixmap) -> Candidate {
        // Three bits per channel.
        var weights = [Int](repeating: 0, count: 512)
        var ink = 0
        pixmap.pixels.withUnsafeBufferPointer { pixels in
            for start in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = Int(pixels[start + 3])
                ink += alpha
                weights[Int(pixels[start] >> 5) << 6 | Int(pixels[start + 1] >> 5) << 3 | Int(pixels[start + 2] >> 5)] += alpha
            }
        }
        // For n colors with equal shares the result is n; a color with a tiny share hardly counts.
        let squares = weights.reduce(0.0) { $0 + Double($1) * Double($1) }
        return Candidate(frame: frame, ink: Double(ink), colors: squares > 0 ? Double(ink) * Double(ink) / squares : 0)
    }
}

/// A small picture of a movie.
package struct Thumbnail: Sendable {
    package let pixmap: Pixmap
    package let frame: Int

    /// - Parameters:
    ///   - side: the maximum of the longer side in pixels; a smaller canvas is not enlarged.
    ///   - frame: 0-based; nil: the ``PosterFrame``.
    /// - Throws: ``SVGAError/Kind/invalidRequest``, also for a movie without frames.
    package init(_ movie: PreparedMovie, side: Int, frame: Int? = nil) throws(SVGAError) {
        self.frame = if let frame { frame } else { try PosterFrame.of(movie) ?? 0 }
        pixmap = try movie.scene(options: RenderOptions(fitting: side, movie.movie, limits: movie.limits)).pixmap(frame: self.frame)
    }
}

extension RenderOptions {
    /// The entire canvas, with the longer side at most this many pixels, never enlarged; a smaller size is averaged.
    fileprivate init(fitting side: Int, _ movie: VideoEntity, limits: ReadLimits) {
        let (width, height) = movie.canvasPixels
        self.init(filter: .best, limits: limits)
        guard max(width, height) > side else { return }
        func fitted(_ length: Int) -> Int {
            max(1, Int(saturating: (Double(length) * Double(side) / Double(max(width, height))).rounded()))
        }
        size = .pixels(width: fitted(width), height: fitted(height))
    }
}
