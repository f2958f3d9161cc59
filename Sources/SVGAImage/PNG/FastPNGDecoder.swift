import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Decodes the usual PNGs: complete, not interlaced, at most 8 bits per sample, without unusual chunks. libdeflate decompresses all rows at
/// once.
///
/// Other files are decoded by libspng, which also reports errors; this decoder only returns nil.
struct FastPNGDecoder: ~Copyable {
    private let head: FastPNGDecoderHead
    private let rows: FilteredRows

    /// nil if the file is not supported here; libspng may support it.
    /// - Parameters:
    ///   - width: from the header, within the limits.
    ///   - height: from the header, within the limits.
    init?(_ file: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        guard let head = FastPNGDecoderHead(file),
            let rows = FilteredRows.inflated(file, head.parts, bytesPerRow: (width * head.bitsPerPixel + 7) / 8, height: height)
        else { return nil }
        self.head = head
        self.rows = rows
    }

    func decode(into builder: inout BitmapBuilder) {
        let bytesPerPixel = max(1, head.bitsPerPixel / 8)
        var released = 0
        for y in 0..<builder.height {
            rows.release(before: y, &released)
            let row = rows.finish(y, bytesPerPixel: bytesPerPixel)
            let target = builder.rowWords(y)
            switch head.samples {
            case .numbers(let bits, let colors): colors.write(row, bits: bits, toRow: y, of: &builder)
            case .grayAlpha:
                for x in 0..<builder.width { target[x] = (UInt32(row[2 * x]) * 0x01_0101 | UInt32(row[2 * x + 1]) << 24).littleEndian }
                builder.finishRow(y)
            case .rgb:
                for x in 0..<builder.width {
                    target[x] = 0xFF00_0000 | UInt32(row[3 * x]) << 16 | UInt32(row[3 * x + 1]) << 8 | UInt32(row[3 * x + 2])
                }
                builder.finishPremultipliedRow(y)
            case .rgba:
                RowConversion.premultiply(row, to: target, count: builder.width)
                builder.finishPremultipliedRow(y)
            }
        }
    }
}

/// The chunks of a plain PNG before its picture, and the ranges of its picture data.
struct FastPNGDecoderHead {
    enum Samples {
        case numbers(bits: Int, PNGColors)
        case grayAlpha, rgb, rgba
    }

    let samples: Samples
    /// The contents of the IDAT chunks.
    let parts: [Range<Int>]

    var bitsPerPixel: Int {
        switch samples {
        case .numbers(let bits, _): bits
        case .grayAlpha: 16
        case .rgb: 24
        case .rgba: 32
        }
    }

    /// libspng decompresses texts and profiles even if they are not used, and fails above a limit.
    private static let maximumAncillaryBytes = 7 << 20
    private static let maximumAncillaryChunks = 100
    /// A list of millions of tiny chunks would take more memory than the picture.
    private static let maximumChunks = 10_000

    init?(_ file: UnsafeBufferPointer<UInt8>) {
        let chunks = PNGChunks.chunks(of: file, maximumCount: FastPNGDecoderHead.maximumChunks)
        guard let header = chunks.first, header.name == "IHDR", header.content.count == 13,
            let picture = chunks.firstIndex(where: { $0.name == "IDAT" })
        else { return nil }
        let parts = chunks[picture...].prefix { $0.name == "IDAT" }
        guard (chunks[..<picture] + parts).allSatisfy({ FastPNGDecoderHead.hasChecksum($0, in: file) }),
            !parts.contains(where: \.content.isEmpty)
        else { return nil }
        self.parts = parts.map(\.content)

        let fields = Array(file[header.content].suffix(5))
        let (bits, colorType) = (Int(fields[0]), fields[1])
        // Deflate, the five filters, not interlaced.
        guard fields[2...] == [0, 0, 0], [1, 2, 4, 8].contains(bits) else { return nil }
        guard let (palette, transparency) = FastPNGDecoderHead.colors(chunks[1..<picture], in: file, bits: bits, hasPalette: colorType == 3)
        else {
            return nil
        }
        switch (colorType, bits) {
        case (3, _):
            guard !palette.isEmpty else { return nil }
            samples = .numbers(bits: bits, PNGColors(palette: palette, alphas: transparency))
        case (0, _):
            guard transparency.isEmpty else { return nil }
            samples = .numbers(bits: bits, PNGColors(grayBits: bits))
        case (2, 8), (4, 8), (6, 8):
            guard transparency.isEmpty else { return nil }
            samples = colorType == 2 ? .rgb : colorType == 4 ? .grayAlpha : .rgba
        default: return nil
        }
    }

