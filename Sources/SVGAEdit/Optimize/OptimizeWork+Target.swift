import SVGACheck
import SVGAFormat
import SVGAModel

/// How much is given up of colours and sizes, from the least on.
struct OptimizeEffort: Hashable, Sendable {
    /// nil: colours stay.
    let quality: Int?
    /// Of the sides, 1 or less.
    let scale: Double

    /// Palettes save bytes only, so that where memory is what is wanted they need not be touched.
    static func ladder(_ options: OptimizeOptions) -> [OptimizeEffort] {
        let scales = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]
        let start = OptimizeEffort(quality: options.quality, scale: 1)
        guard options.targetBytes != nil else { return [start] + scales.map { OptimizeEffort(quality: options.quality, scale: $0) } }
        let lowest = options.quality ?? 50
        let qualities = [95, 90, 80, 70, 60, 50].filter { $0 > lowest } + [lowest]
        return [start] + qualities.map { OptimizeEffort(quality: $0, scale: 1) } + scales.map { OptimizeEffort(quality: lowest, scale: $0) }
    }

    var note: String {
        let sides = scale < 1 ? "sides at \(Int((100 * scale).rounded()))%" : nil
        let parts = [quality.map { "palettes at quality \($0)" }, sides].compactMap { $0 }
        return parts.isEmpty
            ? "the target was reached with nothing more given up" : "given up for the target: " + parts.joined(separator: ", ")
    }
}

extension OptimizeWork {
    /// The least that has to be given up for what was made to be small enough.
    func reachTarget(
        _ exact: [Int: ImageVersion], _ steps: Set<OptimizeStep>, _ lossless: Attempt
    ) async throws(OptimizeError) -> Optimization {
        if fits(lossless.bytes, lossless.movie) {
            var result = report(lossless, exact, steps)
            result.notes.append("the target was reached without any loss")
            return result
        }
        for effort in OptimizeEffort.ladder(options) {
            var rung = options
            rung.quality = effort.quality
            let versions = ImageVersions(options: rung, shown: ShownSizes(movie), scale: effort.scale)
            let lossy = try await versions.lossy(document.movie.images, exact)
            // What is too large before anything is taken back is so afterwards.
            let (_, bytes, after) = try write(steps, exact.merging(lossy) { $1 })
            guard fits(bytes, after) else { continue }
            let (images, best) = try await bounded(lossy, exact, steps)
            guard fits(best.bytes, best.movie) else { continue }
            var result = report(best, images, steps)
            result.notes.append(effort.note)
            return result
        }
        throw .target(bytes: options.targetBytes, decodedBytes: options.targetDecodedBytes, minimumSimilarity: options.minimumSimilarity)
    }

    private func fits(_ bytes: [UInt8], _ movie: VideoEntity) -> Bool {
        // What is no smaller than the input would be given up for it.
        bytes.count <= min(options.targetBytes ?? .max, input.count)
            && OptimizeWork.decodedBytes(movie) <= options.targetDecodedBytes ?? .max
    }
}
