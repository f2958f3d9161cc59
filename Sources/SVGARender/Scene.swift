import SVGAImage
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
/// let scene = try Scene(movie)
/// try scene.pixmap(frame: 20).writePNG(to: "frame.png")
/// ```
///
/// Scenes of one movie, such as one for each user, share the decoded bitmaps if they are made by one ``PreparedMovie``.
public final class Scene: Sendable {
    public let movie: VideoEntity
    /// The decoded bitmaps, shared with other scenes of the same movie.
    public let prepared: PreparedMovie
    public let options: RenderOptions
    /// What was tolerated while preparing, such as an image that cannot be decoded.
    public let diagnostics: [Diagnostic]
    /// What replaces or joins the content of sprites.
    public let substitutions: Substitutions
    package let geometry: OutputGeometry
    let layers: [Layer]
    package let tables: FrameTables
    /// One for each of ``FrameTables/shapeLists``.
    let shapeLists: [PreparedMovie.ShapeListInfo]
    /// First one for each of the movie's images: nil if it is not drawn or cannot be decoded. Then the substituted ones.
    package let bitmaps: [Mipmaps?]
    /// The lowest layer that the substitutions change, and the number of the scenes with which this one shares its frames; nil: none.
    let sharing: (layer: Int, group: Int)?

    /// Prepares a movie for this scene alone. See ``PreparedMovie/scene(options:substitutions:)`` for what it throws.
    public convenience init(
        _ movie: VideoEntity, options: RenderOptions = RenderOptions(), substitutions: Substitutions = Substitutions()
    ) throws(RenderError) {
        try self.init(PreparedMovie(movie, limits: options.limits), options: options, substitutions: substitutions)
    }

    init(_ prepared: PreparedMovie, options: RenderOptions, substitutions: Substitutions) throws(RenderError) {
        let movie = prepared.movie
        if let only = options.only, prepared.keys.sprites(named: only).isEmpty {
            throw .unknownKey(key: only, nearest: NearestNames.of(only, in: movie.sprites.map(\.replacementKey)))
        }
        let geometry = try OutputGeometry(movie: movie, options: options)
        let contents = LayerContent.all(substitutions, prepared)
        let shown = options.only.map { Set(prepared.keys.sprites(named: $0)) }
        let needs = Scene.bitmapNeeds(prepared, contents, shown, geometry, options.filter)
        let own = try prepared.bitmaps(needs)
        let substituted = try SubstitutionPreparation(substitutions, contents, prepared, geometry, options.limits, own: own.mipmaps)
        self.movie = movie
        self.prepared = prepared
        self.options = options
        self.substitutions = substitutions
        self.geometry = geometry
        diagnostics = own.diagnostics + substituted.diagnostics
        tables = prepared.tables
        shapeLists = prepared.shapeLists
        bitmaps = own.mipmaps + substituted.bitmaps
        layers = movie.sprites.enumerated().map { index, sprite in
            let content = substituted.contents[index]
            return Layer(
                records: sprite.frames.records, ownBitmap: sprite.imageIndex.flatMap { own.mipmaps[$0] == nil ? nil : $0 },
                matte: sprite.matteIndex, isMatte: sprite.kind == .matte,
                isDrawn: sprite.kind != .matte && shown?.contains(index) ?? true, isHidden: content?.isHidden ?? false,
                replacement: content?.replacement, texts: content?.texts ?? [:], drawing: content?.drawing, isChanged: content != nil)
        }
        sharing = Scene.lowestChange(substituted.contents.keys, layers).flatMap { layer in
            prepared.sharedFrames.group(options, layer: layer).map { (layer, $0) }
        }
    }

    /// The lowest layer that looks different when these layers are changed, or the first of the layers that are drawn as one group with it.
    private static func lowestChange(_ changed: some Collection<Int>, _ layers: [Layer]) -> Int? {
        guard var lowest = changed.min() else { return nil }
        let mattes = Set(changed.filter { layers[$0].isMatte })
        if !mattes.isEmpty, let masked = layers.firstIndex(where: { $0.matte.map(mattes.contains) ?? false }) {
            lowest = min(lowest, masked)
        }
        let matte = layers[lowest].matte
        if matte != nil {
            while lowest > 0, layers[lowest - 1].matte == matte || layers[lowest - 1].isMatte { lowest -= 1 }
        }
        return lowest
    }

