import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

// Repairs of shapes: KEEP, paths, styles and colors.

extension RepairEditor {
    mutating func expandKept() -> Message? {
        var count = 0
        for sprite in sprites { count += expandKeep(sprite) }
        return count == 0 ? nil : "wrote the shapes instead of KEEP in \(counted(count, "frame"))"
    }

    mutating func normalizePaths() -> Message? {
        var known: [ByteKey: String] = [:]
        var left = limits.pathSegments
        /// The path with absolute M, L, C and Z, which all players read; nil if it exceeds the limit.
        func normalized(_ text: String, isClip: Bool) -> String? {
            let key = ByteKey((isClip ? "clip " : "path ") + text)
            if let path = known[key] { return path }
            let result = PathParser.parse(text, maxSegments: left)
            if result.isOverLimit { return nil }
            left -= min(left, result.path.verbs.count)
            let path = result.path.withoutExponents
            let written = isClip ? path.clipText : path.text
            known[key] = written
            return written
        }
        let shapes = changeShapes { shape in
            if case .shape(let d) = shape.args, let path = normalized(d, isClip: false) { shape.args = .shape(d: path) }
        }
        let clips = changeFrames { frame in
            if !frame.clipPath.isEmpty, let path = normalized(frame.clipPath, isClip: true) { frame.clipPath = path }
        }
        return shapes + clips == 0 ? nil : "wrote \(counted(shapes + clips, "path")) with only M, L, C and Z"
    }

    mutating func clearNegativeRadii() -> Message? {
        let count = changeShapes { shape in
            guard case .rect(let x, let y, let width, let height, let radius) = shape.args, radius < 0 else { return }
            shape.args = .rect(x: x, y: y, width: width, height: height, cornerRadius: 0)
        }
        return count == 0 ? nil : "wrote a corner radius of 0 in \(counted(count, "shape"))"
    }

    /// Empty styles draw nothing; one player fills a shape without styles.
    mutating func addEmptyStyles() -> Message? {
        let count = changeShapes { if $0.styles == nil { $0.styles = WireStyle() } }
        return count == 0 ? nil : "added empty styles to \(counted(count, "shape"))"
    }

    mutating func scaleColors() -> Message? {
        let count = changeShapes { shape in
            guard var styles = shape.styles else { return }
            (styles.fill, styles.stroke) = (styles.fill?.inUnits, styles.stroke?.inUnits)
            shape.styles = styles
        }
        return count == 0 ? nil : "wrote the colors of \(counted(count, "shape")) as 0–1"
    }

    /// Removes what our rules do not draw: a stroke of width 0, and a width without a color.
    mutating func removeInvisibleStrokes() -> Message? {
        let count = changeShapes { shape in
            guard var styles = shape.styles else { return }
            if styles.strokeWidth == 0 { styles.stroke = nil }
            if styles.stroke.map({ $0.a <= 0 }) ?? true { styles.removeStroke() }
            shape.styles = styles
        }
        return count == 0 ? nil : "removed invisible strokes from \(counted(count, "shape"))"
    }

    mutating func writeMiterLimits() -> Message? {
        let count = changeShapes { shape in
            guard let styles = shape.styles, styles.stroke != nil, styles.strokeWidth > 0, styles.miterLimit == 0 else { return }
            shape.styles?.miterLimit = 10
        }
        return count == 0 ? nil : "wrote a miter limit of 10 in \(counted(count, "shape"))"
    }

    // MARK: Alpha of colors

    /// Shapes with one alpha, which becomes the sprite's.
    private struct Part {
        let alpha: Float
        var shapes: [WireShape]
    }

    /// The maximum number of sprites that one becomes.
    private static let maximumParts = 16

