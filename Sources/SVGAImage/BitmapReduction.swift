extension PreparedBitmap {
    /// The picture shrunk by whole factors: each pixel is the exact average of a box of `factorX × factorY` pixels, in
    /// premultiplied space, rounded to nearest.
    ///
    /// Boxes start at the whole picture's top left corner, so a place `(x, y)` of this picture is `(x / factorX, y / factorY)` in
    /// the reduced one, exactly and everywhere; nothing shifts. The reduced picture has `ceil(width / factorX)` columns: where the
    /// width is no multiple of the factor, the last column's boxes stick out of this picture, and what sticks out counts as
    /// transparent. So draw the reduced picture with the matrix of this one scaled by `(factorX, factorY)`, *not* stretched
    /// to the same rectangle. The same holds for rows.
    ///
    /// - Precondition: both factors in `1...65_536`; more than the picture's side only makes it fainter.
    /// - Throws: ``ImageError/outOfMemory(bytes:)``.
    package func reduced(by factorX: Int, factorY: Int) throws(ImageError) -> PreparedBitmap {
        let allowed = 1...65_536
        precondition(allowed.contains(factorX) && allowed.contains(factorY))
        let reducedWidth = (width - 1) / factorX + 1
        let reducedHeight = (height - 1) / factorY + 1
        guard let pixels else { return PreparedBitmap(transparentWidth: reducedWidth, height: reducedHeight) }

        var builder = try BitmapBuilder(width: reducedWidth, height: reducedHeight)
        let area = UInt64(factorX) * UInt64(factorY)
        let firstColumn = ink.x / factorX
        let columns = (ink.x + ink.width - 1) / factorX - firstColumn + 1
        var sums = [SIMD4<UInt64>](repeating: .zero, count: columns)
        for reducedY in ink.y / factorY...(ink.y + ink.height - 1) / factorY {
            let rows = max(0, reducedY * factorY - ink.y)..<min(ink.height, (reducedY + 1) * factorY - ink.y)
            sums.withUnsafeMutableBufferPointer { sums in
                sums.update(repeating: .zero)
                for y in rows {
                    let row = pixels + y * ink.width
                    for column in 0..<columns {
                        let left = (firstColumn + column) * factorX - ink.x
                        var sum = SIMD4<UInt32>.zero
                        for x in max(0, left)..<min(ink.width, left + factorX) { sum &+= channels(row[x]) }
                        sums[column] &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
                    }
                }
                let target = builder.rowWords(reducedY) + firstColumn
                for column in 0..<columns { target[column] = word((sums[column] &+ area / 2) / area) }
            }
            builder.finishPremultipliedRow(reducedY)
        }
        return builder.finish()
    }
}

/// Blue, green, red, alpha.
private func channels(_ word: UInt32) -> SIMD4<UInt32> {
    SIMD4(word, word >> 8, word >> 16, word >> 24) & 0xFF
}

private func word(_ channels: SIMD4<UInt64>) -> UInt32 {
    let bytes = SIMD4<UInt32>(truncatingIfNeeded: channels)
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
}
