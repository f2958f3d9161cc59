import SVGACheck
import SVGAFormat
public import SVGAModel
import SVGARender
import SVGASupport

/// Makes files smaller, lossless by default. The result is always verified: all its frames are drawn
/// and compared with those of the input.
///
/// ```swift
/// let result = try await Optimizer.optimize(bytes)
/// print(result.bytesBefore, "→", result.bytes.count)
/// ```
public enum Optimizer {
    /// Makes a file smaller. If the result would not be smaller, it is the input.
    ///
    /// - Parameters:
    ///   - bytes: a file, in any container.
    ///   - options: the allowed changes; lossless by default.
    ///   - progress: called with the number of compared frames, never concurrently.
    /// - Throws: ``SVGAError``, ``SVGAError/Kind/invalidRequest`` for
    ///     a kept key that no sprite has, ``SVGAError/Kind/tooLarge``, ``SVGAError/Kind/cancelled``.
    public static func optimize(
        _ bytes: some Collection<UInt8>, options: OptimizeOptions = OptimizeOptions(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(SVGAError) -> Optimization {
        try await optimize([UInt8](bytes), options: options, sounds: nil, progress: progress)
    }

    /// Like ``optimize(_:options:progress:)``, and re-encodes sounds. A sound stays unchanged if it is broken
    /// or would not become smaller, by itself and in the file.
    ///
    /// - Parameter sounds: nil: all sounds stay unchanged.
    package static func optimize(
        _ bytes: [UInt8], options: OptimizeOptions, sounds: SoundRecoding?,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws(SVGAError) -> Optimization {
        let work = try OptimizeWork(bytes, options, sounds: sounds, progress)
        return try await work.run()
    }
}

/// One run of ``Optimizer``.
struct OptimizeWork {
    let input: [UInt8]
    let options: OptimizeOptions
    /// nil: sounds stay unchanged.
    let recoding: SoundRecoding?
    /// The input, possibly with re-encoded sounds, cropped images and rounded numbers.
    var document: SVGADocument
    /// ``document`` with its references resolved.
    var movie: VideoEntity
    /// The payloads of the input with the current sounds; ``document`` has the same number of images.
    var payloads: [[UInt8]]
    /// The result of re-encoding sounds.
    var sounds = RecodedSounds()
    let decodedBytesBefore: Int
    /// The input's frames.
    let reference: ReferenceFrames
    /// The decoded images of the input and of its new versions, most of which have equal pixels.
    private let images: DecodedImages
    /// The number of sprites with rounded numbers.
    var roundedSprites = 0
    /// Whether the trials of rounded numbers ended early, because they took too much work.
    var isRoundingCut = false
    private let progress: @Sendable (Int, Int) -> Void

    init(
        _ bytes: [UInt8], _ options: OptimizeOptions, sounds recoding: SoundRecoding? = nil,
        _ progress: @escaping @Sendable (Int, Int) -> Void
    ) throws(SVGAError) {
        input = bytes
        self.options = options
        self.recoding = recoding
        self.progress = progress
        let reading = ReadOptions(limits: options.limits)
        document = try SVGADocument(bytes: bytes, options: reading)
        movie = try document.videoEntity(options: reading)
        payloads = document.movie.images.map(\.bytes)
        decodedBytesBefore = OptimizeWork.decodedBytes(movie)
        let keys = Set(movie.sprites.flatMap { [ByteKey($0.imageKey), ByteKey($0.replacementKey)] })
        for key in options.keptKeys.sorted() where !keys.contains(ByteKey(key)) {
            throw .unknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey)))
        }
        images = DecodedImages(sharesEqualPixels: true)
        reference = ReferenceFrames(try OptimizeWork.scene(movie, options.limits, images))
    }

    func run() async throws(SVGAError) -> Optimization {
        var work = self
        try await work.recodeSounds()
        if options.cropsMargins {
            let crop = MarginCrop(document, options)
            _ = try await work.cropped(crop.candidates[...], crop, after: [])
        }
        try await work.roundNumbers()
        return try await work.optimized()
    }

