import SVGAImage
public import SVGAModel
import SVGAPixels
import SVGASupport

/// A movie and its decoded bitmaps. Each image is decoded, premultiplied and trimmed when an ``SVGAScene`` first needs it.
///
/// Scenes of the same movie share everything that does not depend on size or substitutions. A scene of another size, or with another user's
/// picture and name, decodes only images that no earlier scene needed. Images that are never visible are not decoded.
///
/// Safe to share between tasks. While one scene decodes images, other new scenes of the movie wait.
public final class PreparedMovie: Sendable {
    /// The movie.
    package let movie: VideoEntity
    /// The limits of decoding: ``ReadLimits/imagePixels`` per image, and ``ReadLimits/decodedBytes`` for all cached bitmaps with their mipmaps.
    /// The `limits` of ``RenderOptions`` apply to the other memory of a scene.
    package let limits: ReadLimits

    /// Properties of a list of shapes, computed when the movie is prepared.
    struct ShapeListInfo: Sendable {
        /// The bounding box of all fills and strokes, in sprite space; nil if there are none.
        let bounds: SVGARect?
        /// The number of fills and strokes.
        let paints: Int
        /// The estimated work for outlines and edges, in units of ``WorkMeter/Cost/pixel``.
        let work: Int
    }

    package let tables: FrameTables
    /// One entry for each of ``FrameTables/shapeLists``.
    let shapeLists: [ShapeListInfo]
    let spriteKeys: SpriteKeys
    /// For each sprite: whether it is visible in any frame of the movie.
    let isEverVisible: [Bool]
    /// The frames that scenes with substitutions share: at most 64 MiB, and at most ``ReadLimits/decodedBytes``.
    let sharedFrames: SharedFrames
    private let store: Locked<BitmapStore>
    /// Computed when ``keys`` is first read.
    private let drawnFrames = Locked<DrawnFrames?>(nil)
    private let forms = Locked<[Int: [RenderedVariant]]>([:])
    /// The bases of the latest scenes, the newest last.
    private let bases = Locked<[SceneBase]>([])
    /// A movie is usually shown at few sizes at once.
    private static let maximumBaseScenes = 4
    private static let maximumSharedFrameBytes = 64 << 20
    /// The largest area that is considered for the bounding box of shapes.
    private static let reach = SVGARect(x: -1e12, y: -1e12, width: 2e12, height: 2e12)

    /// Creates a prepared movie without decoding images.
    /// - Complexity: linear in the number of sprites, in the number of frames before each sprite first becomes visible, and in the number of shapes.
    public convenience init(_ movie: VideoEntity, limits: ReadLimits = .default) {
        self.init(movie, limits: limits, threads: 0)
    }

    /// - Parameter threads: the number of images decoded in parallel; 0: the number of available cores.
    package convenience init(_ movie: VideoEntity, limits: ReadLimits, threads: Int) {
        self.init(
            movie, limits: limits, sharedFrameBytes: min(PreparedMovie.maximumSharedFrameBytes, limits.decodedBytes), threads: threads)
    }

    /// - Parameter images: shared with other movies, which have mostly the same images.
    package convenience init(_ movie: VideoEntity, limits: ReadLimits, sharing images: DecodedImages) {
        let sharedFrameBytes = min(PreparedMovie.maximumSharedFrameBytes, limits.decodedBytes)
        self.init(movie, limits: limits, sharedFrameBytes: sharedFrameBytes, sharing: images)
    }

    /// - Parameters:
    ///   - sharedFrameBytes: the maximum size of frames shared between scenes.
    ///   - images: shared with other movies; nil: none.
    package convenience init(
        _ movie: VideoEntity, limits: ReadLimits = .default, sharedFrameBytes: Int, threads: Int = 0, sharing images: DecodedImages? = nil
    ) {
        let store = Locked(BitmapStore(images: movie.images.count, limits, threads: threads, sharing: images))
        self.init(movie, limits: limits, sharedFrameBytes: sharedFrameBytes, store)
    }

