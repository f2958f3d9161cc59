package import SVGAModel
import SVGASupport

/// An export with a limit of bytes.
package struct SizedExport: Sendable {
    /// Where the output goes; `-` is the standard output.
    package var path: String
    /// The most it may have, in bytes.
    package var targetBytes: Int
    package var overwrite = false
    package var search: SizeSearch

    package init(path: String, targetBytes: Int, overwrite: Bool = false, search: SizeSearch) {
        self.path = path
        self.targetBytes = targetBytes
        self.overwrite = overwrite
        self.search = search
    }

    /// Exports again and again to find the best output that fits, and puts only that one at its place.
    /// - Parameter attempt: exports with an effort to a path where nothing is, and with ``ExportOptions/maximumBytes`` being
    ///   ``targetBytes``, so that what gets too large ends early.
    /// - Returns: the effort that fits, and what it made.
    /// - Throws: ``ExportError/targetSize(bytes:)`` if none does; what an attempt throws, other than that it got too large.
    package func export(
        _ attempt: (ExportEffort, _ path: String) async throws(ExportError) -> ExportResult
    ) async throws(ExportError) -> (effort: ExportEffort, result: ExportResult) {
        var kept: (folder: StagingFolder, result: ExportResult)?
        let effort = try await search.run { effort throws(ExportError) in
            let folder = try ExportError.mapping { () throws(FileError) in try StagingFolder(for: path, overwrite: overwrite) }
            let result: ExportResult
            do throws(ExportError) {
                result = try await attempt(effort, folder.path)
            } catch .tooLarge {
                return false
            }
            guard result.byteCount <= targetBytes else { return false }
            kept = (folder, result)
            return true
        }
        guard let effort, let kept else { throw .targetSize(bytes: targetBytes) }
        try ExportError.mapping { () throws(FileError) in try kept.folder.commit() }
        return (effort, kept.result)
    }
}

/// What an output gives up to be smaller.
package struct ExportEffort: Hashable, Sendable {
    /// 0 to 100; nil is what the format does by itself.
    package var quality: Int?
    /// Of the size it would have, above 0 and at most 1.
    package var scale = 1.0
    /// Frames a second; nil: as many as it would have.
    package var frameRate: FrameRate?

    package init(quality: Int? = nil, scale: Double = 1, frameRate: FrameRate? = nil) {
        self.quality = quality
        self.scale = scale
        self.frameRate = frameRate
    }
}

/// Looks for the best output that is small enough: it gives up quality first, then size, then frames.
///
/// Each attempt is a whole export, because its size cannot be predicted; there are at most about a dozen.
package struct SizeSearch: Sendable {
    /// What the first attempt uses. No attempt has a higher quality, scale or frame rate.
    package var best: ExportEffort
    /// What quality may fall to; nil where the format has none.
    package var lowestQuality: Int?
    /// Of the output as it would be.
    package var frameRate: FrameRate

    package static let lowestScale = 0.25
    package static let lowestFramesPerSecond = 5.0

    package init(best: ExportEffort, lowestQuality: Int?, frameRate: FrameRate) {
        self.best = best
        self.lowestQuality = lowestQuality
        self.frameRate = frameRate
    }

    /// - Parameter fits: exports with an effort and tells whether the output is small enough. The last attempt that
    ///   fits is the best one.
    /// - Returns: the effort of that attempt; nil if even the least is too large.
    package func run(_ fits: (ExportEffort) async throws(ExportError) -> Bool) async throws(ExportError) -> ExportEffort? {
        if try await fits(best) { return best }
        var least = best
        if let lowestQuality, lowestQuality < best.quality ?? 101 {
            least.quality = lowestQuality
            if try await fits(least) {
                // A format's own way, which may be lossless, is above every quality it can be given.
                let quality = try await highest(lowestQuality, (best.quality ?? 101) - 1, closeEnough: 4) { quality throws(ExportError) in
                    var effort = least
                    effort.quality = quality
                    return try await fits(effort)
                }
                least.quality = quality
                return least
            }
        }
        least.scale = SizeSearch.lowestScale
        if try await fits(least) {
            let percent = try await highest(Int(100 * least.scale), 99, closeEnough: 3) { percent throws(ExportError) in
                var effort = least
                effort.scale = Double(percent) / 100
                return try await fits(effort)
            }
            least.scale = Double(percent) / 100
            return least
        }
        for divisor in 2... {
            guard let rate = FrameRate(frameRate.numerator, per: divisor * frameRate.denominator),
                rate.framesPerSecond >= SizeSearch.lowestFramesPerSecond
            else { break }
            least.frameRate = rate
            if try await fits(least) { return least }
        }
        return nil
    }

    /// The highest value that fits, or nearly.
    /// - Parameter low: known to fit.
    private func highest(
        _ low: Int, _ high: Int, closeEnough: Int, _ fits: (Int) async throws(ExportError) -> Bool
    ) async throws(ExportError) -> Int {
        var (good, bad) = (low, high + 1)
        while bad - good > closeEnough {
            let middle = (good + bad) / 2
            if try await fits(middle) { good = middle } else { bad = middle }
        }
        return good
    }
}
