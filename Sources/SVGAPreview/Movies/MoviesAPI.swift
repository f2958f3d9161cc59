import SVGAEmulation
import SVGAHTTP
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

/// `api/movies`, `api/summaries`, `api/vocabulary`, `api/fonts`, `api/events`: lists movies and describes their content.
struct MoviesAPI: Sendable {
    let library: MovieLibrary
    let vocabulary: Capabilities
    let events: EventStreams
    let summaries: MovieSummaries
    private let budget: BudgetTask.Loaded?

    /// The maximum duration of mixed sound: longer sound would take more than 100 MB.
    private static let maximumSoundSeconds = 600.0
    private static let maximumThumbnailSide = 1024

    init(library: MovieLibrary, vocabulary: Capabilities, budget: BudgetTask.Loaded?, events: EventStreams) {
        self.budget = budget
        self.library = library
        self.vocabulary = vocabulary
        self.events = events
        summaries = MovieSummaries(library, budget: budget)
    }

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse {
        guard request.method == "GET" else { throw PreviewError(405, "this address is read-only") }
        let path = Array(request.path.dropFirst())
        switch (path.first, path.count) {
        case ("vocabulary", 1): return .json(vocabulary.json)
        case ("events", 1): return HTTPResponse(type: "text/event-stream", body: .stream(try events.open()))
        case ("fonts", 1): return .json(["families": try fontFamilies()])
        case ("summaries", 1):
            return HTTPResponse(type: "application/x-ndjson", body: .stream(summaries.stream(try chosenPlayers(request.query))))
        case ("movies", 1): return .json(["isFolder": library.isFolder, "movies": library.movies])
        case ("movies", 2): return try facts(path[1])
        case ("movies", _): return try part(path[2], of: path[1], Array(path.dropFirst(3)), request.query)
        default: throw .notFound
        }
    }

    private func part(
        _ name: String, of id: String, _ subpath: [String], _ query: [String: String]
    ) throws(PreviewError) -> HTTPResponse {
        switch (name, subpath.count) {
        case ("summary", 0): return .json(summaries.summary(try library.entry(id), try chosenPlayers(query)).json)
        case ("import", 0): return .json(try importReport(id))
        case ("import", 1) where subpath[0] == "file": return try importedFile(id)
        case ("thumbnail", 0): return try thumbnail(id, query)
        case ("images", 1): return try image(subpath[0], of: id, query)
        case ("sound", 0): return try sound(id)
        case ("layers", 0): return .json(LayersReport.json(try library.movie(id)))
        case ("layers", 1):
            guard let frame = Int(subpath[0]) else { throw PreviewError(400, "\(subpath[0].quoted) is not a frame number") }
            return .json(try LayersReport.json(try library.movie(id), frame: frame))
        case ("findings", 0): return try findings(id, players: query["players"] ?? "")
        case ("budget", 0): return .json(try compareWithBudget(id))
        case ("players", 0): return .json(try players(id))
        default: throw .notFound
        }
    }

    // MARK: Reports of tasks

    private var common: CommonOptions { CommonOptions(limits: library.limits) }

    private func facts(_ id: String) throws(PreviewError) -> HTTPResponse {
        let entry = try library.entry(id)
        let bytes = try library.bytes(of: id)
        let report = try PreviewError.running { () throws(TaskError) in
            let file = try InputAnimation(bytes, name: entry.name, folder: nil, options: common.readOptions)
            return try InspectTask(common: common).report(on: file).json
        }
        guard case .object(let members) = report else { return .json(report) }
        return .json(.object([.init(name: "id", value: .string(id)), .init(name: "name", value: .string(entry.name))] + members))
    }

    private func findings(_ id: String, players: String) throws(PreviewError) -> HTTPResponse {
        let name = try library.entry(id).name
        let bytes = try library.bytes(of: id)
        return .json(
            try PreviewError.running { () throws(TaskError) in
                try validation(for: players).run(bytes, name: name).report.json
            })
    }

    /// - Parameter players: names such as `ios,android`; empty: none.
    private func validation(for players: String) throws(TaskError) -> ValidateTask {
        let options = players.isEmpty ? [] : [JSONValue.Member(name: "player", value: .string(players))]
        return try ValidateTask(OptionObject(options), common: common)
    }

    /// The players for which summaries count findings.
    private func chosenPlayers(_ query: [String: String]) throws(PreviewError) -> Set<PublicPlayer> {
        try PreviewError.running { () throws(TaskError) in
            try validation(for: query["players"] ?? "").players.reduce(into: []) { $0.formUnion($1.players) }
        }
    }

    private func fontFamilies() throws(PreviewError) -> [String] {
        do throws(SVGAError) {
            return try FontSet.system.familyNames()
        } catch {
            throw PreviewError(error)
        }
    }

    // MARK: Lotties

