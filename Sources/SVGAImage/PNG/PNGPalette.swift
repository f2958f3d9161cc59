package import SVGAPixels

/// At most 256 different colors, each found by its value in constant time. Colors are RGBA words, red in the lowest byte.
package struct PNGPalette: Hashable, Sendable {
    package static let maximumColors = 256

    private var table = ColorTable(maximumCount: PNGPalette.maximumColors)
    package var colors: [UInt32] { table.colors }

    /// - Parameter colors: at most 256; what is more is left out.
    package init(_ colors: some Sequence<UInt32> = []) {
        for color in colors { add(color) }
    }

    /// Adds a color, unless it is there already.
    /// - Returns: false if the color is new and there is no room.
    @discardableResult
    package mutating func add(_ color: UInt32) -> Bool { table.add(color) }

    package func place(of color: UInt32) -> UInt8? { table.place(of: color) }

    /// The palette as PNG files want it: colors that are not opaque first, because only these need an alpha, and like ones side by side.
    package var sorted: PNGPalette {
        func order(_ color: UInt32) -> (UInt32, UInt32, UInt32) {
            let (red, green, blue) = (color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF)
            return (color >> 24, 2 * red + 5 * green + blue, color)
        }
        return PNGPalette(colors.sorted { order($0) < order($1) })
    }
}

/// Which colors pictures have: how a PNG file can store them exactly.
package struct PNGColorSurvey: Sendable {
    /// nil: more than a palette holds.
    package private(set) var palette: PNGPalette? = PNGPalette()
    package private(set) var isGray = true
    package private(set) var isOpaque = true
    /// By their red: which colors of ``spare(_:)`` the pictures have.
    private var usedSpares = [Bool](repeating: false, count: 256)

    package init() {}

    /// Whether nothing that comes can change what is known.
    package var isDone: Bool { palette == nil && !isGray && !isOpaque }

    /// A color that opaque pictures do not have and that can stand for what is transparent; nil if they have all of the few that are looked for.
    var clearColor: UInt32? {
        usedSpares.firstIndex(of: false).map { PNGColorSurvey.spares | UInt32($0) }
    }

    /// Opaque, hardly any blue and green, any red.
    private static let spares: UInt32 = 0xFF02_0100

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - width: of the picture, in pixels.
    ///   - area: the part of it to look at.
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