    private func optimized() async throws(SVGAError) -> Optimization {
        let versions = ImageVersions(options: options)
        if options.isLossless || options.hasTarget {
            let exact = try await versions.exact(document.movie.images)
            let (steps, lossless) = try await losslessSteps(exact)
            return options.hasTarget ? try await reachTarget(exact, steps, lossless) : report(lossless, exact, steps)
        }
        let (lossy, exact) = try await versions.lossyAndExact(document.movie.images, displaySizes: ImageSizes(movie))
        let (steps, lossless) = try await losslessSteps(exact)
        if lossy.isEmpty { return report(lossless, exact, steps) }
        let (images, best) = try await bounded(lossy, exact, steps)
        // A lossy file that is not smaller has no advantage.
        if best.bytes.count < lossless.bytes.count { return report(best, images, steps) }
        guard exact.values.contains(where: \.isDraft) else { return report(lossless, exact, steps) }
        let finished = try await versions.finished(exact, exact.keys)
        let (finishedSteps, smallest) = try await losslessSteps(finished)
        return report(smallest, finished, finishedSteps)
    }

    /// A written file, and its differences from the input's frames.
    struct Attempt {
        let reduction: DocumentReduction.Result
        let bytes: [UInt8]
        let movie: VideoEntity
        let differences: [FrameComparison.Difference]

        var lowestSimilarity: Double { differences.map(\.similarity).min() ?? 1 }
    }

    // MARK: - Lossless

    /// Applies all steps. If that changes a frame, applies only the steps that change none.
    private func losslessSteps(_ exact: [Int: ImageVersion]) async throws(SVGAError) -> (Set<OptimizeStep>, Attempt) {
        var all = Set(OptimizeStep.allCases)
        if !options.renamesKeys { all.remove(.sameImages) }
        if let attempt = try await identical(all, exact) { return (all, attempt) }
        var steps: Set<OptimizeStep> = []
        var best: Attempt?
        for step in OptimizeStep.allCases where all.contains(step) {
            guard let attempt = try await identical(steps.union([step]), exact) else { continue }
            steps.insert(step)
            best = attempt
        }
        if let best { return (steps, best) }
        // Even writing the document without any step changes a frame, so the output is the input.
        return ([], Attempt(reduction: .init(document: document), bytes: input, movie: movie, differences: []))
    }

    private func identical(_ steps: Set<OptimizeStep>, _ images: [Int: ImageVersion]) async throws(SVGAError) -> Attempt? {
        let (reduction, bytes, after) = try write(steps, images)
        guard isSame(after) else { return nil }
        let differences = try await compare(after) { !isUnchanged($0) }
        guard differences.allSatisfy(isUnchanged) else { return nil }
        return Attempt(reduction: reduction, bytes: bytes, movie: after, differences: differences)
    }

    /// Whether a frame satisfies the requirement of lossless steps.
    func isUnchanged(_ difference: FrameComparison.Difference) -> Bool {
        difference.largestDifference <= (options.rounds ? 1 : 0)
    }

    // MARK: - Lossy

    /// Uses as many lossy images as the similarity allows. While a frame is below it, half of the images in such frames become exact
    /// again, starting with the largest errors.
    func bounded(
        _ lossy: [Int: ImageVersion], _ exact: [Int: ImageVersion], _ steps: Set<OptimizeStep>
    ) async throws(SVGAError) -> ([Int: ImageVersion], Attempt) {
        let versions = ImageVersions(options: options)
        var (lossy, exact) = (lossy, exact)
        while true {
            exact = try await versions.finished(exact, exact.keys.filter { lossy[$0] == nil })
            let images = exact.merging(lossy) { $1 }
            let (reduction, bytes, after) = try write(steps, images)
            let differences = try await compare(after) { _ in false }
            let bad = differences.filter { !($0.similarity >= options.minimumSimilarity) }.map(\.frame)
            if bad.isEmpty && isSame(after) || lossy.isEmpty {
                return (images, Attempt(reduction: reduction, bytes: bytes, movie: after, differences: differences))
            }
            let visible = visibleKeys(bad)
            var suspects = lossy.keys.filter { visible.contains(ByteKey(document.movie.images[$0].key)) }
            if suspects.isEmpty { suspects = Array(lossy.keys) }
            suspects.sort { (lossy[$0]?.error ?? 0, $0) > (lossy[$1]?.error ?? 0, $1) }
            for index in suspects.prefix((suspects.count + 1) / 2) { lossy[index] = nil }
        }
    }

