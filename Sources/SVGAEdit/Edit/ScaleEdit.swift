import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func scale(by factor: Double) throws(EditError) {
        guard factor > 0, factor.isFinite else { throw .invalid(reason: "the scale has to be above 0, not \(factor.brief)") }
        note = "scaled by \(factor.brief)"
        if factor == 1 { return }
        if movie.viewBoxWidth > 0, movie.viewBoxHeight > 0 {
            try setViewBox(width: Double(movie.viewBoxWidth) * factor, height: Double(movie.viewBoxHeight) * factor)
        }
        var scaler = MovieScaler(factor: factor, maxSegments: limits.pathSegments)
        for sprite in movie.sprites.indices {
            for frame in movie.sprites[sprite].frames.indices { scaler.scale(&movie.sprites[sprite].frames[frame]) }
        }
        note += " to \(Double(movie.viewBoxWidth).brief) × \(Double(movie.viewBoxHeight).brief)"
    }
}

/// Makes what frames hold larger or smaller. Equal paths are rewritten once.
private struct MovieScaler {
    let factor: Double
    let maxSegments: Int
    private var paths: [ByteKey: String] = [:]

    init(factor: Double, maxSegments: Int) {
        self.factor = factor
        self.maxSegments = maxSegments
    }

    private func scaled(_ value: Float) -> Float { Float(Double(value) * factor) }

    private mutating func scaled(path: String) -> String {
        if path.isEmpty { return path }
        if let known = paths[ByteKey(path)] { return known }
        let result = PathScaler.scale(path, by: factor, maxSegments: maxSegments)
        paths[ByteKey(path)] = result
        return result
    }

    mutating func scale(_ frame: inout WireFrame) {
        if let layout = frame.layout {
            frame.layout?.x = scaled(layout.x)
            frame.layout?.y = scaled(layout.y)
            frame.layout?.width = scaled(layout.width)
            frame.layout?.height = scaled(layout.height)
        }
        move(&frame.transform)
        frame.clipPath = scaled(path: frame.clipPath)
        for index in frame.shapes.indices { scale(&frame.shapes[index]) }
    }

    /// What is drawn through the transform grows itself, so only where it lies changes.
    private func move(_ transform: inout WireTransform?) {
        guard let was = transform else { return }
        transform?.tx = scaled(was.tx)
        transform?.ty = scaled(was.ty)
    }

    private mutating func scale(_ shape: inout WireShape) {
        if let style = shape.styles, style.isDashTooFine(for: factor) {
            // Dashes have a least length in shape space (Rules of rendering, section 6), so here the shape's own space grows.
            let was = shape.transform ?? .identity
            var transform = WireTransform()
            (transform.a, transform.b, transform.c) = (scaled(was.a), scaled(was.b), scaled(was.c))
            (transform.d, transform.tx, transform.ty) = (scaled(was.d), scaled(was.tx), scaled(was.ty))
            shape.transform = transform
            return
        }
        move(&shape.transform)
        switch shape.args {
        case .none: break
        case .shape(let d): shape.args = .shape(d: scaled(path: d))
        case .rect(let x, let y, let width, let height, let radius):
            shape.args = .rect(x: scaled(x), y: scaled(y), width: scaled(width), height: scaled(height), cornerRadius: scaled(radius))
        case .ellipse(let x, let y, let radiusX, let radiusY):
            shape.args = .ellipse(x: scaled(x), y: scaled(y), radiusX: scaled(radiusX), radiusY: scaled(radiusY))
        }
        if let style = shape.styles {
            shape.styles?.strokeWidth = scaled(style.strokeWidth)
            let dash = style.lineDash
            shape.styles?.lineDash = (scaled(dash.0), scaled(dash.1), scaled(dash.2))
        }
    }
}

extension WireStyle {
    /// Whether the least lengths of a dash or gap count before or after scaling.
    fileprivate func isDashTooFine(for factor: Double) -> Bool {
        guard stroke != nil, lineDash.0 > 0 || lineDash.1 > 0 else { return false }
        let least = 1 / min(factor, 1)
        return Double(lineDash.0) < least || Double(lineDash.1) < 0.1 * least
    }
}
