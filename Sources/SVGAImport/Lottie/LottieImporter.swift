import SVGAFormat
import SVGALottie
import SVGAModel
import SVGASupport

/// Imports the bytes of a Lottie file.
enum LottieImporter {
    static func run(
        _ bytes: [UInt8], folder: FolderFiles?, _ options: ImportOptions, _ work: ImportWork,
        _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(ImportError) -> ImportResult {
        let composition: LottieComposition
        do throws(SVGAError) {
            composition = try LottieComposition(bytes: bytes, folder: folder, limits: options.limits)
        } catch {
            throw ImportError(error)
        }
        var choices = LottieImportOptions()
        choices.framesPerSecond = options.framesPerSecond
        choices.size = options.size
        choices.keys = options.keys
        choices.limits = options.limits
        choices.threads = options.threads
        let source = LottieInput(composition, limits: options.limits, work: work)
        let reduction = LottieReduction(
            source: source, options: choices, work: work, quality: options.quality ?? 100, targetBytes: options.targetBytes)
        let (imported, used) = try reduction.run(progress)
        let comparison = LottieComparison(source: source, options: used, work: work)
        return ImportResult(imported, work) { (document, frames) async throws(ImportError) -> Double? in
            try await comparison.lowest(document, frames: frames)
        }
    }
}

extension ImportError {
    /// The error of a Lottie file.
    init(_ error: SVGAError) {
        switch error.detail {
        case .notLottie(let reason): self = .unknownKind(found: reason)
        case .brokenLottie(let location, let reason): self = .broken(kind: "Lottie", location: location, reason: reason)
        case .archive(let reason): self = .broken(kind: ".lottie archive", location: "", reason: reason)
        default: self = error.limit != nil ? .limit(error.message) : .unknownKind(found: error.message)
        }
    }
}

extension LottieInput {
    /// A parsed file.
    /// - Parameter work: the work budget of the import; nil: that of the limits.
    init(_ composition: LottieComposition, limits: ReadLimits, work: ImportWork? = nil) {
        let work = work ?? ImportWork(limits)
        let painter = FrameStatePictures(composition, limits: limits, budget: work.budget)
        let evaluator = LottieEvaluator(composition)
        work.spend(evaluator.takeExpressionWork())
        self.init(
            width: composition.width, height: composition.height, framesPerSecond: composition.framesPerSecond, start: 0,
            frames: composition.frames,
            frameState: { time in
                defer { work.spend(evaluator.takeExpressionWork()) }
                return evaluator.frameState(at: time)
            },
            picture: { composition.image(asset: $0)?.entity?.bytes }, draw: { try? painter.pixmap(of: $0, $1, width: $2, height: $3) },
            notes: { evaluator.notes.map { Imported.Note(location: $0.locationText, $0.text) } }, work: work)
    }
}
