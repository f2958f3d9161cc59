import CSVGAKernels

/// The changes of an outline's coverage from each pixel of a row to the next: scratch memory for filling.
///
/// The sum of a row's cells up to a pixel is that pixel's covered area, ``onePixel`` for a pixel covered once. A sum may be negative or
/// larger. With the nonzero rule its magnitude is clamped; with the even-odd rule every second ``onePixel`` takes coverage away. The memory
/// belongs to the creator.
package struct CoverageCells {
    /// A block of cells has one flag, so that unchanged blocks are skipped.
    @inlinable @inline(__always)
    package static var perBlock: Int { 1 << blockShift }
    @inlinable @inline(__always)
    package static var blockShift: Int { 3 }
    package static let onePixel: Int32 = 1 << 17

    /// Row by row, `blocks × perBlock` for each.
    package let cells: UnsafeMutablePointer<Int32>
    /// For each block of a row, 1 if a cell may differ from 0, else 0; `flags` per row.
    package let touched: UnsafeMutablePointer<UInt8>
    /// In pixels. The blocks of a row extend two cells further.
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

    /// An odd number, so that the same column of several rows does not share a cache line.
    private static func blocks(_ width: Int) -> Int { (width + 1 + perBlock) / perBlock | 1 }

    private static func flags(_ width: Int) -> Int { (blocks(width) + 7) & ~7 }

    /// Draws a premultiplied color over the covered pixels, and resets all cells and flags to 0.
    /// - Parameter out: the pixel of the first cell.
    package func fill(_ color: UInt32, isEvenOdd: Bool = false, _ out: UnsafeMutablePointer<UInt32>, wordsPerRow: Int) {
        if Simd.isOn {
            withKernelCells {
                isEvenOdd ? svga_fill_cells_even_odd($0, color, out, wordsPerRow) : svga_fill_cells($0, color, out, wordsPerRow)
            }
        } else {
            eachRun(out, wordsPerRow, isEvenOdd: isEvenOdd) {
                RowBlending.Scalar.over($0, color: RowBlending.Scalar.product(color, $2), count: $1)
            }
        }
    }

    /// Multiplies the pixels by their coverage, and resets all cells and flags to 0.
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

/// The plain Swift implementation.
extension CoverageCells {
    /// Calls `paint` for runs of pixels with equal coverage, with their count and their coverage 0…255.
    private func eachRun(
        _ out: UnsafeMutablePointer<UInt32>, _ wordsPerRow: Int, isEvenOdd: Bool = false,
        _ paint: (UnsafeMutablePointer<UInt32>, Int, UInt32) -> Void
    ) {
        func coverage(_ area: Int32) -> UInt32 {
            CoverageCells.coverage(isEvenOdd ? CoverageCells.evenOdd(area) : area)
        }
        for y in 0..<height {
            let (cells, touched, out) = (cells + y * blocks * CoverageCells.perBlock, touched + y * flags, out + y * wordsPerRow)
            var area: Int32 = 0
            var x = 0
            for block in 0..<blocks {
                let end = min(width, (block + 1) * CoverageCells.perBlock)
                if touched[block] == 0 { continue }
                touched[block] = 0
                let start = block * CoverageCells.perBlock
                if x < min(start, width) { paint(out + x, min(start, width) - x, coverage(area)) }
                x = start
                while x < end {
                    area &+= cells[x]
                    paint(out + x, 1, coverage(area))
                    x += 1
                }
                (cells + start).update(repeating: 0, count: CoverageCells.perBlock)
            }
            if x < width { paint(out + x, width - x, coverage(area)) }
        }
    }

    /// The area that the even-odd rule fills.
    private static func evenOdd(_ area: Int32) -> Int32 {
        let rest = Int32(truncatingIfNeeded: area.magnitude) & (2 * onePixel - 1)
        return min(rest, 2 * onePixel - rest)
    }

    /// Converts an area to 0…255, rounded.
    package static func coverage(_ area: Int32) -> UInt32 {
        let once = min(area.magnitude, UInt32(onePixel))
        return (once * 255 + 1 << 16) >> 17
    }
}
