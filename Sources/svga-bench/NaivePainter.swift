import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender

/// Draws frames with Cairo alone, as a textbook would: for each sprite save, set the matrix, clip, set the bitmap as the source, paint
/// with alpha, restore. It draws the same display list as ``FramePainter``, and is what that is compared with.
final class NaivePainter {
    let width: Int
    let height: Int
    private let scene: SVGAScene
    private let surface: NaiveSurface
    private let context: OpaquePointer
    /// Indexed like the movie's images.
    private let images: [NaiveSurface?]
    private var plan = DisplayList()

    init(_ scene: SVGAScene) throws(BenchError) {
        self.scene = scene
        width = scene.widthPixels
        height = scene.heightPixels
        surface = try NaiveSurface(width: width, height: height)
        var images: [NaiveSurface?] = []
        for bitmap in scene.bitmaps { images.append(try bitmap.map { (mipmaps) throws(BenchError) in try NaiveSurface(mipmaps.base) }) }
        self.images = images
        guard let context = cairo_create(surface.handle) else { throw BenchError("Cairo makes no context") }
        self.context = context
    }

    deinit { cairo_destroy(context) }

    func paint(frame: Int) throws(BenchError) {
        plan.build(frame: frame, of: scene)
        cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        for step in plan.steps {
            switch step {
            case .draw(let sprite): draw(sprite)
            case .beginMatte: cairo_push_group(context)
            case .endMatte(let matte):
                cairo_push_group(context)
                draw(matte)
                cairo_pop_group_to_source(context)
                cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
                cairo_paint(context)
                cairo_pop_group_to_source(context)
                cairo_paint(context)
            }
        }
        cairo_surface_flush(surface.handle)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw BenchError("Cairo: " + String(cString: cairo_status_to_string(status))) }
    }

    private func draw(_ sprite: SpriteDraw) {
        let shapes = scene.tables.shapeLists[sprite.shapes]
        let paints = (sprite.bitmap == nil ? 0 : 1) + shapes.reduce(0) { $0 + ($1.fill == nil ? 0 : 1) + ($1.stroke == nil ? 0 : 1) }
        let isGroup = sprite.alpha < 1 && paints > 1
        let alpha = isGroup ? 1 : sprite.alpha
        cairo_save(context)
        set(sprite.transform)
        if let clipPath = sprite.clipPath {
            add(scene.tables.clipPaths[clipPath])
            cairo_clip(context)
        }
        if isGroup { cairo_push_group(context) }
        if let bitmap = sprite.bitmap?.index, let image = images[bitmap], let size = scene.bitmaps[bitmap]?.base {
            cairo_save(context)
            cairo_scale(context, sprite.layout.width / Double(size.width), sprite.layout.height / Double(size.height))
            cairo_set_source_surface(context, image.handle, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
            cairo_paint_with_alpha(context, alpha)
            cairo_restore(context)
        }
        for shape in shapes { draw(shape, sprite.transform, alpha) }
        if isGroup {
            cairo_pop_group_to_source(context)
            cairo_paint_with_alpha(context, sprite.alpha)
        }
        cairo_restore(context)
    }

    private func draw(_ shape: ShapeEntity, _ spriteSpace: SVGATransform, _ alpha: Double) {
        let transform = shape.transform.concatenating(spriteSpace)
        // A matrix that Cairo cannot invert puts the context into an error state, and nothing is drawn from then on.
        guard transform.isInvertible, transform.determinant.magnitude > 1e-12 else { return }
        set(transform)
        cairo_new_path(context)
        switch shape.geometry {
        case .path(let path): add(path)
        case .rect(let rect, let radius): add(rect, radius)
        case .ellipse(let x, let y, let radiusX, let radiusY):
            guard radiusX > 0, radiusY > 0 else { return }
            cairo_save(context)
            cairo_translate(context, x, y)
            cairo_scale(context, radiusX, radiusY)
            cairo_arc(context, 0, 0, 1, 0, 2 * .pi)
            cairo_restore(context)
        }
        if let fill = shape.fill {
            cairo_set_source_rgba(context, fill.red, fill.green, fill.blue, fill.alpha * alpha)
            cairo_fill_preserve(context)
        }
        if let stroke = shape.stroke { self.stroke(stroke, alpha) }
        cairo_new_path(context)
    }

    private func stroke(_ stroke: ShapeEntity.Stroke, _ alpha: Double) {
        cairo_set_source_rgba(context, stroke.color.red, stroke.color.green, stroke.color.blue, stroke.color.alpha * alpha)
        cairo_set_line_width(context, stroke.width)
        cairo_set_line_cap(context, cairo_line_cap_t(rawValue: UInt32(stroke.lineCap.number)))
        cairo_set_line_join(context, cairo_line_join_t(rawValue: UInt32(stroke.lineJoin.number)))
        cairo_set_miter_limit(context, stroke.miterLimit)
        let dashes = stroke.dash.map { [$0.dash, $0.gap] } ?? []
        cairo_set_dash(context, dashes, Int32(dashes.count), stroke.dash?.phase ?? 0)
        cairo_stroke_preserve(context)
    }

    // MARK: Outlines

    private func set(_ transform: SVGATransform) {
        var matrix = cairo_matrix_t(xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
        cairo_set_matrix(context, &matrix)
    }

    private func add(_ path: SVGAPath) {
        var at = 0
        let numbers = path.coordinates
        func number(_ index: Int) -> Double { Double(numbers[at + index]) }
        for verb in path.verbs {
            switch verb {
            case .move: cairo_move_to(context, number(0), number(1))
            case .line: cairo_line_to(context, number(0), number(1))
            case .curve: cairo_curve_to(context, number(0), number(1), number(2), number(3), number(4), number(5))
            case .close: cairo_close_path(context)
            }
            at += verb.coordinateCount
        }
    }

    private func add(_ rect: SVGARect, _ radius: Double) {
        guard radius > 0 else { return cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height) }
        let quarter = Double.pi / 2
        cairo_new_sub_path(context)
        cairo_arc(context, rect.maxX - radius, rect.y + radius, radius, -quarter, 0)
        cairo_arc(context, rect.maxX - radius, rect.maxY - radius, radius, 0, quarter)
        cairo_arc(context, rect.x + radius, rect.maxY - radius, radius, quarter, 2 * quarter)
        cairo_arc(context, rect.x + radius, rect.y + radius, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(context)
    }

    // MARK: Pixels

    /// The frame that was painted last.
    func pixmap() -> Pixmap {
        var pixmap = Pixmap(width: width, height: height)
        surface.read { words in
            for index in 0..<width * height {
                let word = words[index]
                pixmap.pixels[4 * index] = UInt8(truncatingIfNeeded: word >> 16)
                pixmap.pixels[4 * index + 1] = UInt8(truncatingIfNeeded: word >> 8)
                pixmap.pixels[4 * index + 2] = UInt8(truncatingIfNeeded: word)
                pixmap.pixels[4 * index + 3] = UInt8(truncatingIfNeeded: word >> 24)
            }
        }
        return pixmap
    }
}

/// A Cairo image surface that owns its memory.
final class NaiveSurface {
    let handle: OpaquePointer
    private let words: UnsafeMutablePointer<UInt32>

    /// A surface with the whole picture, including the transparent margins that ``PreparedBitmap`` trims off.
    convenience init(_ bitmap: PreparedBitmap) throws(BenchError) {
        try self.init(width: bitmap.width, height: bitmap.height)
        guard let pixels = bitmap.pixels else { return }
        let ink = bitmap.ink
        for y in 0..<ink.height {
            (words + (ink.y + y) * bitmap.width + ink.x).update(from: pixels + y * ink.width, count: ink.width)
        }
        cairo_surface_mark_dirty(handle)
    }

    /// A transparent surface.
    init(width: Int, height: Int) throws(BenchError) {
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
        words.initialize(repeating: 0, count: width * height)
        let made = words.withMemoryRebound(to: UInt8.self, capacity: 4 * width * height) {
            cairo_image_surface_create_for_data($0, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(4 * width))
        }
        guard let made, cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(made)
            words.deallocate()
            throw BenchError("Cairo makes no surface of \(width) × \(height)")
        }
        handle = made
        self.words = words
    }

    deinit {
        cairo_surface_destroy(handle)
        words.deallocate()
    }

    /// Passes the pixels, after pending drawing is done.
    func read(_ body: (UnsafePointer<UInt32>) -> Void) {
        cairo_surface_flush(handle)
        body(words)
    }
}
