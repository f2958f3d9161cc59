import CSpng

/// A picture as one of PNG's colour types: what is compressed.
struct PNGSamples {
    let width: Int
    let height: Int
    let colorType: UInt8
    /// Of one sample.
    let bits: Int
    /// For colour type 3, what is not opaque first; else empty.
    let palette: [UInt32]
    /// Rows of whole bytes.
    let bytes: [UInt8]

    /// With the byte before each row that names its filter.
    var inflatedBytes: Int { bytes.count + height }

    private static let mostColors = 256

    /// The ways to write the picture exactly that may be the smallest.
    static func candidates(for picture: PNGPicture) -> [PNGSamples] {
        let colors = Colors(picture.pixels)
        var candidates = [direct(picture, colors)]
        if let palette = colors.palette { candidates.insert(indexed(picture, palette), at: 0) }
        return candidates
    }

    private struct Colors {
        /// nil: more than a palette holds.
        var palette: [UInt32]?
        var isGrey = true
        var isOpaque = true

        init(_ pixels: [UInt32]) {
            var seen: Set<UInt32> = []
            var last: UInt32?
            for pixel in pixels where pixel != last {
                last = pixel
                if pixel >> 24 != 255 { isOpaque = false }
                if pixel & 0xFF != pixel >> 8 & 0xFF || pixel & 0xFF != pixel >> 16 & 0xFF { isGrey = false }
                if seen.count <= PNGSamples.mostColors { seen.insert(pixel) }
            }
            guard seen.count <= PNGSamples.mostColors else { return }
            func order(_ color: UInt32) -> (UInt32, UInt32, UInt32) {
                let (red, green, blue) = (color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF)
                return (color >> 24, 2 * red + 5 * green + blue, color)
            }
            palette = seen.sorted { order($0) < order($1) }
        }
    }

    private static func indexed(_ picture: PNGPicture, _ palette: [UInt32]) -> PNGSamples {
        let bits = palette.count <= 2 ? 1 : palette.count <= 4 ? 2 : palette.count <= 16 ? 4 : 8
        var places: [UInt32: UInt8] = [:]
        for (index, color) in palette.enumerated() { places[color] = UInt8(index) }
        let rowBytes = (picture.width * bits + 7) / 8
        var bytes = [UInt8](repeating: 0, count: rowBytes * picture.height)
        var last: (color: UInt32, place: UInt8) = (palette[0], 0)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let color = picture.pixels[y * picture.width + x]
                if color != last.color { last = (color, places[color] ?? 0) }
                let bit = x * bits
                bytes[y * rowBytes + bit / 8] |= last.place << UInt8(8 - bits - bit % 8)
            }
        }
        return PNGSamples(
            width: picture.width, height: picture.height, colorType: UInt8(SPNG_COLOR_TYPE_INDEXED.rawValue), bits: bits, palette: palette,
            bytes: bytes)
    }

    /// Colour types that have no palette. A colour profile is one of RGB colours and must not meet a grey picture.
    private static func direct(_ picture: PNGPicture, _ colors: Colors) -> PNGSamples {
        let isGrey = colors.isGrey && picture.carried.isEmpty
        let type =
            switch (isGrey, colors.isOpaque) {
            case (true, true): SPNG_COLOR_TYPE_GRAYSCALE
            case (true, false): SPNG_COLOR_TYPE_GRAYSCALE_ALPHA
            case (false, true): SPNG_COLOR_TYPE_TRUECOLOR
            case (false, false): SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
            }
        // How far each sample has to be shifted.
        let shifts: [UInt32] = (isGrey ? [0] : [0, 8, 16]) + (colors.isOpaque ? [] : [24])
        var bytes = [UInt8](repeating: 0, count: picture.pixels.count * shifts.count)
        var offset = 0
        for pixel in picture.pixels {
            for shift in shifts {
                bytes[offset] = UInt8(truncatingIfNeeded: pixel >> shift)
                offset += 1
            }
        }
        return PNGSamples(
            width: picture.width, height: picture.height, colorType: UInt8(type.rawValue), bits: 8, palette: [], bytes: bytes)
    }
}
