import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

/// Draws frame states on a Cairo canvas.
final class FrameStatePainter {
    /// Coordinates are clamped to this value, because Cairo stores 24 integer bits and 8 fraction bits. The value is outside of every canvas.
    private static let maximumCoordinate = 1e6

    let width: Int
    let height: Int
    /// The painter's own pixels; nil: no frame was painted on them yet.
    private(set) var canvas: CairoCanvas?
    /// The target while nothing is painted.
    private let blank: CairoCanvas
    let picture: (_ asset: String, _ layer: String) throws(SVGAError) -> CairoPicture?
    let limits: ReadLimits
    let meter: WorkMeter
    /// Where layers are drawn: the canvas, or the picture of a filter.
    var target: PaintTarget
    /// The open groups, outermost first.
    var groups: [PaintGroupSurface] = []
    var groupBytes = 0
    /// Paints what needs no Cairo.
    let direct: PathPainter
    /// The pixels of groups, by their nesting, which later ones reuse.
    var groupMemory: [WordMemory] = []
    /// The bytes of the pictures of open filters.
    var filterBytes = 0
    var openFilters = 0
    var filterScratch = FilterScratch()
    /// The pictures of filters, by their nesting, which later ones reuse.
    var filterPictures: [WordMemory] = []
    /// The letters of installed fonts that were drawn, with their hinted outlines.
    var hintedLetters: [HintedLetter: SVGAPath] = [:]
    /// The fills and strokes that do not change from frame to frame.
    var pictures = PaintPictures()
    /// Whether the frame takes part in it.
    private(set) var keepsPictures = false
    /// Whether the last frame state could not be painted. Cairo keeps its errors.
    private(set) var hasFailed = false
    /// What was painted last; nil: it is not known.
    private var shown: Shown?
    /// Whether ``canvas`` shows it.
    private var isOnCanvas = false
    /// The pixels of ``canvas`` that a copy needs; nil: it was not copied yet.
    private var drawnBox: DrawnBox?

    /// The input of ``paint(_:_:background:clip:into:)``.
    struct Shown: Equatable {
        let frameState: LottieFrameState
        let transform: SVGATransform
        let background: SVGAColor?
        let clip: SVGARect?
    }

    /// The pixels of the lowest layers of the last frames, if it takes long to paint them.
    private var base: PaintedBase?

    /// The maximum cost of a frame state that is kept, so that the same one is not painted again.
    private static let maximumKeptCost = 20_000

    /// - Parameter picture: returns the picture of an asset; nil if there is none.
    init(
        width: Int, height: Int, limits: ReadLimits,
        picture: @escaping (_ asset: String, _ layer: String) throws(SVGAError) -> CairoPicture?
    ) throws(SVGAError) {
        (self.width, self.height) = (width, height)
        blank = try CairoCanvas(width: 1, height: 1)
        target = PaintTarget(context: blank.context, area: PixelRect(x: 0, y: 0, width: 1, height: 1))
        self.limits = limits
        meter = WorkMeter(limits)
        direct = PathPainter(meter)
        self.picture = picture
    }

    var context: OpaquePointer { target.context }

    /// Draws on another target while the closure runs.
    func draw(on other: PaintTarget, _ body: () throws(SVGAError) -> Void) throws(SVGAError) {
        let outer = target
        target = other
        defer { target = outer }
        try body()
    }

