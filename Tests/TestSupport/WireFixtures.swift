package import SVGAFormat
package import SVGAModel
package import SVGAPixels
package import SVGARender
import SVGASupport

/// Tiny movies made in code: only the values that a test gives differ from a visible, opaque, untransformed sprite.
extension WireMovie {
    package static func tiny(
        width: Float = 16, height: Float = 16, frames: Int32 = 1, fps: Int32 = 30, images: [WireImage] = [], sprites: [WireSprite] = []
    ) -> WireMovie {
        var movie = WireMovie()
        movie.version = "2.0"
        movie.viewBoxWidth = width
        movie.viewBoxHeight = height
        movie.fps = fps
        movie.frames = frames
        movie.images = images
        movie.sprites = sprites
        return movie
    }

    /// The movie after writing and reading a file.
    package func read(as container: VideoEntity.Container = .zlib, options: ReadOptions = ReadOptions()) throws -> VideoEntity {
        try VideoEntity(bytes: try DocumentWriter.write(self, as: container), options: options)
    }

    /// A rendered frame of the movie after writing and reading a file.
    /// A file that does not write an alpha of 0 of colors, as other programs do. Such colors are black.
    package func bytesWithoutColorAlpha() throws -> [UInt8] {
        var bytes = try DocumentWriter.write(self, as: .protobuf)
        let written: [UInt8] = [4 << 3 | 5, 0, 0, 0, 0]
        for index in bytes.indices.dropLast(written.count - 1) where Array(bytes[index..<index + written.count]) == written {
            // The last red counts.
            bytes[index] = 1 << 3 | 5
        }
        return try Deflated().stream(bytes, .zlib)
    }

    package func rendered(frame: Int = 0, as container: VideoEntity.Container = .zlib, options: RenderOptions = RenderOptions()) throws
        -> Pixmap
    {
        try SVGAScene(try read(as: container), options: options).pixmap(frame: frame)
    }
}

extension WireSprite {
    package static func one(_ key: String, matte: String = "", _ frames: WireFrame...) -> WireSprite {
        WireSprite(imageKey: key, matteKey: matte, frames: frames)
    }
}

extension WireFrame {
    package static func visible(
        alpha: Float = 1, layout: WireLayout? = WireLayout(width: 16, height: 16), transform: WireTransform? = nil, clip: String = "",
        _ shapes: WireShape...
    ) -> WireFrame {
        var frame = WireFrame()
        frame.alpha = alpha
        frame.layout = layout
        frame.transform = transform
        frame.clipPath = clip
        frame.shapes = shapes
        return frame
    }

    package static var hidden: WireFrame { WireFrame() }
}

extension WireLayout {
    package init(x: Float = 0, y: Float = 0, width: Float, height: Float) {
        self.init()
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

extension WireTransform {
    package init(a: Float = 1, b: Float = 0, c: Float = 0, d: Float = 1, tx: Float = 0, ty: Float = 0) {
        self.init()
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
}

extension WireColor {
    package init(_ r: Float, _ g: Float, _ b: Float, _ a: Float = 1) {
        self.init()
        (self.r, self.g, self.b, self.a) = (r, g, b, a)
    }

    package static var red: WireColor { WireColor(1, 0, 0) }
    package static var green: WireColor { WireColor(0, 1, 0) }
    package static var blue: WireColor { WireColor(0, 0, 1) }
}

extension WireStyle {
    package static func fill(_ color: WireColor) -> WireStyle {
        var style = WireStyle()
        style.fill = color
        return style
    }

    package static func stroke(_ color: WireColor, width: Float, cap: Int32 = 0, join: Int32 = 0, dash: (Float, Float, Float) = (0, 0, 0))
        -> WireStyle
    {
        var style = WireStyle()
        style.stroke = color
        style.strokeWidth = width
        style.lineCap = cap
        style.lineJoin = join
        style.lineDash = dash
        return style
    }
}

extension WireShape {
    package static func path(_ d: String, _ styles: WireStyle? = .fill(.red), transform: WireTransform? = nil) -> WireShape {
        make(.shape, .shape(d: d), styles, transform)
    }

    package static func rect(
        _ x: Float, _ y: Float, _ width: Float, _ height: Float, radius: Float = 0, _ styles: WireStyle? = .fill(.red),
        transform: WireTransform? = nil
    ) -> WireShape {
        make(.rect, .rect(x: x, y: y, width: width, height: height, cornerRadius: radius), styles, transform)
    }

    package static func ellipse(
        _ x: Float, _ y: Float, _ radiusX: Float, _ radiusY: Float, _ styles: WireStyle? = .fill(.red), transform: WireTransform? = nil
    ) -> WireShape {
        make(.ellipse, .ellipse(x: x, y: y, radiusX: radiusX, radiusY: radiusY), styles, transform)
    }

    private static func make(_ kind: Kind, _ args: Args, _ styles: WireStyle?, _ transform: WireTransform?) -> WireShape {
        var shape = WireShape()
        shape.kind = kind
        shape.args = args
        shape.styles = styles
        shape.transform = transform
        return shape
    }
}
