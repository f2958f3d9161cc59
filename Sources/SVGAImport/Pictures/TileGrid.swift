import SVGAPixels
import SVGAPlatform
import SVGASupport

/// The canvas divided into square tiles, which are compared between pictures.
struct TileGrid: Hashable, Sendable {
    let width: Int
    let height: Int
    let side: Int
    let columns: Int
    let rows: Int

    private static let maximumTiles = 2048.0
    private static let smallestSide = 8

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        let wanted = (Double(width) * Double(height) / TileGrid.maximumTiles).squareRoot()
        side = max(TileGrid.smallestSide, (Int(saturating: wanted) + 3) / 4 * 4)
        columns = (width - 1) / side + 1
        rows = (height - 1) / side + 1
    }

    var count: Int { columns * rows }

    /// In pixels; smaller at the right and lower edges.
    func area(_ tile: Int) -> PixelRect { area(PixelRect(x: tile % columns, y: tile / columns, width: 1, height: 1)) }

    /// - Parameter tiles: a rectangle in tiles.
    func area(_ tiles: PixelRect) -> PixelRect {
        PixelRect(x: tiles.x * side, y: tiles.y * side, width: tiles.width * side, height: tiles.height * side)
            .intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    }
}

/// Tracks the pictures of a movie: the displayed picture, and the changes from the previous one.
///
/// Both passes over a source use it in the same way, so both see the same pictures.
struct PictureTracker {
    let grid: TileGrid
    /// The maximum color difference that is treated as codec noise.
    private let tolerance: UInt8
    /// Premultiplied RGBA of the canvas.
    private(set) var displayed: [UInt8] = []

    init(grid: TileGrid, tolerance: UInt8) {
        self.grid = grid
        self.tolerance = tolerance
    }

    /// - Returns: whether anything changed.
    mutating func show(_ picture: Pixmap) -> Bool {
        guard !displayed.isEmpty else {
            displayed = picture.pixels
            return true
        }
        if tolerance == 0 {
            if displayed == picture.pixels { return false }
            displayed = picture.pixels
            return true
        }
        var hasChanged = false
        for tile in 0..<grid.count {
            let area = grid.area(tile)
            guard PictureTracker.differ(displayed, picture.pixels, area, width: grid.width, tolerance: tolerance) else { continue }
            hasChanged = true
            PictureTracker.copy(area, from: picture.pixels, to: &displayed, width: grid.width)
        }
        return hasChanged
    }

    /// Whether an area of two pictures differs by more than the tolerance.
    static func differ(_ left: [UInt8], _ right: [UInt8], _ area: PixelRect, width: Int, tolerance: UInt8 = 0) -> Bool {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                guard let a = left.baseAddress, let b = right.baseAddress else { return false }
                let count = 4 * area.width
                for y in area.minY..<area.maxY {
                    let start = 4 * (y * width + area.x)
                    if memcmp(a + start, b + start, count) == 0 { continue }
                    if tolerance == 0 { return true }
                    for offset in start..<start + count {
                        let (one, other) = (left[offset], right[offset])
                        if (one > other ? one - other : other - one) > tolerance { return true }
                    }
                }
                return false
            }
        }
    }

    private static func copy(_ area: PixelRect, from: [UInt8], to: inout [UInt8], width: Int) {
        to.withUnsafeMutableBytes { target in
            from.withUnsafeBytes { source in
                for y in area.minY..<area.maxY {
                    let range = 4 * (y * width + area.x)..<4 * (y * width + area.maxX)
                    UnsafeMutableRawBufferPointer(rebasing: target[range]).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
                }
            }
        }
    }

    /// Whether an area of the picture is fully transparent.
    static func isClear(_ pixels: [UInt8], _ area: PixelRect, width: Int) -> Bool {
        pixels.withUnsafeBytes { bytes in
            for y in area.minY..<area.maxY {
                let row = bytes[4 * (y * width + area.x)..<4 * (y * width + area.maxX)]
                // Premultiplied pixels are 0 if their alpha is 0.
                for offset in stride(from: row.startIndex, to: row.endIndex, by: 4)
                where bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) != 0 { return false }
            }
            return true
        }
    }
}