    /// Paints a frame state on transparent pixels or the background.
    /// - Parameters:
    ///   - transform: the transform from the composition's points to pixels.
    ///   - clip: the only pixels that layers may paint; nil: all.
    ///   - words: the caller's pixels, which get the frame; nil: ``canvas`` gets it.
    func paint(
        _ frameState: LottieFrameState, _ transform: SVGATransform, background: SVGAColor?, clip: SVGARect? = nil,
        into words: UnsafeMutableBufferPointer<UInt32>? = nil
    ) throws(SVGAError) {
        let wanted = Shown(frameState: frameState, transform: transform, background: background, clip: clip)
        let isShown = shown.map { $0 == wanted } ?? false
        if let words, !isShown {
            let surface = try WordSurface(words, PixelRect(x: 0, y: 0, width: width, height: height))
            try paint(wanted, on: surface.context, PaintedWords(words: words, surface: surface.surface, width: width))
            cairo_surface_flush(surface.surface)
            isOnCanvas = false
            return
        }
        // A frame that is painted again is often painted many times. Copying it takes less time.
        let canvas = try madeCanvas()
        if !isShown || !isOnCanvas {
            drawnBox = nil
            try paint(wanted, on: canvas.context)
        }
        isOnCanvas = true
        guard let words else { return }
        canvas.withPixels { rows in
            let drawn = drawnBox ?? DrawnBox(rows, width: width, height: height)
            drawnBox = drawn
            drawn.copy(rows, x: drawn.box.minX, y: drawn.box.minY, to: words, width: width)
        }
    }

    private func madeCanvas() throws(SVGAError) -> CairoCanvas {
        let made = if let canvas { canvas } else { try CairoCanvas(width: width, height: height) }
        canvas = made
        return made
    }

    /// - Parameter pixels: those of the context, if it draws on the caller's.
    private func paint(_ wanted: Shown, on context: OpaquePointer, _ pixels: PaintedWords? = nil) throws(SVGAError) {
        let last = shown
        let isSmall = wanted.frameState.cost <= FrameStatePainter.maximumKeptCost
        if hasFailed { base = nil }
        if hasFailed || !isSmall { pictures.removeAll() }
        keepsPictures = isSmall
        (shown, hasFailed) = (nil, true)
        // An error can have left groups open.
        (groups, groupBytes, filterBytes, openFilters) = ([], 0, 0, 0)
        target = PaintTarget(context: context, area: PixelRect(x: 0, y: 0, width: width, height: height))
        defer {
            target = PaintTarget(context: blank.context, area: PixelRect(x: 0, y: 0, width: 1, height: 1))
            rest()
        }
        meter.reset()
        cairo_save(context)
        defer { cairo_restore(context) }
        set(.identity)
        let known = pixels == nil ? nil : base.flatMap { $0.isPart(of: wanted) ? $0 : nil }
        if let known, let pixels {
            pixels.copy(from: known)
            // The limit of work does not depend on the frames before.
            meter.spend(known.spent)
            try meter.check()
        } else if let pixels, wanted.isCovered(width: width, height: height) {
            // The lowest layer replaces all pixels.
            cairo_surface_flush(pixels.surface)
        } else if let pixels, wanted.background == nil {
            pixels.clear()
        } else {
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            let color = wanted.background ?? SVGAColor(red: 0, green: 0, blue: 0, alpha: 0)
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
            cairo_paint(context)
            cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        }
        if let clip = wanted.clip { self.clip(to: clip, .identity) }
        let layers = wanted.frameState.layers
        let first = known?.layers.count ?? 0
        let unchanged = pixels == nil ? 0 : last.map { wanted.unchangedLayers(since: $0, from: first) } ?? 0
        for index in first..<layers.count {
            if index == unchanged, index > first, let pixels, PaintedBase.isWorthwhile(meter.spent - (known?.spent ?? 0), pixels) {
                base = PaintedBase(wanted, count: index, spent: meter.spent, pixels)
            }
            try paint(layers[index], wanted.transform, opacity: 1)
        }
        try CairoCanvas.check(context)
        hasFailed = false
        if isSmall { shown = wanted }
        pictures.endFrame()
    }

    /// Gives scratch memory to other painters.
    private func rest() {
        // Of open groups, it is still in use.
        guard groups.isEmpty else { return }
        direct.rest()
        while let last = groupMemory.last, WordMemory.groups.give(last, bytes: last.bytes) { groupMemory.removeLast() }
        while let last = filterPictures.last, WordMemory.filters.give(last, bytes: last.bytes) { filterPictures.removeLast() }
    }

