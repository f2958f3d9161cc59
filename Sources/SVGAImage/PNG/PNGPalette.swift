package import SVGAPixels

/// At most 256 different colors, with lookup in constant time. Colors are RGBA words, red in the lowest byte.
package struct PNGPalette: Hashable, Sendable {
    package static let maximumColors = 256

    private var table = ColorTable(maximumCount: PNGPalette.maximumColors)
    package var colors: [UInt32] { table.colors }

    /// - Parameter colors: the first 256 are used.
    package init(_ colors: some Sequence<UInt32> = []) {
        for color in colors { add(color) }
    }

    /// Adds a color if it is missing.
    /// - Returns: false if the color is new and the palette is full.
    @discardableResult
    package mutating func add(_ color: UInt32) -> Bool { table.add(color) }

    package func index(of color: UInt32) -> UInt8? { table.index(of: color) }

    /// The palette in the best order for PNG: translucent colors first, because only they need an alpha entry, and similar colors adjacent.
    package var sorted: PNGPalette {
        func order(_ color: UInt32) -> (UInt32, UInt32, UInt32) {
            let (red, green, blue) = (color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF)
            return (color >> 24, 2 * red + 5 * green + blue, color)
        }
        return PNGPalette(colors.sorted { order($0) < order($1) })
    }
}

/// The colors of pictures, which determine the lossless layouts of a PNG file.
package struct PNGColorSurvey: Sendable {
    /// The palette; nil if there are more colors than a palette allows.
    package private(set) var palette: PNGPalette? = PNGPalette()
    package private(set) var isGray = true
    package private(set) var isOpaque = true
    /// For each value of red, whether the pictures have the color of ``spares`` with this red.
    private var usedSpares = [Bool](repeating: false, count: 256)

    package init() {}

    /// Whether further pictures cannot change the result.
    package var isDone: Bool { palette == nil && !isGray && !isOpaque }

    /// A color that opaque pictures do not have and that can represent transparent pixels; nil if they have all candidates.
    var clearColor: UInt32? {
        usedSpares.firstIndex(of: false).map { PNGColorSurvey.spares | UInt32($0) }
    }

    /// The colors that may represent transparent pixels, without their red: opaque, with almost no green and blue.
    private static let spares: UInt32 = 0xFF02_0100

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - width: the width of the picture, in pixels.
    ///   - area: the part of the picture to add.
    package mutating func add(_ pixels: UnsafeRawBufferPointer, width: Int, area: PixelRect) {
        for y in area.y..<area.y + area.height {
            if isDone { return }
            let start = 4 * (y * width + area.x)
            add(UnsafeRawBufferPointer(rebasing: pixels[start..<start + 4 * area.width]))
        }
    }

    private mutating func add(_ row: UnsafeRawBufferPointer) {
        var last: UInt32?
        for offset in stride(from: 0, to: row.count, by: 4) {
            let pixel = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            if pixel == last { continue }
            last = pixel
            if pixel >> 24 != 255 { isOpaque = false }
            if pixel & 0xFF != pixel >> 8 & 0xFF || pixel & 0xFF != pixel >> 16 & 0xFF { isGray = false }
            if pixel & ~0xFF == PNGColorSurvey.spares { usedSpares[Int(pixel & 0xFF)] = true }
            if palette?.add(pixel) == false { palette = nil }
        }
    }
}
