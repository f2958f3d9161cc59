import SVGAModel
import SVGAPixels
import SVGAPlatform

extension ShapeSpec {
    /// The shape at a time, in seconds from its sprite's first frame.
    func shape(at time: Double) -> ShapeEntity {
        var shape = ShapeEntity(geometry: geometry(at: time), fill: fill.map { SVGAColor($0[time]) }, transform: placement(at: time))
        let width = strokeWidth[time].x
        if let stroke, width > 0 {
            let dashes = dash.map { ShapeEntity.Dash(dash: $0.0, gap: $0.1, phase: dashPhase[time].x) }
            shape.stroke = ShapeEntity.Stroke(
                color: SVGAColor(stroke[time]), width: width, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit, dash: dashes)
        }
        return shape.plain
    }

    /// The outline at a time, for a clip.
    /// - Parameter outer: the transform from the sprite's space to the clip's.
    func outline(at time: Double, _ outer: SVGATransform) -> SVGAPath {
        let outline: SVGAPath
        switch geometry(at: time) {
        case .path(let path): outline = path
        case .rect(let rect, let radius): outline = SVGAPath(rect, cornerRadius: radius)
        case .ellipse(let x, let y, let radiusX, let radiusY):
            outline = SVGAPath(
                SVGARect(x: x - radiusX, y: y - radiusY, width: 2 * radiusX, height: 2 * radiusY), radiusX: radiusX, radiusY: radiusY)
        }
        return outline.mapped(by: placement(at: time).concatenating(outer))
    }

    private func geometry(at time: Double) -> ShapeEntity.Geometry {
        switch form {
        case .rect(let width, let height, let cornerRadius):
            let (width, height) = (max(width[time].x, 0), max(height[time].x, 0))
            let radius = min(max(cornerRadius[time].x, 0), width / 2, height / 2)
            return .rect(SVGARect(x: -width / 2, y: -height / 2, width: width, height: height), cornerRadius: radius)
        case .ellipse(let width, let height):
            return .ellipse(centerX: 0, centerY: 0, radiusX: max(width[time].x, 0) / 2, radiusY: max(height[time].x, 0) / 2)
        case .star(let points, let outer, let inner):
            return .path(ShapeSpec.star(points: points, outer: outer[time].x, inner: inner[time].x))
        case .path(let path): return .path(path)
        }
    }

    private func placement(at time: Double) -> SVGATransform {
        let (center, scale) = (center[time], scale[time])
        return SVGATransform.translation(x: center.x, y: center.y)
            .rotated(degrees: rotation[time].x)
            .scaledBy(x: scale.x, y: scale.y)
    }

    /// The first point is at the top.
    private static func star(points: Int, outer: Double, inner: Double) -> SVGAPath {
        var path = SVGAPath()
        for corner in 0..<2 * points {
            let angle = Double.pi * (Double(corner) / Double(points) - 0.5)
            let radius = corner % 2 == 0 ? outer : inner
            let (x, y) = ((cos(angle) * radius).thousandths, (sin(angle) * radius).thousandths)
            if corner == 0 { path.move(x: x, y: y) } else { path.line(x: x, y: y) }
        }
        path.close()
        return path
    }
}

extension ShapeEntity {
    /// The shape with its translation applied to its numbers, if the transform is only a translation.
    fileprivate var plain: ShapeEntity {
        let move = SVGATransform.translation(x: transform.tx, y: transform.ty)
        guard transform == move else { return self }
        var shape = self
        switch geometry {
        case .rect(let rect, let radius):
            shape.geometry = .rect(
                SVGARect(x: rect.x + move.tx, y: rect.y + move.ty, width: rect.width, height: rect.height), cornerRadius: radius)
        case .ellipse(let x, let y, let radiusX, let radiusY):
            shape.geometry = .ellipse(centerX: x + move.tx, centerY: y + move.ty, radiusX: radiusX, radiusY: radiusY)
        case .path: return self
        }
        shape.transform = .identity
        return shape
    }
}

extension SVGATransform {
    /// The transform that first rotates clockwise, then applies `self`. Exact at quarter turns.
    func rotated(degrees angle: Double) -> SVGATransform { SVGATransform.degrees(angle).concatenating(self) }

    /// Exact at quarter turns.
    private static func degrees(_ angle: Double) -> SVGATransform {
        let turn = fmod(angle, 360)
        switch turn {
        case 0: return .identity
        case 90, -270: return SVGATransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        case 180, -180: return SVGATransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
        case 270, -90: return SVGATransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
        default: return .rotation(turn * .pi / 180)
        }
    }
}

extension SVGAColor {
    /// Red, green, blue and alpha; values outside 0…1, for example by easing, are clamped.
    init(_ lanes: SIMD4<Double>) {
        let part = lanes.clamped(lowerBound: .zero, upperBound: .one)
        self.init(red: part.x, green: part.y, blue: part.z, alpha: part.w)
    }

    var lanes: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}

extension Double {
    /// Rounds to thousandths: invisible, and short in a file.
    var thousandths: Double { magnitude < 1e9 ? (self * 1000).rounded() / 1000 : self }
}

extension SVGAPath {
    init(_ rect: SVGARect, cornerRadius: Double) { self.init(rect, radiusX: cornerRadius, radiusY: cornerRadius) }

    /// A rectangle with elliptical corners.
    init(_ rect: SVGARect, radiusX: Double, radiusY: Double) {
        self.init()
        // The handle length of a quarter circle.
        let (handleX, handleY) = (radiusX * 0.447_715_25, radiusY * 0.447_715_25)
        let (left, top, right, bottom) = (rect.x, rect.y, rect.maxX, rect.maxY)
        guard radiusX > 0, radiusY > 0 else {
            move(x: left, y: top)
            line(x: right, y: top)
            line(x: right, y: bottom)
            line(x: left, y: bottom)
            close()
            return
        }
        move(x: left + radiusX, y: top)
        if rect.width > 2 * radiusX { line(x: right - radiusX, y: top) }
        curve(x1: right - handleX, y1: top, x2: right, y2: top + handleY, x: right, y: top + radiusY)
        if rect.height > 2 * radiusY { line(x: right, y: bottom - radiusY) }
        curve(x1: right, y1: bottom - handleY, x2: right - handleX, y2: bottom, x: right - radiusX, y: bottom)
        if rect.width > 2 * radiusX { line(x: left + radiusX, y: bottom) }
        curve(x1: left + handleX, y1: bottom, x2: left, y2: bottom - handleY, x: left, y: bottom - radiusY)
        if rect.height > 2 * radiusY { line(x: left, y: top + radiusY) }
        curve(x1: left, y1: top + handleY, x2: left + handleX, y2: top, x: left + radiusX, y: top)
        close()
    }
}
