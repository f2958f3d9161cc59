public import SVGAModel
public import SVGAPixels
import SVGASupport

/// A movie at one size, with its substitutions, ready to be drawn.
///
/// Immutable and `Sendable`: any number of tasks may render any frames in any order, and frame i never depends on another. For one frame
/// use ``pixmap(frame:)``; for many frames make one ``FramePainter`` for each task.
///
/// ```swift
/// let movie = try VideoEntity(path: "gift.svga")
/// let scene = try SVGAScene(movie)
/// try scene.pixmap(frame: 20).writePNG(to: "frame.png")
/// ```
///
/// Scenes of one movie, for example one for each user, share the decoded bitmaps if they are made by one ``PreparedMovie`` or by
/// ``with(_:)-(Substitutions)``.
public final class SVGAScene: Sendable {
    /// The movie.
    public let movie: VideoEntity
    /// The decoded bitmaps, shared with other scenes of the same movie.
    package let prepared: PreparedMovie
    /// The size and the part of the movie.
    package let options: RenderOptions
    /// Warnings found while preparing, such as an image that cannot be decoded.
    public let diagnostics: [Diagnostic]
    /// The replaced, added and changed content of sprites.
    package let substitutions: Substitutions
    package let geometry: OutputGeometry
    /// The data shared with other scenes of the same size.
    let base: SceneBase
    package let layers: [Layer]
    package let tables: FrameTables
    /// Whether drawing callbacks are set for some layers.
    package let hasDrawings: Bool
    /// One entry for each of ``FrameTables/shapeLists``.
    let shapeLists: [PreparedMovie.ShapeListInfo]
    /// The movie's images, nil if one is not drawn or cannot be decoded; then the substituted bitmaps.
    package let bitmaps: [Mipmaps?]
    /// The sizes of ``bitmaps``, for planning.
    package let extents: [BitmapExtent?]
    /// The drawing rules of the emulated player that has parsed the movie; nil: "Rules of rendering".
    package let emulation: (any SceneEmulation)?
    /// The scene's membership in a group that shares frames; nil: none.
    let sharing: SharedFrames.Member?
    /// The movie's part of ``bitmaps``, and the images that it was made for.
    private let movieBitmaps: PreparedMovie.Bitmaps
    private let movieImages: [Int]
    private let substituted: SubstitutionPreparation

    /// Prepares a movie for this scene alone. See ``PreparedMovie/scene(options:substitutions:)`` for what it throws.
    public convenience init(
        _ movie: VideoEntity, options: RenderOptions = RenderOptions(), substitutions: Substitutions = Substitutions()
    ) throws(SVGAError) {
        let prepared = PreparedMovie(movie, limits: options.limits)
        try self.init(prepared, try prepared.base(options), options: options, substitutions: substitutions)
    }

