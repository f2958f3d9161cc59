import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// The memory of the pixels of a filter or a group. It grows, and later ones reuse it.
///
/// Unchecked, because one painter uses it at a time.
final class WordMemory: @unchecked Sendable {
    /// The memory of groups and of the pictures of filters while nothing is painted.
    static let groups = MemoryPool<WordMemory>(maximumBytes: 32 << 20)
    static let filters = MemoryPool<WordMemory>(maximumBytes: 32 << 20)

    /// Up to this many words, the memory grows by half, because groups often grow from frame to frame.
    private static let maximumSpareWords = 1 << 20

    private var memory: UnsafeMutableBufferPointer<UInt32>

    init() { memory = .allocate(capacity: 0) }

    deinit { memory.deallocate() }

    var words: UnsafeMutableBufferPointer<UInt32> { memory }

    var bytes: Int { 4 * memory.count }

    /// Transparent words.
    func cleared(_ count: Int) -> UnsafeMutableBufferPointer<UInt32> {
        if memory.count < count {
            let spare = memory.count + memory.count / 2
            memory.deallocate()
            memory = .allocate(capacity: spare <= WordMemory.maximumSpareWords ? max(count, spare) : count)
        }
        let words = UnsafeMutableBufferPointer(rebasing: memory[..<count])
        words.initialize(repeating: 0)
        return words
    }
}

/// A Cairo surface that draws on words. Owns its handles; the memory must outlive it.
struct WordSurface: ~Copyable {
    let surface: OpaquePointer
    let context: OpaquePointer

    /// - Parameter area: the pixels of the words, in the space of the context.
    init(_ words: UnsafeMutableBufferPointer<UInt32>, _ area: PixelRect) throws(SVGAError) {
        guard let base = words.baseAddress,
            let surface = cairo_image_surface_create_for_data(
                UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(area.width),
                Int32(area.height), Int32(4 * area.width))
        else { throw .drawing(reason: "no surface") }
        cairo_surface_set_device_offset(surface, -Double(area.x), -Double(area.y))
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw .drawing(reason: "no surface")
        }
        self.surface = surface
        self.context = context
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }
}

extension FrameStatePainter {
    /// Larger pictures of filters are a limit error.
    static let maximumSide = 16_384

    /// Draws a layer through its filter.
    /// - Parameters:
    ///   - transform: from the layer's space to the target.
    ///   - content: draws the layer without the filter.
    func paint(
        _ layer: LayerState, _ filter: FilterState, _ transform: SVGATransform, opacity: Double,
        _ content: (SVGATransform) throws(SVGAError) -> Void
    ) throws(SVGAError) {
        // As in SVG, a layer without area is not drawn.
        guard let bounds = layer.objectBounds, !bounds.isEmpty else { return }
        let region = filter.region(of: bounds)
        // Blurs and shadows of a rotated layer apply before its rotation.
        var space = transform
        if filter.isSpatial, !transform.isAxisAligned {
            let scale = transform.axisScales
            space = .scale(x: scale.x, y: scale.y)
        }
        guard let inverse = space.inverted else { return }
        let placement = inverse.concatenating(transform)
        let geometry = FilterGeometry(filter, space)
        guard var area = pixels(of: space.boundingBox(of: region), placement, geometry.reach) else { return }
        // Around what the layer paints, all is transparent and stays so.
        if layer.pathStroke == nil, !filter.fillsTransparentPixels, let painted = layer.content.paintedBounds(space) {
            if painted.isEmpty { return }
            let (x, y) = (Double(geometry.reach.x), Double(geometry.reach.y))
            area = area.covered(
                by: SVGARect(minX: painted.minX - x, minY: painted.minY - y, maxX: painted.maxX + x, maxY: painted.maxY + y))
            if area.isEmpty { return }
        }
        let cost = geometry.costPerPixel + 4 * WorkMeter.Cost.pixel
        try drawOnOwnPixels(of: area, bytesPerPixel: 6, costPerPixel: cost) { () throws(SVGAError) in
            try content(space)
        } change: { words in
            filterScratch.run(geometry, words, width: area.width, height: area.height)
        } show: { surface in
            show(surface, region, transform, placement, opacity: opacity)
        }
    }

