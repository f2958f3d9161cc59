import SVGAPlatform

/// How the pixels of two pictures of the same size differ.
package struct PixelDifference {
    /// How many differ in at least one channel.
    package private(set) var pixels = 0
    /// The largest difference of any channel, 0 to 255.
    package private(set) var largest = 0
    /// The squared differences added up, over all four channels of all pixels.
    package private(set) var squares = 0
    /// The smallest rectangle that holds all pixels that differ; nil where none does.
    package private(set) var box: PixelRect?

    /// - Precondition: both have the same width and height.
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

extension PixelDifference {
    /// The smallest rectangle outside of which nothing changed; empty, at the origin, where nothing changed at all.
    ///
    /// Most pixels are compared once, by `memcmp`.
    /// - Parameters:
    ///   - pixels: 4 bytes a pixel, rows from the top without padding.
    ///   - previous: as many; nil for a picture that is transparent all over.
    package static func changedArea(
        of pixels: UnsafeRawBufferPointer, from previous: UnsafeRawBufferPointer?, width: Int, height: Int
    ) -> PixelRect {
        precondition(pixels.count == 4 * width * height && (previous?.count ?? pixels.count) == pixels.count)
        guard let new = pixels.baseAddress else { return .zero }
        if let old = previous?.baseAddress { return changedArea(new, old, oldStride: 4 * width, width: width, height: height) }
        // A transparent picture is one row of zeros, again and again.
        return withUnsafeTemporaryAllocation(byteCount: 4 * width, alignment: 16) { zeros in
            zeros.initializeMemory(as: UInt8.self, repeating: 0)
            guard let old = zeros.baseAddress else { return PixelRect(x: 0, y: 0, width: width, height: height) }
            return changedArea(new, UnsafeRawPointer(old), oldStride: 0, width: width, height: height)
        }
    }

    private static func changedArea(
        _ new: UnsafeRawPointer, _ old: UnsafeRawPointer, oldStride: Int, width: Int, height: Int
    ) -> PixelRect {
        let stride = 4 * width
        func isSame(_ y: Int, from x: Int, count: Int) -> Bool {
            memcmp(new + y * stride + 4 * x, old + y * oldStride + 4 * x, 4 * count) == 0
        }
        func isSame(_ y: Int, at x: Int) -> Bool {
            let offset = 4 * x
            return (new + y * stride).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                == (old + y * oldStride).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        var top = 0
        while top < height, isSame(top, from: 0, count: width) { top += 1 }
        guard top < height else { return .zero }
        var bottom = height
        while isSame(bottom - 1, from: 0, count: width) { bottom -= 1 }
        // A row is compared only left and right of what is known to have changed, and pixel by pixel only where that makes it wider.
        var (left, right) = (width, 0)
        for y in top..<bottom {
            if !isSame(y, from: 0, count: left) {
                var x = 0
                while isSame(y, at: x) { x += 1 }
                left = x
            }
            if !isSame(y, from: right, count: width - right) {
                var x = width
                while isSame(y, at: x - 1) { x -= 1 }
                right = x
            }
        }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
