import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

/// A movie with its substitutions and its playback order.
struct PlayedMovie {
    let file: InputAnimation
    let line: ExportTimeline
    /// Creates the animation with drawing options and a size.
    let makeAnimation: (RenderOptions) throws(TaskError) -> any PlayableAnimation

    func painter(_ layout: PlayLayout, _ look: PlayLook) throws(TaskError) -> PlayPainter {
        var options = RenderOptions(background: look.background, filter: .best, limits: look.limits)
        options.size = .pixels(width: layout.width, height: layout.height)
        let animation = try makeAnimation(options)
        return try TaskError.naming(file.name) { () throws(SVGAError) in
            PlayPainter(painter: try animation.makePainter(), width: animation.widthPixels, height: animation.heightPixels)
        }
    }

    /// - Parameter position: in the playback order.
    func draw(_ position: Int, _ painter: PlayPainter) throws(TaskError) -> Pixmap {
        try TaskError.naming(file.name) { () throws(SVGAError) in try painter.pixmap(frame: line.frames[position]) }
    }
}

/// Draws frames at one size.
struct PlayPainter {
    let painter: any AnimationPainter
    let width: Int
    let height: Int

    func pixmap(frame: Int) throws(SVGAError) -> Pixmap {
        try painter.pixmap(frame: frame, width: width, height: height)
    }
}

/// The drawing options of the frames.
struct PlayLook {
    /// The maximum number of pixels per point.
    var scale: Double
    /// nil: transparent.
    var background: SVGAColor?
    /// The size of a character in pixels; nil: from the terminal.
    var cell: (width: Int, height: Int)?
    var limits: ReadLimits

    func layout(of movie: PlayedMovie, in size: TerminalSize, _ probe: TerminalProbe, hasStatus: Bool) -> PlayLayout {
        PlayLayout(
            canvas: movie.file.canvas, in: size, cell: cell ?? size.cell(probe), scale: scale, hasStatus: hasStatus)
    }
}

/// The position and size of the image on the terminal. Columns and rows start at 1.
struct PlayLayout: Hashable {
    /// The size of the drawn frames in pixels. For blocks, a pixel is a column wide and half a row high.
    let width: Int
    let height: Int
    let column: Int
    let row: Int
    let columns: Int
    /// nil without space or without a status line.
    let statusRow: Int?

    /// Centers the image, as large as fits, with at most `scale`. The last row is for the status.
    ///
    /// - Parameters:
    ///   - canvas: the movie's canvas in points.
    ///   - scale: pixels per point.
    init(
        canvas: (width: Int, height: Int), in size: TerminalSize, cell: (width: Int, height: Int), scale: Double, hasStatus: Bool
    ) {
        let rows = max(1, size.rows - 1)
        let factor = min(
            Double(size.columns * cell.width) / Double(canvas.width), Double(rows * cell.height) / Double(canvas.height), scale)
        // A small tolerance, so that rounding errors do not lose a pixel.
        width = max(1, Int(saturating: Double(canvas.width) * factor + 1e-6))
        height = max(1, Int(saturating: Double(canvas.height) * factor + 1e-6))
        column = 1 + (size.columns - (width + cell.width - 1) / cell.width) / 2
        row = 1 + (rows - (height + cell.height - 1) / cell.height) / 2
        columns = size.columns
        statusRow = hasStatus && size.rows > 1 ? size.rows : nil
    }
}
