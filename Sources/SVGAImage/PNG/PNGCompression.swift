import CSpng
import CZlib
package import SVGAModel
import SVGAPixels

/// A PNG's pixels as they are stored, and the chunks that change how it looks in some players.
package struct PNGPicture: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// RGBA with straight alpha, red in the lowest byte; 0 where alpha is 0, whose colour nobody sees.
    package let pixels: [UInt32]
    /// Whole chunks, such as a colour profile: players that respect them must still find them.
    package let carried: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt32], carried: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.carried = carried
    }

    /// nil for pictures that are not to be written anew: broken ones, animated ones, and those of 16 bits a sample, because players that
    /// show more than 8 bits would lose detail.
    package init?(png bytes: [UInt8], limits: ReadLimits) {
        guard let summary = PNGSummary(bytes), !summary.isAnimated, summary.bitDepth <= 8 else { return nil }
        let (area, overflow) = summary.width.multipliedReportingOverflow(by: summary.height)
        guard !overflow, area > 0, area <= limits.imagePixels,
            var pixels = try? PNGReader.straightPixels(bytes, width: summary.width, height: summary.height)
        else { return nil }
        for index in pixels.indices {
            let pixel = UInt32(littleEndian: pixels[index])
            pixels[index] = pixel >> 24 == 0 ? 0 : pixel
        }
        self.init(width: summary.width, height: summary.height, pixels: pixels, carried: summary.carried)
    }

    /// The picture with its sides shortened; each new pixel is the average of what it covers.
    package func shrunk(width newWidth: Int, height newHeight: Int) -> PNGPicture {
        let shrunk = AreaAverage.shrink(pixels, width: width, height: height, toWidth: newWidth, height: newHeight)
        return PNGPicture(width: newWidth, height: newHeight, pixels: shrunk, carried: carried)
    }
}

/// What a PNG's header and the names of its chunks tell.
private struct PNGSummary {
    let width: Int
    let height: Int
    let bitDepth: Int
    private(set) var isAnimated = false
    /// The chunks that change how a picture looks in some players.
    private(set) var carried: [UInt8] = []

    /// sRGB's own gamma, which is what a file without one has.
    private static let usualGamma = 45_455

    init?(_ file: [UInt8]) {
        guard file.count >= PNGChunks.headerBytes, file.starts(with: PNGChunks.signature) else { return nil }
        width = PNGChunks.number(in: file, at: 16)
        height = PNGChunks.number(in: file, at: 20)
        bitDepth = Int(file[24])
        var chromaticities: Range<Int>?
        var hasGamma = false
        for chunk in PNGChunks.chunks(of: file) {
            switch chunk.name {
            case "acTL": isAnimated = true
            case "iCCP", "cICP", "eXIf": carried += file[chunk.range]
            case "cHRM": chromaticities = chunk.range
            case "gAMA" where chunk.content.count == 4 && PNGChunks.number(in: file, at: chunk.content.lowerBound) != PNGSummary.usualGamma:
                hasGamma = true
                carried += file[chunk.range]
            default: break
            }
        }
        // Players use the chromaticities only together with a gamma.
        if hasGamma, let chromaticities { carried += file[chromaticities] }
    }
}

