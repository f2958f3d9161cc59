import SVGAPixels
import SVGASupport

/// Fills outlines: a pixel's coverage is the exact area inside of the outline.
///
/// The result depends only on the outline: not on the order of its lines, the drawn part, or earlier outlines. Points are rounded to 1/256
/// pixel. Scratch memory is reused, and is all 0 between outlines.
final class PathFiller: PathSink {
    /// The cells of a band of rows. Larger outlines are drawn in bands, so that the cells fit into the processor's cache.
    private static let cellsPerBand = 1 << 18
    /// The cells take at most this fraction of the target's memory.
    private static let maximumBands = 16

    /// nil: other fillers may use it.
    private var memory: CoverageMemory?
    private var lines: LineCoverage
    /// The band's origin, in 1/256 pixel and in pixels.
    private var origin = GridPoint.zero
    private var edges = SVGARect.zero
    /// The subpath's start and the current point, in 1/256 pixel from the band's origin and in pixels.
    private var start = GridPoint.zero
    private var startPoint = Point(0, 0)
    private var at = GridPoint.zero
    private var current = Point(0, 0)
    let meter: WorkMeter
    /// The outline's work in this band, and its limit.
    private var work = 0
    private var maximumWork = 0
    /// The band's size in pixels, which limits the crossings of a line.
    private var rows = 0
    private var columns = 0

    init(_ meter: WorkMeter = .unlimited) {
        self.meter = meter
        lines = LineCoverage(CoverageMemory().cells(width: 0, height: 0))
    }

    deinit { rest() }

    /// Gives the scratch memory to the next filler that needs it.
    func rest() {
        if let memory, CoverageMemory.pool.give(memory, bytes: memory.bytes) { self.memory = nil }
    }

    /// Fills an outline with a color.
    /// - Parameters:
    ///   - color: a premultiplied word.
    ///   - box: pixels of `rows`; pixels outside of it are not drawn.
    ///   - outline: passes the same outline to the filler in each call.
    func fill(
        _ color: UInt32, isEvenOdd: Bool = false, to rows: PixelRows, within box: PixelRect, outline: (PathFiller) -> Void
    ) {
        eachBand(of: box, outline) { band in
            lines.cells.fill(color, isEvenOdd: isEvenOdd, rows.row(band.minY) + band.minX, wordsPerRow: rows.wordsPerRow)
        }
    }

    /// Fills an outline with a gradient.
    func fill(
        _ gradient: GradientRows, isEvenOdd: Bool = false, to rows: PixelRows, within box: PixelRect, _ scratch: GradientScratch,
        outline: (PathFiller) -> Void
    ) {
        eachBand(of: box, pixelCost: WorkMeter.Cost.gradientPixel, outline) { band in
            scratch.paint(band, gradient, to: rows) { lines.cells.fill(.max, isEvenOdd: isEvenOdd, $0, wordsPerRow: band.width) }
        }
    }

    /// Multiplies pixels by an outline's coverage (nonzero rule).
    /// - Parameters:
    ///   - box: pixels of `rows`; pixels outside of it are not changed.
    ///   - outline: passes the same outline to the filler in each call.
    func mask(_ rows: PixelRows, within box: PixelRect, outline: (PathFiller) -> Void) {
        eachBand(of: box, outline) { band in
            lines.cells.mask(rows.row(band.minY) + band.minX, wordsPerRow: rows.wordsPerRow)
        }
    }

    /// The scratch memory.
    var bytes: Int { memory?.bytes ?? 0 }

    private func eachBand(
        of box: PixelRect, pixelCost: Int = WorkMeter.Cost.pixel, _ outline: (PathFiller) -> Void, _ paint: (PixelRect) -> Void
    ) {
        if box.isEmpty { return }
        let cellsPerRow = CoverageCells.cellCount(width: box.width, height: 1)
        let height = max(PathFiller.cellsPerBand / cellsPerRow, (box.height - 1) / PathFiller.maximumBands + 1)
        for y in stride(from: box.minY, to: box.maxY, by: height) {
            let band = PixelRect(x: box.minX, y: y, width: box.width, height: min(height, box.maxY - y))
            guard meter.spend(WorkMeter.Cost.piece + band.pixels * pixelCost) else { return }
            begin(band)
            outline(self)
            closeSubpath()
            meter.spend(work)
            // Also after the limit: the cells must be cleared.
            paint(band)
        }
    }