    /// The bitmaps to decode: those of sprites that are visible in at least one frame, are not left out, and are neither hidden nor given
    /// another image.
    private static func bitmapNeeds(
        _ prepared: PreparedMovie, _ contents: [Int: LayerContent], _ shown: Set<Int>?, _ geometry: OutputGeometry,
        _ filter: RenderOptions.Filter
    ) -> [PreparedMovie.BitmapNeed] {
        let movie = prepared.movie
        var needs: [Int: PreparedMovie.BitmapNeed] = [:]
        // Read once for an image, however many sprites show it.
        var sizes: [Int: (width: Int, height: Int)] = [:]
        for (index, sprite) in movie.sprites.enumerated() {
            guard let image = sprite.imageIndex, prepared.isEverVisible[index],
                sprite.kind == .matte || shown?.contains(index) ?? true
            else { continue }
            if let content = contents[index], content.isHidden || content.replacement != nil { continue }
            if needs[image] == nil {
                needs[image] = PreparedMovie.BitmapNeed(image: image)
                if filter == .best { sizes[image] = ImageDecoder.size(of: movie.images[image]) }
            }
            if let size = sizes[image] { needs[image]?.addFactors(for: index, of: prepared, geometry, size) }
        }
        return needs.values.sorted { $0.image < $1.image }
    }

    /// The size of every frame rendered, in pixels.
    public var widthPixels: Int { geometry.width }
    /// In pixels; see ``widthPixels``.
    public var heightPixels: Int { geometry.height }

    /// Renders one frame.
    /// - Parameter frame: 0-based, below ``/SVGAModel/VideoEntity/frames``.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frames:)`` or ``RenderError/drawing(reason:)``.
    public func pixmap(frame: Int) throws(RenderError) -> Pixmap {
        let painter = try makePainter()
        try painter.paint(frame: frame)
        return painter.pixmap()
    }

    /// A painter for one task that renders many frames: it keeps its surface and takes no memory for each frame.
    public func makePainter() throws(RenderError) -> FramePainter {
        try FramePainter(self, geometry, background: options.background, sharing: sharing)
    }

    /// Whether the scene draws the movie's image of this index: it is needed, could be decoded, and is not fully transparent.
    package func showsBitmap(ofImage index: Int) -> Bool { bitmaps[index] != nil }
}

extension Scene {
    /// The part of a sprite that is the same in all frames.
    struct Layer: Sendable {
        let records: [FrameRecord]
        /// Index into ``Scene/bitmaps`` of the sprite's own bitmap; nil if it has none that can be drawn.
        let ownBitmap: Int?
        /// Index into ``Scene/layers`` of the matte that masks this layer.
        let matte: Int?
        let isMatte: Bool
        /// Neither a matte nor left out by ``RenderOptions/only``.
        let isDrawn: Bool
        let isHidden: Bool
        /// What replaces the sprite's own bitmap, by the index of the layout in ``FrameTables/layouts``; nil: it is not replaced.
        let replacement: [Int32: BitmapPlace]?
        /// Texts over the sprite, by the index of the layout.
        let texts: [Int32: BitmapPlace]
        let drawing: Drawing?
        /// Whether a substitution changes it.
        let isChanged: Bool

        /// The bitmap to draw, below the shapes.
        func bitmap(_ record: FrameRecord, _ layout: Rect) -> BitmapPlace? {
            if let replacement { return replacement[record.layout] }
            guard let ownBitmap, layout.width > 0, layout.height > 0 else { return nil }
            return BitmapPlace(index: ownBitmap, frame: Rect(x: 0, y: 0, width: layout.width, height: layout.height), clip: nil)
        }
    }
}

extension SpriteEntity {
    /// Whether `key` is this sprite's key, with or without the suffix.
    func isNamed(_ key: String) -> Bool { imageKey.hasSameBytes(as: key) || replacementKey.hasSameBytes(as: key) }
}

extension PreparedMovie.BitmapNeed {
    /// The mipmaps that a sprite's bitmap is drawn from at the scene's size.
    /// - Parameter size: the image's, in pixels.
    fileprivate mutating func addFactors(
        for sprite: Int, of prepared: PreparedMovie, _ geometry: OutputGeometry, _ size: (width: Int, height: Int)
    ) {
        for form in prepared.shownForms(ofSprite: sprite) {
            let layout = prepared.tables.layouts[Int(form.layout)]
            let scales = geometry.transform.appending(form.transform).axisScales
            let needed = MipmapFactors(
                scaleX: scales.x * layout.width / Double(size.width), scaleY: scales.y * layout.height / Double(size.height))
            if needed != .none { factors.insert(needed) }
        }
    }
}
