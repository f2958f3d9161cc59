import CSVGAKernels

/// The row filters of PNG: each stored byte is the difference from a prediction by the left, upper and upper left bytes.
package enum PNGFilter: UInt8, CaseIterable {
    case none, sub, up, average, paeth

    /// Unfilters a row in place.
    /// - Parameters:
    ///   - row: `count` bytes, and one more that may be read.
    ///   - above: the unfiltered row above, with the same length; zeros for the first row.
    ///   - count: the number of bytes of complete pixels.
    ///   - bytesPerPixel: 1 for pixels of fewer than 8 bits.
    package func undo(_ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int) {
        if self == .none { return }
        if Simd.isOn, self == .up || bytesPerPixel == 3 || bytesPerPixel == 4 {
            svga_png_unfilter(Int32(rawValue), Int32(bytesPerPixel), row, above, count)
        } else {
            undoPlainly(row, above: above, count: count, bytesPerPixel: bytesPerPixel)
        }
    }

    /// The plain Swift implementation.
    package func undoPlainly(_ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int) {
        // Pixels left of the row are zeros.
        let first = min(bytesPerPixel, count)
        switch self {
        case .none: break
        case .sub: for x in first..<count { row[x] &+= row[x - bytesPerPixel] }
        case .up: for x in 0..<count { row[x] &+= above[x] }
        case .average:
            for x in 0..<first { row[x] &+= above[x] / 2 }
            for x in first..<count {
                row[x] &+= UInt8(truncatingIfNeeded: (UInt32(row[x - bytesPerPixel]) + UInt32(above[x])) / 2)
            }
        case .paeth:
            for x in 0..<first { row[x] &+= above[x] }
            for x in first..<count {
                row[x] &+= PNGFilter.nearest(left: row[x - bytesPerPixel], up: above[x], upLeft: above[x - bytesPerPixel])
            }
        }
    }

    /// Filters a row.
    /// - Parameters:
    ///   - row: `count` bytes.
    ///   - above: the row above, with the same length; zeros for the first row.
    ///   - count: the number of bytes of complete pixels.
    ///   - bytesPerPixel: 1 for pixels of fewer than 8 bits.
    ///   - target: memory for `count` bytes, separate from both rows.
    package func apply(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int, to target: UnsafeMutablePointer<UInt8>
    ) {
        // Pixels left of the row are zeros.
        let first = min(bytesPerPixel, count)
        let (left, upLeft) = (row - bytesPerPixel, above - bytesPerPixel)
        switch self {
        case .none: target.update(from: row, count: count)
        case .sub:
            target.update(from: row, count: first)
            for x in first..<count { target[x] = row[x] &- left[x] }
        case .up: for x in 0..<count { target[x] = row[x] &- above[x] }
        case .average:
            for x in 0..<first { target[x] = row[x] &- above[x] / 2 }
            for x in first..<count {
                target[x] = row[x] &- UInt8(truncatingIfNeeded: (UInt16(left[x]) &+ UInt16(above[x])) / 2)
            }
        case .paeth:
            for x in 0..<first { target[x] = row[x] &- above[x] }
            for x in first..<count { target[x] = row[x] &- PNGFilter.nearest(left: left[x], up: above[x], upLeft: upLeft[x]) }
        }
    }

    /// The predicted byte; neighbors outside of the picture are 0.
    package func guess(left: UInt8, up: UInt8, upLeft: UInt8) -> UInt8 {
        switch self {
        case .none: 0
        case .sub: left
        case .up: up
        case .average: UInt8((UInt16(left) + UInt16(up)) / 2)
        case .paeth: PNGFilter.nearest(left: left, up: up, upLeft: upLeft)
        }
    }

    /// The Paeth predictor: the neighbor nearest to left + up - upLeft, in the order left, up, upLeft.
    private static func nearest(left: UInt8, up: UInt8, upLeft: UInt8) -> UInt8 {
        let fromLeft = Int32(up) - Int32(upLeft)
        let fromUp = Int32(left) - Int32(upLeft)
        let (leftDistance, upDistance, upLeftDistance) = (abs(fromLeft), abs(fromUp), abs(fromLeft + fromUp))
        if leftDistance <= upDistance, leftDistance <= upLeftDistance { return left }
        return upDistance <= upLeftDistance ? up : upLeft
    }
}
