import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Estimates the size that a lossless WebP would have with loss, from a few of its frames, in less than 0.2 s.
///
/// For each frame, the middle rows are encoded both ways with the least effort. The file's size is scaled by the ratio. For six movies of
/// 300 to 400 pixels the estimate was 0.87 to 1.26 times the true size.
package enum LossyEstimate {
    package static let quality = 80
    /// Smaller outputs need no note.
    private static let minimumBytes = 1_000_000
    /// An estimate above this fraction of the lossless size needs no note.
    private static let maximumShare = 0.7
    private static let frameCount = 4
    /// Of a frame. More rows would take more time than they add to the estimate.
    private static let maximumPixels = 200_000
    private static let maximumTime = Duration.milliseconds(100)

    /// - Parameters:
    ///   - frames: the frames of the output, in playback order.
    ///   - losslessBytes: the size of the output.
    /// - Returns: nil if the loss would save little.
    static func bytes(of animation: some PlayableAnimation, frames: [Int], losslessBytes: Int) throws(SVGAError) -> Int? {
        guard losslessBytes >= minimumBytes, frames.count > 1 else { return nil }
        let start = ContinuousClock.now
        let painter = try animation.makePainter()
        let lossless = WebPEncoder(options: WebPOptions(effort: 0))
        let lossy = WebPEncoder(options: WebPOptions(quality: quality, effort: 0))
        let width = animation.widthPixels
        let rows = min(animation.heightPixels, max(1, maximumPixels / width))
        let first = 4 * width * ((animation.heightPixels - rows) / 2)
        var (before, after) = (0, 0)
        for index in 0..<frameCount where index == 0 || .now - start < maximumTime {
            let frame = frames[(2 * index + 1) * frames.count / (2 * frameCount)]
            let pixels = try painter.pixmap(frame: frame, width: width, height: animation.heightPixels).straightPixels()
            let band = Array(pixels[first..<first + 4 * width * rows])
            before += try byteCount(of: band, lossless, width, rows)
            after += try byteCount(of: band, lossy, width, rows)
        }
        let share = Double(after) / Double(max(1, before))
        return share <= maximumShare ? Int(saturating: Double(losslessBytes) * share) : nil
    }

    private static func byteCount(of pixels: [UInt8], _ encoder: WebPEncoder, _ width: Int, _ height: Int) throws(SVGAError) -> Int {
        // The closure returns the error, because `withUnsafeBytes` would erase its type.
        let result = pixels.withUnsafeBytes { bytes in
            Result { () throws(SVGAError) in try encoder.encode(bytes, width: width, height: height).count }
        }
        return try result.get()
    }
}
