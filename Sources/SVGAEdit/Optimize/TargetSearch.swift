import SVGACheck
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Looks for the least loss that reaches a target: first colours, then pixels.
///
/// For palettes alone, the best quality that fits. Else for each quality the highest density that fits, and of these the one whose worst
/// frame is most like the input's. Else every effort of the ladder. What is found is then made milder until it fills the target.
struct TargetSearch {
    /// What reaches the target.
    struct Found {
        var effort: OptimizeEffort
        var images: [Int: ImageVersion]
        var attempt: OptimizeWork.Attempt
    }

    private let work: OptimizeWork
    private let exact: [Int: ImageVersion]
    private let steps: Set<OptimizeStep>
    private let shown: ImageSizes
    private let ladder: TargetLadder
    /// The images with fewer colours and all pixels, by quality.
    private var palettes: [Int?: [Int: ImageVersion]] = [:]
    private var known: [OptimizeEffort: Bool] = [:]
    private var tried: Set<OptimizeEffort> = []
    /// What was made last.
    private var last: (effort: OptimizeEffort, versions: [Int: ImageVersion])?
    /// The efforts at which an image was changed too visibly.
    private var refused: [Int: [OptimizeEffort]] = [:]
    /// The smallest file that is similar enough.
    private(set) var smallest: OptimizeWork.Attempt

    init(_ work: OptimizeWork, _ exact: [Int: ImageVersion], _ steps: Set<OptimizeStep>, lossless: OptimizeWork.Attempt) {
        self.work = work
        self.exact = exact
        self.steps = steps
        shown = ImageSizes(work.movie)
        ladder = TargetLadder(work.options)
        smallest = lossless
    }

    /// - Returns: nil if no effort reaches the target.
    mutating func run() async throws(EditError) -> Found? {
        if work.options.targetBytes != nil, let found = try await colorsAlone() { return try await filled(found) }
        if let found = try await frontier() { return try await filled(found) }
        if let found = try await anywhere() { return try await filled(found) }
        return nil
    }

    // MARK: - Search

    private mutating func colorsAlone() async throws(EditError) -> Found? {
        let density = ladder.densities[0]
        guard let last = ladder.qualities.last, try await fits(OptimizeEffort(quality: last, density: density)) else { return nil }
        for quality in ladder.qualities {
            if let found = try await found(OptimizeEffort(quality: quality, density: density)) { return found }
        }
        return nil
    }

    /// Fewer pixels allow for more colours.
    private mutating func frontier() async throws(EditError) -> Found? {
        var best: Found?
        var row = try await firstFittingDensity()
        var column = ladder.qualities.count - 1
        while row < ladder.densities.count, column >= 0 {
            // The mildest that fits in this row.
            var mildest: OptimizeEffort?
            while column >= 0 {
                let effort = OptimizeEffort(quality: ladder.qualities[column], density: ladder.densities[row])
                guard try await fits(effort) else { break }
                mildest = effort
                column -= 1
            }
            if let mildest, let found = try await found(mildest) {
                if found.attempt.lowestSimilarity > best?.attempt.lowestSimilarity ?? -1 { best = found }
            }
            row += 1
        }
        return best
    }

