import SVGAModel
import SVGARender
import SVGASupport

/// The emulation of a player that draws a movie, as the player has parsed it.
struct EmulatedMovie: DrawingEmulation {
    /// The player; nil for a profile of no player.
    let player: PublicPlayer?
    let profile: Profile
    let cache: EmulationCache
    /// The reason why the player shows nothing at all; nil if reading finds none.
    let refusal: PlayerFault?
    /// The sprites whose payload makes the player fail because it cannot be decoded, as indices into ``VideoEntity/sprites``.
    let spritesWithBrokenPicture: Set<Int>
    /// The clip paths and the shape lists that make the player fail.
    let failingClips: [Int32: PlayerFault]
    let failingShapes: [Int32: PlayerFault]
    /// The gammas of the images whose colors the player converts, in units of 1/100000, by their index.
    let gammas: [Int: Int]

    /// The emulation of "Rules of rendering".
    static let ours = EmulatedMovie(
        player: nil, profile: .ours, cache: EmulationCache(), refusal: nil, spritesWithBrokenPicture: [], failingClips: [:],
        failingShapes: [:], gammas: [:])

    // A player that always uses "contain" also uses it for replacements with the default fit.
    var fitOfFilling: ImageFit { profile.replacementFit == .contain ? .contain : .fill }

    var centersEmBoxes: Bool { profile.centersEmBoxes }

    func scene(
        _ bitmaps: [Mipmaps?], _ prepared: PreparedMovie, _ geometry: OutputGeometry
    ) throws(SVGAError) -> any SceneEmulation {
        EmulatedScene(
            PlanRules(self, prepared.movie), try EmulatedBitmaps(bitmaps, prepared, self, geometry))
    }
}

/// The emulation of a player that draws one scene.
final class EmulatedScene: SceneEmulation {
    let rules: PlanRules
    private let bitmaps: EmulatedBitmaps
    /// The failures; nil before the first use.
    private let cachedFailures = Locked<PlayerFailures?>(nil)

    init(_ rules: PlanRules, _ bitmaps: EmulatedBitmaps) { (self.rules, self.bitmaps) = (rules, bitmaps) }

    var coverage: Coverage { rules.profile.coverage }
    var clipEdges: ClipEdges { rules.profile.smoothsClips ? .antialiased : .aliased }
    var memoryBytes: Int { bitmaps.memoryBytes }

    func sample(_ bitmap: PositionedBitmap, in space: SVGATransform) -> BitmapSample { bitmaps.sample(bitmap, in: space) }

    func steps(frame: Int, of scene: SVGAScene, in geometry: OutputGeometry, _ meter: WorkMeter) throws(SVGAError) -> [PaintStep]? {
        try check(scene)
        guard let failure = failures(of: scene).at(frame) else {
            return EmulatedPlan(frame: frame, of: scene, rules, in: geometry, meter).paintSteps(geometry.pixels)
        }
        // The canvas still has the content that was drawn before the player threw.
        return failure.frame.map { EmulatedPlan(frame: $0, of: scene, rules, in: geometry, meter).paintSteps(geometry.pixels) }
    }

    /// The frames in which the player fails.
    func failures(of scene: SVGAScene) -> PlayerFailures {
        if let cached = cachedFailures.withLock({ $0 }) { return cached }
        let found = PlayerFailures(scene, rules)
        cachedFailures.withLock { $0 = found }
        return found
    }

    /// - Throws: ``SVGAError/Kind/limit`` if finding the failures is too much work.
    func check(_ scene: SVGAScene) throws(SVGAError) {
        guard failures(of: scene).isIncomplete else { return }
        let limits = scene.options.limits
        throw .limit(LimitExceeded(\.work, of: limits, found: limits.work + 1, subject: "finding the failures of the player"))
    }
}

/// The data of an emulated player and a movie that plans need.
struct PlanRules: Sendable {
    let movie: EmulatedMovie
    let brokenPictures: BrokenPictures
    let keys: SpriteKeyNumbers

    var profile: Profile { movie.profile }

    /// The rules of "Rules of rendering".
    static let ours = PlanRules(movie: .ours, brokenPictures: BrokenPictures(), keys: SpriteKeyNumbers())

    private init(movie: EmulatedMovie, brokenPictures: BrokenPictures, keys: SpriteKeyNumbers) {
        (self.movie, self.brokenPictures, self.keys) = (movie, brokenPictures, keys)
    }

    /// - Parameter read: the movie as the player has parsed it.
    init(_ movie: EmulatedMovie, _ read: VideoEntity) {
        self.movie = movie
        brokenPictures = BrokenPictures(read, of: movie.spritesWithBrokenPicture)
        keys = SpriteKeyNumbers(read, movie.profile)
    }
}

extension SVGAScene {
    /// The emulation; nil if the scene is drawn by "Rules of rendering".
    var emulated: EmulatedScene? { emulation as? EmulatedScene }
}
