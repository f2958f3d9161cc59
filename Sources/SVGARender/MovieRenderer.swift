public import SVGAModel
public import SVGAPixels
import SVGASupport

/// A movie prepared for drawing: bitmaps decoded, premultiplied and trimmed, once.
///
/// Immutable and `Sendable`: any number of tasks may render any frames in any order, and frame i never depends on
/// another. ``pixmap(frame:)`` is the simple way; a loop over many frames makes one ``FramePainter`` for each task.
///
/// ```swift
/// let movie = try VideoEntity(path: "gift.svga")
/// let renderer = try MovieRenderer(movie)
/// try renderer.pixmap(frame: 20).writePNG(to: "frame.png")
/// ```
public final class MovieRenderer: Sendable {
    public let movie: VideoEntity
    public let options: RenderOptions
    /// What was tolerated while preparing, such as an image that cannot be decoded.
    public let diagnostics: [Diagnostic]
    /// What replaces or joins the content of sprites.
    public let substitutions: Substitutions
    package let scene: Scene

    /// Decodes the bitmaps that the movie shows, using all cores, and lays out what is substituted.
    ///
    /// A key of `substitutions` that matches no sprite is only noted in ``diagnostics``.
    /// - Throws: ``RenderError/emptyOutput(reason:)`` and ``RenderError/unknownKey(key:nearest:)`` for options that fit no
    ///   pixel or sprite, ``RenderError/limit(_:)`` and ``RenderError/sideTooLong(pixels:allowed:)`` before memory is taken,
    ///   ``RenderError/text(key:_:)`` and ``RenderError/image(key:_:)`` for substitutions that cannot be prepared.
    public init(
        _ movie: VideoEntity, options: RenderOptions = RenderOptions(), substitutions: Substitutions = Substitutions()
    ) throws(RenderError) {
        if let only = options.only, !movie.sprites.contains(where: { $0.isNamed(only) }) {
            throw .unknownKey(key: only, nearest: NearestNames.of(only, in: movie.sprites.map(\.replacementKey)))
        }
        let geometry = try OutputGeometry(movie: movie, options: options)
        let preparation = try BitmapPreparation(movie: movie, geometry: geometry, options: options)
        let substituted = try SubstitutionPreparation(
            substitutions, movie: movie, geometry: geometry, bitmaps: preparation.bitmaps, memory: preparation.memory)
        self.movie = movie
        self.options = options
        self.substitutions = substitutions
        diagnostics = preparation.diagnostics + substituted.diagnostics
        scene = Scene(
            movie: movie, geometry: geometry, only: options.only, bitmaps: preparation.bitmaps, substitutions: substituted)
    }

    /// The size of every frame rendered, in pixels.
    public var widthPixels: Int { scene.geometry.width }
    public var heightPixels: Int { scene.geometry.height }

    /// Renders one frame.
    /// - Parameter frame: 0-based, below ``/SVGAModel/VideoEntity/frames``.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frames:)`` or ``RenderError/drawing(reason:)``.
    public func pixmap(frame: Int) throws(RenderError) -> Pixmap {
        let painter = try makePainter()
        try painter.paint(frame: frame)
        return painter.pixmap()
    }

    /// A painter for one task that renders many frames: it keeps its surface and takes no memory for each frame.
    public func makePainter() throws(RenderError) -> FramePainter { try FramePainter(self, scene, background: options.background) }
}