    /// The place of the highest density that fits with the lowest quality; the number of densities if none does.
    private mutating func firstFittingDensity() async throws(EditError) -> Int {
        var (low, high) = (0, ladder.densities.count)
        while low < high {
            let middle = (low + high) / 2
            let effort = OptimizeEffort(quality: ladder.qualities.last ?? nil, density: ladder.densities[middle])
            if try await fits(effort) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Everything that was not tried yet. Where images have to stay as they are, harsher efforts for the others may still reach the target.
    private mutating func anywhere() async throws(EditError) -> Found? {
        let qualities = ladder.qualities + ladder.poorQualities
        var best: Found?
        for density in ladder.densities {
            // Where the poorest is too large, so are the others.
            guard try await fits(OptimizeEffort(quality: qualities.last ?? nil, density: density)) else { continue }
            for quality in qualities {
                let effort = OptimizeEffort(quality: quality, density: density)
                guard let found = try await found(effort) else { continue }
                if found.attempt.lowestSimilarity > best?.attempt.lowestSimilarity ?? -1 { best = found }
            }
        }
        return best
    }

    /// Looks for a small file after the target was not reached, for the error: for each quality the lowest density with which every frame is
    /// similar enough, and then what the images allow that are not to blame for a bad frame.
    mutating func findSmallest() async throws(EditError) {
        var end = ladder.densities.count
        for quality in ladder.qualities + ladder.poorQualities {
            var low = 0
            while low < end {
                let middle = (low + end) / 2
                if try await isSimilar(OptimizeEffort(quality: quality, density: ladder.densities[middle])) {
                    low = middle + 1
                } else {
                    end = middle
                }
            }
            guard end < ladder.densities.count else { continue }
            _ = try await bounded(OptimizeEffort(quality: quality, density: ladder.densities[end]), needsToFit: false)
            if end == 0 { return }
        }
    }

    private mutating func isSimilar(_ effort: OptimizeEffort) async throws(EditError) -> Bool {
        let (reduction, bytes, movie) = try work.write(steps, exact.merging(try await versions(effort)) { $1 })
        let least = work.options.minimumSimilarity
        let differences = try await work.compare(movie) { !($0.similarity >= least) }
        guard differences.allSatisfy({ $0.similarity >= least }) else { return false }
        note(OptimizeWork.Attempt(reduction: reduction, bytes: bytes, movie: movie, differences: differences))
        return true
    }

    private mutating func note(_ attempt: OptimizeWork.Attempt) {
        if work.share(attempt.bytes, attempt.movie) < work.share(smallest.bytes, smallest.movie) { smallest = attempt }
    }

    /// Whether some effort reaches the target if no frame has to be similar, as far as was tried.
    var isWithinReach: Bool { known.values.contains(true) }

    // MARK: - One effort

    /// Whether the file reaches the target if no frame has to be similar.
    private mutating func fits(_ effort: OptimizeEffort) async throws(EditError) -> Bool {
        if let known = known[effort] { return known }
        let (_, bytes, movie) = try work.write(steps, exact.merging(try await versions(effort)) { $1 })
        let fits = work.fits(bytes, movie)
        known[effort] = fits
        return fits
    }

    private mutating func found(_ effort: OptimizeEffort) async throws(EditError) -> Found? {
        guard known[effort] != false, !tried.contains(effort) else { return nil }
        guard let found = try await bounded(effort, needsToFit: true) else { return nil }
        return work.fits(found.attempt.bytes, found.attempt.movie) ? found : nil
    }

    /// Uses as much of an effort as the similarity allows.
    private mutating func bounded(_ effort: OptimizeEffort, needsToFit: Bool) async throws(EditError) -> Found? {
        var lossy = try await versions(effort)
        for (image, efforts) in refused where efforts.contains(where: { $0.isMilder(than: effort) }) { lossy[image] = nil }
        if needsToFit {
            // Images that become exact again only make the file larger.
            let (_, bytes, movie) = try work.write(steps, exact.merging(lossy) { $1 })
            guard work.fits(bytes, movie) else { return nil }
        }
        tried.insert(effort)
        let (images, attempt) = try await work.bounded(lossy, exact, steps)
        for (image, version) in lossy where images[image]?.bytes != version.bytes { refused[image, default: []].append(effort) }
        note(attempt)
        return Found(effort: effort, images: images, attempt: attempt)
    }

    /// The images that become smaller.
    private mutating func versions(_ effort: OptimizeEffort) async throws(EditError) -> [Int: ImageVersion] {
        if effort.density == ladder.densities[0], let known = palettes[effort.quality] { return known }
        if let last, last.effort == effort { return last.versions }
        var options = work.options
        (options.quality, options.density) = (effort.quality, effort.density)
        let lossy = try await ImageVersions(options: options).lossy(work.document.movie.images, exact, shown: shown)
        // Only their bytes are kept: equal pictures have equal ones.
        var versions = lossy.mapValues { version in
            var version = version
            version.picture = .payload(version.bytes)
            return version
        }
        guard effort.density != ladder.densities[0] else {
            palettes[effort.quality] = versions
            return versions
        }
        // A drawing of few colours grows when it is shrunk.
        if options.targetDecodedBytes == nil {
            let whole = try await self.versions(OptimizeEffort(quality: effort.quality, density: ladder.densities[0]))
            versions.merge(whole) { $0.bytes.count < $1.bytes.count ? $0 : $1 }
        }
        last = (effort, versions)
        return versions
    }
}

// MARK: - Filling the target

extension TargetSearch {
    /// From this share of the target on nothing more is tried.
    private static let enough = 0.97
    private static let maximumSteps = 6

    /// Gives back as much as the target allows: first for all images alike, then for each image.
    private mutating func filled(_ found: Found) async throws(EditError) -> Found {
        var best = found
        if isFull(best) { return best }
        var (fitting, over) = (best.effort, milder(best.effort))
        var tooLarge: OptimizeEffort?
        for _ in 0..<TargetSearch.maximumSteps {
            guard let above = over, let middle = between(fitting, above) else { break }
            if try await fits(middle), let found = try await self.found(middle) {
                // What has more pixels is the lesser loss, though shrunk to just the size in which it is shown it may be more alike.
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

    private func isFull(_ found: Found) -> Bool { work.share(found.attempt.bytes, found.attempt.movie) >= TargetSearch.enough }

    /// The next milder effort of the ladder: where pixels are given up, with more of them.
    private func milder(_ effort: OptimizeEffort) -> OptimizeEffort? {
        var milder = effort
        if let row = ladder.densities.firstIndex(of: effort.density), row > 0 {
            // Above the highest density of the ladder hardly any image has pixels to spare.
            milder.density = ladder.densities[row - 1] ?? 2 * (ladder.densities[row] ?? 1)
            return milder
        }
        let qualities = ladder.qualities + ladder.poorQualities
        guard let column = qualities.firstIndex(of: effort.quality), column > 0 else { return nil }
        milder.quality = qualities[column - 1] ?? 100
        return milder
    }

    private func between(_ effort: OptimizeEffort, _ other: OptimizeEffort) -> OptimizeEffort? {
        if let low = effort.density, let high = other.density, low != high {
            return OptimizeEffort(quality: effort.quality, density: (low * high).squareRoot())
        }
        guard let low = effort.quality, let high = other.quality, high > low + 1 else { return nil }
        return OptimizeEffort(quality: (low + high) / 2, density: effort.density)
    }

    /// A milder version of one image.
    private struct Upgrade {
        let image: Int
        let version: ImageVersion
        let bytes: Int
        let decodedBytes: Int
        /// Of the squared differences, for each byte.
        let gain: Double
    }

    /// Gives back images one by one, those first that gain most for their bytes.
    private mutating func filledByImage(_ found: Found, _ milder: OptimizeEffort?) async throws(EditError) -> Found {
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
                return isSimilar ? Found(effort: found.effort, images: images, attempt: attempt) : found
            }
            // What the file takes beside its images is not quite the same.
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

    /// As many as the target has room for, at most one for each image.
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
    /// Tries to reach the target with as little loss as possible.
    func reachTarget(
        _ exact: [Int: ImageVersion], _ steps: Set<OptimizeStep>, _ lossless: Attempt
    ) async throws(EditError) -> Optimization {
        // Of a file that did not become smaller, the input is the output.
        let isInput = lossless.bytes.count >= input.count && options.targetDecodedBytes == nil
        if fits(isInput ? input : lossless.bytes, lossless.movie) {
            var result = report(lossless, exact, steps)
            result.notes.append("the target was reached without any loss" + (result.sounds.isEmpty ? "" : " of pictures"))
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
        result.notes.append("given up for the target: \(found.effort.text); \(Int(saturating: 100 * share))% of it is used")
        return result
    }

    func fits(_ bytes: [UInt8], _ movie: VideoEntity) -> Bool { share(bytes, movie) <= 1 }

    /// How much of the target is used; of two targets, of the one that is used more.
    func share(_ bytes: [UInt8], _ movie: VideoEntity) -> Double {
        var share = 0.0
        if let target = options.targetBytes { share = Double(bytes.count) / Double(target) }
        if let target = options.targetDecodedBytes {
            share = max(share, Double(OptimizeWork.decodedBytes(movie)) / Double(target))
        }
        return share
    }
}

/// What takes the bytes of a file that is as small as it gets.
struct SizeBreakdown {
    let text: String

    init(_ attempt: OptimizeWork.Attempt, _ options: OptimizeOptions, keepsSounds: Bool) {
        var (sound, others, pictures, images) = (0, 0, 0, 0)
        for image in attempt.reduction.document.movie.images {
            switch PayloadKind.sniff(image.bytes) {
            case .sound: sound += image.bytes.count
            case .image(let format) where format != .unknown: (pictures, images) = (pictures + 1, images + image.bytes.count)
            case .image: others += image.bytes.count
            }
        }
        var lines: [String] = []
        if let target = options.targetBytes {
            let frames = max(0, attempt.bytes.count - sound - images - others)
            let parts = [("sound", sound), ("images", images), ("other payloads", others), ("frames", frames)].filter { $0.1 > 0 }
            let names = parts.sorted { $0.1 > $1.1 }.map { "\($0.0) \(Units.bytes($0.1))" }
            lines.append("\(Units.bytes(attempt.bytes.count)), of which " + names.joined(separator: ", "))
            if sound > target {
                lines.append(
                    "the sound alone is larger than the target" + (keepsSounds ? ", a lower bitrate of the sound makes it smaller" : ""))
            }
        }
        if options.targetDecodedBytes != nil {
            lines.append("\(Units.bytes(OptimizeWork.decodedBytes(attempt.movie))) decoded in \(Units.count(pictures, "image"))")
        }
        text = lines.joined(separator: "; ")
    }
}
