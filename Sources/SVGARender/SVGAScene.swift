public import SVGAModel
public import SVGAPixels
import SVGASupport

/// A movie at one size, with its substitutions, ready to be drawn.
///
/// Immutable and `Sendable`: any number of tasks may render any frames in any order, and frame i never depends on
/// another. ``pixmap(frame:)`` is the simple way; a loop over many frames makes one ``FramePainter`` for each task.
///
/// ```swift
/// let movie = try VideoEntity(path: "gift.svga")
/// let scene = try SVGAScene(movie)
/// try scene.pixmap(frame: 20).writePNG(to: "frame.png")
/// ```
///
/// Scenes of one movie, such as one for each user, share the decoded bitmaps if they are made by one ``PreparedMovie``, or from each other by
/// ``with(_:)-(Substitutions)``.
public final class SVGAScene: Sendable {
    /// The movie that is shown.
    public let movie: VideoEntity
    /// The decoded bitmaps, shared with other scenes of the same movie.
    public let prepared: PreparedMovie
    /// The size, and what of the movie is shown.
    public let options: RenderOptions
    /// What was tolerated while preparing, such as an image that cannot be decoded.
    public let diagnostics: [Diagnostic]
    /// What replaces, joins or changes the content of sprites.
    public let substitutions: Substitutions
    package let geometry: OutputGeometry
    /// What the scene shares with others of the same size.
    let base: SceneBase
    package let layers: [Layer]
    package let tables: FrameTables
    /// Whether a program's own drawings are set for some layers.
    package let hasDrawings: Bool
    /// One for each of ``FrameTables/shapeLists``.
    let shapeLists: [PreparedMovie.ShapeListInfo]
    /// First one for each of the movie's images: nil if it is not drawn or cannot be decoded. Then the substituted ones.
    package let bitmaps: [Mipmaps?]
    /// The sizes of ``bitmaps``, for planning.
    package let extents: [BitmapExtent?]
    /// How the emulated player draws that the movie was read by; nil: it was read by "Rules of rendering".
    package let emulation: (any SceneEmulation)?
    /// The scene among those with which it shares frames; nil: none.
    let sharing: SharedFrames.Member?
    /// The movie's own part of ``bitmaps``, and the images that it was made for.
    private let own: PreparedMovie.Bitmaps
    private let ownImages: [Int]
    private let substituted: SubstitutionPreparation

    /// Prepares a movie for this scene alone. See ``PreparedMovie/scene(options:substitutions:)`` for what it throws.
    public convenience init(
        _ movie: VideoEntity, options: RenderOptions = RenderOptions(), substitutions: Substitutions = Substitutions()
    ) throws(RenderError) {
        let prepared = PreparedMovie(movie, limits: options.limits)
        try self.init(prepared, try prepared.base(options), options: options, substitutions: substitutions)
    }

    /// - Parameter other: a scene with the same base; what it has prepared and this one needs too is taken over.
    init(
        _ prepared: PreparedMovie, _ base: SceneBase, options: RenderOptions, substitutions: Substitutions, like other: SVGAScene? = nil
    ) throws(RenderError) {
        var contents = substitutions.isEmpty ? [:] : LayerContent.all(substitutions, prepared)
        let needs = base.needs(contents)
        ownImages = needs.map(\.image)
        if let other, other.ownImages == ownImages {
            own = other.own
        } else {
            own = try prepared.bitmaps(needs)
        }
        substituted = try SubstitutionPreparation(
            substitutions, prepared, base, options.limits, own: own.mipmaps, known: other?.substituted)
        var bitmaps = own.mipmaps
        substituted.add(to: &contents, &bitmaps)
        var layers = base.layers
        for (index, content) in contents { layers[index].content = content }

        self.base = base
        self.prepared = prepared
        self.options = options
        self.substitutions = substitutions
        self.layers = layers
        hasDrawings = contents.values.contains { $0.drawing != nil }
        self.bitmaps = bitmaps
        extents = bitmaps.map { $0?.extent }
        movie = prepared.movie
        geometry = base.geometry
        diagnostics = own.diagnostics + substituted.diagnostics
        tables = prepared.tables
        shapeLists = prepared.shapeLists
        let changed = contents.keys.sorted()
        if let emulation = prepared.movie.emulation as? any DrawingEmulation {
            self.emulation = try emulation.scene(bitmaps, prepared, base.geometry)
            sharing = nil
        } else {
            emulation = nil
            sharing = SVGAScene.lowestChange(changed, layers).flatMap {
                prepared.sharedFrames.member(options, layer: $0, changed: changed)
            }
        }
    }

