import SVGAFormat

// Parts for the suite's movies, which every player supports.

extension WireMovie {
    /// 64 × 64 pixels, 20 frames per second.
    static func tiny(
        width: Float = 64, height: Float = 64, frames: Int = 1, images: [WireImage] = [], _ sprites: WireSprite...
    ) -> WireMovie {
        var movie = WireMovie()
        movie.version = "2.0"
        (movie.viewBoxWidth, movie.viewBoxHeight, movie.fps, movie.frames) = (width, height, 20, Int32(frames))
        movie.images = images
        movie.sprites = sprites
        return movie
    }

    /// Only the flag.
    static func flag(_ frames: WireFrame...) throws -> WireMovie {
        var movie = tiny(frames: frames.count, images: [try TestPicture.flag.payload("flag")])
        movie.sprites = [WireSprite(imageKey: "flag", frames: frames)]
        return movie
    }

    /// Only shapes.
    static func shapes(_ shapes: WireShape...) -> WireMovie { tiny(.shapes("shapes.vector", .of(shapes))) }

    /// A sprite of shapes with these frames.
    static func shapes(frames: WireFrame...) -> WireMovie {
        var movie = tiny(frames: frames.count)
        movie.sprites = [WireSprite(imageKey: "shapes.vector", frames: frames)]
        return movie
    }
}

extension WireSprite {
    static func bitmap(_ key: String, matte: String = "", _ frames: WireFrame...) -> WireSprite {
        WireSprite(imageKey: key, matteKey: matte, frames: frames)
    }

    static func shapes(_ key: String, matte: String = "", _ frames: WireFrame...) -> WireSprite {
        WireSprite(imageKey: key, matteKey: matte, frames: frames)
    }
}

extension WireFrame {
    /// A bitmap of 32 × 32 at a position, with every number of a frame written.
    static func at(
        _ x: Float, _ y: Float, width: Float = 32, height: Float = 32, alpha: Float = 1, clip: String = "", _ shapes: WireShape...
    ) -> WireFrame {
        var frame = WireFrame.placed(WireTransform(tx: x, ty: y), width: width, height: height)
        (frame.alpha, frame.clipPath, frame.shapes) = (alpha, clip, shapes)
        return frame
    }

    static func placed(_ transform: WireTransform, width: Float = 32, height: Float = 32, alpha: Float = 1) -> WireFrame {
        var frame = WireFrame()
        frame.alpha = alpha
        frame.layout = WireLayout(width: width, height: height)
        frame.transform = transform
        return frame
    }

    /// Shapes in the canvas' space.
    static func of(_ shapes: [WireShape], alpha: Float = 1, clip: String = "") -> WireFrame {
        var frame = WireFrame.placed(.identity, width: 64, height: 64)
        (frame.alpha, frame.clipPath, frame.shapes) = (alpha, clip, shapes)
        return frame
    }

    static func of(_ shapes: WireShape..., alpha: Float = 1, clip: String = "") -> WireFrame { of(shapes, alpha: alpha, clip: clip) }

    /// No field is written, so the frame is invisible.
    static var hidden: WireFrame { WireFrame() }
}

extension WireLayout {
    init(x: Float = 0, y: Float = 0, width: Float, height: Float) {
        self.init()
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

extension WireTransform {
    init(a: Float = 1, b: Float = 0, c: Float = 0, d: Float = 1, tx: Float = 0, ty: Float = 0) {
        self.init()
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// `WireTransform()` is all zeros.
    static var identity: WireTransform { WireTransform(a: 1, d: 1) }

    /// Clockwise around the origin.
    static func rotation(_ cosine: Float, _ sine: Float, tx: Float, ty: Float) -> WireTransform {
        WireTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: tx, ty: ty)
    }
}

extension WireColor {
    init(_ color: RGBA, alpha: Float = 1) {
        self.init()
        (r, g, b, a) = (Float(color.red) / 255, Float(color.green) / 255, Float(color.blue) / 255, alpha)
    }
}

extension WireStyle {
    static func fill(_ color: RGBA, alpha: Float = 1) -> WireStyle {
        var style = WireStyle()
        style.fill = WireColor(color, alpha: alpha)
        return style
    }

    /// With a miter limit, because players have different defaults.
    static func stroke(
        _ color: RGBA, width: Float, cap: Int32 = 0, join: Int32 = 0, miterLimit: Float = 10, dash: (Float, Float, Float) = (0, 0, 0)
    ) -> WireStyle {
        var style = WireStyle()
        style.stroke = WireColor(color)
        (style.strokeWidth, style.lineCap, style.lineJoin, style.miterLimit, style.lineDash) = (width, cap, join, miterLimit, dash)
        return style
    }
}

extension WireShape {
    static func path(_ d: String, _ styles: WireStyle?, _ transform: WireTransform? = nil) -> WireShape {
        make(.shape, .shape(d: d), styles, transform)
    }

    static func rect(
        _ x: Float, _ y: Float, _ width: Float, _ height: Float, radius: Float = 0, _ styles: WireStyle?,
        _ transform: WireTransform? = nil
    ) -> WireShape {
        make(.rect, .rect(x: x, y: y, width: width, height: height, cornerRadius: radius), styles, transform)
    }

    static func ellipse(_ x: Float, _ y: Float, _ radiusX: Float, _ radiusY: Float, _ styles: WireStyle?) -> WireShape {
        make(.ellipse, .ellipse(x: x, y: y, radiusX: radiusX, radiusY: radiusY), styles, nil)
    }

    private static func make(_ kind: Kind, _ args: Args, _ styles: WireStyle?, _ transform: WireTransform?) -> WireShape {
        var shape = WireShape()
        (shape.kind, shape.args, shape.styles, shape.transform) = (kind, args, styles, transform)
        return shape
    }
}
