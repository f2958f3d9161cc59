import SVGAEmulation
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// The scenes that the page has asked for, by identifiers. The same content has the same identifier as long as it is kept.
final class SceneStore: Sendable {
    /// All that makes the pixels.
    private struct Content: Hashable {
        let movie: String
        /// A changed file is another movie. An address in memory would not do: that of an object that is gone may be another one's.
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
        /// What the scene draws. Kept, so that its address stays its own as long as the entry lives.
        let prepared: PreparedMovie
    }

    private struct State {
        /// The one used last is the last.
        var entries: [Entry] = []
        var made = 0

        mutating func use(where isWanted: (Entry) -> Bool) -> Entry? {
            guard let place = entries.firstIndex(where: isWanted) else { return nil }
            let entry = entries.remove(at: place)
            entries.append(entry)
            return entry
        }

        /// The bytes of all bitmaps: those that scenes of one movie share are counted once.
        var bytes: Int {
            var own: [ObjectIdentifier: Int] = [:]
            var substituted = 0
            for entry in entries {
                let bytes = entry.scene.bitmapBytes
                // The entry keeps this object.
                let object = ObjectIdentifier(entry.prepared)
                own[object] = max(own[object] ?? 0, bytes.movie)
                substituted += bytes.substituted
            }
            return own.values.reduce(substituted, +)
        }
    }

    private static let maximumScenes = 32
    private static let maximumBytes = 1 << 30
    /// Frames of more pixels are more than any screen shows.
    private static let maximumPixels = 16 << 20

    private let library: MovieLibrary
    private let uploads: Uploads
    private let state = Locked(State())

    init(library: MovieLibrary, uploads: Uploads) {
        self.library = library
        self.uploads = uploads
    }

    /// A scene that was made before.
    /// - Throws: 410 if it is gone: others have taken its place.
    func scene(_ id: String) throws(PreviewError) -> SVGAScene {
        let (entry, made) = state.withLock { state in (state.use { $0.id == id }?.scene, state.made) }
        if let entry { return entry }
        guard id.first == "s", let number = Int(id.dropFirst()), (1...max(1, made)).contains(number), made > 0 else { throw .notFound }
        throw PreviewError(410, "this scene is gone", advice: "ask for it again")
    }

    /// Of the bitmaps of all scenes.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Drops all scenes: the page asks for them again.
    func removeAll() {
        let dropped = state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
        // Freed here, without the lock.
        withExtendedLifetime(dropped) {}
    }

    /// - Parameter vars: JSON, in which names of files are those of uploads.
    private func substitutions(_ vars: [UInt8], for movie: VideoEntity) throws(PreviewError) -> Substitutions {
        let plan = try PreviewError.plan(vars)
        if let unknown = plan.unknownKeys(in: movie).first {
            let names = unknown.nearest.map(\.quoted).joined(separator: " or ")
            throw PreviewError(
                422, "no sprite has the key \(unknown.key.quoted)", advice: names.isEmpty ? "" : "did you mean \(names)?")
        }
        if let key = plan.stylesWithoutText.first { throw PreviewError(422, "there is a style for \(key.quoted) and no text") }
        return try plan.substitutions { (file) throws(PreviewError) in try uploads.image(file.path) }
    }

    /// The scene of this content, made now if there is none. Of the newest scene of the same movie and size it takes over what is the same.
    func scene(_ request: SceneRequest) throws(PreviewError) -> (id: String, scene: SVGAScene) {
        // Opened once, so that what is read as a player reads it is the same file.
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
        let like = state.withLock { state in
            state.entries.last {
                $0.content.movie == content.movie && $0.content.version == content.version && $0.content.width == content.width
                    && $0.content.player == content.player
            }
        }
        let shown: PreparedMovie
        if let like {
            shown = like.prepared
        } else if let player = request.player {
            shown = try library.prepared(file, as: player)
        } else {
            shown = prepared
        }
        let scene = try PreviewError.drawing { () throws(RenderError) in
            if let like { return try like.scene.with(substitutions) }
            return try shown.scene(options: options(request), substitutions: substitutions)
        }
        return state.withLock { state in
            // Another request may have made the same meanwhile.
            if let known = state.use(where: { $0.content == content }) { return (known.id, known.scene) }
            state.made += 1
            let id = "s\(state.made)"
            state.entries.append(Entry(id: id, content: content, scene: scene, prepared: shown))
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

/// What the page posts: `{"movie": "m3", "vars": {…}, "hiddenSprites": [4], "width": 300, "player": "web"}`; all but the movie may be left out
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
            throw PreviewError(400, "this is no JSON: \(error)")
        }
        guard case .object(let members) = document, case .string(let movie)? = document["movie"] else {
            throw PreviewError(400, "a scene needs a movie")
        }
        let known = ["movie", "vars", "hiddenSprites", "width", "player"]
        if let other = members.first(where: { !known.contains($0.name) }) {
            throw PreviewError(400, "a scene has no \(other.name.quoted)", advice: "it has \(known.joined(separator: ", "))")
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