    private init(_ movie: VideoEntity, limits: ReadLimits, sharedFrameBytes: Int, _ store: Locked<BitmapStore>) {
        self.movie = movie
        self.limits = limits
        tables = movie.sprites.first?.frames.tables ?? FrameTables()
        shapeLists = tables.shapeLists.map { shapes in
            var bounds: SVGARect?
            var paints = 0
            var work = 0
            for shape in shapes {
                // Beyond this area, `Double` is too imprecise for a box with a margin.
                guard let box = shape.bounds?.overlap(PreparedMovie.reach) else { continue }
                bounds = bounds?.union(box) ?? box
                paints += (shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 1)
                work += ((shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 3)) * shape.geometry.steps * 150
            }
            return ShapeListInfo(bounds: bounds, paints: paints, work: work)
        }
        spriteKeys = SpriteKeys(movie)
        isEverVisible = movie.sprites.map { $0.frames.records.prefix(movie.frameCount).contains(where: \.isVisible) }
        sharedFrames = SharedFrames(maximumBytes: sharedFrameBytes)
        self.store = store
    }

    /// A prepared movie for another reading of the same file, for example as an emulated player. It shares the decoded bitmaps.
    /// - Precondition: `other` has the same images as this movie.
    package func reread(as other: VideoEntity) -> PreparedMovie { PreparedMovie(other, limits: limits, sharedFrameBytes: 0, store) }

    /// Creates a scene, which is the movie at one size with substitutions. Decodes the images that are still missing, using all cores.
    ///
    /// If a key of `substitutions` matches no sprite, ``SVGAScene/diagnostics`` contains a diagnostic.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` if the options match no pixel or no sprite. ``SVGAError/Kind/limit`` before the memory would be
    ///   allocated. ``SVGAError/Kind/invalidRequest`` or ``SVGAError/Kind/invalidFile`` if a substitution cannot be prepared.
    public func scene(options: RenderOptions = RenderOptions(), substitutions: Substitutions = Substitutions()) throws(SVGAError)
        -> SVGAScene
    {
        try SVGAScene(self, try base(options), options: options, substitutions: substitutions)
    }

    /// The memory of the frames that scenes share, in bytes.
    package var sharedFrameBytes: Int { sharedFrames.bytes }

    /// The memory of the decoded bitmaps with their mipmaps, and of the frames that scenes share, in bytes.
    package var keptBytes: Int { store.withLock { $0.memoryBytes } + sharedFrames.bytes }

    /// The base for scenes with these options, from the cache or newly created.
    func base(_ options: RenderOptions) throws(SVGAError) -> SceneBase {
        // The options are validated before the cache lookup, because a cached base may come from options with other limits.
        let geometry = try OutputGeometry(movie: movie, options: options)
        if let base = bases.withLock({ $0.last { $0.fits(options) } }) { return base }
        let made = try SceneBase(self, geometry, options)
        bases.withLock {
            if $0.count == PreparedMovie.maximumBaseScenes { $0.removeFirst() }
            $0.append(made)
        }
        return made
    }

    /// The keys whose sprites can be replaced, hidden or moved, in the order of their first sprites.
    ///
    /// - Complexity: each call is linear in the total number of frames of all sprites. The first call also decodes the images sequentially to find
    ///   those that are not fully transparent; they are not cached.
    public var keys: [ReplaceableKey] {
        let drawn = drawnFrames.withLock { drawn in
            let found = drawn ?? DrawnFrames(movie, limits: limits)
            drawn = found
            return found
        }
        return ReplaceableKey.all(of: movie, drawn: drawn)
    }

    /// The number of images decoded so far, including corrupt ones.
    package var decodedImages: Int { store.withLock { $0.decodedImages } }

    // MARK: Bitmaps

    /// A bitmap that a scene draws.
    struct BitmapNeed {
        /// Index into ``VideoEntity/images``.
        let image: Int
        /// The required mipmaps; empty if only the full-size bitmap is required.
        var factors: Set<MipmapFactors> = []
    }

    /// The result of ``bitmaps(_:)``.
    struct Bitmaps: Sendable {
        /// One element per image of the movie; nil if the image is not needed, corrupt or fully transparent.
        var mipmaps: [Mipmaps?]
        var diagnostics: [Diagnostic] = []
        /// The error if memory for an image could not be allocated. The image itself may be valid.
        var failure: SVGAError?
    }

