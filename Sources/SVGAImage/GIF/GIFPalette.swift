/// At most 255 different colors, with lookup in constant time. The index after the last one is transparent.
///
/// Colors are opaque RGBA words, red in the lowest byte; 0 is not a color.
package struct GIFPalette: Sendable {
    package static let maximumColors = 255

    @usableFromInline private(set) var table = ColorTable(maximumCount: GIFPalette.maximumColors)
    package var colors: [UInt32] { table.colors }

    package init() {}

    /// The transparent index.
    package var transparent: UInt8 { UInt8(colors.count) }

    /// Adds a color if it is missing.
    /// - Returns: false if the color is new and the palette is full.
    @discardableResult
    package mutating func add(_ color: UInt32) -> Bool { table.add(color) }

    @inlinable
    package func index(of color: UInt32) -> UInt8? { table.index(of: color) }

    /// The index of the closest color; the palette must not be empty.
    package func nearest(to color: UInt32) -> UInt8 {
        var best = (index: 0, distance: Int32.max)
        for (index, candidate) in colors.enumerated() {
            let distance = GIFPalette.squaredDistance(color, candidate)
            if distance < best.distance { best = (index, distance) }
        }
        return UInt8(best.index)
    }

    /// The sum of the squared differences of the three channels.
    package static func squaredDistance(_ a: UInt32, _ b: UInt32) -> Int32 {
        func difference(_ shift: UInt32) -> Int32 { Int32(a >> shift & 255) - Int32(b >> shift & 255) }
        let (red, green, blue) = (difference(0), difference(8), difference(16))
        return red * red + green * green + blue * blue
    }

    /// The indices of a raster, transparent for 0; nil if a color is not in the palette.
    package func indices(of raster: [UInt32]) -> [UInt8]? {
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
}
