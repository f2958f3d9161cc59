import SVGAEmulation
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// A cache of the page's scenes by identifier. Equal contents share an identifier while they are cached.
final class SceneStore: Sendable {
    /// All inputs of a scene.
    private struct Content: Hashable {
        let movie: String
        /// A changed file is a different movie. A memory address cannot replace it, because addresses are reused.
        let version: FileVersion
        let width: Int?
        let vars: [UInt8]
        let hiddenSprites: Set<Int>
        let player: PublicPlayer?
    }

    private struct Entry {
        let id: String
        let content: Content
        let scene: SVGAScene
        /// The movie of the scene. Retained, so that its ObjectIdentifier stays unique while the entry exists.
        let prepared: PreparedMovie
    }

    private struct State {
        /// The most recently used scene is last.
        var entries: [Entry] = []
        var createdCount = 0

        mutating func use(where isWanted: (Entry) -> Bool) -> Entry? {
            guard let index = entries.firstIndex(where: isWanted) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry
        }

        /// The size of all bitmaps; bitmaps that scenes share count once.
        var bytes: Int {
            var ownBytes: [ObjectIdentifier: Int] = [:]
            var substituted = 0
            for entry in entries {
                let bytes = entry.scene.bitmapBytes
                // The entry retains this object.
                let object = ObjectIdentifier(entry.prepared)
                ownBytes[object] = max(ownBytes[object] ?? 0, bytes.movie)
                substituted += bytes.substituted
            }
            return ownBytes.values.reduce(substituted, +)
        }
    }

    private static let maximumScenes = 32
    private static let maximumBytes = 1 << 30
    /// The maximum number of pixels per frame: more than any screen shows.
    private static let maximumPixels = 16 << 20

    private let library: MovieLibrary
    private let uploads: Uploads
    private let state = Locked(State())

    init(library: MovieLibrary, uploads: Uploads) {
        self.library = library
        self.uploads = uploads
    }

    /// A cached scene.
    /// - Throws: 410 if it was evicted.
    func scene(_ id: String) throws(PreviewError) -> SVGAScene {
        let (entry, createdCount) = state.withLock { state in (state.use { $0.id == id }?.scene, state.createdCount) }
        if let entry { return entry }
        guard id.first == "s", let number = Int(id.dropFirst()), (1...max(1, createdCount)).contains(number), createdCount > 0 else {
            throw .notFound
        }
        throw PreviewError(410, "this scene no longer exists", advice: "request it again")
    }

    /// The size of the bitmaps of all scenes.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Removes all scenes; the page requests them again.
    func removeAll() {
        let dropped = state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
        // Deallocated outside the lock.
        withExtendedLifetime(dropped) {}
    }

    /// - Parameter vars: JSON whose file names are uploads.
    private func substitutions(_ vars: [UInt8], for movie: VideoEntity) throws(PreviewError) -> Substitutions {
        let plan = try PreviewError.plan(vars)
        if let unknown = plan.unknownKeys(in: movie).first {
            let names = unknown.nearest.map { Message(verbatim: $0.quoted) }.joined(separator: " or ")
            throw PreviewError(
                422, "no sprite has the key \(unknown.key.quoted)", advice: names.isEmpty ? "" : "did you mean \(names)?")
        }
        if let key = plan.stylesWithoutText.first { throw PreviewError(422, "\(key.quoted) has a style, but no text") }
        return try plan.substitutions { (_, choice) throws(PreviewError) in try uploads.image(choice.file.path) }
    }

