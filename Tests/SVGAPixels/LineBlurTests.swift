import SVGAPixels
import TestSupport
import Testing

@Suite("Blurred lines") struct LineBlurTests {
    @Test("lines are what plain Swift makes of them, with each instruction set")
    func lines() {
        InstructionSets.each { name in
            var generator = SeededGenerator(state: 7)
            for width in [2, 3, 4, 7, 30, 199, 200] {
                for length in [1, 2, 5, 64, 150] {
                    let isOdd = width % 2 == 1
                    let reach = isOdd ? 3 * (width - 1) / 2 : 3 * width / 2 - 1
                    let blur = LineBlur(width: width, third: isOdd ? width : width + 1, reach: reach)
                    let step = LineBlur.lanes + [0, 5].randomElement(using: &generator)!
                    let isOpaque = length == 64
                    let bytes = (0..<step * length).map { _ in isOpaque ? 255 : UInt8.random(in: 0...255, using: &generator) }
                    var (fast, plain) = (bytes, bytes)
                    var memory = [Int32](repeating: -1, count: blur.memory)
                    fast.withUnsafeMutableBufferPointer { blur.blur($0.baseAddress!, step: step, length: length, &memory) }
                    plain.withUnsafeMutableBufferPointer { blur.blurPlainly($0.baseAddress!, step: step, length: length) }
                    #expect(fast == plain, "\(name) \(width) \(length)")
                }
            }
        }
    }
}
