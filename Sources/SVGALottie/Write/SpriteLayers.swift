import SVGAModel
import SVGAPixels

/// The drawing of a sprite in each frame, and the layers that show it.
struct SpriteLayers {
    let sprite: SpriteEntity
    /// The picture's size in pixels; nil if there is none.
    let picture: (width: Double, height: Double)?
    let forms: FormTables
    let tables: FrameTables
    let canvas: SVGARect

    /// The drawing of one frame.
    private struct FrameDrawing {
        let record: FrameRecord
        let layout: SVGARect
        let hasPicture: Bool
        let hasShapes: Bool
        /// The index in ``FormTables/clips``; -1: no clip.
        let clip: Int

        /// The sprite's space, with the origin at the corner of its layout.
        var space: SVGATransform { record.transform.translatedBy(x: layout.x, y: layout.y) }
    }

    private func drawing(_ frame: Int) -> FrameDrawing? {
        guard frame < sprite.frames.records.count else { return nil }
        let record = sprite.frames.records[frame]
        guard record.isVisible, record.alpha >= 0.000_05 else { return nil }
        let layout = tables.layouts[Int(record.layout)]
        let hasPicture = picture != nil && layout.width > 0 && layout.height > 0
        let shapes = forms.lists[Int(record.shapes)].bounds
        let box = SVGARect(x: 0, y: 0, width: layout.width, height: layout.height)
        guard let content = hasPicture ? shapes?.union(box) ?? box : shapes else { return nil }
        var clip = Int(record.clipPath)
        var visibleBox = content
        if clip >= 0 {
            guard let bounds = tables.clipPaths[clip].bounds, let visible = bounds.touching(content) else { return nil }
            visibleBox = visible
            if forms.clips[clip].isBox, bounds.contains(content) { clip = -1 }
        }
        let space = record.transform.translatedBy(x: layout.x, y: layout.y)
        guard space.isInvertible, space.boundingBox(of: visibleBox).touching(canvas) != nil else { return nil }
        return FrameDrawing(record: record, layout: layout, hasPicture: hasPicture, hasShapes: shapes != nil, clip: clip)
    }

    /// Whether the sprite draws anything on the canvas, for each of its frames.
    /// - Parameter frames: the movie's frame count.
    func visibility(frames: Int) -> [Bool] { (0..<min(frames, sprite.frames.count)).map { drawing($0) != nil } }

    /// The layers, bottom first, and the sprite's opacity if it applies to all of them together.
    /// - Parameters:
    ///   - image: the picture's index in the movie.
    ///   - frames: the movie's frame count.
    ///   - mask: the sprite is visible only in frames for which this is true; nil: in all.
    func layers(image: Int?, frames: Int, while mask: [Bool]?) -> (layers: [WrittenLayer], opacity: HoldTrack?) {
        var (pictures, shapes) = (LayerSpans(), LayerSpans())
        var opacity = HoldTrack(.number)
        var fadesTogether = false
        for frame in 0..<min(frames, sprite.frames.count, mask?.count ?? .max) {
            guard mask?[frame] != false, let drawing = drawing(frame) else {
                opacity.set("0", at: frame)
                continue
            }
            let clip = drawing.clip < 0 ? -1 : forms.clips[drawing.clip].form
            if drawing.hasPicture { pictures.add(frame, [clip, 0]) }
            if drawing.hasShapes { shapes.add(frame, [clip, forms.lists[Int(drawing.record.shapes)].form]) }
            if drawing.hasPicture, drawing.hasShapes, drawing.record.alpha < 1 { fadesTogether = true }
            opacity.set(ShortNumber.text(min(1, Double(drawing.record.alpha)) * 100, decimals: 2), at: frame)
        }
        var layers: [WrittenLayer] = []
        if let image {
            for span in pictures.spans { layers.append(layer(.image(image), span, fades: !fadesTogether)) }
        }
        for span in shapes.spans { layers.append(layer(nil, span, fades: !fadesTogether)) }
        return (layers, fadesTogether ? opacity : nil)
    }

    // MARK: One layer

    /// - Parameter content: nil: the shapes of the frames.
    private func layer(_ content: WrittenLayer.Content?, _ span: LayerSpans.Span, fades: Bool) -> WrittenLayer {
        let frames = span.frames.compactMap { frame in drawing(frame).map { (frame: frame, drawing: $0) } }
        let isPicture = content != nil
        func space(_ drawing: FrameDrawing) -> SVGATransform {
            guard isPicture, let picture else { return drawing.space }
            return drawing.space.scaledBy(x: drawing.layout.width / picture.width, y: drawing.layout.height / picture.height)
        }
        func box(_ drawing: FrameDrawing) -> SVGARect {
            if isPicture, let picture { return SVGARect(x: 0, y: 0, width: picture.width, height: picture.height) }
            return forms.lists[Int(drawing.record.shapes)].bounds ?? .zero
        }
        var (slants, scale) = (false, 0.0)
        for (_, drawing) in frames {
            let space = space(drawing)
            if TransformParts.slant(of: space, box(drawing)) > 0.02 { slants = true }
            scale = max(scale, space.largestScale)
        }
        var tracks = WrittenTransform()
        if !fades { tracks.set(alpha: 1, at: 0) }
        var last: Int?
        for (frame, drawing) in frames {
            if fades {
                if let last, frame > last + 1 { tracks.set(alpha: 0, at: last + 1) }
                tracks.set(alpha: min(1, Double(drawing.record.alpha)), at: frame)
                last = frame
            }
            let space = space(drawing)
            tracks.set(space, slanted: slants, keeping: box(drawing), at: frame)
        }
        let first = frames.first?.frame ?? 0
        var layer = WrittenLayer(
            name: sprite.replacementKey, content: content ?? shapes(frames.map { ($0.frame, $0.drawing.record.shapes) }, scale: scale),
            frames: first..<(frames.last?.frame ?? first) + 1, transform: tracks)
        let clips = frames.map { (frame: $0.frame, clip: $0.drawing.clip, layout: isPicture ? $0.drawing.layout : nil) }
        clip(&layer, clips, decimals: ShortNumber.decimals(scale: scale))
        return layer
    }

