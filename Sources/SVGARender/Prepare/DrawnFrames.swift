import SVGAImage
package import SVGAModel
import SVGAPixels

/// The frames in which each sprite draws something: at the movie's size, without substitutions and hidden keys.
///
/// A sprite is drawn in a frame if the painter would change a pixel for it. It is neither hidden nor flattened, has an image with ink or
/// shapes with paint, touches the canvas, and is not removed by its clip path or matte. Mattes themselves are never drawn.
///
/// The test uses bounding boxes, not pixels: content inside of a clip path's box and outside of the path counts as drawn.
package struct DrawnFrames: Sendable {
    /// The area and the alpha of a list of shapes.
    fileprivate struct Ink {
        /// The painted area in sprite space; nil if nothing is painted.
        var box: SVGARect?
        /// The highest alpha of its paints.
        var alpha = 0.0
    }

    /// An alpha below half a step of 1/255 is invisible.
    private static let lowestAlpha = 0.5 / 255

    /// For each sprite, for each of its frames within the movie.
    private let drawn: [[Bool]]

    /// - Parameter limits: images are decoded one after another within these limits; other images count as opaque.
    package init(_ movie: VideoEntity, limits: ReadLimits = .default) {
        let tables = movie.sprites.first?.frames.tables ?? FrameTables()
        var inks = tables.shapeLists.map { $0.reduce(into: Ink()) { $0.add($1) } }
        if inks.isEmpty { inks = [Ink()] }
        let clips = tables.clipPaths.map { $0.hasArea ? $0.bounds : nil }
        let canvas = SVGARect(x: 0, y: 0, width: Double(movie.canvasPixels.width), height: Double(movie.canvasPixels.height))
        let pictures = DrawnFrames.inkBoxes(movie, limits)
        func part(_ sprite: SpriteEntity, _ record: FrameRecord) -> SVGARect? {
            guard record.isVisible else { return nil }
            let layout = tables.layouts[Int(record.layout)]
            var ink = inks[Int(record.shapes)]
            if layout.width > 0, layout.height > 0, let image = sprite.imageIndex, let share = pictures[image] {
                ink.add(
                    SVGARect(
                        x: share.x * layout.width, y: share.y * layout.height, width: share.width * layout.width,
                        height: share.height * layout.height))
            }
            guard let box = ink.box, Double(record.alpha) * ink.alpha > DrawnFrames.lowestAlpha else { return nil }
            let space = record.transform.translatedBy(x: layout.x, y: layout.y)
            guard space.isDrawable else { return nil }
            let part = space.boundingBox(of: box).overlap(canvas)
            if record.clipPath < 0 { return part }
            return clips[Int(record.clipPath)].flatMap { part?.overlap(space.boundingBox(of: $0)) }
        }
        drawn = movie.sprites.map { sprite in
            let records = sprite.frames.records.prefix(movie.frameCount)
            if sprite.kind == .matte { return [Bool](repeating: false, count: records.count) }
            let matte = sprite.matteIndex.map { movie.sprites[$0] }
            return records.enumerated().map { frame, record in
                guard let visible = part(sprite, record) else { return false }
                guard let matte else { return true }
                guard frame < matte.frames.count, let mask = part(matte, matte.frames.records[frame]) else { return false }
                return visible.overlap(mask) != nil
            }
        }
    }

    /// Whether the sprite draws something in a frame of the movie.
    package func isDrawn(_ sprite: Int, frame: Int) -> Bool { frame < drawn[sprite].count && drawn[sprite][frame] }

    /// Whether the sprite draws something, for each of its frames within the movie.
    package func frames(_ sprite: Int) -> [Bool] { drawn[sprite] }

    /// The number of frames in which the sprite draws something.
    package func count(_ sprite: Int) -> Int { drawn[sprite].count { $0 } }

    /// The frames in which the sprite draws something, ascending, as separate ranges.
    func ranges(_ sprite: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (frame, isDrawn) in drawn[sprite].enumerated() where isDrawn {
            if let last = ranges.last, last.upperBound == frame {
                ranges[ranges.count - 1] = last.lowerBound..<frame + 1
            } else {
                ranges.append(frame..<frame + 1)
            }
        }
        return ranges
    }

    /// The ink box of each image as fractions of its size; nil without ink, or if the image cannot be decoded.
    private static func inkBoxes(_ movie: VideoEntity, _ limits: ReadLimits) -> [SVGARect?] {
        let fullBox = SVGARect(x: 0, y: 0, width: 1, height: 1)
        var isUsed = [Bool](repeating: false, count: movie.images.count)
        for sprite in movie.sprites {
            guard let image = sprite.imageIndex, !isUsed[image] else { continue }
            isUsed[image] = sprite.frames.records.prefix(movie.frameCount).contains(where: \.isVisible)
        }
        var pixelsLeft = limits.decodedBytes / 4
        return movie.images.indices.map { index in
            let image = movie.images[index]
            guard image.format != .unknown, let size = ImageDecoder.size(of: image) else { return nil }
            guard isUsed[index] else { return fullBox }
            let (pixels, isOver) = size.width.multipliedReportingOverflow(by: size.height)
            if isOver || pixels > pixelsLeft { return fullBox }
            pixelsLeft -= pixels
            do throws(SVGAError) {
                let bitmap = try ImageDecoder.prepare(image, limits: limits)
                if bitmap.isEmpty { return nil }
                let (width, height) = (Double(max(1, bitmap.width)), Double(max(1, bitmap.height)))
                return SVGARect(
                    x: Double(bitmap.ink.x) / width, y: Double(bitmap.ink.y) / height, width: Double(bitmap.ink.width) / width,
                    height: Double(bitmap.ink.height) / height)
            } catch {
                return error.limit != nil || error.detail == .outOfMemory ? fullBox : nil
            }
        }
    }
}

