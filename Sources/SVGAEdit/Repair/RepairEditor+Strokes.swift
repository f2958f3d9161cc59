import SVGACheck
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

// Repairs of strokes.

extension RepairEditor {
    /// Applies a shape's transform to its path and its stroke, if the transform only scales, rotates and moves.
    mutating func applyShapeTransforms() -> Message? {
        let meter = WorkMeter(limits)
        let maximum = limits.pathSegments
        defer { budget.add(meter.spent) }
        let count = changeShapes { shape in
            guard let transform = shape.transform?.value, transform.keepsShape, transform != .identity, let styles = shape.styles,
                styles.stroke != nil, styles.strokeWidth > 0, let geometry = shape.geometry(maxSegments: maximum)
            else { return }
            let path = StrokedPath.path(of: geometry, transform, meter)
            guard !meter.isOver else { return }
            let scale = Float(transform.determinant.squareRoot())
            (shape.kind, shape.args, shape.transform) = (.shape, .shape(d: path.withoutExponents.text), nil)
            shape.styles?.strokeWidth *= scale
            let (dash, gap, phase) = styles.lineDash
            shape.styles?.lineDash = (dash * scale, gap * scale, phase * scale)
        }
        return count == 0 ? nil : "applied the transform of \(counted(count, "stroked shape")) to the path and the stroke"
    }

    /// Draws strokes as filled outlines, which all players scale alike and never dash.
    mutating func outlineStrokes() throws(SVGAError) -> Message? {
        var (count, bytes) = (0, 0)
        var changed = self
        for sprite in sprites { changed.expandKeep(sprite) }
        let entity = try changed.resolved()
        for sprite in sprites {
            var known: [[WireShape]: [WireShape]] = [:]
            var replaced = 0
            for index in changed.movie.sprites[sprite].frames.indices where index < entity.sprites[sprite].frames.count {
                let frame = changed.movie.sprites[sprite].frames[index]
                let drawn = entity.sprites[sprite].frames[index].shapes
                guard drawn.contains(where: { $0.stroke != nil }), drawn.count == frame.shapes.count else { continue }
                let outlined: [WireShape]
                if let shapes = known[frame.shapes] {
                    outlined = shapes
                } else {
                    // Each of its frames is compared with these shapes.
                    budget.add(WorkMeter.Cost.line * entity.sprites[sprite].frames.count)
                    let scale = RepairEditor.scale(entity.sprites[sprite].frames, of: frame.shapes, changed.movie.sprites[sprite])
                    guard let shapes = self.outlined(frame.shapes, drawn, scale: scale) else {
                        reason = "the outlines of the strokes would be too large"
                        return nil
                    }
                    outlined = shapes
                    replaced += drawn.count { $0.stroke != nil }
                    bytes += shapes.reduce(0) { if case .shape(let d) = $1.args { $0 + d.utf8.count } else { $0 } }
                }
                known[frame.shapes] = outlined
                changed.movie.sprites[sprite].frames[index].shapes = outlined
                guard bytes <= RepairEditor.maximumText else {
                    reason = "the outlines of the strokes would be too large"
                    return nil
                }
            }
            if replaced > 0 { movie.sprites[sprite] = changed.movie.sprites[sprite] }
            count += replaced
        }
        return count == 0 ? nil : "replaced \(counted(count, "stroke")) by a filled outline"
    }

    /// The maximum bytes of paths that a step adds: 4 MB.
    private static let maximumText = 4_000_000

    /// The largest scale of a list of shapes in all frames that show it, as a power of 10, which keeps numbers short.
    private static func scale(_ frames: FrameList, of shapes: [WireShape], _ sprite: WireSprite) -> Double {
        var largest = 1.0
        for (index, frame) in sprite.frames.enumerated() where index < frames.count && frame.shapes == shapes {
            let transform = frames[index].transform
            for shape in shapes {
                let sum = shape.transform.value.concatenating(transform)
                largest = max(largest, hypot(sum.a, sum.b), hypot(sum.c, sum.d))
            }
        }
        var scale = 1.0
        while scale < largest, scale < 1e4 { scale *= 10 }
        return scale
    }

    /// - Parameters:
    ///   - drawn: the shapes as they are drawn.
    ///   - scale: the scale in which outlines deviate by at most 0.05.
    /// - Returns: nil if it is too much work.
    private func outlined(_ shapes: [WireShape], _ drawn: [ShapeEntity], scale: Double) -> [WireShape]? {
        var result: [WireShape] = []
        for (shape, entity) in zip(shapes, drawn) {
            guard let stroke = entity.stroke else {
                result.append(shape)
                continue
            }
            let meter = WorkMeter(limits)
            let path = StrokedPath.path(of: entity.geometry, .identity, meter)
            budget.add(meter.spent)
            let enlarged = SVGATransform.scale(x: scale, y: scale)
            guard !meter.isOver, !budget.isOver, let outline = StrokedPath.outline(of: path, stroke, enlarged, budget) else { return nil }
            if entity.fill != nil {
                var filled = shape
                filled.styles?.removeStroke()
                result.append(filled)
            }
            var filled = shape
            let text = outline.movingPoints { (($0 * 100).rounded() / 100 / scale, ($1 * 100).rounded() / 100 / scale) }
            (filled.kind, filled.args) = (.shape, .shape(d: text.withoutExponents.text))
            filled.styles = WireStyle()
            filled.styles?.fill = shape.styles?.stroke
            result.append(filled)
        }
        return result
    }
}

extension SVGATransform {
    /// Whether it only scales, rotates and moves.
    fileprivate var keepsShape: Bool { a == d && b == -c && determinant > 0 && isFinite }
}

extension WireShape {
    /// nil for KEEP and for missing arguments.
    fileprivate func geometry(maxSegments: Int) -> ShapeEntity.Geometry? {
        switch (kind, args) {
        case (.shape, .shape(let d)):
            let result = PathParser.parse(d, maxSegments: maxSegments)
            return result.isOverLimit ? nil : .path(result.path)
        case (.rect, .rect(let x, let y, let width, let height, let radius)):
            let rect = SVGARect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
            return .rect(rect, cornerRadius: Double(max(0, radius)))
        case (.ellipse, .ellipse(let x, let y, let radiusX, let radiusY)):
            return .ellipse(centerX: Double(x), centerY: Double(y), radiusX: Double(radiusX), radiusY: Double(radiusY))
        default: return nil
        }
    }
}
