import SVGASupport

/// Three box blurs after each other, which approximate a Gaussian blur as SVG 1.1 describes it and Skia draws it. Outside of the picture all
/// is transparent.
struct BoxBlur {
    /// Larger standard deviations are reduced to this one, as in Skia.
    private static let maximumDeviation = 532.0
    /// The lines that are blurred together.
    private static let block = 8
    /// The widest box whose sums fit in 32 bits.
    private static let maximumNarrowWidth = 200

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
        blur(WordLines(words: words, step: 1, line: width), length: width, count: height, &scratch)
    }

    func blurColumns(_ words: UnsafeMutablePointer<UInt32>, width: Int, height: Int, _ scratch: inout BlurScratch) {
        blur(WordLines(words: words, step: width, line: 1), length: height, count: width, &scratch)
    }

    /// Blurs bytes along their rows.
    func blurRows(_ bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, _ scratch: inout BlurScratch) {
        blur(ByteLines(bytes: bytes, step: 1, line: width, count: height), length: width, count: (height + 3) / 4, &scratch)
    }

    func blurColumns(_ bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, _ scratch: inout BlurScratch) {
        blur(ByteLines(bytes: bytes, step: width, line: 1, count: width), length: height, count: (width + 3) / 4, &scratch)
    }

    private func blur<Lines: BlurLines>(_ lines: Lines, length: Int, count: Int, _ scratch: inout BlurScratch) {
        guard width >= 2, length > 0 else { return }
        let area = boxes.0 * boxes.1 * boxes.2
        for first in stride(from: 0, to: count, by: BoxBlur.block) {
            let block = first..<min(first + BoxBlur.block, count)
            if width <= BoxBlur.maximumNarrowWidth {
                scratch.narrow.use(boxes) { BoxBlur.blur(lines, block, length, reach, boxes, $0, NarrowAverage(scale: 1 / Float(area))) }
            } else {
                scratch.wide.use(boxes) { BoxBlur.blur(lines, block, length, reach, boxes, $0, WideAverage(scale: 1 / Double(area))) }
            }
        }
    }

    /// Numbers of 0..<256, rounded down. A conversion by the standard library takes most of the time of a blur.
    @inline(__always)
    fileprivate static func bytes(_ numbers: SIMD4<Float>) -> SIMD4<UInt8> {
        // From here on, a Float has no fraction bits, and its low bits are the integer.
        let integers: Float = 8_388_608
        let nearest = numbers + integers - integers
        let floor = nearest.replacing(with: nearest - 1, where: nearest .> numbers)
        return SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(floor + integers, to: SIMD4<UInt32>.self))
    }

    /// Blurs some lines in place. Each box sum gains the leading value, and loses the one that leaves its box. The boxes' earlier values wait
    /// in rings.
    @inline(__always)
    private static func blur<Lines: BlurLines, Average: BlurAverage>(
        _ lines: Lines, _ block: Range<Int>, _ length: Int, _ reach: Int, _ boxes: (Int, Int, Int),
        _ memory: UnsafeMutablePointer<SIMD4<Average.Scalar>>, _ average: Average
    ) {
        let size = BoxBlur.block
        let ring1 = memory + 3 * size
        let ring2 = ring1 + (boxes.0 - 1) * size
        let ring3 = ring2 + (boxes.1 - 1) * size
        memory.update(repeating: .zero, count: (boxes.0 + boxes.1 + boxes.2) * size)
        var (at1, at2, at3) = (0, 0, 0)
        for step in 0..<length + reach {
            for lane in 0..<block.count {
                let line = block.lowerBound + lane
                let lead = step < length ? SIMD4<Average.Scalar>(truncatingIfNeeded: lines.load(line, step)) : .zero
                let sum1 = memory[lane] &+ lead
                let sum2 = memory[size + lane] &+ sum1
                let sum3 = memory[2 * size + lane] &+ sum2
                if step >= reach { lines.store(average.bytes(sum3), line, step - reach) }
                memory[2 * size + lane] = sum3 &- ring3[at3 + lane]
                ring3[at3 + lane] = sum2
                memory[size + lane] = sum2 &- ring2[at2 + lane]
                ring2[at2 + lane] = sum1
                memory[lane] = sum1 &- ring1[at1 + lane]
                ring1[at1 + lane] = lead
            }
            at1 = at1 + size == (boxes.0 - 1) * size ? 0 : at1 + size
            at2 = at2 + size == (boxes.1 - 1) * size ? 0 : at2 + size
            at3 = at3 + size == (boxes.2 - 1) * size ? 0 : at3 + size
        }
    }
}

