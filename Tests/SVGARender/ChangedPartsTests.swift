import SVGAPixels
import TestSupport
import Testing

@testable import SVGARender

/// The parts of the output that a painter repaints.
@Suite("Changed parts") struct ChangedPartsTests {
    @Test("parts are joined until none overlap, hold every pixel that was added, and stay few", arguments: 0..<20)
    func disjoint(seed: Int) {
        var random = SeededGenerator(state: UInt64(seed))
        var parts = DisjointParts()
        var added: [PixelRect] = []
        for _ in 0..<(1 + 10 * seed) {
            let part = PixelRect(
                x: .random(in: 0..<900, using: &random), y: .random(in: 0..<900, using: &random),
                width: .random(in: 0..<(2 + 2 * seed), using: &random), height: .random(in: 0..<20, using: &random))
            added.append(part)
            parts.add(part)
        }
        #expect(parts.parts.count <= 32)
        for (position, part) in parts.parts.enumerated() {
            #expect(!part.isEmpty)
            for other in parts.parts[..<position] { #expect(part.intersection(other).isEmpty) }
        }
        for part in added where !part.isEmpty { #expect(parts.parts.contains { $0.intersection(part) == part }) }
        parts.removeAll()
        #expect(parts.parts.isEmpty)
    }
}