    /// Writes opaque colors: each translucent fill or stroke gets a sprite whose alpha it is.
    mutating func moveColorAlpha() throws(SVGAError) -> Message? {
        let entity = try resolved()
        var (changed, added, frames) = (0, 0, 0)
        for index in sprites.reversed() {
            let hasBitmap = entity.sprites[index].imageIndex != nil
            var original = self
            original.expandKeep(index)
            let sprite = original.movie.sprites[index]
            let parts = sprite.frames.map { frame in
                // Hidden frames need no shapes, because KEEP is expanded.
                let parts = frame.alpha > 0 ? RepairEditor.parts(frame.shapes) : []
                return hasBitmap && parts.first.map { $0.alpha < 1 } ?? false ? [Part(alpha: 1, shapes: [])] + parts : parts
            }
            guard parts.contains(where: { $0.contains { $0.alpha < 1 } }) else { continue }
            let count = parts.reduce(1) { max($0, $1.count) }
            frames += (count - 1) * sprite.frames.count
            guard count <= RepairEditor.maximumParts, frames <= RepairEditor.maximumFrames, count == 1 || !sprite.isMatte else {
                reason = "the shapes have too many different alphas"
                continue
            }
            // A copy must not show the image again.
            let key = hasBitmap ? newKey("shapes") + ".vector" : sprite.imageKey
            let copies = (0..<count).map { RepairEditor.copy(of: sprite, part: $0, parts, key: $0 > 0 ? key : sprite.imageKey) }
            movie.sprites.replaceSubrange(index...index, with: copies)
            let isClipped = sprite.frames.contains { !$0.clipPath.isEmpty }
            if isClipped, !hasBitmap || count > 1, players.contains(where: { $0.profile.clip == .withBitmap }) {
                try addPicture(for: index + count - 1)
            }
            (changed, added) = (changed + 1, added + count - 1)
        }
        if changed == 0 { return nil }
        let split: Message = added == 0 ? "" : ", which takes \(counted(added, "more sprite"))"
        return "multiplied the colors' alpha into the alpha of \(counted(changed, "sprite"))" + split
    }

    /// The sprite with one part of each frame.
    private static func copy(of sprite: WireSprite, part: Int, _ parts: [[Part]], key: String) -> WireSprite {
        var copy = sprite
        copy.imageKey = key
        for frame in copy.frames.indices {
            if part < parts[frame].count {
                copy.frames[frame].shapes = parts[frame][part].shapes
                copy.frames[frame].alpha *= parts[frame][part].alpha
            } else if part > 0 {
                copy.frames[frame] = WireFrame()
            } else {
                copy.frames[frame].shapes = []
            }
        }
        return copy
    }

    /// The parts of a frame, the lowest first. Opaque neighbors are one part; each translucent fill or stroke is a part of its own.
    private static func parts(_ shapes: [WireShape]) -> [Part] {
        var parts: [Part] = []
        func add(_ shape: WireShape, _ alpha: Float) {
            if alpha == 1, let last = parts.last, last.alpha == 1 {
                parts[parts.count - 1].shapes.append(shape)
            } else {
                parts.append(Part(alpha: alpha, shapes: [shape]))
            }
        }
        for shape in shapes where shape.kind != .keep {
            let fill = shape.styles?.fill?.unitAlpha
            let stroke = shape.styles.flatMap { $0.strokeWidth > 0 ? $0.stroke?.unitAlpha : nil }
            if fill ?? 1 >= 1, stroke ?? 1 >= 1 {
                add(shape, 1)
                continue
            }
            if let fill, fill > 0 {
                var part = shape
                part.styles?.fill?.a = 1
                part.styles?.removeStroke()
                add(part, min(fill, 1))
            }
            if let stroke, stroke > 0 {
                var part = shape
                part.styles?.stroke?.a = 1
                part.styles?.fill = nil
                add(part, min(stroke, 1))
            }
        }
        return parts
    }
}

extension WireColor {
    /// The alpha as 0…1; above 1 it is 0…255 (Rules of rendering, section 6).
    fileprivate var unitAlpha: Float { a > 1 ? min(a / 255, 1) : a > 0 ? a : 0 }

    /// The color with components of 0…1.
    fileprivate var inUnits: WireColor {
        var color = self
        if r > 1 || g > 1 || b > 1 { (color.r, color.g, color.b) = (r / 255, g / 255, b / 255) }
        color.a = a > 1 ? unitAlpha : a
        return color
    }
}

extension WireStyle {
    mutating func removeStroke() { (stroke, strokeWidth) = (nil, 0) }
}

extension SVGAPath {
    /// Numbers that are written without an exponent: closer to 0 than 0.0001 is 0.
    var withoutExponents: SVGAPath {
        func plain(_ value: Double) -> Double { value.magnitude < 1e-4 ? 0 : value }
        guard coordinates.contains(where: { $0 != 0 && $0.magnitude < 1e-4 }) else { return self }
        return movingPoints { (plain($0), plain($1)) }
    }
}