    /// The scene for a request, from the cache or new. A new scene shares unchanged parts of the latest scene of the same movie and size.
    func scene(_ request: SceneRequest) throws(PreviewError) -> (id: String, scene: SVGAScene) {
        // Opened once, so that the emulated player reads the same file.
        let file = try library.open(request.movie)
        let prepared = try library.prepared(request.movie, file)
        let movie = prepared.movie
        if let wrong = request.hiddenSprites.first(where: { !movie.sprites.indices.contains($0) }) {
            throw PreviewError(422, "there is no sprite \(wrong)")
        }
        let content = Content(
            movie: request.movie, version: FileVersion(file.status), width: request.width,
            vars: Array(request.vars.text(.pretty).utf8), hiddenSprites: request.hiddenSprites, player: request.player)
        if let known = state.withLock({ state in state.use { $0.content == content } }) { return (known.id, known.scene) }

        let vars = Array(request.vars.text(.compact).utf8)
        var substitutions = try substitutions(vars, for: movie)
        substitutions.hiddenSprites = request.hiddenSprites
        let latest = state.withLock { state in
            state.entries.last {
                $0.content.movie == content.movie && $0.content.version == content.version && $0.content.width == content.width
                    && $0.content.player == content.player
            }
        }
        let base: PreparedMovie
        if let latest {
            base = latest.prepared
        } else if let player = request.player {
            base = try library.prepared(file, as: player)
        } else {
            base = prepared
        }
        let scene = try PreviewError.drawing { () throws(SVGAError) in
            if let latest { return try latest.scene.with(substitutions) }
            return try base.scene(options: options(request), substitutions: substitutions)
        }
        return state.withLock { state in
            // A concurrent request may have added the same scene.
            if let known = state.use(where: { $0.content == content }) { return (known.id, known.scene) }
            state.createdCount += 1
            let id = "s\(state.createdCount)"
            state.entries.append(Entry(id: id, content: content, scene: scene, prepared: base))
            while state.entries.count > 1, state.entries.count > SceneStore.maximumScenes || state.bytes > SceneStore.maximumBytes {
                state.entries.removeFirst()
            }
            return (id, scene)
        }
    }

    private func options(_ request: SceneRequest) -> RenderOptions {
        var limits = library.limits
        limits.canvasPixels = min(limits.canvasPixels, SceneStore.maximumPixels)
        return RenderOptions(size: request.width.map { .pixels(width: $0, height: 0) } ?? .scale(1), limits: limits)
    }
}

/// The page's request: `{"movie": "m3", "vars": {…}, "hiddenSprites": [4], "width": 300, "player": "web"}`. All members except `movie` are optional
/// or null.
struct SceneRequest {
    let movie: String
    let vars: JSONValue
    private(set) var player: PublicPlayer?
    private(set) var hiddenSprites: Set<Int> = []
    private(set) var width: Int?

    init(_ body: [UInt8]) throws(PreviewError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw PreviewError(400, "this is not JSON: \(error.message)")
        }
        guard case .object(let members) = document, case .string(let movie)? = document["movie"] else {
            throw PreviewError(400, "a scene needs a movie")
        }
        let known = ["movie", "vars", "hiddenSprites", "width", "player"]
        if let other = members.first(where: { !known.contains($0.name) }) {
            throw PreviewError(400, "a scene does not support \(other.name.quoted)", advice: "it supports \(known.joined(separator: ", "))")
        }
        self.movie = movie
        switch document["vars"] {
        case nil, .null?: vars = .object([])
        case .object(let members)?: vars = .object(members)
        default: throw PreviewError(400, "vars needs an object")
        }
        switch document["hiddenSprites"] {
        case nil, .null?: break
        case .array(let elements)?:
            for element in elements {
                guard case .integer(let index) = element else { throw PreviewError(400, "hiddenSprites needs whole numbers") }
                hiddenSprites.insert(index)
            }
        default: throw PreviewError(400, "hiddenSprites needs an array")
        }
        switch document["player"] {
        case nil, .null?: break
        case .string(let name)?:
            guard let player = PublicPlayer(name: name) else { throw PreviewError(400, "there is no player \(name.quoted)") }
            self.player = player
        default: throw PreviewError(400, "player needs a name")
        }
        switch document["width"] {
        case nil, .null?: break
        case .integer(let pixels)? where pixels > 0: width = pixels
        default: throw PreviewError(400, "width needs a whole number above 0")
        }
    }
}
