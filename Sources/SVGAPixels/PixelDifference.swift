/// The differences of two pictures of the same size.
package struct PixelDifference {
    private var sums = RowDifference.Sums()
    /// The bounding box of the different pixels; nil if there are none.
    package private(set) var box: PixelRect?

    /// The number of pixels that differ in at least one channel.
    package var pixels: Int { sums.pixels }
    /// The largest difference of any channel, 0 to 255.
    package var largest: Int { sums.largest }
    /// The sum of the squared differences of all four channels of all pixels.
    package var squares: Int { sums.squares }

    /// - Precondition: both have the same width and height.
    package init(_ left: PixmapView, _ right: PixmapView) {
        var (minX, maxX, minY, maxY) = (Int.max, 0, 0, 0)
        for y in 0..<left.height {
            let (first, second) = (left.row(y), right.row(y))
            guard let start = RowDifference.first(first, second, count: left.width),
                let end = RowDifference.end(first, second, count: left.width)
            else { continue }
            RowDifference.add(first + 4 * start, second + 4 * start, count: end - start, to: &sums)
            if maxY == 0 { minY = y }
            maxY = y + 1
            minX = min(minX, start)
            maxX = max(maxX, end)
        }
        if maxY > 0 { box = PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
    }
}

extension PixelDifference {
    /// The bounding box of the changed pixels; empty at the origin if nothing changed.
    ///
    /// Most pixels are compared once.
    /// - Parameters:
    ///   - pixels: 4 bytes per pixel, rows from the top without padding.
    ///   - previous: as many; nil for a fully transparent picture.
    ///   - box: on the picture; nothing has changed outside of it. nil: the entire picture.
    package static func changedArea(
        of pixels: UnsafeRawBufferPointer, from previous: UnsafeRawBufferPointer?, width: Int, height: Int, within box: PixelRect? = nil
    ) -> PixelRect {
        precondition(pixels.count == 4 * width * height && (previous?.count ?? pixels.count) == pixels.count)
        guard let new = pixels.baseAddress else { return .zero }
        let picture = PixelRect(x: 0, y: 0, width: width, height: height)
        let box = box.map { $0.intersection(picture) } ?? picture
        guard !box.isEmpty else { return .zero }
        let stride = 4 * width
        let start = box.y * stride + 4 * box.x
        if let old = previous?.baseAddress { return changedArea(in: box, new + start, old + start, stride: stride, oldStride: stride) }
        // A transparent picture is one row of zeros, used for every row.
        return withUnsafeTemporaryAllocation(byteCount: stride, alignment: 16) { zeros in
            zeros.initializeMemory(as: UInt8.self, repeating: 0)
            guard let old = zeros.baseAddress else { return box }
            return changedArea(in: box, new + start, UnsafeRawPointer(old), stride: stride, oldStride: 0)
        }
    }

    /// - Parameters:
    ///   - new: the first pixel of the box.
    ///   - old: the same pixel of the previous picture.
    private static func changedArea(
        in box: PixelRect, _ new: UnsafeRawPointer, _ old: UnsafeRawPointer, stride: Int, oldStride: Int
    ) -> PixelRect {
        let (width, height) = (box.width, box.height)
        func first(_ y: Int, before end: Int) -> Int? { RowDifference.first(new + y * stride, old + y * oldStride, count: end) }
        func end(_ y: Int, from x: Int) -> Int? {
            RowDifference.end(new + y * stride + 4 * x, old + y * oldStride + 4 * x, count: width - x)
        }
        var top = 0
        while top < height, first(top, before: width) == nil { top += 1 }
        guard top < height else { return .zero }
        var bottom = height
        while end(bottom - 1, from: 0) == nil { bottom -= 1 }
        // A row is compared only left and right of the known changes.
        var (left, right) = (width, 0)
        for y in top..<bottom {
            left = first(y, before: left) ?? left
            right += end(y, from: right) ?? 0
        }
        return PixelRect(x: box.x + left, y: box.y + top, width: right - left, height: bottom - top)
    }
}
