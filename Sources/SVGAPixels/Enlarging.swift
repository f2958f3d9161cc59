import SVGASupport

/// Enlarges a picture of premultiplied RGBA like viewers do: bilinear, with pixel centers at the same relative positions.
package enum BilinearEnlargement {
    /// - Parameters:
    ///   - picture: any size; a side longer than the new one is sampled without averaging.
    ///   - width: in pixels, above 0.
    ///   - height: in pixels, above 0.
    package static func enlarge(_ picture: Pixmap, toWidth width: Int, height: Int) -> Pixmap {
        if picture.width == width, picture.height == height { return picture }
        let columns = samples(from: picture.width, to: width)
        let rows = samples(from: picture.height, to: height)
        var result = Pixmap(width: width, height: height)
        result.pixels.withUnsafeMutableBytes { target in
            picture.pixels.withUnsafeBytes { source in
                for y in 0..<height {
                    let (top, bottom, down) = rows[y]
                    let (above, below) = (4 * top * picture.width, 4 * bottom * picture.width)
                    for x in 0..<width {
                        let (left, right, across) = columns[x]
                        let upper = mix(word(source, above + 4 * left), word(source, above + 4 * right), across)
                        let lower = mix(word(source, below + 4 * left), word(source, below + 4 * right), across)
                        let sum = (upper &* (one &- down) &+ lower &* down &+ half) &>> (2 * bits)
                        let bytes = SIMD4<UInt8>(truncatingIfNeeded: sum)
                        target.storeBytes(of: bytes, toByteOffset: 4 * (y * width + x), as: SIMD4<UInt8>.self)
                    }
                }
            }
        }
        return result
    }

    /// The bits of a weight: 1/256.
    private static let bits: UInt32 = 8
    private static let one = SIMD4<UInt32>(repeating: 1 << bits)
    private static let half = SIMD4<UInt32>(repeating: 1 << (2 * bits - 1))

    private static func word(_ source: UnsafeRawBufferPointer, _ offset: Int) -> SIMD4<UInt32> {
        SIMD4<UInt32>(truncatingIfNeeded: source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self))
    }

    private static func mix(_ left: SIMD4<UInt32>, _ right: SIMD4<UInt32>, _ share: SIMD4<UInt32>) -> SIMD4<UInt32> {
        left &* (one &- share) &+ right &* share
    }

    /// For each new index the two adjacent old ones, and the weight of the second.
    private static func samples(from count: Int, to newCount: Int) -> [(first: Int, second: Int, share: SIMD4<UInt32>)] {
        (0..<newCount).map { index in
            let center = (Double(index) + 0.5) * Double(count) / Double(newCount) - 0.5
            let inside = min(max(center, 0), Double(count - 1))
            let first = min(count - 1, Int(saturating: inside))
            let share = UInt32(saturating: ((inside - Double(first)) * 256).rounded())
            return (first, min(count - 1, first + 1), SIMD4(repeating: share))
        }
    }
}
