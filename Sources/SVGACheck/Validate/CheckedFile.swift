import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// A movie, its document, and its emulations by players.
struct CheckedFile {
    let movie: VideoEntity
    /// The entries of a ZIP; otherwise empty.
    let entries: [String]
    let options: ReadOptions
    /// The work budget of all players together.
    let budget: WorkBudget
    private let bytes: [UInt8]
    let document: SVGADocument

    /// What reading it by the rules of a player costs the first time, and again by other rules: paths are parsed then.
    let resolvingWork: (first: Int, again: Int)
    private let cache: EmulationCache

    /// - Parameters:
    ///   - budget: a budget that other files share; nil: a separate one.
    ///   - cache: the cache of another file with mostly the same paths.
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
        resolvingWork = (movie.resolvingWork(segments: 4), movie.resolvingWork(segments: 32))
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
            source = PreparedMovie(movie, limits: options.limits)
        }
        return try PlayerEmulation(document, own, source, player, options, budget, cache, resolvingWork: resolvingWork)
    }
}

/// A movie as our own rules draw it, with what is decoded of it. Made once for all players.
struct OwnScene {
    let prepared: PreparedMovie
    let calls: SceneCalls
    let painted: PaintedFrames

    /// 100 frames of 400 × 400.
    static let keptBytes = 0x400_0000

    /// - Parameter keptBytes: what frames may take that are kept for the next player.
    init(_ prepared: PreparedMovie, keptBytes: Int = OwnScene.keptBytes) throws(SVGAError) {
        self.prepared = prepared
        calls = SceneCalls(try prepared.scene(options: RenderOptions(filter: .bilinear, limits: prepared.limits)))
        painted = PaintedFrames(calls.scene, maximumBytes: keptBytes)
    }
}

extension VideoEntity {
    /// What it costs to resolve a document with as many frames, shapes and paths, in the unit of ``WorkMeter``.
    /// - Parameter segments: so many of a path cost as much as a frame of a sprite.
    fileprivate func resolvingWork(segments: Int) -> Int {
        func pieces(_ path: SVGAPath) -> Int { 1 + path.verbs.count / segments }
        // Keys are compared and hashed.
        var sum = sprites.reduce(8 * (sprites.count + images.count) + audios.count) { $0 + $1.frames.records.count }
        // Shared by all sprites.
        if let tables = sprites.first?.frames.tables {
            sum += tables.layouts.count + tables.clipPaths.reduce(0) { $0 + pieces($1) }
            for shape in tables.shapeLists.joined() {
                if case .path(let path) = shape.geometry { sum += pieces(path) } else { sum += 1 }
            }
        }
        return sum.multipliedSaturating(by: WorkMeter.Cost.resolvedPiece)
    }
}
