import SVGACheck
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Finds the smallest loss of quality that reaches a target size: reduces colors first, then pixels.
///
/// 1. If palettes alone reach a target file size, uses the best quality that fits.
/// 2. If not, finds the best quality that fits for each density. Compares these results by their least similar frame, and uses the most similar.
/// 3. If none has sufficient similarity, tries every quality with every density of the ``TargetLadder``.
///
/// Then improves the result until it uses almost all of the target.
struct TargetSearch {
    /// A result that reaches the target.
    struct Found {
        var level: LossLevel
        var images: [Int: ImageVersion]
        var attempt: OptimizeWork.Attempt
    }

    private let work: OptimizeWork
    /// The lossless versions of the images.
    private let exact: [Int: ImageVersion]
    private let steps: Set<OptimizeStep>
    private let displaySizes: ImageSizes
    private let ladder: TargetLadder
    /// The images at full size with a reduced palette, by quality.
    private var palettes: [Int?: [Int: ImageVersion]] = [:]
    private var fitsByLevel: [LossLevel: Bool] = [:]
    private var tried: Set<LossLevel> = []
    /// The images of the reduction that was computed last.
    private var last: (level: LossLevel, versions: [Int: ImageVersion])?
    /// For each image, the reductions that changed it too visibly.
    private var refused: [Int: [LossLevel]] = [:]
    /// The smallest file with sufficient similarity.
    private(set) var smallest: OptimizeWork.Attempt

    init(_ work: OptimizeWork, _ exact: [Int: ImageVersion], _ steps: Set<OptimizeStep>, lossless: OptimizeWork.Attempt) {
        self.work = work
        self.exact = exact
        self.steps = steps
        displaySizes = ImageSizes(work.movie)
        ladder = TargetLadder(work.options)
        smallest = lossless
    }

    /// - Returns: nil if no reduction reaches the target.
    mutating func run() async throws(SVGAError) -> Found? {
        if work.options.targetBytes != nil, let found = try await reducingColors() { return try await filled(found) }
        if let found = try await bestOfDensities() { return try await filled(found) }
        if let found = try await remainingReductions() { return try await filled(found) }
        return nil
    }

    /// Finds ``smallest``, for the error message if the target cannot be reached. For each quality, finds the lowest density at which all frames
    /// are similar enough. Then also tries the next lower density for the images that stay similar.
    mutating func findSmallest() async throws(SVGAError) {
        var end = ladder.densities.count
        for quality in ladder.qualities + ladder.poorQualities {
            var low = 0
            while low < end {
                let middle = (low + end) / 2
                if try await isSimilar(LossLevel(quality: quality, density: ladder.densities[middle])) {
                    low = middle + 1
                } else {
                    end = middle
                }
            }
            guard end < ladder.densities.count else { continue }
            _ = try await bounded(LossLevel(quality: quality, density: ladder.densities[end]), needsToFit: false)
            if end == 0 { return }
        }
    }

    /// Whether a tried reduction would reach the target without the similarity requirement.
    var isWithinReach: Bool { fitsByLevel.values.contains(true) }

    // MARK: - Search

    private mutating func reducingColors() async throws(SVGAError) -> Found? {
        let density = ladder.densities[0]
        guard let last = ladder.qualities.last, try await fits(LossLevel(quality: last, density: density)) else { return nil }
        for quality in ladder.qualities {
            if let found = try await found(LossLevel(quality: quality, density: density)) { return found }
        }
        return nil
    }

    /// Finds the best quality that fits for each density, and returns the most similar result. At a lower density the best quality is not lower, so
    /// the search continues at the quality of the previous density.
    private mutating func bestOfDensities() async throws(SVGAError) -> Found? {
        var best: Found?
        var row = try await firstFittingDensity()
        var column = ladder.qualities.count - 1
        while row < ladder.densities.count, column >= 0 {
            // The highest quality that fits at this density.
            var mildest: LossLevel?
            while column >= 0 {
                let level = LossLevel(quality: ladder.qualities[column], density: ladder.densities[row])
                guard try await fits(level) else { break }
                mildest = level
                column -= 1
            }
            if let mildest, let found = try await found(mildest) {
                if found.attempt.lowestSimilarity > best?.attempt.lowestSimilarity ?? -1 { best = found }
            }
            row += 1
        }
        return best
    }