/// Memory that blurs reuse.
struct BlurScratch {
    struct Sums<Scalar: SIMDScalar> {
        private var memory: [SIMD4<Scalar>] = []

        /// - Parameter body: gets memory for three sums and three rings.
        mutating func use(_ boxes: (Int, Int, Int), _ body: (UnsafeMutablePointer<SIMD4<Scalar>>) -> Void)
        where Scalar: ExpressibleByIntegerLiteral {
            let count = (boxes.0 + boxes.1 + boxes.2) * 8
            if memory.count < count { memory = [SIMD4<Scalar>](repeating: SIMD4(repeating: 0), count: count) }
            memory.withUnsafeMutableBufferPointer { buffer in
                if let base = buffer.baseAddress { body(base) }
            }
        }
    }

    fileprivate var narrow = Sums<Int32>()
    fileprivate var wide = Sums<Int64>()
}

/// The mean of the values in all three boxes, from their sum. A type, because a closure is not inlined.
private protocol BlurAverage {
    associatedtype Scalar: FixedWidthInteger & SIMDScalar

    func bytes(_ sum: SIMD4<Scalar>) -> SIMD4<UInt8>
}

private struct NarrowAverage: BlurAverage {
    let scale: Float

    @inline(__always)
    func bytes(_ sum: SIMD4<Int32>) -> SIMD4<UInt8> { BoxBlur.bytes(SIMD4<Float>(sum) * scale + 0.5) }
}

private struct WideAverage: BlurAverage {
    let scale: Double

    @inline(__always)
    func bytes(_ sum: SIMD4<Int64>) -> SIMD4<UInt8> {
        SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int64>(SIMD4<Double>(sum) * scale + 0.5))
    }
}

/// The rows or columns of a picture.
private protocol BlurLines {
    func load(_ line: Int, _ step: Int) -> SIMD4<UInt8>
    func store(_ value: SIMD4<UInt8>, _ line: Int, _ step: Int)
}

private struct WordLines: BlurLines {
    let words: UnsafeMutablePointer<UInt32>
    let step: Int
    let line: Int

    @inline(__always)
    func load(_ line: Int, _ step: Int) -> SIMD4<UInt8> { unsafeBitCast(words[line * self.line + step * self.step], to: SIMD4<UInt8>.self) }

    @inline(__always)
    func store(_ value: SIMD4<UInt8>, _ line: Int, _ step: Int) {
        words[line * self.line + step * self.step] = unsafeBitCast(value, to: UInt32.self)
    }
}

/// Four adjacent rows or columns of bytes are one line. The last may have fewer.
private struct ByteLines: BlurLines {
    let bytes: UnsafeMutablePointer<UInt8>
    let step: Int
    let line: Int
    let count: Int

    @inline(__always)
    func load(_ line: Int, _ step: Int) -> SIMD4<UInt8> {
        let (base, left) = (bytes + 4 * line * self.line + step * self.step, count - 4 * line)
        return SIMD4(base[0], left > 1 ? base[self.line] : 0, left > 2 ? base[2 * self.line] : 0, left > 3 ? base[3 * self.line] : 0)
    }

    @inline(__always)
    func store(_ value: SIMD4<UInt8>, _ line: Int, _ step: Int) {
        let (base, left) = (bytes + 4 * line * self.line + step * self.step, count - 4 * line)
        for lane in 0..<min(4, left) { base[lane * self.line] = value[lane] }
    }
}
