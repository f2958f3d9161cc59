import SVGASupport

/// The frame headers of an animation, read without decoding.
package struct AnimationOutline: Hashable, Sendable {
    /// The number of pictures.
    package private(set) var pictures = 0
    /// The total number of stored pixels: a picture may cover only a part of the canvas.
    package private(set) var storedPixels = 0

    private mutating func add(_ width: Int, _ height: Int) {
        pictures += 1
        // An APNG has 32-bit sides, whose product may overflow an Int.
        storedPixels = storedPixels.addingSaturating(width.multipliedSaturating(by: height))
    }

    // MARK: GIF

    /// Reads a GIF, as far as its blocks are valid.
    package init(gif bytes: [UInt8]) {
        guard bytes.count > 13 else { return }
        func tableBytes(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        let reader = ByteReader(bytes)
        var at = 13 + tableBytes(bytes[10])
        func skipSubBlocks() {
            while at < bytes.count, bytes[at] != 0 { at += 1 + Int(bytes[at]) }
            at += 1
        }
        while at < bytes.count {
            switch bytes[at] {
            case 0x21:
                at += 2
                skipSubBlocks()
            case 0x2C where at + 10 < bytes.count:
                add(reader.little(at: at + 5, bytes: 2) ?? 0, reader.little(at: at + 7, bytes: 2) ?? 0)
                // The image descriptor, the local palette and the code size.
                at += 10 + tableBytes(bytes[at + 9]) + 1
                skipSubBlocks()
            default: return
            }
        }
    }

    // MARK: APNG

    /// Reads an animated PNG.
    package init(apng bytes: [UInt8]) {
        var at = PNGChunks.signature.count
        while at + 12 <= bytes.count {
            let length = PNGChunks.number(in: bytes, at: at)
            guard length <= bytes.count - at - 12 else { return }
            if length >= 26, bytes[at + 4..<at + 8].elementsEqual("fcTL".utf8) {
                add(PNGChunks.number(in: bytes, at: at + 12), PNGChunks.number(in: bytes, at: at + 16))
            }
            at += 12 + length
        }
    }

    // MARK: WebP

    /// Reads an animated WebP, or a still one, whose only picture counts 0 pixels.
    package init(webP bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        var at = 12
        while let length = reader.little(at: at + 4, bytes: 4) {
            guard length <= bytes.count - at - 8 else { break }
            if length >= 16, bytes[at..<at + 4].elementsEqual("ANMF".utf8) {
                add((reader.little(at: at + 14, bytes: 3) ?? 0) + 1, (reader.little(at: at + 17, bytes: 3) ?? 0) + 1)
            }
            at += 8 + length + length % 2
        }
        if pictures == 0 { pictures = 1 }
    }
}