    private static func hasChecksum(_ chunk: PNGChunks.Chunk, in file: UnsafeBufferPointer<UInt8>) -> Bool {
        let summed = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(file)[chunk.content.lowerBound - 4..<chunk.content.upperBound])
        return LibdeflateDecompressor.crc32(summed) == PNGChunks.number(in: file, at: chunk.content.upperBound)
    }

    /// The contents of PLTE and tRNS, empty if they are missing; nil if these chunks are unusual.
    private static func colors(
        _ chunks: ArraySlice<PNGChunks.Chunk>, in file: UnsafeBufferPointer<UInt8>, bits: Int, hasPalette: Bool
    ) -> (palette: UnsafeRawBufferPointer, transparency: UnsafeRawBufferPointer)? {
        var palette: Range<Int> = 0..<0
        var transparency: Range<Int> = 0..<0
        var ancillaryBytes = 0
        if chunks.count > maximumAncillaryChunks { return nil }
        for chunk in chunks {
            switch chunk.name {
            case "PLTE":
                guard hasPalette, palette.isEmpty, chunk.content.count % 3 == 0, (1...1 << bits).contains(chunk.content.count / 3) else {
                    return nil
                }
                palette = chunk.content
            case "tRNS":
                guard transparency.isEmpty, !chunk.content.isEmpty, chunk.content.count <= palette.count / 3 else { return nil }
                transparency = chunk.content
            // They must follow the palette.
            case "bKGD", "hIST": if hasPalette, palette.isEmpty { return nil }
            // The only chunk that libspng does not allow to be empty.
            case "eXIf" where chunk.content.isEmpty: return nil
            case "iCCP", "zTXt": ancillaryBytes += LibdeflateDecompressor.maximumGrowth * chunk.content.count
            case "iTXt":
                // The compression flag follows the keyword and its terminator.
                let isPacked = file[chunk.content].drop { $0 != 0 }.dropFirst().first != 0
                ancillaryBytes += (isPacked ? LibdeflateDecompressor.maximumGrowth : 1) * chunk.content.count
            default:
                // Letters with a lowercase first one: an ancillary chunk.
                let letters = chunk.name.utf8.filter { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
                guard letters.count == 4, letters[0] & 0x20 != 0, letters[2] & 0x20 == 0 else { return nil }
                ancillaryBytes += chunk.content.count
            }
        }
        let file = UnsafeRawBufferPointer(file)
        guard ancillaryBytes <= maximumAncillaryBytes else { return nil }
        return (UnsafeRawBufferPointer(rebasing: file[palette]), UnsafeRawBufferPointer(rebasing: file[transparency]))
    }
}

/// Owns the rows of the IDAT chunks: each starts with its filter byte. Rows are unfiltered in place, one by one.
struct FilteredRows: ~Copyable {
    private let memory: UnsafeMutablePointer<UInt8>
    private let bytesPerRow: Int

    private init?(bytesPerRow: Int, height: Int) {
        // Zeros before the first row are the row above it. The byte after the last row may be read.
        guard let memory = malloc(bytesPerRow + (bytesPerRow + 1) * height + 1) else { return nil }
        self.memory = memory.assumingMemoryBound(to: UInt8.self)
        self.bytesPerRow = bytesPerRow
        self.memory.initialize(repeating: 0, count: bytesPerRow)
        self.memory[bytesPerRow + (bytesPerRow + 1) * height] = 0
    }

    deinit { free(memory) }

    /// nil if the chunks do not contain these rows, or memory cannot be allocated.
    static func inflated(_ file: UnsafeBufferPointer<UInt8>, _ parts: [Range<Int>], bytesPerRow: Int, height: Int) -> FilteredRows? {
        let count = (bytesPerRow + 1) * height
        let packedCount = parts.reduce(0) { $0 + $1.count }
        guard count / LibdeflateDecompressor.maximumGrowth <= packedCount, let rows = FilteredRows(bytesPerRow: bytesPerRow, height: height)
        else {
            return nil
        }
        let output = UnsafeMutableRawBufferPointer(start: rows.memory + bytesPerRow, count: count)
        guard rows.inflate(file, parts, packedCount, into: output) else { return nil }
        for start in stride(from: 0, to: count, by: bytesPerRow + 1) where PNGFilter(rawValue: output[start]) == nil { return nil }
        return rows
    }

    /// - Returns: whether the stream is valid and as long as `output`.
    private borrowing func inflate(
        _ file: UnsafeBufferPointer<UInt8>, _ parts: [Range<Int>], _ count: Int, into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let inflater = LibdeflateDecompressor() else { return false }
        let bytes = UnsafeRawBufferPointer(file)
        func fills(_ packed: UnsafeRawBufferPointer) -> Bool {
            if case .complete(let stream) = inflater.inflate(packed, .zlib, into: output) { return stream.count == output.count }
            return false
        }
        if parts.count == 1 { return fills(UnsafeRawBufferPointer(rebasing: bytes[parts[0]])) }
        guard let memory = malloc(count) else { return false }
        defer { free(memory) }
        let joined = UnsafeMutableRawBufferPointer(start: memory, count: count)
        var filled = 0
        for part in parts {
            UnsafeMutableRawBufferPointer(rebasing: joined[filled...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[part]))
            filled += part.count
        }
        return fills(UnsafeRawBufferPointer(joined))
    }

    /// The system gets memory back in pieces of this size, so that smaller pictures do not pay for it.
    private static let releasedBytes = 4 << 20

    /// Returns the memory of finished rows to the system: rows and pixels of a large picture are never in memory together.
    /// - Parameter released: the bytes that were released by earlier calls.
    func release(before y: Int, _ released: inout Int) {
        // The last finished row is above the next one.
        let end = (bytesPerRow + 1) * (y - 1)
        guard end - released >= FilteredRows.releasedBytes else { return }
        let (page, address) = (UInt(getpagesize()), UInt(bitPattern: memory))
        let first = (address + UInt(released) + page - 1) / page * page
        let last = (address + UInt(end)) / page * page
        // Without success the memory is freed later.
        if first < last, let start = UnsafeMutableRawPointer(bitPattern: first) { _ = madvise(start, Int(last - first), MADV_DONTNEED) }
        released = end
    }

    /// The unfiltered bytes of a row. Call it once for each row, in order.
    func finish(_ y: Int, bytesPerPixel: Int) -> UnsafePointer<UInt8> {
        let start = memory + bytesPerRow + (bytesPerRow + 1) * y
        let above = y == 0 ? memory : start - bytesPerRow
        PNGFilter(rawValue: start[0])?.undo(start + 1, above: above, count: bytesPerRow, bytesPerPixel: bytesPerPixel)
        return UnsafePointer(start + 1)
    }
}
