import SVGASupport

/// How a PNG file stores pixels: a color type with its parameters.
package struct PNGLayout: Hashable, Sendable {
    enum Samples: Hashable {
        /// Palette indices.
        case indexed(PNGPalette)
        case gray, grayAlpha, rgb, rgba
    }

    let samples: Samples
    /// For layouts without alpha: the color that represents transparent pixels. No pixel has it.
    var clearColor: UInt32?
    /// The bits of one sample. Pixels of fewer than 8 bits are palette indices or shades of gray.
    let bits: Int

    /// - Parameter bits: nil: 8, or the minimum for the palette indices.
    init(_ samples: Samples, clearColor: UInt32? = nil, bits: Int? = nil) {
        self.samples = samples
        self.clearColor = clearColor
        if let bits {
            self.bits = bits
        } else if case .indexed(let palette) = samples {
            self.bits = palette.colors.count <= 2 ? 1 : palette.colors.count <= 4 ? 2 : palette.colors.count <= 16 ? 4 : 8
        } else {
            self.bits = 8
        }
    }

    /// The lossless layouts that may be smallest, the most likely first.
    /// - Parameter allowsGray: false with a color profile, which is an RGB profile and must not apply to a gray picture.
    static func candidates(_ colors: PNGColorSurvey, allowsGray: Bool) -> [PNGLayout] {
        let isGray = colors.isGray && allowsGray
        let direct = PNGLayout(colors.isOpaque ? (isGray ? .gray : .rgb) : isGray ? .grayAlpha : .rgba)
        guard let palette = colors.palette else { return [direct] }
        let indexed = PNGLayout(.indexed(palette.sorted))
        // Shades without a palette are as short as indices of more than 16 colors.
        return direct.samples == .gray && palette.colors.count > 16 ? [direct, indexed] : [indexed, direct]
    }

    /// All lossless layouts that may be smallest.
    /// - Parameter pixels: of the entire picture, 8-bit RGBA with straight alpha, rows from the top without padding.
    static func allCandidates(
        _ colors: PNGColorSurvey, of pixels: UnsafeRawBufferPointer, width: Int, allowsGray: Bool
    ) -> [PNGLayout] {
        let isGray = colors.isGray && allowsGray
        var layouts = [PNGLayout(colors.isOpaque ? (isGray ? .gray : .rgb) : isGray ? .grayAlpha : .rgba)]
        guard let palette = colors.palette else { return layouts }
        if layouts[0].samples == .gray, let bits = grayBits(palette) { layouts.append(PNGLayout(.gray, bits: bits)) }
        let neighbors = PNGColorNeighbors(pixels, width: width, palette: palette)
        let orders = PNGPaletteOrder.allCases.map { neighbors.ordered($0) }
        for ordered in orders.flatMap({ [$0, $0.alphasFirst] }) {
            let layout = PNGLayout(.indexed(ordered))
            if layouts.contains(layout) { continue }
            layouts.append(layout)
            // Full bytes may repeat where half bytes do not.
            if layout.bits < 8 { layouts.append(PNGLayout(.indexed(ordered), bits: 8)) }
        }
        return layouts
    }

    /// The minimum bits for these shades of gray; nil: 8.
    private static func grayBits(_ palette: PNGPalette) -> Int? {
        [1, 2, 4].first { bits in palette.colors.allSatisfy { Int($0 & 0xFF) % (255 / (1 << bits - 1)) == 0 } }
    }

    /// The layout of an animation's frames, which may also have transparent pixels blended over the previous frame.
    package static func animation(_ colors: PNGColorSurvey) -> PNGLayout {
        if var palette = colors.palette {
            palette.add(0)
            return PNGLayout(.indexed(palette.sorted))
        }
        if colors.isOpaque { return PNGLayout(.rgb, clearColor: colors.clearColor) }
        return PNGLayout(colors.isGray ? .grayAlpha : .rgba)
    }

    /// Whether a pixel may be transparent.
    package var holdsClear: Bool {
        switch samples {
        case .indexed(let palette): palette.index(of: 0) != nil
        case .gray, .rgb: clearColor != nil
        case .grayAlpha, .rgba: true
        }
    }

    // MARK: - In the file

    /// PNG's number of the color type.
    var colorType: UInt8 {
        switch samples {
        case .gray: 0
        case .rgb: 2
        case .indexed: 3
        case .grayAlpha: 4
        case .rgba: 6
        }
    }

    /// The shift of each sample in an RGBA word; empty for palette indices.
    private var shifts: [UInt32] {
        switch samples {
        case .indexed: []
        case .gray: [0]
        case .grayAlpha: [0, 24]
        case .rgb: [0, 8, 16]
        case .rgba: [0, 8, 16, 24]
        }
    }

    /// For filters; 1 for pixels of fewer than 8 bits.
    var bytesPerPixel: Int { max(1, shifts.count) }

    /// Appends the chunks PLTE and tRNS if they are needed.
    func appendColors(to bytes: inout [UInt8]) {
        guard case .indexed(let palette) = samples else {
            guard let clearColor else { return }
            PNGChunks.append("tRNS", to: &bytes) {
                for shift in shifts { $0.append(big: Int(clearColor >> shift & 0xFF), bytes: 2) }
            }
            return
        }
        PNGChunks.append("PLTE", to: &bytes) {
            for color in palette.colors { for shift in [0, 8, 16] { $0.append(UInt8(truncatingIfNeeded: color >> shift)) } }
        }
        // PNG treats colors after the end of this list as opaque.
        let count = palette.colors.lastIndex { $0 >> 24 < 255 }.map { $0 + 1 } ?? 0
        let alphas = palette.colors.prefix(count).map { UInt8(truncatingIfNeeded: $0 >> 24) }
        if !alphas.isEmpty { PNGChunks.append("tRNS", to: &bytes) { $0 += alphas } }
    }

    // MARK: - Samples

    /// The samples of a picture whose pixels the layout can represent.
    /// - Parameter pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    func pack(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) -> PNGSamples {
        let rowBytes = bits < 8 ? (width * bits + 7) / 8 : width * bytesPerPixel
        let bytes: [UInt8]
        switch samples {
        case .indexed(let palette): bytes = numbers(pixels, width: width, rowBytes: rowBytes) { palette.index(of: $0) ?? 0 }
        case .gray where bits < 8:
            let bits = bits
            bytes = numbers(pixels, width: width, rowBytes: rowBytes) { UInt8(truncatingIfNeeded: $0) >> UInt8(8 - bits) }
        case .rgba: bytes = [UInt8](pixels)
        case .gray, .grayAlpha, .rgb: bytes = direct(pixels)
        }
        var colors: [UInt8] = []
        appendColors(to: &colors)
        return PNGSamples(
            bytes: bytes, rowBytes: rowBytes, height: height, bytesPerPixel: bytesPerPixel, colorBytes: colors.count,
            alphaOffset: shifts.firstIndex(of: 24), isIndexed: colorType == 3)
    }

    /// - Parameter number: the number of a color.
    private func numbers(
        _ pixels: UnsafeRawBufferPointer, width: Int, rowBytes: Int, _ number: (_ color: UInt32) -> UInt8
    ) -> [UInt8] {
        let bits = bits
        let count = pixels.count / 4
        return [UInt8](unsafeUninitializedCapacity: rowBytes * (count / width)) { bytes, filled in
            bytes.initialize(repeating: 0)
            var last: (color: UInt32, number: UInt8)?
            var (row, x) = (0, 0)
            for index in 0..<count {
                let color = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
                let value = last?.color == color ? last?.number ?? 0 : number(color)
                last = (color, value)
                if bits == 8 {
                    bytes[index] = value
                } else {
                    bytes[row + x * bits / 8] |= value << UInt8(8 - bits - x * bits % 8)
                    x += 1
                    if x == width { (row, x) = (row + rowBytes, 0) }
                }
            }
            filled = bytes.count
        }
    }

    private func direct(_ pixels: UnsafeRawBufferPointer) -> [UInt8] {
        let (shifts, clearColor) = (shifts, clearColor)
        return [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * shifts.count) { bytes, filled in
            filled = 0
            for offset in stride(from: 0, to: pixels.count, by: 4) {
                var pixel = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                if let clearColor, pixel >> 24 == 0 { pixel = clearColor }
                for shift in shifts {
                    bytes[filled] = UInt8(truncatingIfNeeded: pixel >> shift)
                    filled += 1
                }
            }
        }
    }
}
