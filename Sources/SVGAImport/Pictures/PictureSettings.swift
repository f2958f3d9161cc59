import SVGAModel
import SVGASupport

/// The settings of one attempt.
struct PictureSettings: Hashable, Sendable {
    var shape: CanvasShape
    var quality: Int
    /// The minimum similarity of pieces; below it they keep more colors than the quality requires. nil: any.
    var minimumSimilarity: Double?
    /// nil: the source's frame rate.
    var fps: Int?
    /// The frame rate of pictures without their own times.
    let rate: Double
    /// Whether the frame rate was halved to reduce the size.
    var isHalved = false

    private static let worstQuality = 40
    private static let shortestSide = 16

    /// The maximum color difference that is treated as noise.
    var tolerance: UInt8 {
        if quality >= 100 { return 0 }
        let maximum = UInt8(min(12, (107 - quality) / 8))
        // In faint glows, a difference of three steps is visible.
        return minimumSimilarity == nil ? maximum : min(2, maximum)
    }

    /// The next attempt, after the result was too large by this ratio.
    /// - Throws: ``ImportError/limit(_:)`` if nothing is left to reduce.
    func smaller(by ratio: Double, target: Int) throws(ImportError) -> PictureSettings {
        var next = self
        next.minimumSimilarity = nil
        if quality > PictureSettings.worstQuality {
            let step = ratio > 4 ? 60 : ratio > 1.6 ? 25 : 12
            next.quality = max(PictureSettings.worstQuality, (quality == 100 && ratio < 4 ? 95 : quality) - step)
            if ratio < 5 { return next }
        }
        // A palette alone saves no more than this.
        let remainingRatio = quality > PictureSettings.worstQuality ? ratio / 3 : ratio
        let scale = min(0.93, max(0.4, (1 / remainingRatio).squareRoot() * 0.97))
        let (width, height) = (Int(saturating: Double(shape.width) * scale), Int(saturating: Double(shape.height) * scale))
        guard min(width, height) >= min(PictureSettings.shortestSide, min(shape.width, shape.height) - 1), min(width, height) > 0 else {
            if isHalved { throw .limit("no quality or size reaches \(target) bytes") }
            next.isHalved = true
            return next
        }
        next.shape = CanvasShape(split: shape.split, width: width, height: height)
        return next
    }

    /// Notes on the reductions.
    func notes(_ asked: PictureSettings, isLossless: Bool, _ options: PicturesOptions, decoded: Int) -> [Imported.Note] {
        var notes: [Imported.Note] = []
        let reason: Message = options.targetBytes.map { "to fit \($0) bytes" } ?? "to stay within the limits of readers"
        if quality < asked.quality {
            notes.append(Imported.Note("\(reason): quality \(quality) instead of \(asked.quality)"))
        } else if quality < 100, options.quality == nil, !isLossless {
            notes.append(
                Imported.Note("images have fewer colors, of at least quality \(quality), because the video is lossy too"))
        }
        if (shape.width, shape.height) != (asked.shape.width, asked.shape.height) {
            notes.append(
                Imported.Note("\(reason): \(shape.width) × \(shape.height) pixels instead of \(asked.shape.width) × \(asked.shape.height)"))
        }
        if decoded > options.limits.decodedBytes {
            notes.append(
                Imported.Note(
                    "its decoded images take \(decoded >> 20) MiB, and readers allow at most \(options.limits.decodedBytes >> 20): "
                        + "reduce the size or the frame rate"))
        }
        return notes
    }
}
