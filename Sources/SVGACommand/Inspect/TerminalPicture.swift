import SVGAModel
import SVGAPixels
import SVGARender

/// A frame as half-block characters in true colour: each character shows two pixels, one above the other, over a
/// checkerboard where the frame is transparent.
struct TerminalPicture {
    let pixmap: Pixmap

    /// The movie's first frame with something to see, fitted into so many characters; nil for a movie without frames.
    static func firstVisibleFrame(
        of movie: VideoEntity, limits: ReadLimits, columns: Int, rows: Int
    ) throws(RenderError) -> (picture: TerminalPicture, frame: Int)? {
        guard movie.frames > 0 else { return nil }
        let canvas = movie.canvasPixels
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        // Twice its size at most: a tiny movie should not become a blur.
        let scale = min(Double(columns) / width, Double(2 * rows) / height, 2)
        var options = RenderOptions()
        options.size = .pixels(width: max(1, Int((width * scale).rounded(.down))), height: max(1, Int((height * scale).rounded(.down))))
        options.filter = .best
        options.limits = limits
        let renderer = try MovieRenderer(movie, options: options)
        // A gift that fades in is passed over until it is half there.
        var best: (pixmap: Pixmap, frame: Int, alpha: UInt8)?
        for frame in visibleFrames(movie).prefix(100) {
            let pixmap = try renderer.pixmap(frame: frame)
            let alpha = strongestAlpha(pixmap)
            if alpha > best?.alpha ?? 0 { best = (pixmap, frame, alpha) }
            if alpha >= 128 { break }
        }
        if let best { return (TerminalPicture(pixmap: best.pixmap), best.frame) }
        return (TerminalPicture(pixmap: try renderer.pixmap(frame: 0)), 0)
    }

    /// Frames in which some sprite that is no matte can draw.
    private static func visibleFrames(_ movie: VideoEntity) -> some Sequence<Int> {
        (0..<movie.frames).lazy.filter { frame in
            movie.sprites.contains { sprite in
                sprite.kind != .matte && frame < sprite.frames.count && sprite.frames.records[frame].isVisible
            }
        }
    }

    private static func strongestAlpha(_ pixmap: Pixmap) -> UInt8 {
        stride(from: 3, to: pixmap.pixels.count, by: 4).lazy.map { pixmap.pixels[$0] }.max() ?? 0
    }

    var text: String {
        var text = ""
        for y in stride(from: 0, to: pixmap.height, by: 2) {
            var last: (upper: [UInt8], lower: [UInt8]?)?
            for x in 0..<pixmap.width {
                let upper = color(x, y)
                let lower = y + 1 < pixmap.height ? color(x, y + 1) : nil
                if last?.upper != upper { text += "\u{1B}[38;2;\(upper[0]);\(upper[1]);\(upper[2])m" }
                if let lower, last?.lower != lower { text += "\u{1B}[48;2;\(lower[0]);\(lower[1]);\(lower[2])m" }
                text += "▀"
                last = (upper, lower)
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }

    /// The pixel over the checkerboard.
    private func color(_ x: Int, _ y: Int) -> [UInt8] {
        let pixel = pixmap[x, y]
        let square: Int = (x / 4 + y / 4) % 2 == 0 ? 102 : 84
        let under = square * (255 - Int(pixel.alpha)) / 255
        return [pixel.red, pixel.green, pixel.blue].map { UInt8(min(255, Int($0) + under)) }
    }
}
