/// The minimum of each pixel and its neighbors in a rectangle, as feMorphology of SVG erodes. Outside of the picture all is transparent.
///
/// The time does not depend on the radius: the minimum of a window is that of the end of one block and the beginning of the next one.
struct AlphaErosion {
    private var values: [UInt8] = []
    private var starts: [UInt8] = []
    private var ends: [UInt8] = []

    /// Erodes white words of any alpha.
    mutating func erode(_ words: UnsafeMutableBufferPointer<UInt32>, width: Int, height: Int, radiusX: Int, radiusY: Int) {
        guard words.count == width * height, radiusX >= 0, radiusY >= 0 else { return }
        guard width > 2 * radiusX, height > 2 * radiusY else {
            words.update(repeating: 0)
            return
        }
        values = words.map { UInt8($0 >> 24) }
        if radiusX > 0 { for row in 0..<height { erode(first: row * width, step: 1, count: width, lanes: 1, radiusX) } }
        if radiusY > 0 { erode(first: 0, step: width, count: height, lanes: width, radiusY) }
        for index in words.indices { words[index] = UInt32(values[index]) * 0x0101_0101 }
    }

    /// Erodes lines side by side.
    /// - Parameters:
    ///   - step: the distance of two values of a line.
    ///   - count: the values of a line, more than twice the radius.
    ///   - lanes: the number of lines.
    private mutating func erode(first: Int, step: Int, count: Int, lanes: Int, _ radius: Int) {
        let window = 2 * radius + 1
        if starts.count < count * lanes {
            starts = [UInt8](repeating: 0, count: count * lanes)
            ends = starts
        }
        values.withUnsafeMutableBufferPointer { values in
            starts.withUnsafeMutableBufferPointer { starts in
                ends.withUnsafeMutableBufferPointer { ends in
                    // The minimum from the start of each block.
                    for index in 0..<count {
                        let (from, to) = (first + index * step, index * lanes)
                        if index % window == 0 {
                            for lane in 0..<lanes { starts[to + lane] = values[from + lane] }
                        } else {
                            for lane in 0..<lanes { starts[to + lane] = min(starts[to - lanes + lane], values[from + lane]) }
                        }
                    }
                    // The minimum to the end of each block.
                    for index in (0..<count).reversed() {
                        let (from, to) = (first + index * step, index * lanes)
                        if index % window == window - 1 || index == count - 1 {
                            for lane in 0..<lanes { ends[to + lane] = values[from + lane] }
                        } else {
                            for lane in 0..<lanes { ends[to + lane] = min(ends[to + lanes + lane], values[from + lane]) }
                        }
                    }
                    for index in 0..<count {
                        let to = first + index * step
                        guard index >= radius, index < count - radius else {
                            for lane in 0..<lanes { values[to + lane] = 0 }
                            continue
                        }
                        let (low, high) = ((index - radius) * lanes, (index + radius) * lanes)
                        for lane in 0..<lanes { values[to + lane] = min(ends[low + lane], starts[high + lane]) }
                    }
                }
            }
        }
    }
}
