public import SVGAModel

/// A movie prepared for drawing: decoded bitmaps and parsed paths, immutable and shared by all who draw.
public final class MovieRenderer: Sendable {
    public let movie: VideoEntity
    public let options: RenderOptions
    /// What was tolerated while preparing, such as an image that cannot be decoded.
    public let diagnostics: [Diagnostic]
    /// The output's size in pixels.
    public let widthPixels: Int
    public let heightPixels: Int

    public init(_ movie: VideoEntity, options: RenderOptions = RenderOptions()) throws(RenderError) {
        self.movie = movie
        self.options = options
        diagnostics = []
        (widthPixels, heightPixels) = movie.canvasPixels
    }

    /// Renders one frame, 0-based, in any order and from any task.
    public func pixmap(frame: Int) throws(RenderError) -> Pixmap {
        let painter = try makePainter()
        try painter.paint(frame: frame)
        return painter.pixmap()
    }

    /// A painter for rendering many frames in one task without allocating for each.
    public func makePainter() throws(RenderError) -> FramePainter {
        try FramePainter(self)
    }
}

/// Draws frames one after the other into a surface of its own. Make one for each task.
public final class FramePainter {
    private let renderer: MovieRenderer

    init(_ renderer: MovieRenderer) throws(RenderError) {
        self.renderer = renderer
    }

    public enum AlphaForm: Sendable { case straight, premultiplied }

    /// Draws frame `frame` over the whole surface.
    public func paint(frame: Int) throws(RenderError) {}

    /// Writes the frame last painted as 8-bit RGBA, rows from the top without padding.
    /// - Precondition: `buffer.count == 4 * widthPixels * heightPixels`.
    public func copyPixels(_ form: AlphaForm, into buffer: UnsafeMutableRawBufferPointer) {}

    /// The frame last painted.
    public func pixmap() -> Pixmap { Pixmap(width: renderer.widthPixels, height: renderer.heightPixels) }
}
