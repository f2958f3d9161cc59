import SVGAPixels
import TestSupport
import Testing

@Suite("Filters of PNG") struct PNGFilterTests {
    /// Four pixels of three bytes, followed by another byte.
    private static let above: [UInt8] = [106, 212, 47, 15, 66, 104, 15, 161, 14, 40, 231, 66, 99]
    private static let stored: [UInt8] = [128, 250, 2, 1, 190, 255, 1, 255, 91, 3, 2, 128, 77]

    private static func undone(_ filter: PNGFilter, plainly: Bool, _ row: [UInt8], _ above: [UInt8], bytesPerPixel: Int) -> [UInt8] {
        var row = row
        let count = row.count - 1
        row.withUnsafeMutableBufferPointer { row in
            above.withUnsafeBufferPointer { above in
                if plainly {
                    filter.undoPlainly(row.baseAddress!, above: above.baseAddress!, count: count, bytesPerPixel: bytesPerPixel)
                } else {
                    filter.undo(row.baseAddress!, above: above.baseAddress!, count: count, bytesPerPixel: bytesPerPixel)
                }
            }
        }
        return row
    }

    @Test(
        "each filter adds the bytes that PNG defines",
        arguments: [
            (.none, stored), (.sub, [128, 250, 2, 129, 184, 1, 130, 183, 92, 133, 185, 220, 77]),
            (.up, [234, 206, 49, 16, 0, 103, 16, 160, 105, 43, 233, 194, 77]),
            (.average, [181, 100, 25, 99, 17, 63, 58, 88, 129, 52, 161, 225, 77]),
            (.paeth, [234, 206, 49, 107, 0, 103, 108, 65, 105, 111, 163, 233, 77]),
        ] as [(PNGFilter, [UInt8])])
    func values(filter: PNGFilter, expected: [UInt8]) {
        #expect(Self.undone(filter, plainly: true, Self.stored, Self.above, bytesPerPixel: 3) == expected)
    }

    @Test("a filtered row becomes what it was", arguments: PNGFilter.allCases)
    func filtersAndBack(filter: PNGFilter) {
        var generator = SeededGenerator(state: 2)
        for bytesPerPixel in 1...4 {
            for pixels in 1...40 {
                let count = pixels * bytesPerPixel
                let rows = (0..<2).map { _ in (0...count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
                var filtered = [UInt8](repeating: 0, count: count + 1)
                filter.apply(rows[0], above: rows[1], count: count, bytesPerPixel: bytesPerPixel, to: &filtered)
                let back = Self.undone(filter, plainly: true, filtered, rows[1], bytesPerPixel: bytesPerPixel)
                if back.dropLast() != rows[0].dropLast() { Issue.record("\(filter), \(pixels) pixels of \(bytesPerPixel) bytes") }
            }
        }
    }

    @Test("with every instruction set a row becomes what plain Swift makes of it", arguments: PNGFilter.allCases)
    func instructionSets(filter: PNGFilter) {
        InstructionSets.each { name in
            var generator = SeededGenerator(state: 1)
            for bytesPerPixel in 1...4 {
                for pixels in 1...70 {
                    let count = pixels * bytesPerPixel + 1
                    // Zeros and equal neighbors are where the Paeth predictor chooses the upper left byte.
                    let few: [UInt8] = [0, 0, 1, 127, 128, 255]
                    let rows = (0..<2).map { _ in
                        (0..<count).map { _ in
                            Bool.random(using: &generator)
                                ? few.randomElement(using: &generator)! : UInt8.random(in: 0...255, using: &generator)
                        }
                    }
                    let row = Self.undone(filter, plainly: false, rows[0], rows[1], bytesPerPixel: bytesPerPixel)
                    let expected = Self.undone(filter, plainly: true, rows[0], rows[1], bytesPerPixel: bytesPerPixel)
                    if row != expected { Issue.record("\(name), \(filter), \(pixels) pixels of \(bytesPerPixel) bytes") }
                }
            }
        }
    }
}
