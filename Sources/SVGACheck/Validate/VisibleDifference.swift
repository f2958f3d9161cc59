import SVGARender

/// When two pictures of a frame are others to a viewer, not only to a computer.
enum VisibleDifference {
    /// How far a premultiplied component has to be off, of 255.
    private static let component = 32
    /// More than this share of the pixels has to be so far off.
    static let share = 0.001

    /// Whether what two painters painted last is visibly different.
    static func isThere(_ left: FramePainter, _ right: FramePainter) -> Bool { share(left, right) > share }

    /// How many of the pixels that two painters painted last are far off, 0…1.
    static func share(_ left: FramePainter, _ right: FramePainter) -> Double {
        guard left.widthPixels == right.widthPixels, left.heightPixels == right.heightPixels else { return 1 }
        let off = left.withPixels { first, firstStride in
            right.withPixels { second, secondStride in
                var off = 0
                for y in 0..<left.heightPixels {
                    for x in 0..<left.widthPixels {
                        let (a, b) = (
                            first.loadUnaligned(fromByteOffset: y * firstStride + 4 * x, as: UInt32.self),
                            second.loadUnaligned(fromByteOffset: y * secondStride + 4 * x, as: UInt32.self)
                        )
                        if a != b, isFar(a, b) { off += 1 }
                    }
                }
                return off
            }
        }
        return Double(off) / Double(left.widthPixels * left.heightPixels)
    }

    private static func isFar(_ left: UInt32, _ right: UInt32) -> Bool {
        var (left, right) = (left, right)
        for _ in 0..<4 {
            if abs(Int(left & 255) - Int(right & 255)) > component { return true }
            (left, right) = (left >> 8, right >> 8)
        }
        return false
    }
}