extension DrawnFrames.Ink {
    fileprivate mutating func add(_ box: SVGARect, alpha: Double = 1) {
        self.box = self.box?.union(box) ?? box
        self.alpha = max(self.alpha, alpha)
    }

    /// Adds the area and the alpha of a shape.
    fileprivate mutating func add(_ shape: ShapeEntity) {
        var painted = shape
        if !shape.geometry.hasArea || shape.fill?.alpha ?? 0 <= 0 { painted.fill = nil }
        if shape.stroke?.color.alpha ?? 0 <= 0 { painted.stroke = nil }
        guard let box = painted.bounds, !box.isEmpty else { return }
        add(box, alpha: max(painted.fill?.alpha ?? 0, painted.stroke?.color.alpha ?? 0))
    }
}

extension ShapeEntity.Geometry {
    /// Whether there is an area to fill.
    fileprivate var hasArea: Bool {
        switch self {
        case .path(let path): path.hasArea
        case .rect(let rect, _): rect.width != 0 && rect.height != 0
        case .ellipse(_, _, let radiusX, let radiusY): radiusX != 0 && radiusY != 0
        }
    }
}

extension SVGAPath {
    /// Whether a part of it has points that are not all on one line.
    fileprivate var hasArea: Bool {
        var position = 0
        var first = (x: 0.0, y: 0.0)
        var direction: (x: Double, y: Double)?
        for verb in verbs {
            if verb == .move { direction = nil }
            for _ in 0..<verb.coordinateCount / 2 {
                let point = (x: Double(coordinates[position]), y: Double(coordinates[position + 1]))
                position += 2
                if verb == .move {
                    first = point
                    continue
                }
                let offset = (x: point.x - first.x, y: point.y - first.y)
                guard let along = direction else {
                    if offset.x != 0 || offset.y != 0 { direction = offset }
                    continue
                }
                if along.x * offset.y != along.y * offset.x { return true }
            }
        }
        return false
    }
}
