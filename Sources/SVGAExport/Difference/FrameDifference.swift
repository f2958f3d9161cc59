import Glibc

/// Finds where a frame is not as the one before it.
package enum FrameDifference {
    /// The smallest area outside of which nothing changed; empty, at the origin, where nothing did at all.
    /// - Parameters:
    ///   - pixels: 4 bytes a pixel, rows from the top without padding.
    ///   - previous: as many; nil for a canvas that is transparent all over.
    package static func area(
        _ pixels: UnsafeRawBufferPointer, from previous: UnsafeRawBufferPointer?, width: Int, height: Int
    ) -> PixelArea {
        precondition(pixels.count == 4 * width * height && (previous?.count ?? pixels.count) == pixels.count)
        guard let new = pixels.baseAddress else { return PixelArea(x: 0, y: 0, width: 0, height: 0) }
        if let old = previous?.baseAddress { return area(new, old, oldStride: 4 * width, width: width, height: height) }
        // A transparent canvas is one row of zeros, again and again.
        return withUnsafeTemporaryAllocation(byteCount: 4 * width, alignment: 16) { zeros in
            zeros.initializeMemory(as: UInt8.self, repeating: 0)
            guard let old = zeros.baseAddress else { return PixelArea(x: 0, y: 0, width: width, height: height) }
            return area(new, UnsafeRawPointer(old), oldStride: 0, width: width, height: height)
        }
    }

    private static func area(
        _ new: UnsafeRawPointer, _ old: UnsafeRawPointer, oldStride: Int, width: Int, height: Int
    ) -> PixelArea {
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
        guard top < height else { return PixelArea(x: 0, y: 0, width: 0, height: 0) }
        var bottom = height
        while isSame(bottom - 1, from: 0, count: width) { bottom -= 1 }
        // Rows are only looked at left and right of what is known to have changed, and pixel by pixel only where that makes it wider.
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
        return PixelArea(x: left, y: top, width: right - left, height: bottom - top)
    }
}
