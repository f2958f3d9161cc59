import CSpng
import CZlib
import Glibc
import SVGAExport
import SVGAFormat

/// Writes pictures as PNGs as small as they get with every pixel as it is.
struct PNGCompression: Sendable {
    var usesZopfli = false

    /// How rows are filtered: each wins for some pictures.
    private static let filters = [
        SPNG_DISABLE_FILTERING, SPNG_FILTER_CHOICE_SUB, SPNG_FILTER_CHOICE_UP, SPNG_FILTER_CHOICE_AVG, SPNG_FILTER_CHOICE_PAETH,
        SPNG_FILTER_CHOICE_ALL,
    ]
    /// Filters are compared at this level, and the best few written at the highest.
    private static let quickLevel: Int32 = 6
    private static let finalists = 2

    /// nil where libspng refuses, which it does for lack of memory.
    func file(_ picture: PNGPicture) -> [UInt8]? {
        var smallest: [UInt8]?
        var inflatedBytes = 0
        for samples in PNGSamples.candidates(for: picture) {
            var trials: [(filter: Int32, count: Int)] = []
            for filter in PNGCompression.filters {
                let filter = Int32(filter.rawValue)
                guard let file = encode(samples, filter, level: PNGCompression.quickLevel, memory: 8, strategy: Z_DEFAULT_STRATEGY) else {
                    return nil
                }
                trials.append((filter, file.count))
            }
            for trial in trials.sorted(by: { $0.count < $1.count }).prefix(PNGCompression.finalists) {
                for (memory, strategy) in [(8, Z_DEFAULT_STRATEGY), (9, Z_DEFAULT_STRATEGY), (9, Z_FILTERED)] {
                    guard let file = encode(samples, trial.filter, level: 9, memory: Int32(memory), strategy: strategy) else { return nil }
                    if file.count < smallest?.count ?? .max { (smallest, inflatedBytes) = (file, samples.inflatedBytes) }
                }
            }
        }
        guard var file = smallest else { return nil }
        if usesZopfli, let smaller = packed(file, inflatedBytes: inflatedBytes) { file = smaller }
        // Right behind the header, which is always as long.
        file.insert(contentsOf: picture.carried, at: 33)
        return file
    }

    /// The same file with its rows packed by Zopfli; nil where that is no smaller.
    private func packed(_ file: [UInt8], inflatedBytes: Int) -> [UInt8]? {
        var stream: [UInt8] = []
        PNGChunks.appendPicture(of: file, to: &stream)
        var rows = [UInt8](repeating: 0, count: inflatedBytes)
        var count = UInt(inflatedBytes)
        guard uncompress(&rows, &count, stream, UInt(stream.count)) == Z_OK, count == inflatedBytes,
            let best = try? Deflated(usesZopfli: true).stream(rows, .zlib), best.count < stream.count
        else { return nil }
        var result: [UInt8] = []
        // What is before the first IDAT is all but the picture.
        guard let start = PNGChunks.offset(of: "IDAT", in: file) else { return nil }
        result += file[..<start]
        PNGChunks.append("IDAT", to: &result) { $0 += best }
        PNGChunks.append("IEND", to: &result) { _ in }
        return result.count < file.count ? result : nil
    }

    private func encode(_ samples: PNGSamples, _ filter: Int32, level: Int32, memory: Int32, strategy: Int32) -> [UInt8]? {
        guard let context = PNGContext(flags: SPNG_CTX_ENCODER.rawValue) else { return nil }
        let handle = context.handle
        var header = spng_ihdr(
            width: UInt32(samples.width), height: UInt32(samples.height), bit_depth: UInt8(samples.bits), color_type: samples.colorType,
            compression_method: 0, filter_method: 0, interlace_method: UInt8(SPNG_INTERLACE_NONE.rawValue))
        let options = [
            (SPNG_ENCODE_TO_BUFFER, 1), (SPNG_IMG_COMPRESSION_LEVEL, level), (SPNG_IMG_MEM_LEVEL, memory),
            (SPNG_IMG_COMPRESSION_STRATEGY, strategy), (SPNG_FILTER_CHOICE, filter),
        ]
        guard options.allSatisfy({ spng_set_option(handle, $0.0, $0.1) == 0 }), spng_set_ihdr(handle, &header) == 0,
            setPalette(samples.palette, handle)
        else { return nil }
        let result = samples.bytes.withUnsafeBytes { bytes in
            spng_encode_image(
                handle, bytes.baseAddress, bytes.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
        }
        guard result == 0 else { return nil }
        var count = 0
        var code: Int32 = 0
        let buffer = spng_get_png_buffer(handle, &count, &code)
        defer { free(buffer) }
        guard code == 0, buffer != nil else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
    }

    private func setPalette(_ palette: [UInt32], _ handle: OpaquePointer) -> Bool {
        if palette.isEmpty { return true }
        var colors = spng_plte()
        colors.n_entries = UInt32(palette.count)
        withUnsafeMutableBytes(of: &colors.entries) { entries in
            for (index, color) in palette.enumerated() {
                for channel in 0..<3 { entries[4 * index + channel] = UInt8(truncatingIfNeeded: color >> (8 * channel)) }
            }
        }
        guard spng_set_plte(handle, &colors) == 0 else { return false }
        // Those that are not opaque come first, and the list may end with them.
        let count = palette.prefix { $0 >> 24 < 255 }.count
        if count == 0 { return true }
        var transparency = spng_trns()
        transparency.n_type3_entries = UInt32(count)
        withUnsafeMutableBytes(of: &transparency.type3_alpha) { alphas in
            for index in 0..<count { alphas[index] = UInt8(truncatingIfNeeded: palette[index] >> 24) }
        }
        return spng_set_trns(handle, &transparency) == 0
    }
}
