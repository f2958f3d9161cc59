package import SVGAModel
import SVGAPixels
import SVGARender

/// The cost of drawing each frame, counted from the movie alone: no image is decoded.
///
/// - Visible sprites: alpha above 0, a transform that can be inverted, and shapes or a layout with a size. A masked sprite needs a visible
///   matte. The matte counts too, once for each run of sprites that it masks. Sprites outside of the canvas count, because players process them.
/// - Draw calls: one for each image, fill and stroke of the visible sprites, and one for applying a matte.
/// - Overdraw: the area of all images, fills and strokes on the canvas, as a multiple of the canvas. An image has the area of its layout. A fill or
///   a stroke has the area of its bounding box. Areas are cut to the box of the clip path and to the canvas. Transparent pixels count.
package struct FrameCosts: Sendable {
    package struct Cost: Hashable, Sendable {
        package var sprites = 0
        package var drawCalls = 0
        /// 1: the canvas is painted once.
        package var overdraw = 0.0
    }

    /// One entry for each frame.
    package var frames: [Cost] { costs + [Cost](repeating: Cost(), count: frameCount - costs.count) }

    private let frameCount: Int
    /// Up to the last frame that a sprite has. Later frames cost nothing, so that a long movie of few frames takes no longer.
    private var costs: [Cost]

    /// The paints of a list of shapes, in sprite space.
    private struct ShapeList {
        var calls = 0
        /// The box of all paints; nil without paints.
        var box: SVGARect?
        /// The sum of the areas of the paints' boxes.
        var area = 0.0

        init(_ shapes: [ShapeEntity]) {
            for shape in shapes {
                guard let bounds = shape.bounds else { continue }
                let paints = (shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 1)
                calls += paints
                area += Double(paints) * bounds.width * bounds.height
                box = box?.union(bounds) ?? bounds
            }
        }
    }

    private struct Tables {
        let frames: FrameTables
        let shapes: [ShapeList]
        /// The boxes of the clip paths; nil if a path is empty.
        let clips: [SVGARect?]
        let canvas: SVGARect
    }

    /// - Complexity: linear in the frames of all sprites and in the shapes.
    package init(_ movie: VideoEntity) {
        frameCount = movie.frameCount
        let last = movie.sprites.reduce(1) { max($0, $1.frames.count) }
        costs = [Cost](repeating: Cost(), count: min(frameCount, last))
        let tables = movie.sprites.first?.frames.tables ?? FrameTables()
        let own = Tables(
            frames: tables, shapes: tables.shapeLists.map { ShapeList($0) }, clips: tables.clipPaths.map(\.bounds),
            canvas: SVGARect(x: 0, y: 0, width: movie.viewBox.width, height: movie.viewBox.height))
        let hasImage = movie.sprites.map { $0.imageIndex.map { movie.images[$0].format != .unknown } ?? false }
        var index = 0
        while index < movie.sprites.count {
            let end = movie.endOfRun(from: index)
            add(index..<end, movie, own, hasImage)
            index = end
        }
    }

    /// Adds adjacent sprites with the same matte, or one sprite without a matte.
    private mutating func add(_ run: Range<Int>, _ movie: VideoEntity, _ tables: Tables, _ hasImage: [Bool]) {
        let matte = movie.sprites[run.lowerBound].matteIndex
        let masks = matte.map { movie.sprites[$0].frames.records.prefix(costs.count) } ?? []
        var masked = [Bool](repeating: false, count: masks.count)
        for index in run where movie.sprites[index].kind != .matte {
            for (frame, record) in movie.sprites[index].frames.records.prefix(costs.count).enumerated() {
                guard let cost = FrameCosts.cost(record, tables, hasImage: hasImage[index]) else { continue }
                if let matte {
                    guard frame < masks.count, let mask = FrameCosts.cost(masks[frame], tables, hasImage: hasImage[matte]) else { continue }
                    if !masked[frame] {
                        masked[frame] = true
                        costs[frame].add(mask)
                        costs[frame].drawCalls += 1
                    }
                }
                costs[frame].add(cost)
            }
        }
    }

    /// nil if the sprite is not visible.
    private static func cost(_ record: FrameRecord, _ tables: Tables, hasImage: Bool) -> Cost? {
        guard tables.frames.hasRoom(record) else { return nil }
        let layout = tables.frames.layouts[Int(record.layout)]
        let space = record.transform.translatedBy(x: layout.x, y: layout.y)
        var clip: SVGARect?
        if record.clipPath >= 0 {
            guard let box = tables.clips[Int(record.clipPath)] else { return nil }
            clip = box
        }
        var cost = Cost()
        cost.sprites = 1
        var area = 0.0
        if hasImage, layout.width > 0, layout.height > 0 {
            cost.drawCalls += 1
            area += visibleArea(SVGARect(x: 0, y: 0, width: layout.width, height: layout.height), clip, space, tables.canvas)
        }
        let shapes = tables.shapes[Int(record.shapes)]
        cost.drawCalls += shapes.calls
        if let box = shapes.box, box.width > 0, box.height > 0 {
            area += visibleArea(box, clip, space, tables.canvas) * (shapes.area / (box.width * box.height))
        }
        let canvasArea = tables.canvas.width * tables.canvas.height
        if area.isFinite, canvasArea > 0 { cost.overdraw = area / canvasArea }
        return cost
    }

    /// The area of a rectangle of sprite space on the canvas.
    private static func visibleArea(_ rect: SVGARect, _ clip: SVGARect?, _ space: SVGATransform, _ canvas: SVGARect) -> Double {
        let part = clip.map(rect.intersection) ?? rect
        guard !part.isEmpty else { return 0 }
        let box = space.boundingBox(of: part)
        let visible = box.intersection(canvas)
        guard !visible.isEmpty else { return 0 }
        if space.b == 0 && space.c == 0 || space.a == 0 && space.d == 0 { return visible.width * visible.height }
        if visible == box { return part.width * part.height * space.determinant.magnitude }
        let corners = [(part.x, part.y), (part.maxX, part.y), (part.maxX, part.maxY), (part.x, part.maxY)]
        return ConvexPolygon(corners.map { space.apply(x: $0.0, y: $0.1) }).cut(to: canvas).area
    }

    /// The highest value and the first frame that has it; nil without frames.
    package func maximum<Value: Comparable>(_ value: KeyPath<Cost, Value>) -> (value: Value, frame: Int)? {
        var found: (value: Value, frame: Int)?
        for (frame, cost) in costs.enumerated() {
            let number = cost[keyPath: value]
            if found.map({ number > $0.value }) ?? true { found = (number, frame) }
        }
        return found
    }
}