    /// Decodes the missing images and creates the required mipmaps.
    ///
    /// An image that cannot be decoded causes a diagnostic, not an error: the rest of the movie can still be drawn.
    func bitmaps(_ needs: [BitmapNeed]) throws(SVGAError) -> Bitmaps {
        let bitmaps: Bitmaps
        do throws(LimitExceeded) {
            bitmaps = try store.withLock { (store: inout BitmapStore) throws(LimitExceeded) in
                // The changes are made to a copy. A scene that fails must not change the counted memory or leave bitmaps without mipmaps.
                var changed = store
                // Each scene has its own work limit.
                let work = WorkMeter(changed.limits)
                try changed.decode(needs.map(\.image), of: movie, work)
                var found = Bitmaps(mipmaps: Array(repeating: nil, count: movie.images.count))
                for need in needs {
                    found.mipmaps[need.image] = try changed.mipmaps(need, of: movie, work, &found)
                }
                if found.failure == nil { store = changed }
                return found
            }
        } catch {
            throw .limit(error)
        }
        if let failure = bitmaps.failure { throw failure }
        return bitmaps
    }

    /// A bitmap, decoded on first use; nil if it is corrupt or fully transparent.
    func bitmap(_ image: Int) throws(SVGAError) -> PreparedBitmap? {
        do throws(SVGAError) {
            return try bitmaps([BitmapNeed(image: image)]).mipmaps[image]?.base
        } catch {
            if let cause = error.cause { throw cause }
            if error.limit != nil { throw error }
            return nil
        }
    }

    // MARK: Sprites

    /// The distinct pairs of layout and transform of a sprite in its visible frames, in the order of frames. Computed on first use.
    package func variants(ofSprite index: Int) -> [RenderedVariant] {
        if let cached = forms.withLock({ $0[index] }) { return cached }
        let made = RenderedVariant.all(of: movie.sprites[index], frames: movie.frameCount)
        forms.withLock { $0[index] = made }
        return made
    }
}

/// A layout and a transform (without translation) that a sprite has in one or more frames.
package struct RenderedVariant: Hashable, Sendable {
    /// Index into ``FrameTables/layouts``.
    package let layout: Int32
    private let a: Float
    private let b: Float
    private let c: Float
    private let d: Float

    private init(_ record: FrameRecord) {
        layout = record.layout
        (a, b, c, d) = (record.a, record.b, record.c, record.d)
    }

    package var transform: SVGATransform { SVGATransform(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: 0, ty: 0) }

    /// The distinct variants of a sprite, in the order of frames.
    package static func all(of sprite: SpriteEntity, frames: Int) -> [RenderedVariant] {
        var forms: [RenderedVariant] = []
        var seen: Set<RenderedVariant> = []
        for record in sprite.frames.records.prefix(frames) where record.isVisible {
            let form = RenderedVariant(record)
            if form != forms.last, seen.insert(form).inserted { forms.append(form) }
        }
        return forms
    }
}

/// An index of a movie's sprites by key.
struct SpriteKeys: Sendable {
    private var byImageKey: [ByteKey: [Int]] = [:]
    /// The sprites whose imageKey has a suffix, by the key without the suffix.
    private var bySuffixlessKey: [ByteKey: [Int]] = [:]

    init(_ movie: VideoEntity) {
        // Growing the table would hash all keys again.
        byImageKey.reserveCapacity(movie.sprites.count)
        for (index, sprite) in movie.sprites.enumerated() {
            let key = sprite.replacementKey
            byImageKey[ByteKey(sprite.imageKey), default: []].append(index)
            if !key.hasSameBytes(as: sprite.imageKey) { bySuffixlessKey[ByteKey(key), default: []].append(index) }
        }
    }

    /// The sprites whose imageKey is this key, or this key and a suffix, in the order of the file.
    func sprites(named key: String) -> [Int] { sprites(named: ByteKey(key)) }

    func sprites(named key: ByteKey) -> [Int] {
        guard let others = bySuffixlessKey[key] else { return byImageKey[key] ?? [] }
        return ((byImageKey[key] ?? []) + others).sorted()
    }
}

extension ShapeEntity.Geometry {
    /// The estimated number of lines and curves.
    fileprivate var steps: Int {
        if case .path(let path) = self { path.verbs.count } else { 8 }
    }
}
