import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport

/// Movies in code for the tests of sheets, pages and Y4M.
enum SheetMovies {
    /// Half transparent ellipses that walk to the right over a small opaque square. Every tenth frame, from 3 on, is empty; those after 5, 15, …
    /// are like the one before.
    static func walk(width: Int, height: Int, frames: Int, fps: Int = 30, background: Color? = nil) throws -> Scene {
        let layout = WireLayout(width: Float(width), height: Float(height))
        let steps = (0..<frames).map { i -> WireFrame in
            if i % 10 == 3 { return .hidden }
            let x = Float(((i % 10 == 6 ? i - 1 : i) * 3) % width)
            return .visible(
                layout: layout, .rect(1, 1, 3, 2, .fill(WireColor(0.2, 0.9, 0.3))),
                .ellipse(x, Float(height) / 2, Float(width) / 5 + 1, Float(height) / 3, .fill(WireColor(0.9, 0.3, 0.1, 0.6))))
        }
        var movie = WireMovie.tiny(width: Float(width), height: Float(height), frames: Int32(frames), fps: Int32(fps))
        movie.sprites = [WireSprite(imageKey: "walk.vector", matteKey: "", frames: steps)]
        var options = RenderOptions()
        options.background = background
        return try Scene(try movie.read(), options: options)
    }

    static let white = Color(red: 1, green: 1, blue: 1)
}
