import SVGAHTTP
package import SVGAModel
package import SVGASupport
package import SVGATasks

/// Writes the gallery as a static site, for reviewers who have nothing installed. The site needs no server: it works from `file:` and from any host.
package struct SiteExport: Sendable {
    /// The files and folders to show.
    package var paths: [String]
    package var limits = ReadLimits.default
    /// The limits with which each movie is compared; nil: none.
    package var budget: BudgetTask.Loaded?
    package var overwrites = false

    /// Each worker holds a movie in memory.
    private static let maximumWorkers = 4

    package init(paths: [String]) { self.paths = paths }

    package struct Result: Sendable {
        package let movies: Int
        /// The movies that cannot be read. The site shows them, too.
        package let problems: [(file: String, message: Message)]
        package let bytes: Int
        /// The path of the page.
        package let page: String
    }

    private struct Progress: Sendable {
        var next = 0
        var cards: [Int: SiteMovie] = [:]
        var failure: TaskError?
    }

    /// - Parameter progress: called after each movie, from any thread.
    package func write(
        to path: String, in context: TaskContext, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws(TaskError) -> Result {
        let library = try SiteExport.library(paths, limits)
        // Movies of an earlier export into a folder that is shown are no inputs.
        let own = FilePath(path).resolvingLinks()
        let entries = library.movies.filter { entry in own.map { !library.path(of: entry).starts(with: $0) } ?? true }
        guard !entries.isEmpty else {
            throw .input(file: paths.first ?? "", message: "there are no movies", advice: "name files, or a folder with .svga files")
        }
        let folder = try SiteFolder(path, overwriting: overwrites)
        var names = ArchiveNames()
        let files = entries.enumerated().map { index, entry in
            SiteMovie.Names(
                number: index + 1, movie: names.take(ArchiveNames.stem(entry.name), ending: ".svga", in: "movies/" + entry.folder))
        }
        let state = Locked(Progress())
        let workers = Parallel.workers(SiteExport.maximumWorkers, count: min(entries.count, context.processorCount))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    while !Task.isCancelled, let index = SiteExport.take(state, entries.count) {
                        do throws(TaskError) {
                            let movie = try SiteMovie(entries[index], files[index], in: library, budget: budget, to: folder)
                            let done = state.withLock { state in
                                state.cards[index] = movie
                                return state.cards.count
                            }
                            progress(done, entries.count)
                        } catch {
                            state.withLock { $0.failure = $0.failure ?? error }
                        }
                    }
                }
            }
        }
        if Task.isCancelled { throw .interrupted }
        let made = state.withLock { $0 }
        if let failure = made.failure { throw failure }
        let movies = entries.indices.compactMap { made.cards[$0] }
        let bytes = try writePage(movies, title: title, to: folder)
        try folder.commit()
        let problems = zip(entries, movies).compactMap { entry, movie in
            movie.problem.map { (file: library.path(of: entry).string, message: $0) }
        }
        return Result(
            movies: movies.count, problems: problems, bytes: movies.reduce(bytes) { $0 + $1.bytes },
            page: FilePath(path).appending("index.html").string)
    }

    private static func take(_ state: Locked<Progress>, _ count: Int) -> Int? {
        state.withLock { state in
            guard state.next < count, state.failure == nil else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    private static func library(_ paths: [String], _ limits: ReadLimits) throws(TaskError) -> MovieLibrary {
        do throws(PreviewError) {
            return try MovieLibrary(paths: paths, limits: limits)
        } catch {
            throw .input(file: "", message: TaskText(error.message), advice: TaskText(error.advice))
        }
    }

    /// The name of the only folder; empty for several.
    private var title: String {
        guard paths.count == 1, let real = FilePath(paths[0]).resolvingLinks() else { return "" }
        return real.lastComponent?.string ?? ""
    }

    /// Writes the list and the files of the page.
    /// - Returns: their size.
    private func writePage(_ movies: [SiteMovie], title: String, to folder: SiteFolder) throws(TaskError) -> Int {
        let list: JSONValue = [
            "schema": 1, "title": title, "program": Product.version, "hasBudget": budget != nil, "movies": movies.map(\.card),
        ]
        let script = Array("svgaGallery.list(\(list.text(.compact, escaping: .html)));\n".utf8)
        try folder.write(script, to: "data/list.js")
        var bytes = script.count
        let prefix = "site/"
        for name in PageFiles.names where name.hasPrefix(prefix) {
            guard let content = PageFiles.content(name) else { continue }
            let file = String(name.dropFirst(prefix.count))
            try folder.write(content, to: file == "index.html" ? file : name)
            bytes += content.count
        }
        return bytes
    }
}
