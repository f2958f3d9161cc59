import SVGAPixels

/// Fills outlines: each pixel is covered by the exact area of it that lies inside (nonzero rule).
///
/// What a pixel gets depends on the outline alone: not on the order of its lines, on the part that is drawn, or on what was drawn before.
/// Points are rounded to 1/256 pixel. Scratch memory is kept for the next outline and is all 0 between them.
final class PathFiller: PathSink {
    /// Cells for a band of rows: larger outlines are drawn band by band, so that the cells stay in the processor's cache.
    private static let cellsPerBand = 1 << 18
    /// The cells take at most this part of the memory of what is drawn on.
    private static let maximumBands = 16

    private var memory: CoverageMemory
    private var lines: LineCoverage
    /// The band's origin, in 1/256 pixel and in pixels.
    private var origin = GridPoint.zero
    private var edges = SVGARect.zero
    /// Where the subpath began, and where it has got to; in 1/256 pixel from the band's origin, and in pixels.
    private var start = GridPoint.zero
    private var startPlace = Place(0, 0)
    private var at = GridPoint.zero
    private var place = Place(0, 0)
    let meter: WorkMeter
    /// What the outline has cost in this band, and the most that it may.
    private var work = 0
    private var maximumWork = 0
    /// The band's size in pixels, which bounds what a line crosses.
    private var rows = 0
    private var columns = 0

    init(_ meter: WorkMeter = .unlimited) {
        self.meter = meter
        var memory = CoverageMemory()
        lines = LineCoverage(memory.cells(width: 0, height: 0))
        self.memory = memory
    }

    /// Fills an outline with a colour.
    /// - Parameters:
    ///   - color: a premultiplied word.
    ///   - box: pixels of `rows`; nothing is drawn outside of it.
    ///   - outline: hands the same outline to the filler each time it is called.
    func fill(_ color: UInt32, to rows: PixelRows, within box: PixelRect, outline: (PathFiller) -> Void) {
        eachBand(of: box, outline) { band in
            lines.cells.fill(color, rows.row(band.minY) + band.minX, wordsPerRow: rows.wordsPerRow)
        }
    }

    /// Multiplies pixels by how much of them an outline covers.
    /// - Parameters:
    ///   - box: pixels of `rows`; the others are left alone.
    ///   - outline: hands the same outline to the filler each time it is called.
    func mask(_ rows: PixelRows, within box: PixelRect, outline: (PathFiller) -> Void) {
        eachBand(of: box, outline) { band in
            lines.cells.mask(rows.row(band.minY) + band.minX, wordsPerRow: rows.wordsPerRow)
        }
    }

    private func eachBand(of box: PixelRect, _ outline: (PathFiller) -> Void, _ paint: (PixelRect) -> Void) {
        if box.isEmpty { return }
        let cellsPerRow = CoverageCells.cellCount(width: box.width, height: 1)
        let height = max(PathFiller.cellsPerBand / cellsPerRow, (box.height - 1) / PathFiller.maximumBands + 1)
        for y in stride(from: box.minY, to: box.maxY, by: height) {
            let band = PixelRect(x: box.minX, y: y, width: box.width, height: min(height, box.maxY - y))
            guard meter.spend(WorkMeter.Cost.piece + band.pixels * WorkMeter.Cost.pixel) else { return }
            begin(band)
            outline(self)
            closeSubpath()
            meter.spend(work)
            // Also if that was too much: it clears the cells.
            paint(band)
        }
    }

    private func begin(_ band: PixelRect) {
        lines = LineCoverage(memory.cells(width: band.width, height: band.height))
        origin = GridPoint(x: band.minX << 8, y: band.minY << 8)
        edges = SVGARect(x: Double(band.minX), y: Double(band.minY), width: Double(band.width), height: Double(band.height))
        (at, start) = (.zero, .zero)
        (place, startPlace) = (Place(0, 0), Place(0, 0))
        (work, maximumWork) = (0, meter.left)
        (rows, columns) = (band.height, band.width)
    }

    // MARK: Outline

    var isSpent: Bool { work > maximumWork }

    func count(waitingPoints: Int) { work &+= waitingPoints &* WorkMeter.Cost.waitingPoint }

    func move(_ x: Double, _ y: Double) {
        closeSubpath()
        place = Place(heldX: x, y)
        at = fixed(place)
        (start, startPlace) = (at, place)
    }

    func line(_ x: Double, _ y: Double) {
        place = Place(heldX: x, y)
        line(to: fixed(place))
    }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        let (from, first, second, end) = (place, Place(heldX: x1, y1), Place(heldX: x2, y2), Place(heldX: x, y))
        place = end
        if isSeen(from, first, second, end) {
            let curve = FlattenedCurve(from, first, second, end)
            for index in 1..<max(1, curve.lines) { line(to: fixed(curve.point(index))) }
        }
        line(to: fixed(end))
    }

    func close() {
        closeSubpath()
        place = startPlace
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

    /// Whether the course of a curve between its ends matters: above, below and right of the band nothing is drawn, and left of it only the
    /// rows count that the ends span.
    @inline(__always)
    private func isSeen(_ a: Place, _ b: Place, _ c: Place, _ d: Place) -> Bool {
        max(max(a.x, b.x), max(c.x, d.x)) > edges.minX && min(min(a.x, b.x), min(c.x, d.x)) < edges.maxX
            && max(max(a.y, b.y), max(c.y, d.y)) > edges.minY && min(min(a.y, b.y), min(c.y, d.y)) < edges.maxY
    }

    @inline(__always)
    private func fixed(_ place: Place) -> GridPoint {
        let point = GridPoint(place)
        return GridPoint(x: point.x &- origin.x, y: point.y &- origin.y)
    }
}

/// Memory for cells that grows to what was needed most.
private struct CoverageMemory: ~Copyable {
    private var cells = Zeros<Int32>()
    private var flags = Zeros<UInt8>()

    mutating func cells(width: Int, height: Int) -> CoverageCells {
        CoverageCells(
            width: width, height: height, cells: cells.atLeast(CoverageCells.cellCount(width: width, height: height)),
            touched: flags.atLeast(CoverageCells.flagCount(width: width, height: height)))
    }
}

/// Memory that is all 0, if whoever uses it leaves it so.
private struct Zeros<Number: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
    private var start: UnsafeMutablePointer<Number>
    private var count = 0

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

    /// Blocks do not lie in two lines of the processor's cache.
    private static func memory(_ count: Int) -> UnsafeMutablePointer<Number> {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Number>.stride, alignment: 64)
        return bytes.initializeMemory(as: Number.self, repeating: 0, count: count)
    }
}
