import SVGAEmulation
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Draws frames of a player and of our own rules, and measures the difference. Sprites with equal draw calls look the same, so that only the tiles
/// that other sprites touch are drawn and compared, and only if they have changed since.
struct PicturePair {
    private let ours: FramePainter
    private let player: FramePainter
    /// The frames by our own rules that other players have drawn.
    private let known: PaintedFrames
    private let bounds: PixelRect
    /// The number of visibly different pixels of each tile.
    private var counts: [Int]
    /// The tiles that have changed since they were drawn by our own rules, drawn as the player, or counted.
    private var stale: (ours: TileSet, player: TileSet, counts: TileSet)
    /// The work of the last frame.
    private(set) var workSpent = 0

    /// - Parameter player: a scene with the size of our own.
    init(_ ours: SVGAScene, _ player: SVGAScene, known: PaintedFrames) throws(SVGAError) {
        (self.ours, self.player, self.known) = (try ours.makePainter(), try player.makePainter(), known)
        bounds = PixelRect(x: 0, y: 0, width: ours.widthPixels, height: ours.heightPixels)
        let none = TileSet(bounds)
        counts = Array(repeating: 0, count: none.count)
        stale = (none, none, none)
    }

    /// The share of pixels that differ visibly in a frame, 0…1.
    /// - Parameters:
    ///   - unlike: the sprites whose draw calls differ between the player and our own rules.
    ///   - shifts: those of them whose draw calls differ only slightly.
    ///   - changed: the sprites whose draw calls as the player differ from those of the frame before; nil: unknown.
    ///   - enough: the share above which drawing ends; the result is then a part of the share.
    mutating func share(
        frame: Int, unlike: Set<Int>, shifts: [Int: SpriteShift], changed: Set<Int>?, enough: Double = 1
    ) throws(SVGAError) -> Double {
        for part in try ours.plan(frame: frame) {
            stale.ours.insert(part)
            stale.counts.insert(part)
        }
        for part in try player.plan(frame: frame, changed: changed) {
            stale.player.insert(part)
            stale.counts.insert(part)
        }
        let area = area(unlike, shifts)
        let picture = known.picture(frame: frame)
        // Another player may need the rest of a frame of which this one needs the most.
        let isNeeded = picture == nil && 2 * area.pixels > bounds.pixels
        let first = enough < 1 ? area.band(with: counts) : area
        var compared = 0
        for part in [first, area.subtracting(first)] where part.pixels > 0 && share(within: area) <= enough {
            if picture == nil {
                // After the first part, nothing ends the drawing of the rest.
                let drawn = isNeeded && (enough == 1 || part.indices != first.indices) ? stale.ours : stale.ours.intersection(part)
                try ours.paintPlanned(drawn.rects)
                stale.ours.subtract(drawn)
            }
            let drawn = stale.player.intersection(part)
            try player.paintPlanned(drawn.rects)
            stale.player.subtract(drawn)
            let counted = stale.counts.intersection(part)
            count(counted, picture ?? ours)
            stale.counts.subtract(counted)
            compared += counted.pixels
        }
        // Painting a frame of little work again takes less time than copying it.
        if isNeeded, stale.ours.isEmpty, ours.workSpent > bounds.pixels * WorkMeter.Cost.pixel { known.keep(ours, frame: frame) }
        workSpent = ours.workSpent + player.workSpent + 2 * compared * WorkMeter.Cost.pixel
        return share(within: area)
    }

    /// The sum of small changes up to which a pixel certainly does not differ visibly: half of the visible difference. The rest allows for rounding
    /// by the sprites above.
    private static let maximumSteps = 16.0

    /// The tiles in which pixels may differ visibly.
    private func area(_ unlike: Set<Int>, _ shifts: [Int: SpriteShift]) -> TileSet {
        var area = TileSet(bounds)
        guard let mine = ours.touched, let theirs = player.touched else {
            area.insert(bounds)
            return area
        }
        var steps = [Double](repeating: 0, count: area.count)
        for sprite in unlike {
            let (part, own) = (theirs[sprite] ?? .zero, mine[sprite] ?? .zero)
            guard let shift = shifts[sprite], shift.edge == 0 || part.union(own) == part else {
                area.insert(part)
                area.insert(own)
                continue
            }
            if shift.edge > 0 { area.insert(edge: shift.edge, of: part) }
            for tile in area.tiles(of: part.union(own)) { steps[tile] += shift.steps }
        }
        for tile in steps.indices where !(steps[tile] <= PicturePair.maximumSteps) { area.insert(tile: tile) }
        return area
    }

    /// The share of pixels that differ visibly in those tiles of a part that are up to date.
    private func share(within part: TileSet) -> Double {
        Double(part.subtracting(stale.counts).indices.reduce(0) { $0 + counts[$1] }) / Double(bounds.pixels)
    }

    private mutating func count(_ tiles: TileSet, _ picture: any ComparablePicture) {
        for row in tiles.rows {
            for tile in row.tiles { counts[tile] = 0 }
            VisibleDifference.countDifferingPixels(picture, player, rows: row.pixels, row.tiles.map { tiles.columns(of: $0) }) {
                counts[row.tiles[$0]] += $1
            }
        }
    }
}