    /// The memory of the canvas, of groups and of filters.
    var keptBytes: Int {
        (canvas == nil ? 0 : 4 * width * height) + direct.bytes + (base?.memory.bytes ?? 0) + pictures.bytes
            + (groupMemory + filterPictures).reduce(0) { $0 + $1.bytes }
    }

    func paint(_ frameState: LottieFrameState, _ transform: SVGATransform, opacity: Double) throws(SVGAError) {
        for layer in frameState.layers { try paint(layer, transform, opacity: opacity) }
    }

    // MARK: - Paths

    func set(_ transform: SVGATransform) { FrameStatePainter.set(transform, on: context) }

    static func set(_ transform: SVGATransform, on context: OpaquePointer) {
        var matrix = cairo_matrix_t(xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
        cairo_set_matrix(context, &matrix)
    }

    func fill(isEvenOdd: Bool) {
        cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
    }

    /// Begins a path with a transformed rectangle, whose origin is (0, 0).
    func rectangle(_ width: Double, _ height: Double, _ transform: SVGATransform) {
        cairo_new_path(context)
        for (index, corner) in [(0, 0), (width, 0), (width, height), (0, height)].enumerated() {
            let point = pixelPoint(corner.0, corner.1, transform)
            index == 0 ? cairo_move_to(context, point.x, point.y) : cairo_line_to(context, point.x, point.y)
        }
        cairo_close_path(context)
    }

    private func pixelPoint(_ x: Double, _ y: Double, _ transform: SVGATransform) -> (x: Double, y: Double) {
        let point = transform.apply(x: x, y: y)
        func clamped(_ value: Double) -> Double {
            min(max(value, -FrameStatePainter.maximumCoordinate), FrameStatePainter.maximumCoordinate)
        }
        return (clamped(point.x), clamped(point.y))
    }

    /// Appends a transformed path, in pixels.
    func add(_ path: SVGAPath, _ transform: SVGATransform) {
        let context = self.context
        path.coordinates.withUnsafeBufferPointer { coordinates in
            var at = 0
            func point(_ index: Int) -> (x: Double, y: Double) {
                pixelPoint(Double(coordinates[at + 2 * index]), Double(coordinates[at + 2 * index + 1]), transform)
            }
            for verb in path.verbs {
                switch verb {
                case .move:
                    let end = point(0)
                    cairo_move_to(context, end.x, end.y)
                case .line:
                    let end = point(0)
                    cairo_line_to(context, end.x, end.y)
                case .curve:
                    let (first, second, end) = (point(0), point(1), point(2))
                    cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
                case .close: cairo_close_path(context)
                }
                at += verb.coordinateCount
            }
        }
    }
}

extension [MaskState] {
    /// Whether a clip by all paths together, with the nonzero rule, equals the masks. Where paths of opposite directions overlap, the nonzero rule
    /// leaves a hole.
    var haveClipUnion: Bool {
        guard allSatisfy({ !$0.isInverted && $0.opacity == 1 && $0.expansion == nil }) else { return false }
        // A first mask of these modes is the only one that shows anything.
        if count == 1, [.add, .lighten, .difference].contains(self[0].mode) { return true }
        guard allSatisfy({ $0.mode == .add }) else { return false }
        if count < 2 { return true }
        let areas = map(\.path.signedArea)
        return areas.allSatisfy { $0 >= 0 } || areas.allSatisfy { $0 <= 0 }
    }
}

extension SVGAPath {
    /// Twice the area of the polygon through all points, including control points. It is negative for a counterclockwise path.
    fileprivate var signedArea: Double {
        guard coordinates.count >= 2 else { return 0 }
        var area = 0.0
        var (lastX, lastY) = (Double(coordinates[coordinates.count - 2]), Double(coordinates[coordinates.count - 1]))
        for index in stride(from: 0, to: coordinates.count, by: 2) {
            let (x, y) = (Double(coordinates[index]), Double(coordinates[index + 1]))
            area += lastX * y - x * lastY
            (lastX, lastY) = (x, y)
        }
        return area
    }
}
