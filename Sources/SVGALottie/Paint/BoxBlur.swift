import SVGAPixels
import SVGASupport

/// Three box blurs after each other, which approximate a Gaussian blur as SVG 1.1 describes it and Skia draws it. Outside of the picture all
/// is transparent.
struct BoxBlur {
    /// Larger standard deviations are reduced to this one, as in Skia.
    private static let maximumDeviation = 532.0

    /// The width of the box, in pixels; below 2 nothing is blurred.
    let width: Int

    /// - Parameter deviation: the standard deviation, in pixels.
    init(deviation: Double) {
        let gaussian = 3 * (2 * Double.pi).squareRoot() / 4
        width = Int(saturating: (min(max(deviation, 0), BoxBlur.maximumDeviation) * gaussian + 0.5).rounded(.down))
    }

    /// The number of pixels by which the blur extends a picture on each side.
    var reach: Int { width < 2 ? 0 : width % 2 == 1 ? 3 * (width - 1) / 2 : 3 * width / 2 - 1 }

    /// The three boxes. Two even ones, half a pixel to the left and to the right, and an odd one keep the picture in place.
    private var boxes: (Int, Int, Int) { (width, width, width % 2 == 1 ? width : width + 1) }

    /// Blurs premultiplied words along their rows.
    func blurRows(_ words: UnsafeMutablePointer<UInt32>, width: Int, height: Int, _ scratch: inout BlurScratch) {
        blur(BlurLines(words, step: 1, line: width, length: width, count: height), &scratch)
    }

    func blurColumns(_ words: UnsafeMutablePointer<UInt32>, width: Int, height: Int, _ scratch: inout BlurScratch) {
        blur(BlurLines(words, step: width, line: 1, length: height, count: width), &scratch)
    }

    /// Blurs bytes along their rows.
    func blurRows(_ bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, _ scratch: inout BlurScratch) {
        blur(BlurLines(bytes, step: 1, line: width, length: width, count: height), &scratch)
    }

    func blurColumns(_ bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, _ scratch: inout BlurScratch) {
        blur(BlurLines(bytes, step: width, line: 1, length: height, count: width), &scratch)
    }

    @inline(__always)
    private func blur<Value: FixedWidthInteger>(_ lines: BlurLines<Value>, _ scratch: inout BlurScratch) {
        guard width >= 2, lines.length > 0 else { return }
        let lanes = LineBlur.lanes / MemoryLayout<Value>.size
        let narrow = LineBlur(width: boxes.0, third: boxes.2, reach: reach)
        let isNarrow = width <= LineBlur.maximumWidth
        scratch.use(bytes: LineBlur.lanes * lines.length, numbers: isNarrow ? narrow.memory : 0) { block, memory in
            block.withMemoryRebound(to: Value.self, capacity: lanes * lines.length) { values in
                for first in stride(from: 0, to: lines.count, by: lanes) where !lines.areEmpty(first, lanes) {
                    if isNarrow, lines.line == 1, first + lanes <= lines.count {
                        let bytes = UnsafeMutableRawPointer(lines.values + first).assumingMemoryBound(to: UInt8.self)
                        narrow.blur(bytes, step: lines.step * MemoryLayout<Value>.size, length: lines.length, memory)
                        continue
                    }
                    lines.read(first, lanes, values)
                    if isNarrow {
                        narrow.blur(block, step: LineBlur.lanes, length: lines.length, memory)
                    } else {
                        blurWidely(block, lines.length)
                    }
                    lines.write(first, lanes, values)
                }
            }
        }
    }

    /// Blurs lines of bytes side by side by boxes whose sums need 64 bits.
    private func blurWidely(_ bytes: UnsafeMutablePointer<UInt8>, _ length: Int) {
        let scale = 1 / Double(boxes.0 * boxes.1 * boxes.2)
        var values = [Int64](repeating: 0, count: length + reach)
        var before = values
        for lane in 0..<LineBlur.lanes {
            for index in values.indices { values[index] = index < length ? Int64(bytes[lane + index * LineBlur.lanes]) : 0 }
            for width in [boxes.0, boxes.1, boxes.2] {
                swap(&values, &before)
                var sum: Int64 = 0
                for index in values.indices {
                    sum += before[index]
                    if index >= width { sum -= before[index - width] }
                    values[index] = sum
                }
            }
            for index in 0..<length {
                bytes[lane + index * LineBlur.lanes] = UInt8(saturating: Double(values[index + reach]) * scale + 0.5)
            }
        }
    }
}

/// Memory that blurs reuse.
struct BlurScratch {
    private var bytes: [UInt8] = []
    private var numbers: [Int32] = []

    fileprivate mutating func use(
        bytes byteCount: Int, numbers count: Int, _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int32>) -> Void
    ) {
        if bytes.count < byteCount { bytes = [UInt8](repeating: 0, count: byteCount) }
        if numbers.count < max(count, 1) { numbers = [Int32](repeating: 0, count: max(count, 1)) }
        bytes.withUnsafeMutableBufferPointer { bytes in
            numbers.withUnsafeMutableBufferPointer { numbers in
                if let bytes = bytes.baseAddress, let numbers = numbers.baseAddress { body(bytes, numbers) }
            }
        }
    }
}

/// The rows or columns of a picture.
private struct BlurLines<Value: FixedWidthInteger> {
    let values: UnsafeMutablePointer<Value>
    /// The distance of two values of a line.
    let step: Int
    /// The distance of two lines.
    let line: Int
    let length: Int
    let count: Int

    init(_ values: UnsafeMutablePointer<Value>, step: Int, line: Int, length: Int, count: Int) {
        (self.values, self.step, self.line, self.length, self.count) = (values, step, line, length, count)
    }

    /// Whether some lines have no value besides 0, which no blur changes.
    @inline(__always)
    func areEmpty(_ first: Int, _ lanes: Int) -> Bool {
        let lines = min(lanes, count - first)
        // The values that are next to each other first.
        let (outer, inner) = step == 1 ? (lines, length) : (length, lines)
        for at in 0..<outer {
            let start = values + (step == 1 ? (first + at) * line : first + at * step)
            var all: Value = 0
            for index in 0..<inner { all |= start[index] }
            if all != 0 { return false }
        }
        return true
    }

    /// Copies some lines side by side.
    @inline(__always)
    func read(_ first: Int, _ lanes: Int, _ block: UnsafeMutablePointer<Value>) {
        let lines = min(lanes, count - first)
        if lines < lanes { block.update(repeating: 0, count: lanes * length) }
        for lane in 0..<lines {
            let start = values + (first + lane) * line
            for index in 0..<length { block[index * lanes + lane] = start[index * step] }
        }
    }

    @inline(__always)
    func write(_ first: Int, _ lanes: Int, _ block: UnsafeMutablePointer<Value>) {
        for lane in 0..<min(lanes, count - first) {
            let start = values + (first + lane) * line
            for index in 0..<length { start[index * step] = block[index * lanes + lane] }
        }
    }
}
