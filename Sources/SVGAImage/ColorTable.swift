/// Up to a few hundred different colors in the order in which they were added, each found by its value in constant time. Colors are RGBA words,
/// red in the lowest byte.
package struct ColorTable: Hashable, Sendable {
    package let maximumCount: Int
    package private(set) var colors: [UInt32] = []
    /// Open addressing: the color in each slot, and its place in ``colors``, -1 where the slot is free.
    @usableFromInline private(set) var keys = [UInt32](repeating: 0, count: ColorTable.slots)
    @usableFromInline private(set) var places = [Int16](repeating: -1, count: ColorTable.slots)

    /// Four slots for each color: nearly every search ends at the first.
    @inlinable static var slotBits: UInt32 { 10 }
    @inlinable static var slots: Int { 1 << 10 }

    /// - Parameter maximumCount: at most 256.
    package init(maximumCount: Int) { self.maximumCount = maximumCount }

    /// Adds a color, unless it is there already.
    /// - Returns: false if the color is new and there is no room.
    @discardableResult
    package mutating func add(_ color: UInt32) -> Bool {
        let slot = slot(of: color)
        if places[slot] >= 0 { return true }
        guard colors.count < maximumCount else { return false }
        keys[slot] = color
        places[slot] = Int16(colors.count)
        colors.append(color)
        return true
    }

    /// The place of a color in ``colors``; nil if it is not there.
    @inlinable
    package func place(of color: UInt32) -> UInt8? { UInt8(exactly: places[slot(of: color)]) }

    // The slots follow from the colors and their order.
    package static func == (a: ColorTable, b: ColorTable) -> Bool { a.colors == b.colors }
    package func hash(into hasher: inout Hasher) { hasher.combine(colors) }

    /// Where the color is, or would go.
    @inlinable
    func slot(of color: UInt32) -> Int {
        var slot = Int((color &* 0x9E37_79B1) >> (32 - ColorTable.slotBits))
        while keys[slot] != color, places[slot] >= 0 { slot = (slot + 1) & (ColorTable.slots - 1) }
        return slot
    }
}
