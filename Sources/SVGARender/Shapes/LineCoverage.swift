import SVGAPixels
import SVGASupport

/// Adds lines to the cells of a band: each changes the covered area of the pixels to its right.
///
/// The crossings of a line with rows and columns depend only on its end points. So the covered area of a pixel depends neither on the band
/// nor on the line's direction. Lines above, below and right of the band cost nothing; left of it, the cost is the number of rows.
///
/// All numbers are 1/256 pixel from the band's origin. They may overflow only for coordinates that outlines cannot have.
struct LineCoverage {
    let cells: CoverageCells
    private let cellsPerRow: Int
    private let right: Int
    private let bottom: Int

    init(_ cells: CoverageCells) {
        self.cells = cells
        cellsPerRow = cells.blocks * CoverageCells.perBlock
        (right, bottom) = (cells.width << 8, cells.height << 8)
    }

    @inline(__always)
    func add(from: GridPoint, to: GridPoint) {
        if from.y < to.y {
            add(Line(top: from, bottom: to, direction: 1))
        } else if from.y > to.y {
            add(Line(top: to, bottom: from, direction: -1))
        }
    }

    private func add(_ line: Line) {
        let (left, lineRight) = (min(line.top.x, line.bottom.x), max(line.top.x, line.bottom.x))
        guard line.bottom.y > 0, line.top.y < bottom, left < right else { return }
        let isInside = left >= 0 && lineRight < right && line.isShort
        var slopeDown = Line.unknown
        if isInside, line.top.y >> 8 == (line.bottom.y &- 1) >> 8 {
            return row(line.top.y >> 8).add(line.top.x, line.top.y, line.bottom.x, line.bottom.y, line, &slopeDown)
        }
        let slope = line.slope
        let end = min(line.bottom.y, bottom)
        var y = max(line.top.y, 0)
        var position = line.position(y, slope)
        var x = position >> Line.fraction
        var row = row(y >> 8)
        while y < end {
            let nextY = min((y | 255) &+ 1, end)
            position &+= (nextY &- y) &* slope
            let nextX = position >> Line.fraction
            if isInside {
                row.add(x, y, nextX, nextY, line, &slopeDown)
            } else {
                var piece = Piece(x, y, nextX, nextY)
                if cut(&piece, row, line) { row.add(piece, line, &slopeDown) }
            }
            (x, y) = (nextX, nextY)
            row.cells += cellsPerRow
            row.touched += cells.flags
        }
    }

    @inline(__always)
    private func row(_ y: Int) -> Row { Row(cells: cells.cells + y &* cellsPerRow, touched: cells.touched + y &* cells.flags) }

    /// Clips a piece: drops the part to the right of the band, and adds the cover of the part to the left.
    /// - Returns: whether a part remains.
    private func cut(_ piece: inout Piece, _ row: Row, _ line: Line) -> Bool {
        if piece.x >= right { return false }
        if piece.x < 0 {
            let y = piece.endX < 0 ? piece.endY : piece.row(0, line)
            row.add(0, cover: (y &- piece.y) &* piece.direction(line), inset: 0)
            if piece.endX < 0 { return false }
            (piece.x, piece.y) = (0, y)
        }
        if piece.endX > right { (piece.endX, piece.endY) = (right, piece.row(right, line)) }
        return true
    }
}

/// The cells and flags of a row.
private struct Row {
    var cells: UnsafeMutablePointer<Int32>
    var touched: UnsafeMutablePointer<UInt8>

    /// Adds a piece of a line; its upper end comes first.
    /// - Parameter slopeDown: ``Line/slopeDown`` of the line, or ``Line/unknown`` before a piece needs it.
    @inline(__always)
    func add(_ x: Int, _ y: Int, _ endX: Int, _ endY: Int, _ line: Line, _ slopeDown: inout Int) {
        if x >> 8 == endX >> 8 {
            add(x >> 8, cover: line.direction &* (endY &- y), inset: (x & 255) &+ (endX & 255))
        } else {
            add(Piece(x, y, endX, endY), line, &slopeDown)
        }
    }

    /// Adds a part within one column.
    /// - Parameters:
    ///   - cover: its height.
    ///   - inset: twice its mean distance from the column's left edge.
    @inline(__always)
    func add(_ column: Int, cover: Int, inset: Int) {
        let area = cover &* inset
        cells[column] &+= Int32(truncatingIfNeeded: cover << 9 &- area)
        cells[column &+ 1] &+= Int32(truncatingIfNeeded: area)
        touched[column >> CoverageCells.blockShift] = 1
        touched[(column &+ 1) >> CoverageCells.blockShift] = 1
    }

