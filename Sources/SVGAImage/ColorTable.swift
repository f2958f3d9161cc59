/// Up to a few hundred different colors in insertion order, with lookup in constant time. Colors are RGBA words, red in the lowest byte.
package struct ColorTable: Hashable, Sendable {
    package let maximumCount: Int
    package private(set) var colors: [UInt32] = []
    /// Open addressing: the color of each slot, and its index in ``colors``, -1 for a free slot.
    @usableFromInline private(set) var keys = [UInt32](repeating: 0, count: ColorTable.slots)
    @usableFromInline private(set) var indices = [Int16](repeating: -1, count: ColorTable.slots)

    /// Four slots per color: nearly every search ends at the first slot.
    @inlinable static var slotBits: UInt32 { 10 }
    @inlinable static var slots: Int { 1 << 10 }

    /// - Parameter maximumCount: at most 256.
    package init(maximumCount: Int) { self.maximumCount = maximumCount }

    /// Adds a color if it is missing.
    /// - Returns: false if the color is new and the table is full.
    @discardableResult
    package mutating func add(_ color: UInt32) -> Bool {
        let slot = slot(of: color)
        if indices[slot] >= 0 { return true }
        guard colors.count < maximumCount else { return false }
        keys[slot] = color
        indices[slot] = Int16(colors.count)
        colors.append(color)
        return true
    }

    /// The index of a color in ``colors``; nil if it is missing.
    @inlinable
    package func index(of color: UInt32) -> UInt8? { UInt8(exactly: indices[slot(of: color)]) }

    // The slots depend only on the colors and their order.
    package static func == (a: ColorTable, b: ColorTable) -> Bool { a.colors == b.colors }
    package func hash(into hasher: inout Hasher) { hasher.combine(colors) }

    /// The slot of the color, or the free slot for it.
    @inlinable
    func slot(of color: UInt32) -> Int {
        var slot = Int((color &* 0x9E37_79B1) >> (32 - ColorTable.slotBits))
        while keys[slot] != color, indices[slot] >= 0 { slot = (slot + 1) & (ColorTable.slots - 1) }
        return slot
    }
}
