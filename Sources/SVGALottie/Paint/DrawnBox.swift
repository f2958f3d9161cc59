import SVGAPixels
import SVGASupport

/// The pixels of a frame that differ from the first one. Copying them, and setting those around them, takes less time than copying all.
struct DrawnBox {
    let box: PixelRect
    /// The word of all pixels around the box.
    private let outside: UInt32

    init(_ rows: PixelRows, width: Int, height: Int) {
        let outside = rows.row(0)[0]
        self.outside = outside
        func isPlain(_ y: Int) -> Bool {
            let row = rows.row(y)
            var difference: UInt32 = 0
            for x in 0..<width { difference |= row[x] ^ outside }
            return difference == 0
        }
        var (minY, maxY) = (0, height)
        while minY < maxY, isPlain(minY) { minY += 1 }
        while maxY > minY, isPlain(maxY - 1) { maxY -= 1 }
        var (minX, maxX) = (width, 0)
        for y in minY..<maxY {
            let row = rows.row(y)
            minX = (0..<minX).first { row[$0] != outside } ?? minX
            while maxX < width, let last = (maxX..<width).last(where: { row[$0] != outside }) { maxX = last + 1 }
        }
        box = PixelRect(x: minX, y: minY, width: max(0, maxX - minX), height: maxY - minY)
    }

    /// Copies the frame.
    /// - Parameters:
    ///   - source: has the box, and may have more.
    ///   - x: the first column of the box in the source.
    ///   - y: the first row of the box in the source.
    ///   - words: receives all rows of the frame, without gaps between them.
    ///   - width: that of the frame.
    func copy(_ source: PixelRows, x: Int, y: Int, to words: UnsafeMutableBufferPointer<UInt32>, width: Int) {
        guard let out = words.baseAddress else { return }
        // The end of what is written.
        var end = 0
        for row in 0..<box.height {
            let start = (box.minY + row) * width + box.minX
            fill(out, end..<start)
            (out + start).update(from: source.row(y + row) + x, count: box.width)
            end = start + box.width
        }
        fill(out, end..<words.count)
    }

    private func fill(_ out: UnsafeMutablePointer<UInt32>, _ range: Range<Int>) {
        if outside == 0 {
            (out + range.lowerBound).clear(range.count)
        } else {
            (out + range.lowerBound).update(repeating: outside, count: range.count)
        }
    }
}

extension UnsafeMutablePointer<UInt32> {
    /// Sets words to 0. The C library does so in less time than a loop.
    func clear(_ count: Int) {
        UnsafeMutableRawPointer(self).initializeMemory(as: UInt8.self, repeating: 0, count: 4 * count)
    }
}