    private func shapes(_ frames: [(frame: Int, list: Int32)], scale: Double) -> WrittenLayer.Content {
        var lists: [(frame: Int, shapes: [ShapeEntity])] = []
        var last: Int32?
        for (frame, list) in frames where list != last {
            lists.append((frame, tables.shapeLists[Int(list)].filter(\.isDrawn)))
            last = list
        }
        var json: [UInt8] = []
        ShapeItems(lists: lists, scale: scale).write(to: &json)
        return .shapes(json)
    }

    /// Clips a layer with masks, or with a matte if paths may cut holes into each other, which masks cannot represent.
    /// - Parameter frames: with the layout for a picture, whose space is in its pixels.
    private func clip(_ layer: inout WrittenLayer, _ frames: [(frame: Int, clip: Int, layout: SVGARect?)], decimals: Int) {
        guard let first = frames.first, first.clip >= 0 else { return }
        var tracks: [HoldTrack] = []
        var last: (clip: Int, layout: SVGARect?)?
        for (frame, clip, layout) in frames {
            if let last, last == (clip, layout) { continue }
            last = (clip, layout)
            let outlines = Outline.all(of: tables.clipPaths[clip], closing: true)
            if tracks.isEmpty { tracks = outlines.map { _ in HoldTrack(.object) } }
            for (index, outline) in outlines.enumerated() where index < tracks.count {
                var placed = outline
                if let layout, let picture {
                    placed = outline.applying(.scale(x: picture.width / layout.width, y: picture.height / layout.height))
                }
                tracks[index].set(placed.text(decimals: decimals), at: frame)
            }
        }
        guard forms.clips[first.clip].hasHoles else {
            layer.masks = tracks
            return
        }
        var json: [UInt8] = []
        json.put("[{\"ty\":\"gr\",\"it\":[")
        for track in tracks {
            json.put("{\"ty\":\"sh\",")
            track.write("ks", to: &json)
            json.put("},")
        }
        json.put("{\"ty\":\"fl\",\"c\":{\"a\":0,\"k\":[1,1,1,1]},\"o\":{\"a\":0,\"k\":100},\"r\":1},{\"ty\":\"tr\",")
        WrittenTransform.identity.write(to: &json)
        json.put("}]}]")
        var matte = WrittenLayer(name: layer.name, content: .shapes(json), frames: layer.frames, transform: layer.transform)
        matte.transform.opacity = HoldTrack(.number, "100")
        layer.matte = [matte]
    }
}

extension SVGARect {
    /// nil if they do not even touch. A line of zero width overlaps too.
    fileprivate func touching(_ other: SVGARect) -> SVGARect? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        return left <= right && top <= bottom ? SVGARect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    fileprivate func contains(_ other: SVGARect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }
}

/// Frames that one layer can show: their drawings have the same form.
private struct LayerSpans {
    struct Span {
        let form: [Int]
        var frames: [Int]
    }

    private(set) var spans: [Span] = []

    mutating func add(_ frame: Int, _ form: [Int]) {
        if let last = spans.last, last.form == form {
            spans[spans.count - 1].frames.append(frame)
        } else {
            spans.append(Span(form: form, frames: [frame]))
        }
    }
}

/// The forms of a movie's clip paths and shape lists, computed once.
struct FormTables {
    struct Clip {
        /// Clips with equal numbers can be one animated path.
        let form: Int
        /// Whether it is an axis-aligned rectangle.
        let isBox: Bool
        /// Whether one of its outlines may cut a hole into another.
        let hasHoles: Bool
    }

    struct List {
        let form: Int
        /// The bounding box of the shapes; nil if they are empty.
        let bounds: SVGARect?
    }

    let clips: [Clip]
    let lists: [List]

    init(_ tables: FrameTables) {
        var clipForms: [[Int]: Int] = [:]
        clips = tables.clipPaths.map { path in
            let outlines = Outline.all(of: path, closing: true)
            let hasHoles = FormTables.hasHoles(outlines)
            let form = [hasHoles ? 1 : 0] + outlines.map(\.form)
            let number = clipForms[form] ?? clipForms.count
            clipForms[form] = number
            return Clip(form: number, isBox: outlines.count == 1 && outlines[0].isBox, hasHoles: hasHoles)
        }
        var listForms: [[ShapeForm]: Int] = [:]
        lists = tables.shapeLists.map { shapes in
            let drawn = shapes.filter(\.isDrawn)
            let form = drawn.map { ShapeForm($0) }
            let number = listForms[form] ?? listForms.count
            listForms[form] = number
            let bounds = drawn.compactMap(\.bounds)
            return List(form: number, bounds: bounds.dropFirst().reduce(bounds.first) { $0?.union($1) })
        }
    }

    /// Outlines with the same direction only add up.
    private static func hasHoles(_ outlines: [Outline]) -> Bool {
        let turns = outlines.map(\.turning)
        return turns.contains { $0 > 0 } && turns.contains { $0 < 0 }
    }
}
