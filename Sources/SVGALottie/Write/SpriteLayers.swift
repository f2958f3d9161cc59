import SVGAModel
import SVGAPixels

/// What of a sprite is drawn in each frame, and the layers that show it.
struct SpriteLayers {
    let sprite: SpriteEntity
    /// The picture's size in pixels; nil where none is drawn.
    let picture: (width: Double, height: Double)?
    let forms: FormTables
    let tables: FrameTables
    let canvas: SVGARect

    /// What one frame draws.
    private struct Shown {
        let record: FrameRecord
        let layout: SVGARect
        let hasPicture: Bool
        let hasShapes: Bool
        /// Into ``FormTables/clips``; -1: nothing is cut off.
        let clip: Int

        /// The sprite's space, which begins at the corner of its layout.
        var space: SVGATransform { record.transform.translatedBy(x: layout.x, y: layout.y) }
    }

    private func shown(_ frame: Int) -> Shown? {
        guard frame < sprite.frames.records.count else { return nil }
        let record = sprite.frames.records[frame]
        guard record.isVisible, record.alpha >= 0.000_05 else { return nil }
        let layout = tables.layouts[Int(record.layout)]
        let hasPicture = picture != nil && layout.width > 0 && layout.height > 0
        let shapes = forms.lists[Int(record.shapes)].bounds
        let box = SVGARect(x: 0, y: 0, width: layout.width, height: layout.height)
        guard let content = hasPicture ? shapes?.union(box) ?? box : shapes else { return nil }
        var clip = Int(record.clipPath)
        var seen = content
        if clip >= 0 {
            guard let bounds = tables.clipPaths[clip].bounds, let rest = bounds.touching(content) else { return nil }
            seen = rest
            if forms.clips[clip].isBox, bounds.contains(content) { clip = -1 }
        }
        let space = record.transform.translatedBy(x: layout.x, y: layout.y)
        guard space.isInvertible, space.boundingBox(of: seen).touching(canvas) != nil else { return nil }
        return Shown(record: record, layout: layout, hasPicture: hasPicture, hasShapes: shapes != nil, clip: clip)
    }

    /// For each of the sprite's frames whether it draws anything on the canvas.
    /// - Parameter frames: how many the movie has.
    func visibility(frames: Int) -> [Bool] { (0..<min(frames, sprite.frames.count)).map { shown($0) != nil } }

    /// The layers, bottom first, and the sprite's opacity where it is that of all of them together.
    /// - Parameters:
    ///   - image: the picture's index in the movie.
    ///   - frames: how many the movie has.
    ///   - mask: the sprite is seen only in frames for which this is true; nil: in all.
    func layers(image: Int?, frames: Int, while mask: [Bool]?) -> (layers: [WrittenLayer], opacity: HoldTrack?) {
        var (pictures, shapes) = (LayerSpans(), LayerSpans())
        var opacity = HoldTrack(.number)
        var fadesTogether = false
        for frame in 0..<min(frames, sprite.frames.count, mask?.count ?? .max) {
            guard mask?[frame] != false, let shown = shown(frame) else {
                opacity.set("0", at: frame)
                continue
            }
            let clip = shown.clip < 0 ? -1 : forms.clips[shown.clip].form
            if shown.hasPicture { pictures.add(frame, [clip, 0]) }
            if shown.hasShapes { shapes.add(frame, [clip, forms.lists[Int(shown.record.shapes)].form]) }
            if shown.hasPicture, shown.hasShapes, shown.record.alpha < 1 { fadesTogether = true }
            opacity.set(ShortNumber.text(min(1, Double(shown.record.alpha)) * 100, decimals: 2), at: frame)
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
        let frames = span.frames.compactMap { frame in shown(frame).map { (frame: frame, shown: $0) } }
        let isPicture = content != nil
        func space(_ shown: Shown) -> SVGATransform {
            guard isPicture, let picture else { return shown.space }
            return shown.space.scaledBy(x: shown.layout.width / picture.width, y: shown.layout.height / picture.height)
        }
        func box(_ shown: Shown) -> SVGARect {
            if isPicture, let picture { return SVGARect(x: 0, y: 0, width: picture.width, height: picture.height) }
            return forms.lists[Int(shown.record.shapes)].bounds ?? .zero
        }
        var (slants, scale) = (false, 0.0)
        for (_, shown) in frames {
            let space = space(shown)
            if TransformParts.slant(of: space, box(shown)) > 0.02 { slants = true }
            scale = max(scale, space.largestScale)
        }
        var tracks = WrittenTransform()
        if !fades { tracks.set(alpha: 1, at: 0) }
        var last: Int?
        for (frame, shown) in frames {
            if fades {
                if let last, frame > last + 1 { tracks.set(alpha: 0, at: last + 1) }
                tracks.set(alpha: min(1, Double(shown.record.alpha)), at: frame)
                last = frame
            }
            let space = space(shown)
            tracks.set(space, slanted: slants, keeping: box(shown), at: frame)
        }
        let first = frames.first?.frame ?? 0
        var layer = WrittenLayer(
            name: sprite.replacementKey, content: content ?? shapes(frames.map { ($0.frame, $0.shown.record.shapes) }, scale: scale),
            frames: first..<(frames.last?.frame ?? first) + 1, transform: tracks)
        let clips = frames.map { (frame: $0.frame, clip: $0.shown.clip, layout: isPicture ? $0.shown.layout : nil) }
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

    /// Cuts a layer off by masks, or by a matte where paths may cut holes into each other, which masks cannot say.
    /// - Parameter frames: with the layout for a picture, whose space is that of its pixels.
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
    /// nil where they do not even touch. A line that has no width overlaps too.
    fileprivate func touching(_ other: SVGARect) -> SVGARect? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        return left <= right && top <= bottom ? SVGARect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    fileprivate func contains(_ other: SVGARect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }
}

/// Frames one layer can show: what it draws has the same form in all of them.
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

/// The forms of a movie's clip paths and shape lists, found out once.
struct FormTables {
    struct Clip {
        /// Equal ones can be one path that moves.
        let form: Int
        /// Whether it is a rectangle along the axes.
        let isBox: Bool
        /// Whether one of its outlines may cut a hole into another.
        let hasHoles: Bool
    }

    struct List {
        let form: Int
        /// The box around all ink; nil where there is none.
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

    /// Outlines that all turn the same way only add up.
    private static func hasHoles(_ outlines: [Outline]) -> Bool {
        let turns = outlines.map(\.turning)
        return turns.contains { $0 > 0 } && turns.contains { $0 < 0 }
    }
}