    /// - Parameter other: a scene with the same base; its prepared content is reused.
    init(
        _ prepared: PreparedMovie, _ base: SceneBase, options: RenderOptions, substitutions: Substitutions, like other: SVGAScene? = nil
    ) throws(SVGAError) {
        var contents = substitutions.isEmpty ? [:] : LayerContent.all(substitutions, prepared)
        let needs = base.needs(contents)
        movieImages = needs.map(\.image)
        if let other, other.movieImages == movieImages {
            movieBitmaps = other.movieBitmaps
        } else {
            movieBitmaps = try prepared.bitmaps(needs)
        }
        substituted = try SubstitutionPreparation(
            substitutions, prepared, base, options.limits, movieBitmaps: movieBitmaps.mipmaps, previous: other?.substituted)
        var bitmaps = movieBitmaps.mipmaps
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
        diagnostics = movieBitmaps.diagnostics + substituted.diagnostics
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

    /// The lowest changed layer, or the first layer of its matte group.
    private static func lowestChange(_ changed: some Collection<Int>, _ layers: [Layer]) -> Int? {
        guard var lowest = changed.min() else { return nil }
        let mattes = Set(changed.filter { layers[$0].isMatte })
        if !mattes.isEmpty, let masked = layers.firstIndex(where: { $0.matte.map(mattes.contains) ?? false }) {
            lowest = min(lowest, masked)
        }
        // A matte may be among the layers of a group.
        let matte = layers[...lowest].last { !$0.isMatte }?.matte
        if matte != nil {
            while lowest > 0, layers[lowest - 1].matte == matte || layers[lowest - 1].isMatte { lowest -= 1 }
        }
        return lowest
    }

    /// The same scene with other substitutions.
    ///
    /// Only the differences are prepared: unchanged images and texts are reused, and no bitmap of the movie is decoded again. Tints,
    /// opacities, offsets and hidden keys are cheap enough to change in every frame.
    /// - Throws: like ``PreparedMovie/scene(options:substitutions:)`` for substitutions.
    /// - Complexity: linear in the number of sprites, plus the preparation of new images and texts.
    public func with(_ substitutions: Substitutions) throws(SVGAError) -> SVGAScene {
        try SVGAScene(prepared, base, options: options, substitutions: substitutions, like: self)
    }

    /// The same scene with a change to its substitutions, such as `scene.with { $0.setHidden(true, forKey: "crown") }`.
    ///
    /// Its cost and its errors are those of ``with(_:)-(Substitutions)``.
    public func with(_ change: (inout Substitutions) -> Void) throws(SVGAError) -> SVGAScene {
        var changed = substitutions
        change(&changed)
        return try with(changed)
    }

    /// The width of the rendered frames, in pixels.
    public var widthPixels: Int { geometry.width }
    /// The height of the rendered frames, in pixels.
    public var heightPixels: Int { geometry.height }

    /// From points of the canvas to pixels of the rendered frames. Its inverse converts a pixel, such as a touch position, to the canvas.
    public var outputTransform: SVGATransform { geometry.transform }

    /// Renders one frame.
    /// - Parameter frame: 0-based, below ``VideoEntity/frameCount``.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` or ``SVGAError/Kind/encoding``.
    public func pixmap(frame: Int) throws(SVGAError) -> Pixmap {
        let painter = try makePainter()
        try painter.paint(frame: frame)
        return painter.pixmap()
    }

    /// A painter for one task that renders many frames. It reuses its canvas and allocates no memory for each frame.
    /// - Throws: ``SVGAError/Kind/limit`` over ``ReadLimits/memory``, or ``SVGAError/Kind/encoding`` if memory cannot be allocated.
    public func makePainter() throws(SVGAError) -> FramePainter {
        try checkMemory()
        return try FramePainter(self, geometry, background: options.background, sharing: sharing)
    }

    /// Whether the scene draws the movie's image with this index: it is needed, valid, and not fully transparent.
    package func showsBitmap(ofImage index: Int) -> Bool { bitmaps[index] != nil }

    /// The size of the drawn bitmaps: the movie's, which other scenes of the movie share, and the substituted ones.
    package var bitmapBytes: (movie: Int, substituted: Int) {
        func bytes(_ bitmaps: ArraySlice<Mipmaps?>) -> Int { bitmaps.reduce(0) { $0 + ($1?.memoryBytes ?? 0) } }
        let count = movieBitmaps.mipmaps.count
        return (bytes(bitmaps[..<count]), bytes(bitmaps[count...]))
    }

    /// The remarks on the image and the text of each key, sorted by key.
    package var contentRemarks: [(key: String, remarks: ContentRemarks)] { substituted.remarks }

    /// The number of images and texts that were prepared for this scene, without reused ones.
    package var newContents: Int { substituted.newContents }
}

extension SVGAScene {
    /// The constant data of a sprite.
    package struct Layer: Sendable {
        package let records: [FrameRecord]
        /// Index into ``SVGAScene/bitmaps`` of the sprite's own bitmap, which may be nil there; nil: no bitmap, or never visible.
        package let bitmap: Int?
        /// Index into ``SVGAScene/layers`` of its matte.
        package let matte: Int?
        package let isMatte: Bool
        /// Whether it is neither a matte nor excluded by `only` of ``RenderOptions``.
        package let isDrawn: Bool
        /// Its substitutions; nil: none.
        package internal(set) var content: LayerContent?

        /// Whether the sprite has an alpha and an area in the frame. It may still be outside of the output.
        @inline(__always)
        func isVisible(inFrame frame: Int) -> Bool {
            records.withUnsafeBufferPointer { frame < $0.count && $0[frame].isVisible }
        }
    }
}

extension SpriteEntity {
    /// Whether `key` is this sprite's key, with or without the suffix.
    package func isNamed(_ key: String) -> Bool { imageKey.hasSameBytes(as: key) || replacementKey.hasSameBytes(as: key) }
}
