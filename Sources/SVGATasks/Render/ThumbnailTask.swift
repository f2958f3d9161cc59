import SVGAExport
import SVGAModel
package import SVGAPixels
package import SVGARender

/// Draws a thumbnail of a movie.
package struct ThumbnailTask: OptionTask {
    /// The maximum of the longer side in pixels; nil: 256.
    package var size: PositiveCount?
    /// nil: the poster frame.
    package var frame: Int?
    package var common = CommonOptions()

    package static let name = "thumbnail"

    package init() {}

    package static let options: [Parameter<ThumbnailTask>] = [
        .option(
            \.size, "size", placeholder: "N", help: "maximum of the longer side in pixels (default 256); never enlarges",
            "长边的像素数上限（默认 256）；从不放大"),
        .option(\.frame, "frame", placeholder: "N", help: "frame, counted from 0 (default: a representative one)", "帧号，从 0 开始（默认选有代表性的一帧）"),
    ]

    package func validate() throws(TaskError) {
        if let frame, frame < 0 { throw .usage("\(option: "frame") needs a frame number of at least 0, not \(frame)") }
    }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> Pixmap { try draw(input, in: context).pixmap }

    /// The picture and its frame.
    package func draw(_ input: FileName, in context: TaskContext) throws(TaskError) -> Thumbnail {
        let file = try InputFile(input, options: common.readOptions, context: context)
        context.finished("read")
        guard file.movie.frameCount > 0 else { throw .noFrames(file: file.name) }
        let thumbnail = try file.drawing { () throws(SVGAError) in
            let prepared = PreparedMovie(file.movie, limits: common.limits)
            return try Thumbnail(prepared, side: size?.value ?? 256, frame: frame)
        }
        context.finished("draw")
        return thumbnail
    }
}
