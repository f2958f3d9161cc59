import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImage

/// Plain PNGs are decoded by our own code, others by libspng. Both must return the same pixels.
@Suite("Plain PNGs, compared with libspng") struct FastPNGDecoderTests {
    /// The result of reading a file.
    private enum Outcome: Equatable {
        case pixels(Pixmap, ink: PixelRect, isOpaque: Bool)
        case failure(SVGAError)
    }

    private static let allowance: PixelAllowance = {
        var limits = ReadLimits()
        limits.imagePixels = 1 << 20
        return PixelAllowance(format: .png, limits: limits, subject: "")
    }()

    private static func outcome(_ read: () throws(SVGAError) -> PreparedBitmap) -> Outcome {
        do throws(SVGAError) {
            let bitmap = try read()
            return .pixels(bitmap.pixmap(), ink: bitmap.ink, isOpaque: bitmap.isOpaque)
        } catch {
            return .failure(error)
        }
    }

    /// libspng's result for a file.
    private static func oracle(_ file: [UInt8]) -> Outcome {
        file.withUnsafeBufferPointer { bytes in
            outcome { () throws(SVGAError) in
                var builder = try allowance.makeBuilder(try PNGReader.size(bytes))
                try PNGReader.decodeBySpng(bytes, into: &builder)
                return builder.finish()
            }
        }
    }

    @Test func `a picture whose rows are released while it is decoded has the pixels of libspng`() throws {
        // More than 4 MiB of rows. Each row is stored as its difference from the one above.
        let (width, height) = (1100, 1100)
        let picture = (0..<4 * width * height).map { offset in
            UInt8(truncatingIfNeeded: offset % 4 == 3 ? 255 : offset * 7 + offset / (4 * width) * 13)
        }
        let file = try picture.withUnsafeBytes { try PNGEncoder(effort: 3).encode($0, width: width, height: height) }
        var limits = ReadLimits()
        limits.imagePixels = 2 << 20
        let allowance = PixelAllowance(format: .png, limits: limits, subject: "")
        #expect(Self.isPlain(file))
        try file.withUnsafeBufferPointer { bytes in
            var builder = try allowance.makeBuilder((width, height))
            try PNGReader.decodeBySpng(bytes, into: &builder)
            #expect(try PNGReader.decode(bytes, allowance).hasPixels(of: builder.finish()))
        }
    }

    private static func isPlain(_ file: [UInt8]) -> Bool {
        file.withUnsafeBufferPointer { bytes in
            guard let size = try? PNGReader.size(bytes) else { return false }
            return FastPNGDecoder(bytes, width: size.width, height: size.height) != nil
        }
    }

    /// Expects that the decoder's result for a file equals libspng's.
    private static func expectSame(_ file: [UInt8], _ name: @autoclosure () -> String, _ location: SourceLocation = #_sourceLocation) {
        let read = file.withUnsafeBufferPointer { bytes in
            outcome { () throws(SVGAError) in try PNGReader.decode(bytes, allowance) }
        }
        guard read != oracle(file) else { return }
        let chunks = PNGChunks.chunks(of: file).map { "\($0.name) \(Array(file[$0.content].prefix(40)))" }
        Issue.record("\(name()): \(chunks.joined(separator: ", "))", sourceLocation: location)
    }

    @Test("every PNG of the public files is plain, and has the same pixels", .enabled(if: !TestFiles.corpusFiles.isEmpty))
    func corpus() throws {
        var count = 0
        for file in TestFiles.corpusFiles {
            guard let movie = try? VideoEntity(bytes: TestFiles.bytes(file)) else { continue }
            for image in movie.images where image.format == .png {
                let name = "\(file.lastPathComponent), \(image.key)"
                Self.expectSame(image.bytes, name)
                #expect(Self.isPlain(image.bytes), "\(name)")
                count += 1
            }
        }
        #expect(count > 100)
    }

    @Test("all color types and depths, with all filters, have the same pixels at all widths", arguments: PNGSketch.Kind.all)
    func kinds(kind: PNGSketch.Kind) {
        var generator = SeededGenerator(state: UInt64(kind.colorType) * 100 + UInt64(kind.bits))
        for width in Array(1...40) + [100, 257] {
            let file = PNGSketch(kind, width: width, height: 12, &generator).file
            #expect(Self.isPlain(file) == (kind.bits <= 8))
            Self.expectSame(file, "\(kind), \(width) wide")
        }
    }