    /// The index of the highest density that fits at the lowest quality; the number of densities if none fits.
    private mutating func firstFittingDensity() async throws(SVGAError) -> Int {
        var (low, high) = (0, ladder.densities.count)
        while low < high {
            let middle = (low + high) / 2
            let level = LossLevel(quality: ladder.qualities.last ?? nil, density: ladder.densities[middle])
            if try await fits(level) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Tries the remaining reductions. If similarity prevents the reduction of some images, stronger reductions of the others may reach the target.
    private mutating func remainingReductions() async throws(SVGAError) -> Found? {
        let qualities = ladder.qualities + ladder.poorQualities
        var best: Found?
        for density in ladder.densities {
            // If the file is too large at the lowest quality, it is too large at all qualities.
            guard try await fits(LossLevel(quality: qualities.last ?? nil, density: density)) else { continue }
            for quality in qualities {
                let level = LossLevel(quality: quality, density: density)
                guard let found = try await found(level) else { continue }
                if found.attempt.lowestSimilarity > best?.attempt.lowestSimilarity ?? -1 { best = found }
            }
        }
        return best
    }

    private mutating func isSimilar(_ level: LossLevel) async throws(SVGAError) -> Bool {
        let (reduction, bytes, movie) = try work.write(steps, exact.merging(try await versions(level)) { $1 })
        let minimum = work.options.minimumSimilarity
        let differences = try await work.compare(movie) { !($0.similarity >= minimum) }
        guard differences.allSatisfy({ $0.similarity >= minimum }) else { return false }
        note(OptimizeWork.Attempt(reduction: reduction, bytes: bytes, movie: movie, differences: differences))
        return true
    }

    private mutating func note(_ attempt: OptimizeWork.Attempt) {
        if work.share(attempt.bytes, attempt.movie) < work.share(smallest.bytes, smallest.movie) { smallest = attempt }
    }

    // MARK: - One attempt

    /// Whether this reduction reaches the target without the similarity requirement.
    private mutating func fits(_ level: LossLevel) async throws(SVGAError) -> Bool {
        if let fits = fitsByLevel[level] { return fits }
        let (_, bytes, movie) = try work.write(steps, exact.merging(try await versions(level)) { $1 })
        let fits = work.fits(bytes, movie)
        fitsByLevel[level] = fits
        return fits
    }

    private mutating func found(_ level: LossLevel) async throws(SVGAError) -> Found? {
        guard fitsByLevel[level] != false, !tried.contains(level) else { return nil }
        guard let found = try await bounded(level, needsToFit: true) else { return nil }
        return work.fits(found.attempt.bytes, found.attempt.movie) ? found : nil
    }

    /// Applies a reduction, except to images whose reduction would make a frame too dissimilar.
    private mutating func bounded(_ level: LossLevel, needsToFit: Bool) async throws(SVGAError) -> Found? {
        var lossy = try await versions(level)
        for (image, levels) in refused where levels.contains(where: { $0.isMilder(than: level) }) { lossy[image] = nil }
        if needsToFit {
            // If the reduction of all images does not fit, a partial reduction does not fit either.
            let (_, bytes, movie) = try work.write(steps, exact.merging(lossy) { $1 })
            guard work.fits(bytes, movie) else { return nil }
        }
        tried.insert(level)
        let (images, attempt) = try await work.bounded(lossy, exact, steps)
        for (image, version) in lossy where images[image]?.bytes != version.bytes { refused[image, default: []].append(level) }
        note(attempt)
        return Found(level: level, images: images, attempt: attempt)
    }

    /// The images that become smaller by this reduction.
    private mutating func versions(_ level: LossLevel) async throws(SVGAError) -> [Int: ImageVersion] {
        if level.density == ladder.densities[0], let versions = palettes[level.quality] { return versions }
        if let last, last.level == level { return last.versions }
        var options = work.options
        (options.quality, options.density) = (level.quality, level.density)
        let lossy = try await ImageVersions(options: options).lossy(work.document.movie.images, exact, displaySizes: displaySizes)
        // The encoded bytes replace the decoded picture, to save memory. Equal pictures have equal bytes.
        var versions = lossy.mapValues { version in
            var version = version
            version.picture = .payload(version.bytes)
            return version
        }
        guard level.density != ladder.densities[0] else {
            palettes[level.quality] = versions
            return versions
        }
        // A picture with few colors can become larger when it is downscaled, because downscaling creates new colors.
        if options.targetDecodedBytes == nil {
            let fullSize = try await self.versions(LossLevel(quality: level.quality, density: ladder.densities[0]))
            versions.merge(fullSize) { $0.bytes.count < $1.bytes.count ? $0 : $1 }
        }
        last = (level, versions)
        return versions
    }
}

// MARK: - Filling the target

extension TargetSearch {
    /// The share of the target at which the search stops.
    private static let sufficientShare = 0.97
    private static let maximumSteps = 6

    /// Improves the result until it uses ``sufficientShare`` of the target: first all images equally, then individual images.
    private mutating func filled(_ found: Found) async throws(SVGAError) -> Found {
        var best = found
        if isFull(best) { return best }
        var (fitting, over) = (best.level, milder(best.level))
        var tooLarge: LossLevel?
        for _ in 0..<TargetSearch.maximumSteps {
            guard let above = over, let middle = between(fitting, above) else { break }
            if try await fits(middle), let found = try await self.found(middle) {
                // The result with more pixels is preferred, even though an image that has exactly its display size may be more similar.
                best = found
                fitting = middle
                if isFull(found) { break }
            } else {
                over = middle
                tooLarge = middle
            }
        }
        if isFull(best) { return best }
        return try await filledByImage(best, tooLarge ?? over)
    }

    private func isFull(_ found: Found) -> Bool { work.share(found.attempt.bytes, found.attempt.movie) >= TargetSearch.sufficientShare }

    /// The next milder reduction of the ladder: with more pixels if pixels are reduced; with a higher quality if only colors are.
    private func milder(_ level: LossLevel) -> LossLevel? {
        var milder = level
        if let row = ladder.densities.firstIndex(of: level.density), row > 0 {
            // At twice the ladder's highest density, almost all images already have their full size.
            milder.density = ladder.densities[row - 1] ?? 2 * (ladder.densities[row] ?? 1)
            return milder
        }
        let qualities = ladder.qualities + ladder.poorQualities
        guard let column = qualities.firstIndex(of: level.quality), column > 0 else { return nil }
        milder.quality = qualities[column - 1] ?? 100
        return milder
    }

    private func between(_ level: LossLevel, _ other: LossLevel) -> LossLevel? {
        if let low = level.density, let high = other.density, low != high {
            return LossLevel(quality: level.quality, density: (low * high).squareRoot())
        }
        guard let low = level.quality, let high = other.quality, high > low + 1 else { return nil }
        return LossLevel(quality: (low + high) / 2, density: level.density)
    }

    /// A better version of one image. `bytes` and `decodedBytes` are its additional sizes.
    private struct Upgrade {
        let image: Int
        let version: ImageVersion
        let bytes: Int
        let decodedBytes: Int
        /// The decrease of the squared error per additional byte.
        let gain: Double
    }

    /// Improves individual images, starting with the largest gain per byte.
    private mutating func filledByImage(_ found: Found, _ milder: LossLevel?) async throws(SVGAError) -> Found {
        let mild: [Int: ImageVersion]
        if let milder { mild = try await versions(milder) } else { mild = [:] }
        var taken = chosen(upgrades(found, mild), for: found)
        while !taken.isEmpty {
            var images = found.images
            for upgrade in taken { images[upgrade.image] = upgrade.version }
            let (reduction, bytes, movie) = try work.write(steps, images)
            if work.fits(bytes, movie) {
                let differences = try await work.compare(movie) { _ in false }
                let attempt = OptimizeWork.Attempt(reduction: reduction, bytes: bytes, movie: movie, differences: differences)
                let isSimilar = attempt.lowestSimilarity >= work.options.minimumSimilarity
                return isSimilar ? Found(level: found.level, images: images, attempt: attempt) : found
            }
            // The upgrades are chosen by the images' sizes, but the size of the rest of the file also varies a little.
            taken.removeLast((taken.count + 3) / 4)
        }
        return found
    }

    private func upgrades(_ found: Found, _ mild: [Int: ImageVersion]) -> [Upgrade] {
        let decoded = { (version: ImageVersion) -> Int in
            let size = OptimizeWork.size(version.bytes)
            return 4 * size.width * size.height
        }
        var upgrades: [Upgrade] = []
        for (image, version) in found.images.sorted(by: { $0.key < $1.key }) {
            for better in [mild[image], exact[image]].compactMap({ $0 }) where better.bytes != version.bytes {
                let bytes = better.bytes.count - version.bytes.count
                let pixels = decoded(better) - decoded(version)
                let cost = work.options.targetBytes == nil ? pixels : bytes
                guard better.error < version.error, cost > 0 else { continue }
                upgrades.append(
                    Upgrade(
                        image: image, version: better, bytes: bytes, decodedBytes: pixels,
                        gain: (version.error - better.error) / Double(cost)))
            }
        }
        return upgrades.sorted { $0.gain > $1.gain }
    }

    /// The upgrades that fit within the target, in order of their gain; at most one per image.
    private func chosen(_ upgrades: [Upgrade], for found: Found) -> [Upgrade] {
        var room = (work.options.targetBytes ?? .max) - found.attempt.bytes.count
        var memory = (work.options.targetDecodedBytes ?? .max) - OptimizeWork.decodedBytes(found.attempt.movie)
        var images: Set<Int> = []
        return upgrades.filter { upgrade in
            guard upgrade.bytes <= room, upgrade.decodedBytes <= memory, images.insert(upgrade.image).inserted else { return false }
            room -= upgrade.bytes
            memory -= upgrade.decodedBytes
            return true
        }
    }
}

extension OptimizeWork {
    /// Tries to reach the target with the smallest loss.
    func reachTarget(
        _ exact: [Int: ImageVersion], _ steps: Set<OptimizeStep>, _ lossless: Attempt
    ) async throws(SVGAError) -> Optimization {
        // If the lossless file is not smaller than the input, the output is the input.
        let isInput = lossless.bytes.count >= input.count && options.targetDecodedBytes == nil
        if fits(isInput ? input : lossless.bytes, lossless.movie) {
            var result = report(lossless, exact, steps)
            result.remarks.append(
                result.sounds.isEmpty ? "the target was reached without any loss" : "the target was reached without any loss of images")
            return result
        }
        var search = TargetSearch(self, exact, steps, lossless: lossless)
        guard let found = try await search.run() else {
            try await search.findSmallest()
            throw .target(
                bytes: options.targetBytes, decodedBytes: options.targetDecodedBytes,
                minimumSimilarity: search.isWithinReach ? options.minimumSimilarity : nil,
                found: SizeBreakdown(search.smallest, options, keepsSounds: recoding == nil).text)
        }
        var result = report(found.attempt, found.images, steps)
        let share = share(found.attempt.bytes, found.attempt.movie)
        result.targetShare = share
        let percent = Int(saturating: 100 * share)
        result.remarks.append("reduced for the target: \(found.level.text); the result takes \(percent)% of the target")
        return result
    }

    func fits(_ bytes: [UInt8], _ movie: VideoEntity) -> Bool { share(bytes, movie) <= 1 }

    /// The used share of the target. If there are two targets, the larger of their shares.
    func share(_ bytes: [UInt8], _ movie: VideoEntity) -> Double {
        var share = 0.0
        if let target = options.targetBytes { share = Double(bytes.count) / Double(target) }
        if let target = options.targetDecodedBytes {
            share = max(share, Double(OptimizeWork.decodedBytes(movie)) / Double(target))
        }
        return share
    }
}
