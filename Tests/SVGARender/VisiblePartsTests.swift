import SVGAPixels
import TestSupport
import Testing

@testable import SVGARender

@Suite("Visible parts") struct VisiblePartsTests {
    private static let full = PixelRect(minX: 7, minY: 3, maxX: 207, maxY: 153)

    /// The visible parts of a canvas with ink where `isInked` returns true.
    private func parts(inOnePart: Bool = false, _ isInked: (_ x: Int, _ y: Int) -> Bool) throws -> [PixelRect] {
        let canvas = try Canvas(width: 220, height: 160)
        for y in 0..<160 { for x in 0..<220 where isInked(x, y) { canvas.rows.row(y)[x] = 0x0100_0000 } }
        var shown = VisibleParts()
        // A second search discards the first result.
        shown.find(in: canvas.rows, within: PixelRect(minX: 0, minY: 0, maxX: 220, maxY: 160), inOnePart: true)
        shown.find(in: canvas.rows, within: Self.full, inOnePart: inOnePart)
        return shown.parts
    }

    @Test("every pixel that shows lies in one part, and no parts overlap", arguments: 0..<20)
    func coversInk(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let dots = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            (Int.random(in: 0..<220, using: &random), Int.random(in: 0..<160, using: &random), Int.random(in: 1...25, using: &random))
        }
        func isInked(_ x: Int, _ y: Int) -> Bool { dots.contains { abs(x - $0.0) < $0.2 && abs(y - $0.1) < $0.2 } }
        let parts = try parts(isInked)
        for y in Self.full.minY..<Self.full.maxY {
            for x in Self.full.minX..<Self.full.maxX {
                let holders = parts.count { $0.minX <= x && x < $0.maxX && $0.minY <= y && y < $0.maxY }
                #expect(holders <= 1 && (holders == 1 || !isInked(x, y)))
            }
        }
        #expect(parts.allSatisfy { !$0.isEmpty && $0.intersection(Self.full) == $0 })
    }

    @Test("a ring is drawn in parts that leave out its middle")
    func ring() throws {
        let parts = try parts { x, y in
            let square = (x - 107) * (x - 107) + (y - 78) * (y - 78)
            return square < 70 * 70 && square > 60 * 60
        }
        #expect(parts.count > 2)
        #expect(parts.allSatisfy { $0.intersection(PixelRect(minX: 103, minY: 74, maxX: 111, maxY: 82)).isEmpty })
    }

    @Test("an invisible frame has no part, a nearly full one has one")
    func ends() throws {
        #expect(try parts { _, _ in false }.isEmpty)
        #expect(try parts { x, _ in x > 40 } == [Self.full])
        #expect(try parts(inOnePart: true) { _, _ in false } == [Self.full])
    }

    @Test("a bar that is the same in all bands is one part")
    func bar() throws {
        let parts = try parts { x, _ in (100..<110).contains(x) }
        #expect(parts.count == 1)
        #expect(parts.first?.minY == Self.full.minY && parts.first?.maxY == Self.full.maxY)
    }
}
