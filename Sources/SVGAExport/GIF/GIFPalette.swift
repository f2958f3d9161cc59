/// At most 255 different colours, found by value in no time. The index after the last one means transparent.
///
/// Colours are pixels as ``GIFVisibility`` shows them.
struct GIFPalette: Sendable {
    static let mostColors = 255

    private(set) var colors: [UInt32] = []
    /// Open addressing: 0, which is no colour, where a slot is free.
    private var keys = [UInt32](repeating: 0, count: GIFPalette.slots)
    private var indices = [UInt8](repeating: 0, count: GIFPalette.slots)

    private static let slotBits: UInt32 = 10
    private static let slots = 1 << 10

    var transparent: UInt8 { UInt8(colors.count) }

    /// - Returns: false if the colour is new and there is no room.
    @discardableResult
    mutating func add(_ color: UInt32) -> Bool {
        var slot = GIFPalette.slot(color)
        while keys[slot] != 0 {
            if keys[slot] == color { return true }
            slot = (slot + 1) & (GIFPalette.slots - 1)
        }
        guard colors.count < GIFPalette.mostColors else { return false }
        keys[slot] = color
        indices[slot] = UInt8(colors.count)
        colors.append(color)
        return true
    }

    func index(of color: UInt32) -> UInt8? {
        var slot = GIFPalette.slot(color)
        while keys[slot] != 0 {
            if keys[slot] == color { return indices[slot] }
            slot = (slot + 1) & (GIFPalette.slots - 1)
        }
        return nil
    }

    /// The index of the colour that is closest; of a palette that is not empty.
    func nearest(to color: UInt32) -> UInt8 {
        var best = (index: 0, distance: Int32.max)
        for (index, candidate) in colors.enumerated() {
            let distance = GIFPalette.squaredDistance(color, candidate)
            if distance < best.distance { best = (index, distance) }
        }
        return UInt8(best.index)
    }

    static func squaredDistance(_ a: UInt32, _ b: UInt32) -> Int32 {
        func difference(_ shift: UInt32) -> Int32 { Int32(a >> shift & 255) - Int32(b >> shift & 255) }
        let (red, green, blue) = (difference(0), difference(8), difference(16))
        return red * red + green * green + blue * blue
    }

    /// The indices of colours that are all in the palette, transparent for 0; nil if one is not.
    func indices(of raster: [UInt32]) -> [UInt8]? {
        var last: (color: UInt32, index: UInt8) = (0, transparent)
        var result = [UInt8](repeating: transparent, count: raster.count)
        for (offset, color) in raster.enumerated() {
            if color != last.color {
                if color == 0 {
                    last = (0, transparent)
                } else {
                    guard let index = index(of: color) else { return nil }
                    last = (color, index)
                }
            }
            result[offset] = last.index
        }
        return result
    }

    private static func slot(_ color: UInt32) -> Int { Int((color &* 0x9E37_79B1) >> (32 - slotBits)) }
}