/// A set of the square tiles of a picture.
struct TileSet {
    private static let side = 64

    private let bounds: PixelRect
    private let columns: Int
    private var isMember: [Bool]

    /// An empty set.
    init(_ bounds: PixelRect) {
        self.bounds = bounds
        columns = (bounds.width + TileSet.side - 1) / TileSet.side
        isMember = Array(repeating: false, count: columns * ((bounds.height + TileSet.side - 1) / TileSet.side))
    }

    /// The number of all tiles.
    var count: Int { isMember.count }

    /// The indices of the tiles in the set, ascending.
    var indices: [Int] { isMember.indices.filter { isMember[$0] } }

    /// The tiles that a part of the picture touches.
    func tiles(of part: PixelRect) -> [Int] {
        let part = part.intersection(bounds)
        if part.isEmpty { return [] }
        let side = TileSet.side
        return (part.minY / side...(part.maxY - 1) / side).flatMap { row in
            row * columns + part.minX / side...row * columns + (part.maxX - 1) / side
        }
    }

    mutating func insert(tile: Int) { isMember[tile] = true }

    /// Inserts the tiles that a part of the picture touches.
    mutating func insert(_ part: PixelRect) { for tile in tiles(of: part) { isMember[tile] = true } }

    /// Inserts the tiles that the edge of a part touches.
    /// - Parameter width: the width of the edge inside of the part.
    mutating func insert(edge width: Int, of part: PixelRect) {
        let (wide, high) = (min(width, part.width), min(width, part.height))
        insert(PixelRect(minX: part.minX, minY: part.minY, maxX: part.maxX, maxY: part.minY + high))
        insert(PixelRect(minX: part.minX, minY: part.maxY - high, maxX: part.maxX, maxY: part.maxY))
        insert(PixelRect(minX: part.minX, minY: part.minY, maxX: part.minX + wide, maxY: part.maxY))
        insert(PixelRect(minX: part.maxX - wide, minY: part.minY, maxX: part.maxX, maxY: part.maxY))
    }

    mutating func subtract(_ other: TileSet) {
        for tile in isMember.indices where other.isMember[tile] { isMember[tile] = false }
    }

    func subtracting(_ other: TileSet) -> TileSet {
        var rest = self
        rest.subtract(other)
        return rest
    }

    var isEmpty: Bool { !isMember.contains(true) }

    /// The number of adjacent rows of tiles that ``band(with:)`` returns.
    private static let bandRows = 4

    /// The tiles of a few adjacent rows, those with the greatest sum of values.
    /// - Parameter values: by tile.
    func band(with values: [Int]) -> TileSet {
        var best = (value: -1, row: 0)
        for row in stride(from: 0, to: columns == 0 ? 0 : count / columns, by: TileSet.bandRows) {
            let tiles = row * columns..<min((row + TileSet.bandRows) * columns, count)
            let members = tiles.filter { isMember[$0] }
            let value = members.isEmpty ? -1 : members.reduce(0) { $0 + values[$1] }
            if value > best.value { best = (value, row) }
        }
        var band = self
        for tile in isMember.indices where !(best.row..<best.row + TileSet.bandRows).contains(tile / columns) {
            band.isMember[tile] = false
        }
        return band
    }

    func intersection(_ other: TileSet) -> TileSet {
        var common = self
        for tile in isMember.indices where !other.isMember[tile] { common.isMember[tile] = false }
        return common
    }

    /// The columns of pixels of a tile.
    func columns(of tile: Int) -> Range<Int> {
        let left = tile % columns * TileSet.side
        return left..<min(left + TileSet.side, bounds.width)
    }

    /// The rows of tiles that are not empty, with their rows of pixels.
    var rows: [(tiles: [Int], pixels: Range<Int>)] {
        (0..<(columns == 0 ? 0 : count / columns)).compactMap { row in
            let tiles = (row * columns..<(row + 1) * columns).filter { isMember[$0] }
            let top = row * TileSet.side
            return tiles.isEmpty ? nil : (tiles, top..<min(top + TileSet.side, bounds.height))
        }
    }

    /// The number of pixels of the tiles in the set.
    var pixels: Int { rects.reduce(0) { $0 + $1.pixels } }

    /// The tiles as rectangles, without overlaps. Adjacent tiles of a row are one, and so are equal ones of adjacent rows.
    var rects: [PixelRect] {
        var rects: [PixelRect] = []
        var above: [Range<Int>: Int] = [:]
        for (tiles, rows) in rows {
            var runs: [Range<Int>] = []
            for tile in tiles {
                let columns = columns(of: tile)
                if let last = runs.last, last.upperBound == columns.lowerBound {
                    runs[runs.count - 1] = last.lowerBound..<columns.upperBound
                } else {
                    runs.append(columns)
                }
            }
            var now: [Range<Int>: Int] = [:]
            for run in runs {
                let rect = PixelRect(minX: run.lowerBound, minY: rows.lowerBound, maxX: run.upperBound, maxY: rows.upperBound)
                if let index = above[run], rects[index].maxY == rows.lowerBound {
                    rects[index] = rects[index].union(rect)
                    now[run] = index
                } else {
                    now[run] = rects.count
                    rects.append(rect)
                }
            }
            above = now
        }
        return rects
    }
}
