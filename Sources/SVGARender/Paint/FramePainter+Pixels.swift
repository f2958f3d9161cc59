public import SVGAPixels

// Reading the pixels of the last frame.
extension FramePainter {
    /// Copies the last frame to the caller's memory, with rows from top to bottom.
    /// - Parameters:
    ///   - format: the order of the color channels, and whether they are premultiplied.
    ///   - bytesPerRow: the stride of a row, at least `4 × widthPixels`; nil for no padding. Padding is not written.
    ///   - buffer: at least `(heightPixels - 1) × bytesPerRow + 4 × widthPixels` bytes.
    /// - Precondition: `bytesPerRow` and `buffer` are large enough.
    public func copyPixels(_ format: PixelFormat, bytesPerRow: Int? = nil, into buffer: UnsafeMutableRawBufferPointer) {
        AlphaConversion.copy(
            painted.rows, width: widthPixels, height: heightPixels, as: format, bytesPerRow: bytesPerRow ?? 4 * widthPixels, into: buffer)
    }

    /// Copies parts of the last frame into a bitmap of the entire frame, which has no padding.
    package func copyPixels(_ format: PixelFormat, of parts: [PixelRect], into buffer: UnsafeMutableRawBufferPointer) {
        let rows = painted.rows
        for part in parts {
            let first = PixelRows(base: rows.row(part.y) + part.x, wordsPerRow: rows.wordsPerRow)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[(4 * (part.y * widthPixels + part.x))...])
            AlphaConversion.copy(
                first, width: part.width, height: part.height, as: format, bytesPerRow: 4 * widthPixels, into: target)
        }
    }

    /// Copies a part of the last frame into a bitmap of the part's size, which has no padding: `4 × part.pixels` bytes.
    package func copyPixels(_ format: PixelFormat, of part: PixelRect, into buffer: UnsafeMutableRawBufferPointer) {
        if part.isEmpty { return }
        let rows = painted.rows
        let first = PixelRows(base: rows.row(part.y) + part.x, wordsPerRow: rows.wordsPerRow)
        AlphaConversion.copy(first, width: part.width, height: part.height, as: format, bytesPerRow: 4 * part.width, into: buffer)
    }

    /// The bounding box of the last frame's pixels that are not transparent; empty for a transparent frame.
    package var inkBox: PixelRect {
        let box =
            background == 0 && scene.emulation == nil ? displayList.visibleSprites.reduce(.zero) { $0.union($1.part) } : geometry.pixels
        // The comparison skips the padding of rows, because the box ends before it.
        return withPixels { PixelDifference.changedArea(of: $0, from: nil, width: $1 / 4, height: heightPixels, within: box) }
    }

    /// Calls `body` with the last frame's memory, without a copy. The format is ``PixelFormat/premultipliedBGRA``, with rows from top to
    /// bottom.
    /// - Parameters:
    ///   - body: receives the bytes and the stride of a row in bytes, at least `4 × widthPixels`. The bytes are valid only during the call. The
    ///     call must not paint with this painter.
    ///   - pixels: `heightPixels × bytesPerRow` bytes.
    public func withPixels<Result, Failure: Error>(
        _ body: (_ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try painted.withBytes(body)
    }

    /// A copy of the last frame, premultiplied.
    public func pixmap() -> Pixmap {
        var pixmap = Pixmap(width: widthPixels, height: heightPixels)
        pixmap.pixels.withUnsafeMutableBytes { copyPixels(.premultipliedRGBA, into: $0) }
        return pixmap
    }
}
