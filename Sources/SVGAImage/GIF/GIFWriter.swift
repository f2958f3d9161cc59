package import SVGAModel
package import SVGAPixels
import SVGASupport

/// Writes a GIF to memory; call ``take()`` repeatedly to get the bytes.
///
/// giflib is not used, because its LZW compressor cannot choose among visually equal pixels.
package final class GIFWriter {
    private var bytes: [UInt8]
    private let shared: GIFPalette?
    private var packer = LZWPacker()
    private var isFirst = true

    /// The maximum delay of a picture, in hundredths of a second.
    package static let maximumDelay = 65_535

    /// - Parameter loops: the number of plays; 0: infinite.
    package init(width: Int, height: Int, loops: Int, shared: GIFPalette?) {
        self.shared = shared
        bytes = Array("GIF89a".utf8)
        bytes.append(little: width, bytes: 2)
        bytes.append(little: height, bytes: 2)
        // 8-bit color resolution, an unused background color, square pixels.
        bytes += [(shared.map { Flags.palette | $0.sizeBits(hasTransparent: true) } ?? 0) | Flags.eightBits, 0, 0]
        if let shared { bytes.append(shared, hasTransparent: true) }
        if loops != 1 {
            bytes += [Block.extension, Block.application, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
            // The first play is not counted.
            bytes.append(little: loops == 0 ? 0 : loops - 1, bytes: 2)
            bytes.append(0)
        }
    }

    /// A local palette saves at most a fraction of the picture's size. If the palette is larger than that fraction, it is not tried.
    private static let paletteWorth = 6

    private enum Block {
        static let `extension`: UInt8 = 0x21
        static let control: UInt8 = 0xF9
        static let application: UInt8 = 0xFF
        static let image: UInt8 = 0x2C
        static let end: UInt8 = 0x3B
    }

    private enum Flags {
        static let palette: UInt8 = 0x80
        static let eightBits: UInt8 = 0x70
        static let isTransparent: UInt8 = 0x01
        static let stays: UInt8 = 1 << 2
        static let isCleared: UInt8 = 2 << 2
    }

    /// The bytes written since the last call.
    package func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Chooses the indices of the pixels, and compresses them.
    /// - Throws: ``SVGAError/Kind/cancelled``.
    package func pack(_ image: GIFImage) throws(SVGAError) -> PackedGIFImage {
        var best = try packed(image)
        let transparent = palette(of: image).transparent
        // Redrawing pixels, or using other colors, makes longer strings, but fewer that repeat.
        if image.pixels.contains(where: { $0.mayStay && $0.index != transparent }) {
            best = try smaller(best, packed(image.staying(transparent: transparent)))
        }
        if image.pixels.contains(where: { $0.limit > 0 }) {
            best = try smaller(best, packed(image.staying(transparent: transparent, isExact: true)))
        }
        if image.palette == nil, let shared {
            var local = image
            local.palette = shared
            local.dropUnusedColors()
            // Fewer colors make shorter codes.
            let cost = palette(of: local).byteCount(hasTransparent: true)
            if cost < shared.byteCount(hasTransparent: true), cost < best.byteCount / GIFWriter.paletteWorth {
                best = try smaller(best, packed(local))
            }
        }
        return best
    }

    private func smaller(_ a: PackedGIFImage, _ b: PackedGIFImage) -> PackedGIFImage { b.byteCount < a.byteCount ? b : a }

    private func packed(_ picture: GIFImage) throws(SVGAError) -> PackedGIFImage {
        var image = picture
        image.dropUnusedColors()
        let palette = palette(of: image)
        // The transparent index is declared if a pixel uses it, or if the picture is cleared. FFmpeg and Pillow clear to transparent only
        // if the picture has a transparent index, else to the background color.
        let isUsed = image.isCleared || image.pixels.contains { $0.mayStay || $0.index == palette.transparent }
        let transparent = isUsed ? palette.transparent : nil
        let packed = try packer.pack(image.pixels, colors: palette.colors, transparent: transparent)
        return PackedGIFImage(
            area: image.area, palette: image.palette, delayHundredths: image.delayHundredths, isCleared: image.isCleared,
            transparent: transparent, packed: packed.bytes,
            colors: packed.indices.map { $0 == transparent ? 0 : palette.colors[Int($0)] })
    }

    private func palette(of image: GIFImage) -> GIFPalette { image.palette ?? shared ?? GIFPalette() }

    package func put(_ image: PackedGIFImage) {
        // If the first picture has no transparent index, Pillow treats the animation as opaque and clears nothing.
        let transparent = image.transparent ?? (isFirst ? (image.palette ?? shared ?? GIFPalette()).transparent : nil)
        isFirst = false
        let isTransparent = transparent != nil
        bytes += [Block.extension, Block.control, 4]
        bytes.append((image.isCleared ? Flags.isCleared : Flags.stays) | (isTransparent ? Flags.isTransparent : 0))
        bytes.append(little: image.delayHundredths, bytes: 2)
        bytes += [transparent ?? 0, 0, Block.image]
        for value in [image.area.x, image.area.y, image.area.width, image.area.height] { bytes.append(little: value, bytes: 2) }
        bytes.append(image.palette.map { Flags.palette | $0.sizeBits(hasTransparent: isTransparent) } ?? 0)
        if let palette = image.palette { bytes.append(palette, hasTransparent: isTransparent) }
        bytes += image.packed
    }

    /// Writes the trailer.
    package func close() { bytes.append(Block.end) }
}

/// A compressed picture of a GIF.
package struct PackedGIFImage: Sendable {
    package let area: PixelRect
    fileprivate let palette: GIFPalette?
    package var delayHundredths: Int
    package let isCleared: Bool
    fileprivate let transparent: UInt8?
    fileprivate let packed: [UInt8]
    /// The drawn pixels as opaque RGBA words, 0 for transparent ones.
    package let colors: [UInt32]

    /// The size of the local palette; 0 without one.
    package var paletteBytes: Int { palette?.byteCount(hasTransparent: transparent != nil) ?? 0 }
    /// The size of the compressed pixels.
    package var packedBytes: Int { packed.count }
    fileprivate var byteCount: Int { packedBytes + paletteBytes }
}

extension GIFPalette {
    /// The number of bits of an index, less one: the size of a palette is a power of two.
    fileprivate func sizeBits(hasTransparent: Bool) -> UInt8 {
        let highest = max(1, colors.count - (hasTransparent ? 0 : 1))
        return UInt8(Int.bitWidth - highest.leadingZeroBitCount - 1)
    }

    fileprivate func byteCount(hasTransparent: Bool) -> Int { 6 << Int(sizeBits(hasTransparent: hasTransparent)) }
}

extension GIFImage {
    /// The picture with every pixel transparent that may be.
    /// - Parameter isExact: whether the other pixels keep exactly their indices.
    fileprivate func staying(transparent: UInt8, isExact: Bool = false) -> GIFImage {
        var image = self
        for index in image.pixels.indices {
            if image.pixels[index].mayStay { image.pixels[index].index = transparent }
            if isExact { image.pixels[index].limit = 0 }
        }
        return image
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ palette: GIFPalette, hasTransparent: Bool) {
        let count = palette.byteCount(hasTransparent: hasTransparent) / 3
        for color in palette.colors {
            append(little: color, bytes: 3)
        }
        self += [UInt8](repeating: 0, count: 3 * (count - palette.colors.count))
    }
}
