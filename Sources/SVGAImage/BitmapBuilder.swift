package import SVGAModel
import SVGAPixels
import SVGAPlatform

/// The memory of a picture during decoding, and the pass that converts it to a ``PreparedBitmap``.
///
/// Fill each row with straight RGBA bytes and call ``finishRow(_:)`` while it is still in the processor's cache. The order of rows does not
/// matter, and missing rows are transparent. ``finish()`` trims in place, so the picture is never copied.
package struct BitmapBuilder: ~Copyable {
    package let width: Int
    package let height: Int
    private let memory: WordMemory
    private var rowStart: [Int32]
    private var rowEnd: [Int32]
    /// Bitwise "and" of all finished words, to detect an opaque picture.
    private var common: UInt32 = .max

    /// - Precondition: both are above 0, checked against the limits, and at most `Int32.max`.
    package init(width: Int, height: Int) throws(SVGAError) {
        memory = try WordMemory(zeroed: width * height)
        self.width = width
        self.height = height
        rowStart = [Int32](repeating: 0, count: height)
        rowEnd = [Int32](repeating: 0, count: height)
    }

    private var words: UnsafeMutablePointer<UInt32> { memory.words }

    /// All rows, `4 × width` bytes each.
    package var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: words, count: 4 * width * height) }

    /// The bytes of one row.
    package func row(_ y: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: words + y * width, count: 4 * width)
    }

    /// The words of one row.
    package func rowWords(_ y: Int) -> UnsafeMutablePointer<UInt32> { words + y * width }

    /// Converts a row of straight RGBA bytes to premultiplied words.
    package mutating func finishRow(_ y: Int) {
        RowConversion.premultiply(rowWords(y), to: rowWords(y), count: width)
        finishPremultipliedRow(y)
    }

    package mutating func finishAllRows() {
        for y in 0..<height { finishRow(y) }
    }

    /// Finishes a row of premultiplied words.
    package mutating func finishPremultipliedRow(_ y: Int) { finishPremultipliedRow(y, inked: 0..<width) }

    /// - Parameter inked: the row's words outside of this range are 0.
    mutating func finishPremultipliedRow(_ y: Int, inked: Range<Int>) {
        let row = rowWords(y)
        // A premultiplied word is 0 if its alpha is 0. Sixteen words at a time, because large pictures are mostly empty.
        func isEmpty16(_ x: Int) -> Bool {
            var any: UInt32 = 0
            for i in x..<x + 16 { any |= row[i] }
            return any == 0
        }
        var start = inked.lowerBound
        while start + 16 <= inked.upperBound, isEmpty16(start) { start += 16 }
        while start < inked.upperBound, row[start] == 0 { start += 1 }
        guard start < inked.upperBound else {
            common = 0
            return
        }
        var end = inked.upperBound
        while end - 16 > start, isEmpty16(end - 16) { end -= 16 }
        while row[end - 1] == 0 { end -= 1 }
        rowStart[y] = Int32(truncatingIfNeeded: start)
        rowEnd[y] = Int32(truncatingIfNeeded: end)
        if end - start < width { common = 0 }
        if common >> 24 == 255 {
            var all = UInt32.max
            for x in 0..<width { all &= row[x] }
            common &= all
        }
    }

    /// Trims the picture to its ink with a transparent margin of one pixel.
    package consuming func finish() -> PreparedBitmap {
        var left = width
        var right = 0
        var top = height
        var bottom = 0
        for y in 0..<height where rowEnd[y] > 0 {
            left = min(left, Int(rowStart[y]))
            right = max(right, Int(rowEnd[y]))
            top = min(top, y)
            bottom = y + 1
        }
        guard right > 0 else { return PreparedBitmap(transparentWidth: width, height: height) }

        let touches = PreparedBitmap.Edges(left: left == 0, top: top == 0, right: right == width, bottom: bottom == height)
        let x = max(0, left - 1)
        let y = max(0, top - 1)
        let ink = PixelRect(x: x, y: y, width: min(width, right + 1) - x, height: min(height, bottom + 1) - y)

        var starts = [Int32](repeating: 0, count: ink.height)
        var ends = starts
        for row in 0..<ink.height {
            // A row's new offset is never above its old one, so it can be moved in place.
            memmove(words + row * ink.width, words + (y + row) * width + x, 4 * ink.width)
            guard rowEnd[y + row] > 0 else { continue }
            starts[row] = rowStart[y + row] - Int32(truncatingIfNeeded: x)
            ends[row] = rowEnd[y + row] - Int32(truncatingIfNeeded: x)
        }
        return PreparedBitmap(
            owning: memory.shrunk(to: ink.width * ink.height), width: width, height: height, ink: ink, touches: touches,
            isOpaque: common >> 24 == 255, rowStart: starts, rowEnd: ends)
    }
}

/// Owns the words of a picture during decoding.
struct WordMemory: ~Copyable {
    let words: UnsafeMutablePointer<UInt32>

    init(zeroed count: Int) throws(SVGAError) {
        // calloc: the kernel returns large blocks zeroed and uncommitted, so rows that are never written cost nothing.
        guard let memory = calloc(count, MemoryLayout<UInt32>.stride) else { throw .outOfMemory(bytes: 4 * count) }
        words = memory.bindMemory(to: UInt32.self, capacity: count)
    }

    deinit { free(words) }

    /// Shrinks the memory to `count` words and passes it to the caller, who frees it.
    consuming func shrunk(to count: Int) -> UnsafeMutablePointer<UInt32> {
        let block = words
        discard self
        return realloc(block, 4 * count)?.bindMemory(to: UInt32.self, capacity: count) ?? block
    }
}
