import CSVGAKernels
import SVGAPixels
import TestSupport
import Testing

@Suite("Where and how much rows differ") struct RowDifferenceTests {
    /// For each instruction set, rows of all kinds with others that differ in no pixel, in one or two, or in all.
    private static func eachPair(
        _ body: (_ name: String, _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Void
    ) {
        InstructionSets.each { name in
            RowSample.each { sample in
                let left = sample.words()
                var few = left
                for _ in 0..<2 where sample.count > 0 {
                    let position = Int.random(in: 0..<sample.count, using: &sample.generator)
                    few[sample.start + position] ^= 1 << UInt32.random(in: 0..<32, using: &sample.generator)
                }
                // The words beside the row differ too.
                few[sample.start + sample.count] ^= 255
                for right in [left, few, sample.words()] {
                    left.withUnsafeBytes { left in
                        right.withUnsafeBytes { right in
                            func row(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
                                (bytes.baseAddress! + 4 * sample.start).assumingMemoryBound(to: UInt8.self)
                            }
                            body("\(name), \(sample.kind), \(sample.count) from \(sample.start)", row(left), row(right), sample.count)
                        }
                    }
                }
            }
        }
    }

    @Test("the first pixel that differs is where plain Swift finds it")
    func first() {
        Self.eachPair { name, left, right, count in
            let expected = RowDifference.Scalar.first(left, right, count: count)
            if RowDifference.first(left, right, count: count) != expected { Issue.record("\(name): \(expected ?? count) is not found") }
        }
    }

    @Test("the last pixel that differs is where plain Swift finds it")
    func end() {
        Self.eachPair { name, left, right, count in
            let expected = RowDifference.Scalar.end(left, right, count: count)
            if RowDifference.end(left, right, count: count) != expected { Issue.record("\(name): \(expected ?? 0) is not found") }
        }
    }

    @Test("the sums are those of plain Swift")
    func sums() {
        Self.eachPair { name, left, right, count in
            var (expected, actual) = (RowDifference.Sums(), RowDifference.Sums())
            RowDifference.Scalar.add(left, right, count: count, to: &expected)
            RowDifference.add(left, right, count: count, to: &actual)
            if actual != expected { Issue.record("\(name): \(actual) instead of \(expected)") }
        }
    }

    @Test("pixels with larger differences are those of plain Swift")
    func countAbove() {
        Self.eachPair { name, left, right, count in
            for limit: UInt8 in [0, 32, 254] {
                let expected = RowDifference.Scalar.count(left, right, count: count, above: limit)
                let actual = RowDifference.count(left, right, count: count, above: limit)
                if actual != expected { Issue.record("\(name), above \(limit): \(actual) instead of \(expected)") }
            }
        }
    }

    @Test("the sums of a long row of greatest differences do not overflow")
    func longRow() {
        let count = 300_000
        let (left, right) = ([UInt32](repeating: 0, count: count), [UInt32](repeating: .max, count: count))
        InstructionSets.each { name in
            var sums = RowDifference.Sums()
            RowDifference.add(left, right, count: count, to: &sums)
            #expect(sums.pixels == count && sums.largest == 255 && sums.squares == count * 4 * 255 * 255, "\(name)")
        }
    }
}

@Suite("The difference of two pictures") struct PixelDifferenceTests {
    private static func noise(width: Int, height: Int) -> Pixmap {
        var generator = SeededGenerator(state: 1)
        let words = generator.words(.premultiplied, count: width * height)
        return Pixmap(width: width, height: height, pixels: words.withUnsafeBytes { Array($0) })
    }

    /// Two pictures that differ in two corners of a rectangle.
    private static func pictures(_ box: PixelRect) -> (Pixmap, Pixmap) {
        let first = noise(width: 100, height: 40)
        var second = first
        for (x, y) in [(box.minX, box.maxY - 1), (box.maxX - 1, box.minY)] {
            let index = 4 * (100 * y + x) + 2
            second.pixels[index] = first.pixels[index] ^ 1
        }
        return (first, second)
    }

    private static let boxes = [
        PixelRect(x: 0, y: 0, width: 100, height: 40), PixelRect(x: 37, y: 11, width: 2, height: 2),
        PixelRect(x: 99, y: 39, width: 1, height: 1),
        PixelRect(x: 5, y: 0, width: 80, height: 3),
    ]

    @Test("the box is the smallest that holds all changes", arguments: boxes)
    func box(box: PixelRect) {
        let (first, second) = Self.pictures(box)
        InstructionSets.each(plain: true) { name in
            let difference = first.withView { first in second.withView { PixelDifference(first, $0) } }
            #expect(difference??.box == box, "\(name)")
            #expect(difference??.pixels == (box.pixels == 1 ? 1 : 2), "\(name)")
            let area = first.pixels.withUnsafeBytes { first in
                second.pixels.withUnsafeBytes { PixelDifference.changedArea(of: $0, from: first, width: 100, height: 40) }
            }
            #expect(area == box, "\(name)")
        }
    }

    @Test("equal pictures have no difference box")
    func alike() {
        let picture = Self.noise(width: 9, height: 9)
        #expect(picture.withView { first in picture.withView { PixelDifference(first, $0).box == nil } } == true)
        let area = picture.pixels.withUnsafeBytes { PixelDifference.changedArea(of: $0, from: $0, width: 9, height: 9) }
        #expect(area == .zero)
    }

    @Test("what changed since a transparent picture is all that is not transparent")
    func fromNothing() {
        var picture = Pixmap(width: 20, height: 10)
        picture.pixels[4 * (20 * 3 + 7)] = 1
        picture.pixels[4 * (20 * 5 + 9) + 3] = 255
        let area = picture.pixels.withUnsafeBytes { PixelDifference.changedArea(of: $0, from: nil, width: 20, height: 10) }
        #expect(area == PixelRect(minX: 7, minY: 3, maxX: 10, maxY: 6))
    }
}
