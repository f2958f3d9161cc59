import Glibc

/// How the pixels of two pictures of the same size differ.
package struct PixelDifference {
    package private(set) var pixels = 0
    package private(set) var largest = 0
    /// Over all four channels of all pixels.
    package private(set) var squares = 0
    /// Around all pixels that differ; nil: none does.
    package private(set) var box: PixelRect?

    package init(_ left: PixmapView, _ right: PixmapView) {
        var (minX, maxX, minY, maxY) = (Int.max, -1, 0, -1)
        for y in 0..<left.height {
            let (first, second) = (left.row(y), right.row(y))
            guard memcmp(first, second, 4 * left.width) != 0 else { continue }
            if maxY < 0 { minY = y }
            maxY = y
            for x in 0..<left.width where add(first + 4 * x, second + 4 * x) {
                minX = min(minX, x)
                maxX = max(maxX, x)
            }
        }
        if maxY >= 0 { box = PixelRect(x: minX, y: minY, width: maxX - minX + 1, height: maxY - minY + 1) }
    }

    /// Whether the pixel differs.
    private mutating func add(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Bool {
        var worst = 0
        for channel in 0..<4 {
            let difference = abs(Int(left[channel]) - Int(right[channel]))
            worst = max(worst, difference)
            squares += difference * difference
        }
        guard worst > 0 else { return false }
        pixels += 1
        largest = max(largest, worst)
        return true
    }
}