    /// The keys of images that are visible in one of these frames, as content or as a matte.
    private func visibleKeys(_ frames: [Int]) -> Set<ByteKey> {
        var keys: Set<ByteKey> = []
        for sprite in movie.sprites {
            guard let image = sprite.imageIndex else { continue }
            let records = sprite.frames.records
            if frames.contains(where: { $0 < records.count && records[$0].isVisible }) { keys.insert(ByteKey(movie.images[image].key)) }
        }
        return keys
    }

    // MARK: - Writing and comparing

    func write(
        _ steps: Set<OptimizeStep>, _ images: [Int: ImageVersion]
    ) throws(SVGAError) -> (DocumentReduction.Result, [UInt8], VideoEntity) {
        if Task.isCancelled { throw .cancelled }
        let reduction = DocumentReduction(document, movie, options).reduced(steps, images: images)
        let container = options.format?.container ?? document.container
        var writing = WriteOptions()
        writing.usesZopfli = options.usesZopfli
        writing.isThorough = true
        let bytes = try DocumentWriter.write(reduction.document, as: container, options: writing)
        // Reads the file back, so that the file is verified and not the document in memory.
        return (reduction, bytes, try VideoEntity(bytes: bytes, options: ReadOptions(limits: options.limits)))
    }

    /// Whether everything except the pixels is equal.
    private func isSame(_ after: VideoEntity) -> Bool {
        func sounds(_ movie: VideoEntity) -> [ByteKey: [UInt8]] {
            movie.sounds.reduce(into: [:]) { $0[ByteKey($1.key)] = $1.bytes }
        }
        return after.frameCount == movie.frameCount && after.fps == movie.fps && after.viewBox == movie.viewBox
            && after.audios.count == movie.audios.count && sounds(after) == sounds(movie)
    }

    func compare(
        _ after: VideoEntity, _ frames: [Int]? = nil, measuresSimilarity: Bool = true, measuresDifferences: Bool = true,
        budget: WorkBudget? = nil, until isEnough: @escaping @Sendable (FrameComparison.Difference) -> Bool
    ) async throws(SVGAError) -> [FrameComparison.Difference] {
        var comparison = FrameComparison(reference, try OptimizeWork.scene(after, options.limits, images))
        comparison.measuresSimilarity = measuresSimilarity
        comparison.measuresDifferences = measuresDifferences
        comparison.budget = budget
        do throws(ComparisonError) {
            return try await comparison.differences(of: frames, threads: options.threadCount, until: isEnough, progress: progress)
        } catch {
            switch error {
            case .render(let error, _): throw error
            case .cancelled: throw .cancelled
            }
        }
    }

    private static func scene(_ movie: VideoEntity, _ limits: ReadLimits, _ images: DecodedImages) throws(SVGAError) -> SVGAScene {
        var options = RenderOptions()
        options.limits = limits
        return try PreparedMovie(movie, limits: limits, sharing: images).scene(options: options)
    }
}

extension OptimizeWork {
    /// Crops the images as long as no frame changes. If a crop changes a frame, each half of the images is tried separately.
    /// - Returns: the cropped images.
    mutating func cropped(
        _ images: ArraySlice<Int>, _ crop: MarginCrop, after done: [Int]
    ) async throws(SVGAError) -> [Int] {
        if images.isEmpty { return done }
        let candidate = crop.cropped(done + images)
        let after = try OptimizeWork.resolved(candidate, options.limits)
        if try await compare(after, until: { !$0.isIdentical }).allSatisfy(\.isIdentical) {
            (document, movie) = (candidate, after)
            return done + images
        }
        if images.count == 1 { return done }
        let middle = images.startIndex + images.count / 2
        let first = try await cropped(images[..<middle], crop, after: done)
        return try await cropped(images[middle...], crop, after: first)
    }

    static func resolved(_ document: SVGADocument, _ limits: ReadLimits) throws(SVGAError) -> VideoEntity {
        return try document.videoEntity(options: ReadOptions(limits: limits))
    }
}