/// Writes pictures as PNGs as small as they get with every pixel as it is.
package struct PNGCompression: Sendable {
    /// Packs bytes into a zlib stream, more tightly and slowly than zlib; nil where that fails.
    package typealias Repacking = @Sendable (_ bytes: [UInt8]) -> [UInt8]?

    private let repack: Repacking?

    /// - Parameter repack: tried last, on the rows of the smallest file.
    package init(repack: Repacking? = nil) { self.repack = repack }

    /// How rows are filtered: each wins for some pictures.
    private static let filters = [
        SPNG_DISABLE_FILTERING, SPNG_FILTER_CHOICE_SUB, SPNG_FILTER_CHOICE_UP, SPNG_FILTER_CHOICE_AVG, SPNG_FILTER_CHOICE_PAETH,
        SPNG_FILTER_CHOICE_ALL,
    ]
    /// Filters are compared at this level, and the best few written at the highest.
    private static let quickLevel: Int32 = 6
    private static let finalists = 2

    /// nil where libspng refuses, which it does for lack of memory.
    package func file(_ picture: PNGPicture) -> [UInt8]? {
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
        if let smaller = repacked(file, inflatedBytes: inflatedBytes) { file = smaller }
        file.insert(contentsOf: picture.carried, at: PNGChunks.headerBytes)
        return file
    }

    /// The same file with its rows packed more tightly; nil where that makes it no smaller.
    private func repacked(_ file: [UInt8], inflatedBytes: Int) -> [UInt8]? {
        guard let repack else { return nil }
        var stream: [UInt8] = []
        PNGChunks.appendPicture(of: file, to: &stream)
        var rows = [UInt8](repeating: 0, count: inflatedBytes)
        var count = UInt(inflatedBytes)
        guard uncompress(&rows, &count, stream, UInt(stream.count)) == Z_OK, count == inflatedBytes,
            let best = repack(rows), best.count < stream.count,
            let picture = PNGChunks.chunks(of: file).first(where: { $0.name == "IDAT" })
        else { return nil }
        // The header and the palette stand before the picture; only the end follows it.
        var result = Array(file[..<picture.range.lowerBound])
        PNGChunks.append("IDAT", to: &result) { $0 += best }
        PNGChunks.append("IEND", to: &result)
        return result.count < file.count ? result : nil
    }

    private func encode(_ samples: PNGSamples, _ filter: Int32, level: Int32, memory: Int32, strategy: Int32) -> [UInt8]? {
        do throws(ImageError) {
            let context = try SpngContext.encoder(
                width: samples.width, height: samples.height, colorType: samples.colorType, bits: UInt8(samples.bits),
                options: [
                    (SPNG_IMG_COMPRESSION_LEVEL, level), (SPNG_IMG_MEM_LEVEL, memory), (SPNG_IMG_COMPRESSION_STRATEGY, strategy),
                    (SPNG_FILTER_CHOICE, filter),
                ])
            try setPalette(samples.palette, context)
            return try samples.bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
                try context.encode(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            return nil
        }
    }

    private func setPalette(_ palette: [UInt32], _ context: borrowing SpngContext) throws(ImageError) {
        if palette.isEmpty { return }
        var colors = spng_plte()
        colors.n_entries = UInt32(palette.count)
        withUnsafeMutableBytes(of: &colors.entries) { entries in
            for (index, color) in palette.enumerated() {
                for channel in 0..<3 { entries[4 * index + channel] = UInt8(truncatingIfNeeded: color >> (8 * channel)) }
            }
        }
        try context.check(spng_set_plte(context.handle, &colors))
        // Colours that are not opaque come first. PNG takes all colours after the end of this list as opaque.
        let count = palette.prefix { $0 >> 24 < 255 }.count
        if count == 0 { return }
        var transparency = spng_trns()
        transparency.n_type3_entries = UInt32(count)
        withUnsafeMutableBytes(of: &transparency.type3_alpha) { alphas in
            for index in 0..<count { alphas[index] = UInt8(truncatingIfNeeded: palette[index] >> 24) }
        }
        try context.check(spng_set_trns(context.handle, &transparency))
    }
}

/// A picture's samples in one of PNG's colour types: what is filtered and compressed.
private struct PNGSamples {
    let width: Int
    let height: Int
    let colorType: UInt8
    /// Of one sample.
    let bits: Int
    /// The colours of colour type 3, those that are not opaque first; empty for all other types.
    let palette: [UInt32]
    /// Rows of whole bytes.
    let bytes: [UInt8]

    /// What is compressed: the rows, each with a byte before it that names its filter.
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