    /// The lowest layer that looks different when these layers are changed, or the first of the layers that are drawn as one group with it.
    private static func lowestChange(_ changed: some Collection<Int>, _ layers: [Layer]) -> Int? {
        guard var lowest = changed.min() else { return nil }
        let mattes = Set(changed.filter { layers[$0].isMatte })
        if !mattes.isEmpty, let masked = layers.firstIndex(where: { $0.matte.map(mattes.contains) ?? false }) {
            lowest = min(lowest, masked)
        }
        // A matte may stand among the layers of a group.
        let matte = layers[...lowest].last { !$0.isMatte }?.matte
        if matte != nil {
            while lowest > 0, layers[lowest - 1].matte == matte || layers[lowest - 1].isMatte { lowest -= 1 }
        }
        return lowest
    }

    /// The same scene with other substitutions in place of its own.
    ///
    /// Only what differs is prepared: images and texts that are set for the same keys as before are taken over as they are, and no bitmap of
    /// the movie is decoded again. Tints, opacities, offsets and hidden keys cost next to nothing, so a program may change them for every
    /// frame that it shows.
    /// - Throws: what ``PreparedMovie/scene(options:substitutions:)`` throws for substitutions.
    /// - Complexity: linear in the number of sprites, beside preparing the images and texts that are new.
    public func with(_ substitutions: Substitutions) throws(RenderError) -> SVGAScene {
        try SVGAScene(prepared, base, options: options, substitutions: substitutions, like: self)
    }

    /// The same scene with a change to its substitutions, such as `scene.with { $0.setHidden(true, forKey: "crown") }`.
    ///
    /// It costs and throws what ``with(_:)-(Substitutions)`` does.
    public func with(_ change: (inout Substitutions) -> Void) throws(RenderError) -> SVGAScene {
        var changed = substitutions
        change(&changed)
        return try with(changed)
    }

    /// The width of every frame rendered, in pixels.
    public var widthPixels: Int { geometry.width }
    /// The height of every frame rendered, in pixels.
    public var heightPixels: Int { geometry.height }

    /// From points of the canvas to pixels of the frames rendered. Its inverse tells where a pixel, such as one that was touched, lies on the
    /// canvas.
    public var outputTransform: SVGATransform { geometry.transform }

    /// Renders one frame.
    /// - Parameter frame: 0-based, below ``VideoEntity/frameCount``.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frameCount:)`` or ``RenderError/drawing(reason:)``.
    public func pixmap(frame: Int) throws(RenderError) -> Pixmap {
        let painter = try makePainter()
        try painter.paint(frame: frame)
        return painter.pixmap()
    }

    /// A painter for one task that renders many frames: it keeps its surface and takes no memory for each frame.
    /// - Throws: ``RenderError/limit(_:)`` where it would take more than ``ReadLimits/memory``, or ``RenderError/drawing(reason:)`` where there
    ///   is not memory.
    public func makePainter() throws(RenderError) -> FramePainter {
        try checkMemory()
        return try FramePainter(self, geometry, background: options.background, sharing: sharing)
    }

    /// Whether the scene draws the movie's image of this index: it is needed, could be decoded, and is not fully transparent.
    package func showsBitmap(ofImage index: Int) -> Bool { bitmaps[index] != nil }

    /// The bytes of the bitmaps that the scene draws: the movie's own, which other scenes of the movie share, and the substituted ones.
    package var bitmapBytes: (own: Int, substituted: Int) {
        func bytes(_ bitmaps: ArraySlice<Mipmaps?>) -> Int { bitmaps.reduce(0) { $0 + ($1?.memoryBytes ?? 0) } }
        let count = own.mipmaps.count
        return (bytes(bitmaps[..<count]), bytes(bitmaps[count...]))
    }

    /// How many images and texts were prepared for this scene, not taken over from another one.
    package var newContents: Int { substituted.newContents }
}

extension SVGAScene {
    /// A sprite: the part of it that is the same in all frames.
    package struct Layer: Sendable {
        package let records: [FrameRecord]
        /// Index into ``SVGAScene/bitmaps`` of the sprite's own bitmap, which may be nil there; nil: it has none, or is never seen.
        package let bitmap: Int?
        /// Index into ``SVGAScene/layers`` of the matte that masks this layer.
        package let matte: Int?
        package let isMatte: Bool
        /// Neither a matte nor left out by `only` of ``RenderOptions``.
        package let isDrawn: Bool
        /// nil: nothing is set for it.
        package internal(set) var content: LayerContent?
    }
}

extension SpriteEntity {
    /// Whether `key` is this sprite's key, with or without the suffix.
    package func isNamed(_ key: String) -> Bool { imageKey.hasSameBytes(as: key) || replacementKey.hasSameBytes(as: key) }
}