    @Test("invisible parts of a row have the same pixels at each position and depth", arguments: [1, 2, 4, 8])
    func clearParts(bits: Int) {
        for width in [1, 7, 8, 9, 31, 33, 70, 200] {
            for seen in Set([0..<0, 0..<1, width / 2..<width / 2 + 1, width - 1..<width, 0..<width]) {
                for clear in [0, 1] {
                    var generator = SeededGenerator(state: 1)
                    var sketch = PNGSketch(PNGSketch.Kind(colorType: 3, bits: bits), width: width, height: 2, &generator)
                    sketch.palette = [10, 20, 30, 40, 50, 60]
                    sketch.alphas = clear == 0 ? [0, 200] : [255, 0]
                    sketch.setNumbers { seen.contains($0) ? 1 - clear : clear }
                    Self.expectSame(sketch.file, "\(bits) bits, \(width) wide, \(clear) is clear, seen \(seen)")
                }
            }
        }
    }

    @Test("a picture in many chunks is joined")
    func joined() {
        var generator = SeededGenerator(state: 3)
        var sketch = PNGSketch(PNGSketch.Kind(colorType: 6, bits: 8), width: 40, height: 40, &generator)
        for bytes in [1, 7, 100, 6000] {
            sketch.bytesPerPart = bytes
            #expect(Self.isPlain(sketch.file))
            Self.expectSame(sketch.file, "\(bytes)")
        }
    }

    @Test("moved, repeated, missing and changed chunks give the same pixels or errors as libspng")
    func chunks() {
        var generator = SeededGenerator(state: 4)
        var plain = 0
        for round in 0..<3000 {
            let kind = PNGSketch.Kind.all.randomElement(using: &generator)!
            var sketch = PNGSketch(kind, width: 9, height: 5, &generator)
            sketch.addOddChunks(&generator)
            if Self.isPlain(sketch.file) { plain += 1 }
            Self.expectSame(sketch.file, "round \(round), \(kind)")
        }
        // Both decoders are used.
        #expect(plain > 300 && plain < 2700)
    }

    @Test("damaged files give the same pixels or the same error")
    func damaged() {
        var generator = SeededGenerator(state: 5)
        for round in 0..<6000 {
            let kind = PNGSketch.Kind.all.randomElement(using: &generator)!
            var sketch = PNGSketch(kind, width: 1 << Int.random(in: 0...6, using: &generator), height: 5, &generator)
            if Bool.random(using: &generator) { sketch.addOddChunks(&generator) }
            if Bool.random(using: &generator) { sketch.addText() }
            sketch.bytesPerPart = Int.random(in: 1...400, using: &generator)
            if round % 3 == 0 { sketch.damageStream(&generator) }
            var file = sketch.file
            for _ in 0..<(round % 4) {
                let position = Int.random(in: 0..<file.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: file[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: file[position] = UInt8.random(in: 0...255, using: &generator)
                case 2: file.remove(at: position)
                case 3: file.insert(UInt8.random(in: 0...255, using: &generator), at: position)
                default: file.removeSubrange(max(position, file.count - 50)...)
                }
                if file.isEmpty { file = [0] }
            }
            Self.expectSame(file, "round \(round), \(kind)")
        }
    }

    @Test("a text that would inflate to more than libspng holds leaves the file to it")
    func longText() {
        var generator = SeededGenerator(state: 6)
        var sketch = PNGSketch(PNGSketch.Kind(colorType: 2, bits: 8), width: 4, height: 4, &generator)
        sketch.chunks.insert(("zTXt", Array("a\0\0".utf8) + [UInt8](repeating: 0, count: 9000)), at: 0)
        #expect(!Self.isPlain(sketch.file))
        sketch.chunks[0] = ("iTXt", Array("a\0\0\0\0\0".utf8) + [UInt8](repeating: 65, count: 9000))
        #expect(Self.isPlain(sketch.file))
        sketch.chunks[0] = ("iTXt", Array("a\0\u{1}\0\0\0".utf8) + [UInt8](repeating: 65, count: 9000))
        #expect(!Self.isPlain(sketch.file))
    }
}

/// A PNG assembled by hand, so that any part of it can be wrong. Its rows and filters are random.
struct PNGSketch {
    struct Kind: Sendable, CustomTestStringConvertible {
        /// The number in PNG.
        let colorType: UInt8
        let bits: Int