    /// Whether the movie was imported from a Lottie, and what the import changed.
    private func importReport(_ id: String) throws(PreviewError) -> JSONValue {
        guard let notes = try library.importNotes(id) else { return ["isImported": false] }
        return [
            "isImported": true, "output": OutputName(try library.entry(id).name).imported, "rasterized": notes.rasterized,
            "lost": notes.lost,
        ]
    }

    private func importedFile(_ id: String) throws(PreviewError) -> HTTPResponse {
        guard try library.isImported(id) else { throw PreviewError.noFile }
        // The page names the file.
        return HTTPResponse(
            type: "application/octet-stream", headers: [("Content-Disposition", "attachment")],
            body: .stream(FileStream(try library.open(id))))
    }

    private func compareWithBudget(_ id: String) throws(PreviewError) -> JSONValue {
        guard let budget else { throw PreviewError(404, "svga preview was started without a budget") }
        let name = try library.entry(id).name
        let bytes = try library.bytes(of: id)
        return try PreviewError.running { () throws(TaskError) in try budget.run(bytes, name: name).json }
    }

    private func players(_ id: String) throws(PreviewError) -> JSONValue {
        let name = try library.entry(id).name
        let bytes = try library.bytes(of: id)
        var task = ComparePlayersTask()
        task.common = common
        return try PreviewError.running { () throws(TaskError) in try task.run(bytes, name: name, in: TaskContext()).json }
    }

    // MARK: Pictures and sound

    private func thumbnail(_ id: String, _ query: [String: String]) throws(PreviewError) -> HTTPResponse {
        let size = try side(query) ?? 240
        let movie = try library.preparedOnce(id)
        let thumbnail: Thumbnail
        do throws(SVGAError) {
            thumbnail = try Thumbnail(movie, side: size)
        } catch {
            throw PreviewError(error)
        }
        return try .picture(thumbnail.pixmap, isKept: query["v"] != nil)
    }

    /// The maximum of the longer side in pixels that a request asks for.
    private func side(_ query: [String: String]) throws(PreviewError) -> Int? {
        guard let text = query["size"] else { return nil }
        guard let size = Int(text), 1...MoviesAPI.maximumThumbnailSide ~= size else {
            throw PreviewError(400, "size needs a number from 1 to \(MoviesAPI.maximumThumbnailSide)")
        }
        return size
    }

    /// An image of the movie: at its own size, or no larger than `size`. The page shows small ones, which cost it no time to decode.
    private func image(_ index: String, of id: String, _ query: [String: String]) throws(PreviewError) -> HTTPResponse {
        let size = try side(query)
        let movie = try library.movie(id)
        guard let index = Int(index), movie.images.indices.contains(index) else { throw PreviewError(404, "there is no such image") }
        let picture: Pixmap
        do throws(SVGAError) {
            picture = try ImageDecoder.decode(movie.images[index], limits: library.limits)
        } catch {
            throw PreviewError(422, error.message)
        }
        return try .picture(size.map { picture.fitted(width: $0, height: $0) } ?? picture, isKept: query["v"] != nil)
    }

    private func sound(_ id: String) throws(PreviewError) -> HTTPResponse {
        let entry = try library.entry(id)
        let movie = try library.movie(id)
        guard movie.audios.contains(where: { $0.soundIndex != nil }) else { throw PreviewError(404, "the movie has no sound") }
        guard Product.hasVideo else { throw PreviewError(501, "this svga was built without libav, so it cannot read sounds") }
        guard movie.durationSeconds <= MoviesAPI.maximumSoundSeconds else {
            throw PreviewError(422, "the sound is too long for the preview")
        }
        let file = InputAnimation.movie(InputFile(name: entry.name, byteCount: entry.version.bytes, movie: movie))
        let folder = try PrivateFolder.forPreview()
        let sound = "\(folder.path)/sound.wav"
        var task = RenderTask()
        task.common = common
        try PreviewError.waiting(naming: [sound: "sound.wav"]) { [task] () async throws(TaskError) in
            _ = try await task.run(file, to: FileName(path: sound), in: TaskContext())
        }
        return HTTPResponse(type: "audio/wav", body: .stream(try FileStream(OpenFile("sound.wav", in: folder))))
    }
}

extension MovieLibrary.Entry: JSONRepresentable {
    var json: JSONValue {
        ["id": id, "name": name, "folder": folder, "bytes": version.bytes, "modified": version.modified, "version": version.token]
    }
}

extension HTTPResponse {
    /// A PNG response.
    /// - Parameter isKept: whether the browser may cache it: its URL contains a version, which changes with the file.
    static func picture(_ pixmap: Pixmap, isKept: Bool) throws(PreviewError) -> HTTPResponse {
        do throws(SVGAError) {
            let headers = isKept ? [(name: "Cache-Control", value: "private, max-age=86400")] : []
            return HTTPResponse(type: "image/png", headers: headers, body: .bytes(try pixmap.pngData()))
        } catch {
            throw PreviewError(503, error.message)
        }
    }
}
