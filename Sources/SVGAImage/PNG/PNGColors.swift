import SVGAPixels

/// The colors of a PNG with pixels of 1, 2, 4 or 8 bits: palette colors or shades of gray.
///
/// Nearly all images of real movies have one byte per pixel: premultiplying the palette instead of the pixels saves a third of the time.
struct PNGColors {
    /// Premultiplied, one for each 8-bit index.
    private let words: [UInt32]
    /// The index of an invisible color, which fills large parts of most pictures.
    private let clear: UInt8?

    /// - Parameters:
    ///   - palette: red, green and blue of at most 256 colors. An index without a color is black.
    ///   - alphas: of the first colors; the others are opaque.
    init(palette: UnsafeRawBufferPointer, alphas: UnsafeRawBufferPointer) {
        self.init { number in
            let alpha = number < alphas.count ? UInt32(alphas[number]) : 255
            guard 3 * number + 2 < palette.count else { return alpha << 24 }
            let color = UInt32(palette[3 * number]) << 16 | UInt32(palette[3 * number + 1]) << 8 | UInt32(palette[3 * number + 2])
            return alpha << 24 | AlphaConversion.multiplied(color, by: alpha)
        }
    }

    /// Shades from black to white.
    init(grayBits bits: Int) {
        let white = UInt32(1) << bits - 1
        self.init { 0xFF00_0000 | min(UInt32($0), white) * 255 / white * 0x01_0101 }
    }

    private init(_ word: (_ number: Int) -> UInt32) {
        words = [UInt32](unsafeUninitializedCapacity: 256) { words, count in
            for number in 0..<256 { words[number] = word(number) }
            count = 256
        }
        clear = words.firstIndex(of: 0).flatMap(UInt8.init(exactly:))
    }

    /// Unpacks and finishes a row of a picture.
    /// - Parameters:
    ///   - numbers: one per pixel, packed into bytes, the first in the highest bits.
    ///   - bits: of one number.
    func write(_ numbers: UnsafeRawPointer, bits: Int, toRow y: Int, of builder: inout BitmapBuilder) {
        let inked = inked(numbers, bits: bits, width: builder.width)
        let row = builder.rowWords(y)
        let bytes = numbers.assumingMemoryBound(to: UInt8.self)
        words.withUnsafeBufferPointer { words in
            if bits == 8 {
                for x in inked { row[x] = words[Int(bytes[x])] }
            } else {
                let highest = 1 << bits - 1
                for x in inked { row[x] = words[Int(bytes[x * bits / 8]) >> (8 - bits - x * bits & 7) & highest] }
            }
        }
        builder.finishPremultipliedRow(y, inked: inked)
    }

    /// The range of a row outside of which all pixels are invisible.
    private func inked(_ numbers: UnsafeRawPointer, bits: Int, width: Int) -> Range<Int> {
        guard let clear, Int(clear) >> bits == 0 else { return 0..<width }
        // A byte filled with this index.
        let byte = UInt8(truncatingIfNeeded: Int(clear) * (255 / (1 << bits - 1)))
        let eight = UInt64(byte) * 0x0101_0101_0101_0101
        func isClear32(_ at: Int) -> Bool {
            var difference: UInt64 = 0
            for offset in stride(from: at, to: at + 32, by: 8) {
                difference |= numbers.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ eight
            }
            return difference == 0
        }
        func isClear(_ at: Int) -> Bool { numbers.load(fromByteOffset: at, as: UInt8.self) == byte }
        var start = 0
        var end = (width * bits + 7) / 8
        while start + 32 <= end, isClear32(start) { start += 32 }
        while start < end, isClear(start) { start += 1 }
        while end - 32 >= start, isClear32(end - 32) { end -= 32 }
        while end > start, isClear(end - 1) { end -= 1 }
        return min(width, start * 8 / bits)..<min(width, end * 8 / bits)
    }
}
