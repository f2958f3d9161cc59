import SVGACheck
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// Makes files smaller. Lossless unless ``OptimizeOptions`` say otherwise, and always proven: all frames of the file that was
/// made are drawn and compared with those of the input before it is given out.
///
/// ```swift
/// let result = try await Optimizer.optimize(bytes)
/// print(result.bytesBefore, "→", result.bytesAfter)
/// ```
public enum Optimizer {
    /// - Parameters:
    ///   - bytes: a file, in any container.
    ///   - options: what may be done; lossless by default.
    ///   - progress: called now and then with how many frames of a comparison are done, never twice at once.
    /// - Throws: ``OptimizeError``.
    public static func optimize(
        _ bytes: [UInt8], options: OptimizeOptions = OptimizeOptions(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(OptimizeError) -> Optimization {
        let work = try OptimizeWork(bytes, options, progress)
        return try await work.run()
    }
}

/// One run of ``Optimizer``.
struct OptimizeWork {
    let input: [UInt8]
    let options: OptimizeOptions
    /// As it is read, perhaps with images cropped.
    var document: SVGADocument
    /// What ``document`` means.
    var movie: VideoEntity
    /// The payloads of the input, by the index in ``document`` too.
    let payloads: [[UInt8]]
    let decodedBytesBefore: Int
    /// The input's frames.
    let reference: ReferenceFrames
    private let progress: @Sendable (Int, Int) -> Void

    init(_ bytes: [UInt8], _ options: OptimizeOptions, _ progress: @escaping @Sendable (Int, Int) -> Void) throws(OptimizeError) {
        input = bytes
        self.options = options
        self.progress = progress
        let reading = ReadOptions(limits: options.limits)
        do throws(ReadError) {
            document = try SVGADocument(bytes: bytes, options: reading)
            movie = try document.videoEntity(options: reading)
        } catch {
            throw .read(error)
        }
        payloads = document.movie.images.map(\.bytes)
        decodedBytesBefore = OptimizeWork.decodedBytes(movie)
        let keys = Set(movie.sprites.flatMap { [ByteKey($0.imageKey), ByteKey($0.replacementKey)] })
        for key in options.keptKeys.sorted() where !keys.contains(ByteKey(key)) {
            throw .unknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey)))
        }
        reference = ReferenceFrames(try OptimizeWork.renderer(movie, options.limits))
    }

    func run() async throws(OptimizeError) -> Optimization {
        guard options.cropsMargins else { return try await optimized() }
        var work = self
        let crop = MarginCrop(document, options)
        _ = try await work.cropped(crop.candidates[...], crop, after: [])
        return try await work.optimized()
    }

    private func optimized() async throws(OptimizeError) -> Optimization {
        let versions = ImageVersions(options: options, shown: ShownSizes(movie))
        let exact = try await versions.exact(document.movie.images)
        let (steps, lossless) = try await losslessSteps(exact)
        if options.hasTarget { return try await reachTarget(exact, steps, lossless) }
        guard !options.isLossless else { return report(lossless, exact, steps) }
        let lossy = try await versions.lossy(document.movie.images, exact)
        let (images, best) = try await bounded(lossy, exact, steps)
        // What is lossy but no smaller has nothing for it.
        return best.bytes.count < lossless.bytes.count ? report(best, images, steps) : report(lossless, exact, steps)
    }

    /// A file that was made, and what drawing it showed.
    struct Attempt {
        let reduction: DocumentReduction.Result
        let bytes: [UInt8]
        let movie: VideoEntity
        let differences: [FrameComparison.Difference]

        var lowestSimilarity: Double { differences.map(\.similarity).min() ?? 1 }
    }

    // MARK: - Lossless

    /// All steps; or, where they would change a frame, as many as do not.
    private func losslessSteps(_ exact: [Int: ImageVersion]) async throws(OptimizeError) -> (Set<OptimizeStep>, Attempt) {
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
        // Not even packing it anew is the same: the input is the only file that surely is.
        return ([], Attempt(reduction: .init(document: document), bytes: input, movie: movie, differences: []))
    }

    private func identical(_ steps: Set<OptimizeStep>, _ images: [Int: ImageVersion]) async throws(OptimizeError) -> Attempt? {
        let (reduction, bytes, after) = try write(steps, images)
        guard isSame(after) else { return nil }
        let differences = try await compare(after) { !$0.isIdentical }
        guard differences.allSatisfy(\.isIdentical) else { return nil }
        return Attempt(reduction: reduction, bytes: bytes, movie: after, differences: differences)
    }

    // MARK: - Lossy

    /// As many lossy images as the bound allows: while a frame is below it, half of the images in such frames, those changed
    /// most, become exact again.
    func bounded(
        _ lossy: [Int: ImageVersion], _ exact: [Int: ImageVersion], _ steps: Set<OptimizeStep>
    ) async throws(OptimizeError) -> ([Int: ImageVersion], Attempt) {
        var lossy = lossy
        while true {
            let images = exact.merging(lossy) { $1 }
            let (reduction, bytes, after) = try write(steps, images)
            let differences = try await compare(after) { _ in false }
            let bad = differences.filter { !($0.similarity >= options.minimumSimilarity) }.map(\.frame)
            if bad.isEmpty && isSame(after) || lossy.isEmpty {
                return (images, Attempt(reduction: reduction, bytes: bytes, movie: after, differences: differences))
            }
            let shown = shownKeys(bad)
            var suspects = lossy.keys.filter { shown.contains(ByteKey(document.movie.images[$0].key)) }
            if suspects.isEmpty { suspects = Array(lossy.keys) }
            suspects.sort { (lossy[$0]?.error ?? 0, $0) > (lossy[$1]?.error ?? 0, $1) }
            for index in suspects.prefix((suspects.count + 1) / 2) { lossy[index] = nil }
        }
    }

    /// The keys of images that are visible, or mask what is, in one of these frames.
    private func shownKeys(_ frames: [Int]) -> Set<ByteKey> {
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
    ) throws(OptimizeError) -> (DocumentReduction.Result, [UInt8], VideoEntity) {
        if Task.isCancelled { throw .cancelled }
        let reduction = DocumentReduction(document, movie, options).reduced(steps, images: images)
        let container = options.format?.container ?? document.container
        let bytes: [UInt8]
        do throws(WriteError) {
            bytes = try DocumentWriter.write(reduction.document, as: container, options: WriteOptions(usesZopfli: options.usesZopfli))
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw .write(error)
        }
        do throws(ReadError) {
            // What is judged is the file, not what it was made of.
            return (reduction, bytes, try VideoEntity(bytes: bytes, options: ReadOptions(limits: options.limits)))
        } catch {
            throw .read(error)
        }
    }

    /// All but the pixels.
    private func isSame(_ after: VideoEntity) -> Bool {
        func sounds(_ movie: VideoEntity) -> [ByteKey: [UInt8]] {
            movie.sounds.reduce(into: [:]) { $0[ByteKey($1.key)] = $1.bytes }
        }
        return after.frames == movie.frames && after.fps == movie.fps && after.viewBox == movie.viewBox
            && after.audios.count == movie.audios.count && sounds(after) == sounds(movie)
    }

    func compare(
        _ after: VideoEntity, until isEnough: @escaping @Sendable (FrameComparison.Difference) -> Bool
    ) async throws(OptimizeError) -> [FrameComparison.Difference] {
        let comparison = FrameComparison(reference, try OptimizeWork.renderer(after, options.limits))
        do throws(FrameComparisonError) {
            return try await comparison.differences(threads: options.threads, until: isEnough, progress: progress)
        } catch {
            switch error {
            case .render(_, let error): throw .render(error)
            case .cancelled: throw .cancelled
            }
        }
    }

    private static func scene(_ movie: VideoEntity, _ limits: ReadLimits) throws(OptimizeError) -> Scene {
        var options = RenderOptions()
        options.limits = limits
        do throws(RenderError) {
            return try Scene(movie, options: options)
        } catch {
            throw .render(error)
        }
    }
}
