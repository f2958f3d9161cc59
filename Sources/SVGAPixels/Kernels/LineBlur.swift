import CSVGAKernels
import SVGASupport

/// Blurs lines of bytes by three box averages after each other, in place. Outside of a line all is 0.
package struct LineBlur {
    /// The number of lines that are blurred together, side by side in memory.
    package static let lanes = Int(SVGA_BLUR_LANES)
    /// The widest box whose sums fit in 31 bits.
    package static let maximumWidth = 200

    private let boxes: svga_boxes

    /// - Parameters:
    ///   - width: the width of the first two boxes, 2…``maximumWidth``. The third one is as wide, or wider by 1.
    ///   - reach: how many values after a value belong to its average.
    package init(width: Int, third: Int, reach: Int) { boxes = svga_boxes(first: width, second: width, third: third, reach: reach) }

    /// The numbers of memory that a blur needs.
    package var memory: Int { (boxes.first + boxes.second + boxes.third - 3) * LineBlur.lanes }

    /// - Parameters:
    ///   - bytes: the first byte of each line; ``lanes`` of them.
    ///   - step: the distance of two bytes of a line.
    ///   - memory: at least ``memory`` numbers.
    package func blur(_ bytes: UnsafeMutablePointer<UInt8>, step: Int, length: Int, _ memory: UnsafeMutablePointer<Int32>) {
        if Simd.isOn { svga_blur_lines(bytes, step, length, boxes, memory) } else { blurPlainly(bytes, step: step, length: length) }
    }

    /// The plain Swift implementation.
    package func blurPlainly(_ bytes: UnsafeMutablePointer<UInt8>, step: Int, length: Int) {
        let scale = 1 / Float(boxes.first * boxes.second * boxes.third)
        for lane in 0..<LineBlur.lanes {
            var values = (0..<length).map { Int(bytes[lane + $0 * step]) } + [Int](repeating: 0, count: boxes.reach)
            for width in [boxes.first, boxes.second, boxes.third] {
                let before = values
                var sum = 0
                for index in values.indices {
                    sum += before[index] - (index >= width ? before[index - width] : 0)
                    values[index] = sum
                }
            }
            for index in 0..<length {
                bytes[lane + index * step] = UInt8(saturating: Float(values[index + boxes.reach]) * scale + 0.5)
            }
        }
    }
}
