import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// A movie, its document, and its emulations by players.
struct CheckedFile {
    let movie: VideoEntity
    /// The entries of a ZIP; empty for other containers.
    let entries: [String]
    let options: ReadOptions
    /// The work budget of all players together.
    let budget: WorkBudget
    private let bytes: [UInt8]
    let document: SVGADocument

    /// The work of reading the document by a player's rules: the first time, when paths are parsed, and again by other rules.
    let resolvingWork: (first: Int, again: Int)
    let cache: EmulationCache

    /// - Parameters:
    ///   - budget: a budget that other files share; nil: a separate one.
    ///   - cache: the cache of another file with mostly the same paths and images.
    init(_ bytes: [UInt8], options: ReadOptions, budget: WorkBudget? = nil, cache: EmulationCache = EmulationCache()) throws(SVGAError) {
        self.bytes = bytes
        self.options = options
        self.cache = cache
        self.budget = budget ?? WorkBudget(options.limits, factor: 2, subject: "drawing all frames like the players")
        var document = try DocumentReader.read(bytes, limits: options.limits)
        document.movie.shareShapeLists()
        self.document = document
        movie = try Resolver.resolve(document, options: options)
        entries = try DocumentReader.entryNames(bytes, limits: options.limits)
        resolvingWork = (movie.resolvingWork(segments: 4), movie.resolvingWork(segments: 16))
    }

    /// The emulation of a player.
    /// - Parameter own: the movie as our own rules draw it.
    func emulation(_ player: PublicPlayer, _ own: OwnScene) throws(SVGAError) -> PlayerEmulation {
        var (document, source) = (document, own.prepared)
        if document.container == .zipBinary, !player.profile.readsBinaryEntry, entries.contains("movie.spec") {
            // The player reads another movie, with its own images.
            document = try DocumentReader.read(bytes, limits: options.limits, prefersSpec: true)
            document.movie.shareShapeLists()
            let movie = try Resolver.resolve(document, options: ReadOptions(limits: options.limits))
            source = PreparedMovie(movie, limits: options.limits, sharing: cache.images)
        }
        return try PlayerEmulation(document, own, source, player, options, budget, cache, resolvingWork: resolvingWork)
    }
}

/// A movie drawn by our own rules, with its decoded images. All players share it.
struct OwnScene {
    let prepared: PreparedMovie
    let calls: SceneCalls
    let painted: PaintedFrames
    let compared: ComparedFrames
    let touches = OwnTouches()

    /// The default maximum of ``painted``: 64 MiB, for 100 frames of 400 × 400 pixels.
    static let maximumCacheBytes = 0x400_0000

    /// - Parameters:
    ///   - maximumCacheBytes: the maximum size of ``painted``, the frames that are cached for the next player.
    ///   - renamed: the new names of keys, for a comparison with the renamed movie.
    ///   - compared: the compared frames of other versions of the movie.
    init(
        _ prepared: PreparedMovie, maximumCacheBytes: Int = OwnScene.maximumCacheBytes, renamed: RenamedKeys = RenamedKeys(),
        compared: ComparedFrames = ComparedFrames()
    ) throws(SVGAError) {
        (self.prepared, self.compared) = (prepared, compared)
        calls = SceneCalls(try prepared.scene(options: RenderOptions(filter: .bilinear, limits: prepared.limits)), renamed: renamed)
        painted = PaintedFrames(calls.scene, maximumBytes: maximumCacheBytes)
    }
}

/// The sprites whose draw calls change, by frame, if our own rules draw the movie with one rule of a player. Many rules of players are equal, so they
/// are found once for all players.
final class OwnTouches: Sendable {
    typealias Frames = [Int: Set<Int>]

    private let known = Locked<(frames: [Profile: Frames], count: Int)>(([:], 0))
    /// The maximum number of stored frames and sprites, of about 40 bytes each.
    static let maximumCount = 0x4_0000

    /// The frames that are known.
    /// - Parameter profile: our own rules with one rule of a player.
    func frames(_ profile: Profile) -> Frames { known.withLock { $0.frames[profile] ?? [:] } }

    /// - Parameter count: the number of frames and sprites that were added.
    func note(_ frames: Frames, _ profile: Profile, adding count: Int) {
        known.withLock { known in
            guard count > 0, known.count + count <= OwnTouches.maximumCount else { return }
            known.count += count
            known.frames[profile] = frames
        }
    }
}

extension VideoEntity {
    /// The bytes of keys that cost as much as one frame of a sprite: they are hashed and searched.
    private static var keyBytesOfPiece: Int { 64 }

    /// The work of resolving a document of this size, in the unit of ``WorkMeter``.
    /// - Parameter segments: the number of path segments that cost as much as one frame of a sprite.
    fileprivate func resolvingWork(segments: Int) -> Int {
        func pieces(_ path: SVGAPath) -> Int { 1 + path.verbs.count / segments }
        // The factor 8 is for comparing and hashing keys.
        var sum = sprites.reduce(8 * (sprites.count + images.count) + audios.count) { $0 + $1.frames.records.count }
        sum += sprites.reduce(0) { $0 + $1.imageKey.utf8.count + ($1.matteKey?.utf8.count ?? 0) } / VideoEntity.keyBytesOfPiece
        // All sprites share these tables.
        if let tables = sprites.first?.frames.tables {
            sum += tables.layouts.count + tables.clipPaths.reduce(0) { $0 + pieces($1) }
            for shape in tables.shapeLists.joined() {
                if case .path(let path) = shape.geometry { sum += pieces(path) } else { sum += 1 }
            }
        }
        return sum.multipliedSaturating(by: WorkMeter.Cost.resolvedPiece)
    }
}
