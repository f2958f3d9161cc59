import SVGASupport

/// Reduces a picture of premultiplied ARGB words by integer factors: each new pixel is the exact average of a box of `factorX × factorY`
/// pixels, rounded to nearest.
///
/// Boxes start at the top left corner of the entire picture, of which only a part is in memory. Other pixels, and the extension of boxes
/// beyond the picture, count as transparent.
package struct BoxAverage {
    private let pixels: UnsafePointer<UInt32>
    private let part: PixelRect
    private let factorX: Int
    private let factorY: Int
    private var sums: [SIMD4<UInt64>]
    /// The new columns and rows that overlap the part.
    package let columns: Range<Int>
    package let rows: Range<Int>

    /// - Parameters:
    ///   - pixels: rows of `part.width` words without padding; they must outlive this value.
    ///   - part: their position in the entire picture; not empty.
    /// - Precondition: both factors are in `1...65_536`, so that the sums do not overflow.
    package init(_ pixels: UnsafePointer<UInt32>, part: PixelRect, factorX: Int, factorY: Int) {
        let allowed = 1...65_536
        precondition(allowed.contains(factorX) && allowed.contains(factorY) && !part.isEmpty)
        self.pixels = pixels
        self.part = part
        self.factorX = factorX
        self.factorY = factorY
        columns = part.x / factorX..<(part.maxX - 1) / factorX + 1
        rows = part.y / factorY..<(part.maxY - 1) / factorY + 1
        sums = [SIMD4<UInt64>](repeating: .zero, count: columns.count)
    }

    /// Writes one of ``rows`` with a word for each of ``columns``.
    package mutating func write(row: Int, to target: UnsafeMutablePointer<UInt32>) {
        let area = UInt64(factorX) * UInt64(factorY)
        let covered = max(0, row * factorY - part.y)..<min(part.height, (row + 1) * factorY - part.y)
        let (pixels, part, columns, factorX) = (pixels, part, columns, factorX)
        sums.withUnsafeMutableBufferPointer { sums in
            sums.update(repeating: .zero)
            for y in covered {
                let line = pixels + y * part.width
                for column in 0..<columns.count {
                    let left = (columns.lowerBound + column) * factorX - part.x
                    var sum = SIMD4<UInt32>.zero
                    for x in max(0, left)..<min(part.width, left + factorX) { sum &+= BoxAverage.channels(line[x]) }
                    sums[column] &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
                }
            }
            for column in 0..<columns.count { target[column] = BoxAverage.word((sums[column] &+ area / 2) / area) }
        }
    }

    /// Blue, green, red, alpha.
    private static func channels(_ word: UInt32) -> SIMD4<UInt32> {
        SIMD4(word, word >> 8, word >> 16, word >> 24) & 0xFF
    }

    private static func word(_ channels: SIMD4<UInt64>) -> UInt32 {
        let bytes = SIMD4<UInt32>(truncatingIfNeeded: channels)
        return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
    }
}

/// Reduces a picture of straight RGBA words to any smaller size: each new pixel is the average of the covered area, including fractions of
/// pixels, weighted by alpha.
package enum AreaAverage {
    /// - Parameter pixels: `width × height` words, rows from the top.
    /// - Returns: `newWidth × newHeight` words; 0 if the rounded alpha is 0.
    package static func shrink(_ pixels: [UInt32], width: Int, height: Int, toWidth newWidth: Int, height newHeight: Int) -> [UInt32] {
        precondition(pixels.count == width * height && (1...width).contains(newWidth) && (1...height).contains(newHeight))
        let columns = coverage(from: width, to: newWidth)
        let rows = coverage(from: height, to: newHeight)
        var result = [UInt32](repeating: 0, count: newWidth * newHeight)
        // A row of the picture reduced in width, and the sums of a new row.
        var line = [SIMD4<Float>](repeating: .zero, count: newWidth)
        var sums = line
        for newY in 0..<newHeight {
            for x in 0..<newWidth { sums[x] = .zero }
            for (y, weight) in rows[newY] {
                shrinkRow(pixels[(y * width)...], columns, into: &line)
                for x in 0..<newWidth { sums[x] += weight * line[x] }
            }
            for x in 0..<newWidth { result[newY * newWidth + x] = straight(sums[x]) }
        }
        return result
    }

    private static func shrinkRow(_ row: ArraySlice<UInt32>, _ columns: [[(index: Int, weight: Float)]], into line: inout [SIMD4<Float>]) {
        for newX in 0..<columns.count {
            var sum = SIMD4<Float>.zero
            for (x, weight) in columns[newX] {
                let pixel = row[row.startIndex + x]
                if pixel == 0 { continue }
                let alpha = Float(pixel >> 24)
                let color = SIMD4<Float>(Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF), 255)
                sum += weight * alpha / 255 * color
            }
            line[newX] = sum
        }
    }

    /// For each new index, the covered old indices and their weights.
    private static func coverage(from count: Int, to newCount: Int) -> [[(index: Int, weight: Float)]] {
        let step = Double(count) / Double(newCount)
        return (0..<newCount).map { index in
            let (start, end) = (Double(index) * step, min(Double(count), Double(index + 1) * step))
            return (Int(saturating: start)..<min(count, Int(saturating: end.rounded(.up)))).map { index in
                (index, Float((min(end, Double(index + 1)) - max(start, Double(index))) / step))
            }
        }
    }

    private static func straight(_ premultiplied: SIMD4<Float>) -> UInt32 {
        let alpha = premultiplied.w.rounded()
        guard alpha >= 1 else { return 0 }
        func channel(_ value: Float) -> UInt32 { UInt32(saturating: min(255, max(0, (value * 255 / premultiplied.w).rounded()))) }
        return channel(premultiplied.x) | channel(premultiplied.y) << 8 | channel(premultiplied.z) << 16 | UInt32(
            saturating: min(255, alpha)) << 24
    }
}

extension Pixmap {
    /// The picture at the largest size within these sides that keeps its aspect ratio. It is never enlarged.
    ///
    /// Each new pixel is the average of the covered area, weighted by alpha.
    /// - Parameters:
    ///   - maximumWidth: in pixels, above 0.
    ///   - maximumHeight: in pixels, above 0.
    /// - Complexity: linear in the pixels of the picture.
    package func fitted(width maximumWidth: Int, height maximumHeight: Int) -> Pixmap {
        let scale = min(1, Double(maximumWidth) / Double(width), Double(maximumHeight) / Double(height))
        guard scale < 1 else { return self }
        let (newWidth, newHeight) = (
            max(1, Int(saturating: (Double(width) * scale).rounded())), max(1, Int(saturating: (Double(height) * scale).rounded()))
        )
        let words = straightPixels().withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)) }
        }
        let scaled = AreaAverage.shrink(words, width: width, height: height, toWidth: newWidth, height: newHeight)
        var picture = Pixmap(width: newWidth, height: newHeight)
        for (index, word) in scaled.enumerated() {
            let alpha = Int(word >> 24)
            for channel in 0..<3 {
                picture.pixels[4 * index + channel] = UInt8((Int(word >> (8 * UInt32(channel)) & 255) * alpha + 127) / 255)
            }
            picture.pixels[4 * index + 3] = UInt8(alpha)
        }
        return picture
    }
}
