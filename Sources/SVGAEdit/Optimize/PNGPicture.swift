import CSpng
import CZlib
import SVGAModel

/// A PNG's pixels as they are stored, and what else in the file bears on how it looks.
struct PNGPicture: Hashable, Sendable {
    let width: Int
    let height: Int
    /// RGBA with straight alpha, red in the lowest byte; 0 where alpha is 0, whose colour nobody sees.
    let pixels: [UInt32]
    /// Whole chunks, such as a colour profile: players that mind them must still find them.
    let carried: [UInt8]

    init(width: Int, height: Int, pixels: [UInt32], carried: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.carried = carried
    }

    /// nil for what is better left as it is: broken or animated pictures, and those of 16 bits, of which players that show more than 8
    /// would lose something.
    init?(png bytes: [UInt8], limits: ReadLimits) {
        guard let chunks = PNGChunkList(bytes), !chunks.isAnimated, chunks.bitDepth <= 8 else { return nil }
        let (area, overflow) = chunks.width.multipliedReportingOverflow(by: chunks.height)
        guard !overflow, area > 0, area <= limits.imagePixels, let context = PNGContext(flags: 0) else { return nil }
        var pixels = [UInt32](repeating: 0, count: area)
        let isRead = bytes.withUnsafeBufferPointer { bytes in
            pixels.withUnsafeMutableBytes { target in
                spng_set_image_limits(context.handle, UInt32(chunks.width), UInt32(chunks.height)) == 0
                    && spng_set_chunk_limits(context.handle, 8 << 20, 16 << 20) == 0
                    && spng_set_crc_action(context.handle, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)) == 0
                    && spng_set_png_buffer(context.handle, bytes.baseAddress, bytes.count) == 0
                    && spng_decode_image(
                        context.handle, target.baseAddress, target.count, Int32(SPNG_FMT_RGBA8.rawValue),
                        Int32(SPNG_DECODE_TRNS.rawValue)) == 0
            }
        }
        guard isRead else { return nil }
        for index in pixels.indices {
            let pixel = UInt32(littleEndian: pixels[index])
            pixels[index] = pixel >> 24 == 0 ? 0 : pixel
        }
        self.init(width: chunks.width, height: chunks.height, pixels: pixels, carried: chunks.carried)
    }
}

/// Owns one of libspng's readers or writers.
struct PNGContext: ~Copyable {
    let handle: OpaquePointer

    init?(flags: UInt32) {
        guard let handle = spng_ctx_new(Int32(flags)) else { return nil }
        self.handle = handle
    }

    deinit { spng_ctx_free(handle) }
}

/// The chunks of a PNG file, as far as their names and lengths.
struct PNGChunkList {
    let width: Int
    let height: Int
    let bitDepth: Int
    private(set) var isAnimated = false
    /// The chunks that change how a picture looks in some players.
    private(set) var carried: [UInt8] = []

    /// sRGB's own gamma, which is what a file without one has.
    private static let usualGamma = 45_455

    init?(_ file: [UInt8]) {
        func number(_ offset: Int) -> Int { file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard file.count >= 33, file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        width = number(16)
        height = number(20)
        bitDepth = Int(file[24])
        var chromaticities: Range<Int>?
        var hasGamma = false
        var offset = 8
        while offset + 12 <= file.count {
            let length = number(offset)
            guard length <= file.count - offset - 12 else { break }
            let range = offset..<offset + 12 + length
            switch String(decoding: file[offset + 4..<offset + 8], as: UTF8.self) {
            case "acTL": isAnimated = true
            case "iCCP", "cICP", "eXIf": carried += file[range]
            case "cHRM": chromaticities = range
            case "gAMA" where length == 4 && number(offset + 8) != PNGChunkList.usualGamma:
                hasGamma = true
                carried += file[range]
            default: break
            }
            offset = range.upperBound
        }
        // Nobody minds them alone.
        if hasGamma, let chromaticities { carried += file[chromaticities] }
    }
}