    /// Draws on transparent pixels of its own, changes them, and shows them.
    /// - Parameters:
    ///   - area: the pixels, in the space of `content`.
    ///   - bytesPerPixel: of the pixels, and of the scratch memory of `change`.
    ///   - costPerPixel: of drawing, changing and showing a pixel.
    /// - Throws: ``SVGAError/Kind/limit`` before memory is taken, and what `content` throws.
    func drawOnOwnPixels(
        of area: PixelRect, bytesPerPixel: Int, costPerPixel: Int, _ content: () throws(SVGAError) -> Void,
        change: (UnsafeMutableBufferPointer<UInt32>) -> Void, show: (OpaquePointer) -> Void
    ) throws(SVGAError) {
        let bytes = bytesPerPixel * area.pixels
        filterBytes += bytes
        defer { filterBytes -= bytes }
        try checkMemory(of: area)
        meter.spend(costPerPixel * area.pixels)
        try meter.check()

        let depth = openFilters
        if filterPictures.count <= depth { filterPictures.append(WordMemory.filters.take() ?? WordMemory()) }
        let words = filterPictures[depth].cleared(area.pixels)
        let drawn = try WordSurface(words, area)
        openFilters += 1
        defer { openFilters -= 1 }
        try draw(on: PaintTarget(context: drawn.context, area: area), content)
        cairo_surface_flush(drawn.surface)
        change(words)
        cairo_surface_mark_dirty(drawn.surface)
        show(drawn.surface)
    }

    /// The pixels that a filter needs to draw its region where it is visible; nil if it is not visible.
    /// - Parameter placement: from the filter's pixels to the target.
    func pixels(of region: SVGARect, _ placement: SVGATransform, _ reach: (x: Int, y: Int)) -> PixelRect? {
        guard let inverse = placement.inverted else { return nil }
        var (minX, minY, maxX, maxY) = (0.0, 0.0, 0.0, 0.0)
        set(.identity)
        cairo_clip_extents(context, &minX, &minY, &maxX, &maxY)
        let visible = inverse.boundingBox(of: SVGARect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
        let needed = SVGARect(
            x: visible.x - Double(reach.x) - 1, y: visible.y - Double(reach.y) - 1, width: visible.width + 2 * Double(reach.x) + 2,
            height: visible.height + 2 * Double(reach.y) + 2)
        guard !visible.isEmpty, !visible.intersection(region).isEmpty else { return nil }
        let part = needed.intersection(region)
        guard !part.isEmpty, part.x.magnitude < 1e8, part.y.magnitude < 1e8, part.width < 1e8, part.height < 1e8 else { return nil }
        return PixelRect(
            minX: Int(saturating: part.x.rounded(.down)), minY: Int(saturating: part.y.rounded(.down)),
            maxX: Int(saturating: part.maxX.rounded(.up)), maxY: Int(saturating: part.maxY.rounded(.up)))
    }

    private func checkMemory(of area: PixelRect) throws(SVGAError) {
        let side = FrameStatePainter.maximumSide
        guard area.width <= side, area.height <= side, heldBytes <= limits.decodedBytes else {
            let found = max(heldBytes, limits.decodedBytes + 1)
            throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: found, subject: "layers in layers"))
        }
    }

    /// Draws the result of a filter, clipped to its region.
    func show(
        _ surface: OpaquePointer, _ region: SVGARect, _ transform: SVGATransform, _ placement: SVGATransform, opacity: Double
    ) {
        cairo_save(context)
        defer { cairo_restore(context) }
        set(.identity)
        rectangle(region.width, region.height, transform.translatedBy(x: region.x, y: region.y))
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        // A clip with an oblique edge needs a mask of its own.
        if opacity < 1 { cairo_clip(context) }
        set(placement)
        cairo_set_source_surface(context, surface, 0, 0)
        let isMoved = placement != .identity
        if let source = cairo_get_source(context) {
            cairo_pattern_set_filter(source, isMoved ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
        }
        if opacity < 1 { cairo_paint_with_alpha(context, opacity) } else { cairo_fill(context) }
        set(.identity)
    }
}
