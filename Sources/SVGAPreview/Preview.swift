import SVGAEmulation
package import SVGAHTTP
package import SVGAModel
package import SVGASupport
package import SVGATasks

/// An HTTP error as the response to a request of the page.
package typealias PreviewError = HTTPError

/// The handler of the preview's HTTP server. A separate type implements each area of the API.
package final class Preview: HTTPHandler {
    private let movies: MoviesAPI
    private let scenes: ScenesAPI
    private let jobs: JobsAPI
    private let edits: EditsAPI
    private let batches: BatchesAPI
    private let folderWatch: FolderWatch
    /// Empties the caches without requests.
    let idleMemory: IdleMemory

    /// The estimated size of all caches that ``idleMemory`` empties.
    var cachedBytes: Int { movies.library.cachedBytes + scenes.cachedBytes }

    /// - Parameters:
    ///   - paths: the only readable files and folders.
    ///   - limits: for all files, including uploads.
    ///   - player: the initially emulated player; nil: the library's own rules.
    ///   - budget: the limits with which each movie is compared; nil: none.
    ///   - allowsWriting: whether the page may replace files by edited ones.
    package init(
        paths: [String], limits: ReadLimits, player: PublicPlayer? = nil, budget: BudgetTask.Loaded? = nil, allowsWriting: Bool = false
    ) throws(PreviewError) {
        let library = try MovieLibrary(paths: paths, limits: limits)
        let events = EventStreams()
        movies = MoviesAPI(
            library: library,
            vocabulary: Capabilities(player: player, budget: budget?.task.budget.path, allowsWriting: allowsWriting), budget: budget,
            events: events)
        let scenes = ScenesAPI(library: library)
        self.scenes = scenes
        jobs = JobsAPI(library: library, uploads: scenes.uploads, events: events)
        edits = EditsAPI(library: library, uploads: scenes.uploads, allowsWriting: allowsWriting)
        folderWatch = FolderWatch(library, events)
        let idleMemory = IdleMemory {
            scenes.emptyCaches()
            library.emptyCache()
        }
        self.idleMemory = idleMemory
        let runner = BatchRunner(library: library, uploads: scenes.uploads, summaries: movies.summaries, budget: budget)
        batches = BatchesAPI(runner, events: events, idleMemory: idleMemory, allowsWriting: allowsWriting)
    }

    deinit { stopJobs() }

    /// Cancels all jobs, edits and batches, and accepts no others.
    package func stopJobs() {
        jobs.close()
        edits.close()
        batches.close()
    }

    package var contentSecurityPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    package var chinese: (@Sendable (_ key: String) -> String?)? { { ChineseMessages.table[$0] } }

    package var refusalAdvice: Message { "open the address that svga preview printed" }

    package func bodyLimit(method: String, path: [String]) -> Int {
        path == ["api", "uploads"] ? scenes.uploads.limitBytes : 1 << 20
    }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        idleMemory.whileUsed {
            guard request.prefersChinese else { return response(to: request) }
            return Message.$reportTranslation.withValue(ReportTranslation { ChineseMessages.table[$0] }) { response(to: request) }
        }
    }

    private func response(to request: HTTPRequest) -> HTTPResponse {
        do throws(PreviewError) {
            guard request.path.first == "api" else { return try PageFiles.answer(request) }
            switch request.path.dropFirst().first {
            case "vocabulary", "movies", "summaries", "fonts", "events": return try movies.answer(request)
            case "scenes", "uploads": return try scenes.answer(request)
            case "jobs": return try jobs.answer(request)
            case "edits": return try edits.answer(request)
            case "batches", "names", "renames": return try batches.answer(request)
            default: throw .notFound
            }
        } catch {
            return error.response(chinese)
        }
    }
}

extension HTTPRequest {
    /// Whether reports should be in Chinese. The page sends its language as `Accept-Language`.
    fileprivate var prefersChinese: Bool { header("accept-language")?.lowercased().hasPrefix("zh") ?? false }
}