extension FrameCosts.Cost {
    fileprivate mutating func add(_ other: FrameCosts.Cost) {
        sprites += other.sprites
        drawCalls += other.drawCalls
        overdraw += other.overdraw
    }
}

extension VideoEntity {
    /// The end of the run of adjacent sprites with the same matte, including mattes between them (Rules of rendering, section 5).
    fileprivate func endOfRun(from start: Int) -> Int {
        var end = start + 1
        guard let matte = sprites[start].matteIndex else { return end }
        while end < sprites.count, sprites[end].matteIndex == matte || sprites[end].kind == .matte { end += 1 }
        return end
    }
}

/// A convex polygon.
private struct ConvexPolygon {
    private var points: [(x: Double, y: Double)]

    init(_ points: [(x: Double, y: Double)]) { self.points = points }

    func cut(to rect: SVGARect) -> ConvexPolygon {
        var cut = self
        cut.cut { $0.x - rect.x }
        cut.cut { rect.maxX - $0.x }
        cut.cut { $0.y - rect.y }
        cut.cut { rect.maxY - $0.y }
        return cut
    }

    /// Keeps the side of a line on which the distance is not negative (Sutherland and Hodgman).
    private mutating func cut(_ distance: ((x: Double, y: Double)) -> Double) {
        guard var previous = points.last else { return }
        var kept: [(x: Double, y: Double)] = []
        for point in points {
            let (before, now) = (distance(previous), distance(point))
            if (before >= 0) != (now >= 0) {
                let share = before / (before - now)
                kept.append((previous.x + share * (point.x - previous.x), previous.y + share * (point.y - previous.y)))
            }
            if now >= 0 { kept.append(point) }
            previous = point
        }
        points = kept
    }

    var area: Double {
        guard var previous = points.last else { return 0 }
        var sum = 0.0
        for point in points {
            sum += previous.x * point.y - previous.y * point.x
            previous = point
        }
        return sum.magnitude / 2
    }
}
