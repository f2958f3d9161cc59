extension PreparedBitmap {
    /// The stored part with one more row and column around it, each a copy of its neighbour: so that bitmaps that are
    /// stretched a lot are drawn without asking, for most of their pixels, whether there is a neighbour.
    package func padded() throws(ImageError) -> PreparedBitmap {
        guard let pixels else { return self }
        var builder = try BitmapBuilder(width: ink.width + 2, height: ink.height + 2)
        for y in 0..<builder.height {
            let from = pixels + min(max(y - 1, 0), ink.height - 1) * ink.width
            let to = builder.rowWords(y)
            to[0] = from[0]
            (to + 1).update(from: from, count: ink.width)
            to[ink.width + 1] = from[ink.width - 1]
            builder.finishPremultipliedRow(y)
        }
        return builder.finish()
    }
}