    /// Adds a piece that crosses several columns.
    func add(_ piece: Piece, _ line: Line, _ slopeDown: inout Int) {
        let direction = piece.direction(line)
        let (low, high) = (min(piece.y, piece.endY), max(piece.y, piece.endY))
        let last = piece.endX >> 8
        var column = piece.x >> 8
        var block = column >> CoverageCells.blockShift
        while block <= (last &+ 1) >> CoverageCells.blockShift {
            touched[block] = 1
            block &+= 1
        }
        // A division, once for all pieces of the line.
        if slopeDown == Line.unknown { slopeDown = line.slopeDown }
        let slope = slopeDown
        var position = line.rowPosition((column &+ 1) << 8, slope)
        var inset = piece.x & 255
        var y = piece.y
        var area = 0
        if column < last {
            let nextY = min(max(position >> Line.fraction, low), high)
            let cover = direction &* (nextY &- y)
            area = cover &* (inset &+ 256)
            cells[column] &+= Int32(truncatingIfNeeded: cover << 9 &- area)
            (y, inset) = (nextY, 0)
            position &+= slope << 8
            column &+= 1
        }
        while column < last {
            let nextY = min(max(position >> Line.fraction, low), high)
            let half = (direction &* (nextY &- y)) << 8
            cells[column] &+= Int32(truncatingIfNeeded: area &+ half)
            (area, y) = (half, nextY)
            position &+= slope << 8
            column &+= 1
        }
        let cover = direction &* (piece.endY &- y)
        let remainder = cover &* (inset &+ piece.endX & 255)
        cells[last] &+= Int32(truncatingIfNeeded: area &+ cover << 9 &- remainder)
        cells[last &+ 1] &+= Int32(truncatingIfNeeded: remainder)
    }
}

/// A line from its upper to its lower end.
private struct Line {
    /// The number of fraction bits of a position. The longest line, 2³¹, allows no more.
    static let fraction = 31
    private static let half = 1 << 30
    /// The slope of a line that is not computed yet.
    static let unknown = Int.min

    let top: GridPoint
    let bottom: GridPoint
    /// 1 if the outline goes down along the line, -1 if it goes up.
    let direction: Int

    /// Whether positions on it are precise enough to stay between its ends.
    @inline(__always)
    var isShort: Bool { bottom.y &- top.y < 1 << 28 }

    /// The horizontal distance per row, as a position.
    @inline(__always)
    var slope: Int { Line.ratio(bottom.x &- top.x, bottom.y &- top.y) }

    /// The vertical distance per column, as a position.
    @inline(__always)
    var slopeDown: Int { Line.ratio(bottom.y &- top.y, bottom.x &- top.x) }

    /// The x position at a row, with a fraction; truncating the fraction rounds to nearest.
    @inline(__always)
    func position(_ y: Int, _ slope: Int) -> Int { top.x << Line.fraction &+ Line.half &+ (y &- top.y) &* slope }

    /// The y position at a column, with a fraction; truncating the fraction rounds to nearest.
    @inline(__always)
    func rowPosition(_ x: Int, _ slopeDown: Int) -> Int { top.y << Line.fraction &+ Line.half &+ (x &- top.x) &* slopeDown }

    /// The vertical distance per column; 0 for a vertical line, which crosses no column.
    @inline(__always)
    private static func ratio(_ length: Int, _ other: Int) -> Int {
        other == 0 ? 0 : Int(saturating: Double(length << fraction) / Double(other))
    }
}

/// A part of a line in one row, from left to right.
private struct Piece {
    var x: Int
    var y: Int
    var endX: Int
    var endY: Int

    /// - Parameters: the upper and the lower end.
    @inline(__always)
    init(_ topX: Int, _ topY: Int, _ bottomX: Int, _ bottomY: Int) {
        (x, y, endX, endY) = topX <= bottomX ? (topX, topY, bottomX, bottomY) : (bottomX, bottomY, topX, topY)
    }

    /// 1 if the outline goes down along the piece, else -1.
    @inline(__always)
    func direction(_ line: Line) -> Int { y <= endY ? line.direction : -line.direction }

    /// The y position at a column.
    func row(_ column: Int, _ line: Line) -> Int {
        min(max(line.rowPosition(column, line.slopeDown) >> Line.fraction, min(y, endY)), max(y, endY))
    }
}
