import CSVGAKernels

/// How the area covered by an outline changes from each pixel of a row to the next: scratch memory for filling.
///
/// The sum of all cells of a row up to a pixel is the area covered of that pixel, ``onePixel`` for a pixel that is covered once. A sum may be
/// negative; only its size counts, and more than once is once. Memory belongs to whoever makes it.
package struct CoverageCells {
    /// A block of cells has one flag, so that untouched blocks are skipped.
    @inlinable @inline(__always)
    package static var perBlock: Int { 1 << blockShift }
    @inlinable @inline(__always)
    package static var blockShift: Int { 3 }
    package static let onePixel: Int32 = 1 << 17

    /// Row by row, `blocks × perBlock` for each.
    package let cells: UnsafeMutablePointer<Int32>
    /// For each block of a row 1 if one of its cells may not be 0, else 0; `flags` for each row.
    package let touched: UnsafeMutablePointer<UInt8>
    /// In pixels. The blocks of a row reach two cells farther.
    package let width: Int
    package let height: Int
    package let blocks: Int
    package let flags: Int

    /// - Parameters:
    ///   - cells: at least ``cellCount(width:height:)``, all 0.
    ///   - touched: at least ``flagCount(width:height:)``, all 0.
    package init(width: Int, height: Int, cells: UnsafeMutablePointer<Int32>, touched: UnsafeMutablePointer<UInt8>) {
        (self.width, self.height, self.cells, self.touched) = (width, height, cells, touched)
        blocks = CoverageCells.blocks(width)
        flags = CoverageCells.flags(width)
    }

    package static func cellCount(width: Int, height: Int) -> Int { blocks(width) * perBlock * height }

    package static func flagCount(width: Int, height: Int) -> Int { flags(width) * height }

    /// An odd number, so that the same place in several rows does not share a line of the cache.
    private static func blocks(_ width: Int) -> Int { (width + 1 + perBlock) / perBlock | 1 }

    private static func flags(_ width: Int) -> Int { (blocks(width) + 7) & ~7 }

    /// Lays a premultiplied color over what is covered, and sets all cells and flags to 0.
    /// - Parameter out: the pixel of the first cell.
    package func fill(_ color: UInt32, _ out: UnsafeMutablePointer<UInt32>, wordsPerRow: Int) {
        if Simd.isOn {
            withKernelCells { svga_fill_cells($0, color, out, wordsPerRow) }
        } else {
            eachRun(out, wordsPerRow) { RowBlending.Scalar.over($0, color: RowBlending.Scalar.product(color, $2), count: $1) }
        }
    }

    /// Multiplies the pixels by how much of them is covered, and sets all cells and flags to 0.
    package func mask(_ out: UnsafeMutablePointer<UInt32>, wordsPerRow: Int) {
        if Simd.isOn {
            withKernelCells { svga_mask_by_cells($0, out, wordsPerRow) }
        } else {
            eachRun(out, wordsPerRow) { out, count, coverage in
                for x in 0..<count { out[x] = RowBlending.Scalar.product(out[x], coverage) }
            }
        }
    }

    private func withKernelCells(_ body: (UnsafePointer<svga_cells>) -> Void) {
        var grid = svga_cells(cells: cells, touched: touched, width: width, height: height, blocks: blocks, flags: flags)
        body(&grid)
    }
}

/// The same in plain Swift.
extension CoverageCells {
    /// Calls `paint` with pixels that are covered alike, how many there are, and how much of them is covered, 0…255.
    private func eachRun(
        _ out: UnsafeMutablePointer<UInt32>, _ wordsPerRow: Int, _ paint: (UnsafeMutablePointer<UInt32>, Int, UInt32) -> Void
    ) {
        for y in 0..<height {
            let (cells, touched, out) = (cells + y * blocks * CoverageCells.perBlock, touched + y * flags, out + y * wordsPerRow)
            var area: Int32 = 0
            var x = 0
            for block in 0..<blocks {
                let end = min(width, (block + 1) * CoverageCells.perBlock)
                if touched[block] == 0 { continue }
                touched[block] = 0
                let start = block * CoverageCells.perBlock
                if x < min(start, width) { paint(out + x, min(start, width) - x, CoverageCells.coverage(area)) }
                x = start
                while x < end {
                    area &+= cells[x]
                    paint(out + x, 1, CoverageCells.coverage(area))
                    x += 1
                }
                (cells + start).update(repeating: 0, count: CoverageCells.perBlock)
            }
            if x < width { paint(out + x, width - x, CoverageCells.coverage(area)) }
        }
    }

    /// An area as 0…255, rounded.
    package static func coverage(_ area: Int32) -> UInt32 {
        let once = min(area.magnitude, UInt32(onePixel))
        return (once * 255 + 1 << 16) >> 17
    }
}
