import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func setCanvas(width: Double, height: Double, x: Double, y: Double) throws(EditError) {
        guard x.isFinite, y.isFinite else { throw .invalid(reason: "the content cannot be moved by \(x.brief), \(y.brief)") }
        try setViewBox(width: width, height: height)
        note = "canvas \(width.brief) × \(height.brief)"
        guard x != 0 || y != 0 else { return }
        note += ", content moved by \(x.brief), \(y.brief)"
        for sprite in movie.sprites.indices {
            for frame in movie.sprites[sprite].frames.indices { movie.sprites[sprite].frames[frame].move(x: Float(x), y: Float(y)) }
        }
    }

    mutating func setViewBox(width: Double, height: Double) throws(EditError) {
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .invalid(reason: "a canvas of \(width.brief) × \(height.brief) has nothing in it")
        }
        let pixels = (width * height).rounded()
        guard pixels <= Double(limits.canvasPixels) else {
            let found = pixels < 1e18 ? Int(pixels) : Int.max
            throw .limit(
                LimitExceeded(\.canvasPixels, of: limits, found: found, subject: "a canvas of \(width.brief) × \(height.brief)"))
        }
        movie.viewBoxWidth = Float(width)
        movie.viewBoxHeight = Float(height)
    }
}

extension WireFrame {
    fileprivate mutating func move(x: Float, y: Float) {
        // A hidden frame mostly has no transform, and needs none.
        guard transform != nil || alpha > 0 else { return }
        var moved = transform ?? .identity
        moved.tx += x
        moved.ty += y
        transform = moved
    }
}

extension WireTransform {
    static var identity: WireTransform {
        var transform = WireTransform()
        (transform.a, transform.d) = (1, 1)
        return transform
    }
}
