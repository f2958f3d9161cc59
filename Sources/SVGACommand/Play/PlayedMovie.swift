import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

/// What is played, with its substitutions and the order of its frames.
struct PlayedMovie {
    let file: InputAnimation
    let line: ExportTimeline
    /// What is shown, drawn in a way and at a size.
    let shown: (RenderOptions) throws(TaskError) -> any PlayableAnimation

    func painter(_ layout: PlayLayout, _ look: PlayLook) throws(TaskError) -> PlayPainter {
        var options = RenderOptions(background: look.background, filter: .best, limits: look.limits)
        options.size = .pixels(width: layout.width, height: layout.height)
        let shown = try shown(options)
        return try TaskError.naming(file.name) { () throws(RenderError) in
            PlayPainter(painter: try shown.makePainter(), width: shown.widthPixels, height: shown.heightPixels)
        }
    }

    /// - Parameter place: in the order of the frames.
    func draw(_ place: Int, _ painter: PlayPainter) throws(TaskError) -> Pixmap {
        try TaskError.naming(file.name) { () throws(RenderError) in try painter.pixmap(frame: line.frames[place]) }
    }
}

/// Draws frames of one size.
struct PlayPainter {
    let painter: any AnimationPainter
    let width: Int
    let height: Int

    func pixmap(frame: Int) throws(RenderError) -> Pixmap {
        try painter.pixmap(frame: frame, width: width, height: height)
    }
}

/// How the frames are drawn.
struct PlayLook {
    /// Pixels per point at most.
    var scale: Double
    /// nil: transparent.
    var background: SVGAColor?
    /// The sides of a character in pixels; nil: what the terminal says.
    var cell: (width: Int, height: Int)?
    var limits: ReadLimits

    func layout(of movie: PlayedMovie, in size: TerminalSize, _ probe: TerminalProbe, hasStatus: Bool) -> PlayLayout {
        PlayLayout(
            canvas: movie.file.canvas, in: size, cell: cell ?? size.cell(probe), scale: scale, hasStatus: hasStatus)
    }
}

/// Where on the terminal the picture is, and how large. Columns and rows are counted from 1.
struct PlayLayout: Hashable {
    /// Of the frames that are drawn, in pixels; for blocks a pixel is a column wide and half a row high.
    let width: Int
    let height: Int
    let column: Int
    let row: Int
    let columns: Int
    /// nil: there is no room for it, or nobody wants it.
    let statusRow: Int?

    /// The picture stands in the middle, as large as fits, and at most at `scale`. The last row is kept for the status.
    ///
    /// - Parameters:
    ///   - canvas: of the movie, in points.
    ///   - scale: pixels per point.
    init(
        canvas: (width: Int, height: Int), in size: TerminalSize, cell: (width: Int, height: Int), scale: Double, hasStatus: Bool
    ) {
        let rows = max(1, size.rows - 1)
        let factor = min(
            Double(size.columns * cell.width) / Double(canvas.width), Double(rows * cell.height) / Double(canvas.height), scale)
        // A tiny part of a pixel may be missing where a number of pixels should come out.
        width = max(1, Int(saturating: Double(canvas.width) * factor + 1e-6))
        height = max(1, Int(saturating: Double(canvas.height) * factor + 1e-6))
        column = 1 + (size.columns - (width + cell.width - 1) / cell.width) / 2
        row = 1 + (rows - (height + cell.height - 1) / cell.height) / 2
        columns = size.columns
        statusRow = hasStatus && size.rows > 1 ? size.rows : nil
    }
}
