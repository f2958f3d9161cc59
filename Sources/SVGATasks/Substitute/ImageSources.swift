import SVGAModel
import SVGARender
import SVGASupport

/// The images of a plan from files and URLs. A default replaces an image that cannot be read.
struct ImageSources {
    private let movie: String
    private let common: CommonOptions
    private let context: TaskContext
    private let options: URLOptions
    /// All URLs of the plan that are not defaults. They are loaded together at the first use.
    private let urls: Set<FileName>
    private var loaded: [FileName: RemoteImages.Outcome]?
    private var images: [FileName: ReplacementImage] = [:]

    /// - Parameter movie: the name of the file, for warnings.
    init(_ plan: SubstitutionPlan, _ options: URLOptions, of movie: String, _ common: CommonOptions, _ context: TaskContext) {
        (self.movie, self.common, self.context, self.options) = (movie, common, context, options)
        urls = Set(plan.images.values.map(\.file).filter(\.isURL))
    }

    mutating func image(_ key: String, _ choice: ImageChoice) throws(TaskError) -> ReplacementImage {
        do throws(TaskError) {
            return try image(choice.file)
        } catch {
            guard let fallback = choice.fallback, !error.isInterruption else { throw error }
            let image = try image(fallback)
            let (file, message, _) = error.parts
            let reason: TaskText = file.isEmpty ? message : "\(file): \(message)"
            try common.warn(movie, .defaultImage(key: key, file: fallback.path, reason: reason), in: context)
            return image
        }
    }

    private mutating func image(_ file: FileName) throws(TaskError) -> ReplacementImage {
        if let known = images[file] { return known }
        let image = file.isURL ? try download(file) : try local(file)
        images[file] = image
        return image
    }

    private func local(_ file: FileName) throws(TaskError) -> ReplacementImage {
        guard !file.path.isEmpty else { throw .input(file: "", message: "no file is named") }
        return try SubstitutionOptions.image(file, limits: common.limits, context: context)
    }

    private mutating func download(_ url: FileName) throws(TaskError) -> ReplacementImage {
        if loaded == nil { loaded = RemoteImages.shared.load(urls, options, limits: common.limits) }
        if let outcome = loaded?[url] { return try outcome.get() }
        // A default. It is loaded only if it is needed.
        let outcome = RemoteImages.shared.load([url], options, limits: common.limits)[url] ?? .failure(.interrupted)
        loaded?[url] = outcome
        return try outcome.get()
    }
}

extension TaskError {
    /// Whether the task was canceled or exceeded its time limit.
    fileprivate var isInterruption: Bool {
        switch self {
        case .interrupted, .timedOut: true
        default: false
        }
    }
}
