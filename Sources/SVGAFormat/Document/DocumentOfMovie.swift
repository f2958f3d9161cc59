package import SVGAModel
package import SVGAPixels
import SVGASupport

extension SVGADocument {
    /// Makes a document of a movie. Numbers are rounded to 32 bits; otherwise ``videoEntity(options:)`` returns the same movie. Sounds come
    /// after the images.
    ///
    /// To edit a file, read it as a document instead: a movie lacks unknown fields and other ZIP entries.
    package init(_ movie: VideoEntity) {
        var wire = WireMovie()
        wire.version = movie.version
        wire.viewBoxWidth = Float(movie.viewBox.width)
        wire.viewBoxHeight = Float(movie.viewBox.height)
        wire.fps = Int32(clamping: movie.fps)
        wire.frames = Int32(clamping: movie.frameCount)
        wire.images = movie.images.map { WireImage(key: $0.key, bytes: $0.bytes) }
        wire.images += movie.sounds.map { WireImage(key: $0.key, bytes: $0.bytes) }
        wire.sprites = movie.sprites.map(WireSprite.init)
        wire.audios = movie.audios.map(WireAudio.init)
        wire.compactShapes()
        self.init(movie: wire)
    }
}

extension WireSprite {
    fileprivate init(_ sprite: SpriteEntity) {
        // The tables are those of the entire movie, so only the entries of this sprite are converted, each once.
        let tables = sprite.frames.tables
        var clips: [Int32: String] = [:]
        var shapes: [Int32: [WireShape]] = [:]
        let frames = sprite.frames.records.map { record in
            if record.clipPath >= 0, clips[record.clipPath] == nil {
                clips[record.clipPath] = tables.clipPaths[Int(record.clipPath)].clipText
            }
            if shapes[record.shapes] == nil { shapes[record.shapes] = tables.shapeLists[Int(record.shapes)].map(WireShape.init) }
            var frame = WireFrame()
            frame.alpha = record.alpha
            frame.layout = WireLayout(tables.layouts[Int(record.layout)])
            frame.transform = WireTransform(unlessIdentity: record.transform)
            frame.clipPath = clips[record.clipPath] ?? ""
            frame.shapes = shapes[record.shapes] ?? []
            return frame
        }
        self.init(imageKey: sprite.imageKey, matteKey: sprite.matteKey ?? "", frames: frames)
    }
}

extension WireAudio {
    fileprivate init(_ audio: AudioEntity) {
        self.init()
        audioKey = audio.audioKey
        startFrame = Int32(clamping: audio.startFrame)
        endFrame = Int32(clamping: audio.endFrame)
        startTime = Int32(clamping: audio.startTime)
        totalTime = Int32(clamping: audio.totalTime)
    }
}

extension WireLayout {
    package init(_ rect: SVGARect) {
        self.init()
        (x, y, width, height) = (Float(rect.x), Float(rect.y), Float(rect.width), Float(rect.height))
    }
}

extension WireTransform {
    /// nil for the identity, which is omitted.
    fileprivate init?(unlessIdentity transform: SVGATransform) {
        if transform == .identity { return nil }
        self.init()
        (a, b, c, d) = (Float(transform.a), Float(transform.b), Float(transform.c), Float(transform.d))
        (tx, ty) = (Float(transform.tx), Float(transform.ty))
    }
}

extension WireColor {
    fileprivate init(_ color: SVGAColor) {
        self.init()
        (r, g, b, a) = (Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
    }
}

extension WireShape {
    package init(_ shape: ShapeEntity) {
        self.init()
        switch shape.geometry {
        case .path(let path):
            kind = .shape
            args = .shape(d: path.text)
        case .rect(let rect, let radius):
            kind = .rect
            args = .rect(
                x: Float(rect.x), y: Float(rect.y), width: Float(rect.width), height: Float(rect.height), cornerRadius: Float(radius))
        case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
            kind = .ellipse
            args = .ellipse(x: Float(centerX), y: Float(centerY), radiusX: Float(radiusX), radiusY: Float(radiusY))
        }
        transform = WireTransform(unlessIdentity: shape.transform)
        var styles = WireStyle()
        styles.fill = shape.fill.map(WireColor.init)
        if let stroke = shape.stroke {
            styles.stroke = WireColor(stroke.color)
            styles.strokeWidth = Float(stroke.width)
            styles.lineCap = stroke.lineCap.number
            styles.lineJoin = stroke.lineJoin.number
            styles.miterLimit = Float(stroke.miterLimit)
            if let dash = stroke.dash { styles.lineDash = (Float(dash.dash), Float(dash.gap), Float(dash.phase)) }
        }
        self.styles = styles
    }
}
