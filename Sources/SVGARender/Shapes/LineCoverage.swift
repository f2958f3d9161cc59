import SVGAPixels
import SVGASupport

/// Adds lines to the cells of a band: each changes the area covered of the pixels to its right.
///
/// Where a line crosses a row or a column depends on its two ends alone, so it covers the same of a pixel in whatever band the pixel lies,
/// and in whatever direction it goes. Lines above, below and right of the band cost nothing; left of it, only the rows count that they span.
///
/// All numbers are 1/256 pixel from the band's origin, and wrap around where no outline comes to.
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
        if isInside, line.top.y >> 8 == (line.bottom.y &- 1) >> 8 {
            return row(line.top.y >> 8).add(line.top.x, line.top.y, line.bottom.x, line.bottom.y, line)
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
                row.add(x, y, nextX, nextY, line)
            } else {
                var piece = Piece(x, y, nextX, nextY)
                if cut(&piece, row, line) { row.add(piece, line) }
            }
            (x, y) = (nextX, nextY)
            row.cells += cellsPerRow
            row.touched += cells.flags
        }
    }

    @inline(__always)
    private func row(_ y: Int) -> Row { Row(cells: cells.cells + y &* cellsPerRow, touched: cells.touched + y &* cells.flags) }

    /// Takes away what is to the right of the band, and adds what is to the left of it.
    /// - Returns: whether something is left.
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

    /// Adds a piece of a line, from top to bottom.
    @inline(__always)
    func add(_ x: Int, _ y: Int, _ endX: Int, _ endY: Int, _ line: Line) {
        if x >> 8 == endX >> 8 {
            add(x >> 8, cover: line.direction &* (endY &- y), inset: (x & 255) &+ (endX & 255))
        } else {
            add(Piece(x, y, endX, endY), line)
        }
    }

    /// Adds what stays in one column.
    /// - Parameters:
    ///   - cover: how far down it goes.
    ///   - inset: twice its mean distance from the column's left edge.
    @inline(__always)
    func add(_ column: Int, cover: Int, inset: Int) {
        let area = cover &* inset
        cells[column] &+= Int32(truncatingIfNeeded: cover << 9 &- area)
        cells[column &+ 1] &+= Int32(truncatingIfNeeded: area)
        touched[column >> CoverageCells.blockShift] = 1
        touched[(column &+ 1) >> CoverageCells.blockShift] = 1
    }

    /// Adds a piece that goes through several columns.
    func add(_ piece: Piece, _ line: Line) {
        let direction = piece.direction(line)
        let (low, high) = (min(piece.y, piece.endY), max(piece.y, piece.endY))
        let last = piece.endX >> 8
        var column = piece.x >> 8
        var block = column >> CoverageCells.blockShift
        while block <= (last &+ 1) >> CoverageCells.blockShift {
            touched[block] = 1
            block &+= 1
        }
        let slope = line.slopeDown
        var position = line.rowPosition((column &+ 1) << 8, slope)
        var inset = piece.x & 255
        var y = piece.y
        var area = 0
        while column < last {
            let nextY = min(max(position >> Line.fraction, low), high)
            let cover = direction &* (nextY &- y)
            let rest = cover &* (inset &+ 256)
            cells[column] &+= Int32(truncatingIfNeeded: area &+ cover << 9 &- rest)
            (area, y, inset) = (rest, nextY, 0)
            position &+= slope << 8
            column &+= 1
        }
        let cover = direction &* (piece.endY &- y)
        let rest = cover &* (inset &+ piece.endX & 255)
        cells[last] &+= Int32(truncatingIfNeeded: area &+ cover << 9 &- rest)
        cells[last &+ 1] &+= Int32(truncatingIfNeeded: rest)
    }
}

/// A line that goes down.
private struct Line {
    /// How many bits of a position are a fraction. The longest line, of 2³¹, leaves room for no more.
    static let fraction = 31
    private static let half = 1 << 30

    let top: GridPoint
    let bottom: GridPoint
    /// 1 if the outline goes down here, -1 if it goes up.
    let direction: Int

    /// Whether positions on it are exact enough to stay between its ends.
    @inline(__always)
    var isShort: Bool { bottom.y &- top.y < 1 << 28 }

    /// How far to the right it goes for each step down, as a position.
    @inline(__always)
    var slope: Int { Line.ratio(bottom.x &- top.x, bottom.y &- top.y) }

    /// How far down it goes for each step to the right, as a position.
    @inline(__always)
    var slopeDown: Int { Line.ratio(bottom.y &- top.y, bottom.x &- top.x) }

    /// Where it crosses a row, with a fraction; rounded to nearest when the fraction is cut off.
    @inline(__always)
    func position(_ y: Int, _ slope: Int) -> Int { top.x << Line.fraction &+ Line.half &+ (y &- top.y) &* slope }

    /// Where it crosses a column, likewise.
    @inline(__always)
    func rowPosition(_ x: Int, _ slopeDown: Int) -> Int { top.y << Line.fraction &+ Line.half &+ (x &- top.x) &* slopeDown }

    /// 0 for a vertical line's slope down, which crosses no column.
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

    /// - Parameters: its upper and its lower end.
    @inline(__always)
    init(_ topX: Int, _ topY: Int, _ bottomX: Int, _ bottomY: Int) {
        (x, y, endX, endY) = topX <= bottomX ? (topX, topY, bottomX, bottomY) : (bottomX, bottomY, topX, topY)
    }

    /// 1 if the outline goes down where the piece does, else -1.
    @inline(__always)
    func direction(_ line: Line) -> Int { y <= endY ? line.direction : -line.direction }

    /// Where it crosses a column.
    func row(_ column: Int, _ line: Line) -> Int {
        min(max(line.rowPosition(column, line.slopeDown) >> Line.fraction, min(y, endY)), max(y, endY))
    }
}
