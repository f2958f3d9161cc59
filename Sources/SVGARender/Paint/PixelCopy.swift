import SVGAPixels

/// A copy of the pixels of an entire output, in the painter's format, ``PixelFormat/premultipliedBGRA``.
package struct PixelCopy: Sendable {
    private let words: [UInt32]
    package let widthPixels: Int
    package let heightPixels: Int

    var byteCount: Int { 4 * words.count }

    /// Copies the last frame of a painter.
    package init(_ painter: FramePainter) {
        let (rows, width, height) = (painter.painted.rows, painter.widthPixels, painter.heightPixels)
        (widthPixels, heightPixels) = (width, height)
        words = [UInt32](unsafeUninitializedCapacity: width * height) { words, count in
            guard let base = words.baseAddress else { return }
            for y in 0..<height { (base + y * width).initialize(from: rows.row(y), count: width) }
            count = width * height
        }
    }

    /// Copies a part to the same position of another output of this size.
    func copy(_ part: PixelRect, to rows: PixelRows) {
        words.withUnsafeBufferPointer { words in
            guard let base = words.baseAddress else { return }
            for y in part.minY..<part.maxY {
                (rows.row(y) + part.minX).update(from: base + y * widthPixels + part.minX, count: part.width)
            }
        }
    }

    /// Calls `body` with the pixels, see ``FramePainter/withPixels(_:)``.
    package func withPixels<Result, Failure: Error>(
        _ body: (_ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try words.withUnsafeBufferPointer { (words) throws(Failure) in try body(UnsafeRawBufferPointer(words), 4 * widthPixels) }
    }
}