    private func begin(_ band: PixelRect) {
        let memory = memory ?? CoverageMemory.pool.take() ?? CoverageMemory()
        self.memory = memory
        lines = LineCoverage(memory.cells(width: band.width, height: band.height))
        origin = GridPoint(x: band.minX << 8, y: band.minY << 8)
        edges = SVGARect(x: Double(band.minX), y: Double(band.minY), width: Double(band.width), height: Double(band.height))
        (at, start) = (.zero, .zero)
        (current, startPoint) = (Point(0, 0), Point(0, 0))
        (work, maximumWork) = (0, meter.left)
        (rows, columns) = (band.height, band.width)
    }

    // MARK: Outline

    var isSpent: Bool { work > maximumWork }

    func count(waitingPoints: Int) { work &+= waitingPoints &* WorkMeter.Cost.waitingPoint }

    func move(_ x: Double, _ y: Double) {
        closeSubpath()
        current = Point(clampedX: x, y)
        at = fixed(current)
        (start, startPoint) = (at, current)
    }

    func line(_ x: Double, _ y: Double) {
        current = Point(clampedX: x, y)
        line(to: fixed(current))
    }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        let (from, first, second, end) = (current, Point(clampedX: x1, y1), Point(clampedX: x2, y2), Point(clampedX: x, y))
        current = end
        if isSeen(from, first, second, end) {
            let curve = FlattenedCurve(from, first, second, end)
            for index in 1..<max(1, curve.lines) { line(to: fixed(curve.point(index))) }
        }
        line(to: fixed(end))
    }

    func close() {
        closeSubpath()
        current = startPoint
    }

    private func closeSubpath() {
        if at != start { line(to: start) }
    }

    @inline(__always)
    private func line(to point: GridPoint) {
        let crossed = min((point.y &- at.y).magnitude >> 8, UInt(rows)) &+ min((point.x &- at.x).magnitude >> 8, UInt(columns))
        work &+= WorkMeter.Cost.line &+ Int(crossed) &* WorkMeter.Cost.crossing
        if !isSpent { lines.add(from: at, to: point) }
        at = point
    }

    /// Whether the shape of a curve between its ends matters. Above, below and right of the band nothing is drawn, and left of it only the
    /// rows of the ends count.
    @inline(__always)
    private func isSeen(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        max(max(a.x, b.x), max(c.x, d.x)) > edges.minX && min(min(a.x, b.x), min(c.x, d.x)) < edges.maxX
            && max(max(a.y, b.y), max(c.y, d.y)) > edges.minY && min(min(a.y, b.y), min(c.y, d.y)) < edges.maxY
    }

    @inline(__always)
    private func fixed(_ point: Point) -> GridPoint {
        let grid = GridPoint(point)
        return GridPoint(x: grid.x &- origin.x, y: grid.y &- origin.y)
    }
}

/// Memory for cells that grows to the largest requested size.
///
/// Unchecked, because one filler uses it at a time.
private final class CoverageMemory: @unchecked Sendable {
    /// New memory costs as much time as a small frame, because the system clears each page when it is first used.
    static let pool = MemoryPool<CoverageMemory>(maximumBytes: 16 << 20)

    private var cells = Zeros<Int32>()
    private var flags = Zeros<UInt8>()

    var bytes: Int { 4 * cells.count + flags.count }

    func cells(width: Int, height: Int) -> CoverageCells {
        CoverageCells(
            width: width, height: height, cells: cells.atLeast(CoverageCells.cellCount(width: width, height: height)),
            touched: flags.atLeast(CoverageCells.flagCount(width: width, height: height)))
    }
}

/// Zero-filled memory; its user must reset it to 0 after use.
private struct Zeros<Number: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
    private var start: UnsafeMutablePointer<Number>
    private(set) var count = 0

    init() { start = Zeros.memory(0) }

    deinit { start.deallocate() }

    mutating func atLeast(_ count: Int) -> UnsafeMutablePointer<Number> {
        if count > self.count {
            start.deallocate()
            start = Zeros.memory(count)
            self.count = count
        }
        return start
    }

    /// The alignment prevents that blocks span two cache lines.
    private static func memory(_ count: Int) -> UnsafeMutablePointer<Number> {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Number>.stride, alignment: 64)
        return bytes.initializeMemory(as: Number.self, repeating: 0, count: count)
    }
}