        static let all: [Kind] = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])].flatMap {
            type, depths in
            depths.map { Kind(colorType: type, bits: $0) }
        }

        var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType]! }
        var testDescription: String { "colour type \(colorType), \(bits) bits" }
    }

    let kind: Kind
    let width: Int
    let height: Int
    /// Red, green and blue of each index.
    var palette: [UInt8] = []
    var alphas: [UInt8] = []
    /// Before the picture, except the palette and its alphas.
    var chunks: [(name: StaticString, content: [UInt8])] = []
    var bytesPerPart = 1 << 20
    private var rows: [UInt8]
    private var stream: [UInt8] = []

    init(_ kind: Kind, width: Int, height: Int, _ generator: inout SeededGenerator) {
        self.kind = kind
        (self.width, self.height) = (width, height)
        rows = []
        for _ in 0..<height {
            rows.append(UInt8.random(in: 0...4, using: &generator))
            for _ in 0..<bytesPerRow {
                rows.append(Int.random(in: 0..<4, using: &generator) == 0 ? 0 : UInt8.random(in: 0...255, using: &generator))
            }
        }
        if kind.colorType == 3 {
            // Sometimes indices have no color.
            let colors = Int.random(in: max(1, (1 << kind.bits) - 3)...1 << kind.bits, using: &generator)
            palette = (0..<3 * colors).map { _ in UInt8.random(in: 0...255, using: &generator) }
            alphas = (0..<Int.random(in: 0...colors, using: &generator)).map { _ in
                Bool.random(using: &generator) ? 0 : UInt8.random(in: 0...255, using: &generator)
            }
        }
        pack()
    }

    private var bytesPerRow: Int { (width * kind.channels * kind.bits + 7) / 8 }

    /// Sets all rows to the same unfiltered indices.
    mutating func setNumbers(_ number: (_ x: Int) -> Int) {
        var row = [UInt8](repeating: 0, count: 1 + bytesPerRow)
        for x in 0..<width { row[1 + x * kind.bits / 8] |= UInt8(number(x) << (8 - kind.bits - x * kind.bits % 8)) }
        rows = (0..<height).flatMap { _ in row }
        pack()
    }

    /// A text chunk as other programs write it.
    mutating func addText() { chunks.append(("tEXt", Array("Software\0paint".utf8))) }

    /// Chunks with all names and random contents of likely lengths.
    mutating func addOddChunks(_ generator: inout SeededGenerator) {
        let names: [StaticString] = [
            "gAMA", "cHRM", "sRGB", "pHYs", "tIME", "bKGD", "sBIT", "hIST", "tEXt", "zTXt", "iTXt", "iCCP", "eXIf", "oFFs", "sPLT", "prVW",
            "acTL",
            "tRNS", "PLTE", "ABCD", "abcd", "ab1d", "IHDR", "IEND", "fcTL",
        ]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let name = names.randomElement(using: &generator)!
            let length = [0, 1, 2, 3, 4, 6, 7, 9, 12, 32, 60].randomElement(using: &generator)!
            var content = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if Bool.random(using: &generator) { content = content.map { $0 & 1 } }
            let position = Int.random(in: 0...chunks.count, using: &generator)
            chunks.insert((name, content), at: position)
        }
        oddChunkIndex = Int.random(in: 0...3, using: &generator)
    }

    /// The number of chunks before the palette.
    private var oddChunkIndex = 0

    /// Changes the compressed stream or its rows, with valid checksums of the chunks.
    mutating func damageStream(_ generator: inout SeededGenerator) {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: rows[Int.random(in: 0..<height, using: &generator) * (bytesPerRow + 1)] = UInt8.random(in: 5...255, using: &generator)
        case 1: rows.removeLast(Int.random(in: 1...rows.count, using: &generator))
        case 2: rows += [0, 1, 2]
        default: break
        }
        pack()
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: stream[Int.random(in: 0..<stream.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: stream.removeLast(Int.random(in: 1...min(20, stream.count), using: &generator))
        case 2: stream += [1, 2, 3]
        default: break
        }
    }

    /// The rows in a zlib stream of stored blocks.
    private mutating func pack() {
        stream = [0x78, 0x01]
        var start = 0
        repeat {
            let count = min(65_535, rows.count - start)
            stream.append(start + count == rows.count ? 1 : 0)
            for length in [count, ~count] { stream += [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)] }
            stream += rows[start..<start + count]
            start += count
        } while start < rows.count
        var (low, high) = (1, 0)
        for byte in rows { (low, high) = ((low + Int(byte)) % 65_521, (high + low + Int(byte)) % 65_521) }
        stream.append(big: high << 16 | low, bytes: 4)
    }

    var file: [UInt8] {
        var file = PNGChunks.signature
        PNGChunks.append("IHDR", to: &file) {
            $0.append(big: width, bytes: 4)
            $0.append(big: height, bytes: 4)
            $0 += [UInt8(kind.bits), kind.colorType, 0, 0, 0]
        }
        for chunk in chunks.prefix(oddChunkIndex) { PNGChunks.append(chunk.name, to: &file) { $0 += chunk.content } }
        if !palette.isEmpty { PNGChunks.append("PLTE", to: &file) { $0 += palette } }
        if !alphas.isEmpty { PNGChunks.append("tRNS", to: &file) { $0 += alphas } }
        for chunk in chunks.dropFirst(oddChunkIndex) { PNGChunks.append(chunk.name, to: &file) { $0 += chunk.content } }
        for start in stride(from: 0, to: stream.count, by: bytesPerPart) {
            PNGChunks.append("IDAT", to: &file) { $0 += stream[start..<min(stream.count, start + bytesPerPart)] }
        }
        PNGChunks.append("IEND", to: &file)
        return file
    }
}
