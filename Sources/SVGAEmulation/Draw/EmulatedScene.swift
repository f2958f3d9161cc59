import SVGAModel
import SVGARender
import SVGASupport

/// How an emulated player draws a movie that it has read.
struct EmulatedMovie: DrawingEmulation {
    /// nil: a profile that is not a player's.
    let player: PublicPlayer?
    let profile: Profile
    let cache: EmulationCache
    /// Why the player shows nothing at all; nil: nothing that reading finds.
    let refusal: PlayerFault?
    /// The sprites for which the player finds a payload that it cannot draw, and fails: into ``VideoEntity/sprites``.
    let spritesWithBrokenPicture: Set<Int>
    /// The clip paths and the shape lists at which the player fails.
    let failingClips: [Int32: PlayerFault]
    let failingShapes: [Int32: PlayerFault]

    /// By "Rules of rendering".
    static let ours = EmulatedMovie(
        player: nil, profile: .ours, cache: EmulationCache(), refusal: nil, spritesWithBrokenPicture: [], failingClips: [:],
        failingShapes: [:])

    // A player that only fits pictures in fits those in too that nobody has said more about.
    var fitOfFilling: ImageFit { profile.replacementFit == .contain ? .contain : .fill }

    func scene(
        _ bitmaps: [Mipmaps?], _ prepared: PreparedMovie, _ geometry: OutputGeometry
    ) throws(RenderError) -> any SceneEmulation {
        EmulatedScene(
            PlanRules(self, prepared.movie), try EmulatedBitmaps(bitmaps, prepared, profile, geometry, cache))
    }
}

/// How an emulated player draws one scene.
final class EmulatedScene: SceneEmulation {
    let rules: PlanRules
    private let bitmaps: EmulatedBitmaps
    /// Found when first asked for.
    private let knownFailures = Locked<PlayerFailures?>(nil)

    init(_ rules: PlanRules, _ bitmaps: EmulatedBitmaps) { (self.rules, self.bitmaps) = (rules, bitmaps) }

    var coverage: Coverage { rules.profile.coverage }
    var clipEdges: ClipEdges { rules.profile.smoothsClips ? .antialiased : .wholePixels }
    var memoryBytes: Int { bitmaps.memoryBytes }

    func sample(_ place: BitmapPlace, in space: Transform) -> BitmapSample { bitmaps.sample(place, in: space) }

    func steps(frame: Int, of scene: Scene, in geometry: OutputGeometry, _ meter: WorkMeter) throws(RenderError) -> [PaintStep]? {
        try check(scene)
        guard let failure = failures(of: scene).at(frame) else {
            return EmulatedPlan(frame: frame, of: scene, rules, in: geometry, meter).paintSteps(geometry.pixels)
        }
        // What was drawn when it threw stays.
        return failure.frame.map { EmulatedPlan(frame: $0, of: scene, rules, in: geometry, meter).paintSteps(geometry.pixels) }
    }

    /// Where the player fails.
    func failures(of scene: Scene) -> PlayerFailures {
        if let known = knownFailures.withLock({ $0 }) { return known }
        let found = PlayerFailures(scene, rules)
        knownFailures.withLock { $0 = found }
        return found
    }

    /// - Throws: ``RenderError/limit(_:)`` if it is too much work to find out where the player fails.
    func check(_ scene: Scene) throws(RenderError) {
        guard failures(of: scene).isIncomplete else { return }
        let limits = scene.options.limits
        throw .limit(LimitExceeded(\.work, of: limits, found: limits.work + 1, subject: "finding out where the player fails"))
    }
}

/// What a plan of frames needs to know of an emulated player and a movie.
struct PlanRules: Sendable {
    let movie: EmulatedMovie
    let brokenPictures: BrokenPictures
    let keys: SpriteKeyNumbers

    var profile: Profile { movie.profile }

    /// By "Rules of rendering".
    static let ours = PlanRules(movie: .ours, brokenPictures: BrokenPictures(), keys: SpriteKeyNumbers())

    private init(movie: EmulatedMovie, brokenPictures: BrokenPictures, keys: SpriteKeyNumbers) {
        (self.movie, self.brokenPictures, self.keys) = (movie, brokenPictures, keys)
    }

    /// - Parameter read: the movie as the player has read it.
    init(_ movie: EmulatedMovie, _ read: VideoEntity) {
        self.movie = movie
        brokenPictures = BrokenPictures(read, of: movie.spritesWithBrokenPicture)
        keys = SpriteKeyNumbers(read, movie.profile)
    }
}

extension Scene {
    /// nil: it is drawn by "Rules of rendering".
    var emulated: EmulatedScene? { emulation as? EmulatedScene }
}
