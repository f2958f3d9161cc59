import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

/// Payloads that are wrong, truncated or of another format.
@Suite struct ImageDamageTests {
    private static let rgba = (0..<20 * 20 * 4).map { UInt8(truncatingIfNeeded: $0 &* 73) }
    private static let samples: [ImageEntity] = [
        ImageFixtures.entity(.png, ImageFixtures.png(width: 20, height: 20, samples: rgba)),
        ImageFixtures.entity(.jpeg, ImageFixtures.jpeg(width: 20, height: 20, samples: Array(rgba.prefix(1200)))),
        ImageFixtures.entity(.webp, ImageFixtures.webp(width: 20, height: 20, rgba: rgba)),
        ImageFixtures.entity(
            .gif,
            ImageFixtures.gif(
                width: 20, height: 20, frameWidth: 20, frameHeight: 20, indices: rgba.prefix(400).map { $0 % 2 },
                palette: [[0, 0, 0], [255, 255, 255]])),
        ImageFixtures.entity(
            .bmp, ImageFixtures.bmp(width: 20, height: 20, bitsPerPixel: 24, rows: (0..<20).map { Array(rgba[$0 * 60..<$0 * 60 + 60]) })),
    ]

    @Test(arguments: samples)
    func `the size comes from the header`(image: ImageEntity) throws {
        let size = try #require(ImageDecoder.size(of: image))
        #expect(size == (20, 20))
    }

    @Test(arguments: samples)
    func `truncated and damaged files do not crash the decoder`(image: ImageEntity) {
        var survivors = 0
        for count in 0..<image.bytes.count where count < 100 || count % 7 == 0 {
            _ = ImageDecoder.size(of: ImageFixtures.entity(image.format, Array(image.bytes.prefix(count))))
            let cut = try? ImageDecoder.decode(ImageFixtures.entity(image.format, Array(image.bytes.prefix(count))))
            var bytes = image.bytes
            bytes[count] ^= 0xFF
            let flipped = try? ImageDecoder.decode(ImageFixtures.entity(image.format, bytes), limits: Self.smallLimits)
            survivors += (cut == nil ? 0 : 1) + (flipped == nil ? 0 : 1)
        }
        #expect(survivors < image.bytes.count)
    }

    private static var smallLimits: ReadLimits {
        var limits = ReadLimits()
        limits.imagePixels = 1 << 20
        return limits
    }

    @Test(arguments: samples.filter { $0.format != .jpeg })
    func `half a picture is truncated`(image: ImageEntity) {
        let half = ImageFixtures.entity(image.format, Array(image.bytes.prefix(image.bytes.count / 2)))
        #expect(throws: SVGAError.truncated(image.format)) { try ImageDecoder.decode(half) }
    }

    @Test func `a JPEG that breaks off keeps its upper part`() throws {
        let samples = [[UInt8]](repeating: [200, 100, 50], count: 8 * 800).flatMap(\.self)
        let full = ImageFixtures.jpeg(width: 8, height: 800, samples: samples)
        let result = try ImageDecoder.decode(ImageFixtures.entity(.jpeg, full.dropLast(20)))
        #expect(abs(Int(result[4, 4].red) - 200) < 3)
    }

    @Test func `a JPEG that ends in its header is broken`() {
        let bytes = Array(Self.samples[1].bytes.prefix(100))
        let error = #expect(throws: SVGAError.self) { try ImageDecoder.decode(ImageFixtures.entity(.jpeg, bytes)) }
        guard case .broken(.jpeg, let reason)? = error?.detail else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `a huge PNG in 60 bytes is over the limit`() throws {
        var bytes = Array(ImageFixtures.png(width: 1, height: 1, samples: [1, 2, 3, 4]).prefix(60))
        bytes.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
        let image = ImageFixtures.entity(.png, bytes)
        let size = try #require(ImageDecoder.size(of: image))
        #expect(size == (100_000, 100_000))
        let expected = LimitExceeded(\.imagePixels, of: .default, found: 10_000_000_000, subject: "image \"fixture\"")
        #expect(throws: SVGAError.limit(expected)) { try ImageDecoder.decode(image) }
    }

    @Test(arguments: samples)
    func `more pixels than allowed are a limit error in every format`(image: ImageEntity) {
        var limits = ReadLimits()
        limits.imagePixels = 399
        let expected = LimitExceeded(\.imagePixels, of: limits, found: 400, subject: "image \"fixture\"")
        #expect(throws: SVGAError.limit(expected)) { try ImageDecoder.decode(image, limits: limits) }
    }

    /// A progressive JPEG of one gray component. Its first scan is of the lowest frequency, the others refine the rest, and none
    /// has any data.
    private static func progressiveJPEG(side: Int, scans: Int, between: [UInt8] = []) -> [UInt8] {
        let size = [UInt8(side >> 8), UInt8(side & 0xFF)]
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC2, 0, 11, 8] + size + size + [1, 1, 0x11, 0]
        for table: UInt8 in [0, 0x10] {
            bytes += [0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 16)
        }
        for scan in 0..<scans {
            bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0] + (scan == 0 ? [0, 0, 1] : [1, 63, 0x10]) + between
        }
        return bytes + [0xFF, 0xD9]
    }

    @Test func `a large JPEG with hundreds of scans in 4 KB is a limit error`() {
        let bytes = Self.progressiveJPEG(side: 8192, scans: 390)
        #expect(bytes.count < 4096)
        let expected = LimitExceeded(
            \.imagePixels, of: .default, found: 8192 * 8192 * 390 / 16,
            subject: "image \"fixture\", a JPEG of 390 scans, where 16 scans count as an image")
        #expect(throws: SVGAError.limit(expected)) { try ImageDecoder.decode(ImageFixtures.entity(.jpeg, bytes)).width }
    }

    @Test(
        arguments: [
            [], [0x12, 0xFF, 0, 0x34], [0xFF, 0xD0, 0x56], [0xFF, 0xFF, 0xFF], [0xFF, 0xFE, 0, 2], [0xFF, 0x05, 0, 9],
            [0xFF, 0xFF, 0xFE, 0, 4, 0xFF, 0xDA],
        ] as [[UInt8]])
    func `a JPEG's scans are counted between any markers`(between: [UInt8]) {
        let bytes = Self.progressiveJPEG(side: 400, scans: 40, between: between)
        var limits = ReadLimits()
        limits.imagePixels = 399_999
        let expected = LimitExceeded(
            \.imagePixels, of: limits, found: 400_000,
            subject: "image \"fixture\", a JPEG of 40 scans, where 16 scans count as an image")
        #expect(throws: SVGAError.limit(expected)) { try ImageDecoder.decode(ImageFixtures.entity(.jpeg, bytes), limits: limits).width }
    }

    @Test func `a JPEG with as many scans as writers make counts its pixels once`() throws {
        var limits = ReadLimits()
        limits.imagePixels = 400 * 400
        let few = Self.progressiveJPEG(side: 400, scans: 16)
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.jpeg, few), limits: limits).width == 400)
        let usual = ImageFixtures.jpeg(width: 20, height: 20, samples: Array(Self.rgba.prefix(1200)), isProgressive: true)
        limits.imagePixels = 400
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.jpeg, usual), limits: limits).width == 20)
    }

    @Test func `a GIF's frame that is larger than allowed is a limit error, however small the canvas`() {
        let bytes = ImageFixtures.gif(
            width: 1, height: 1, frameWidth: 20, frameHeight: 20, indices: [UInt8](repeating: 0, count: 400),
            palette: [[0, 0, 0], [255, 255, 255]])
        var limits = ReadLimits()
        limits.imagePixels = 399
        let expected = LimitExceeded(\.imagePixels, of: limits, found: 400, subject: "image \"fixture\"")
        #expect(throws: SVGAError.limit(expected)) { try ImageDecoder.decode(ImageFixtures.entity(.gif, bytes), limits: limits) }
    }

    @Test func `a picture with a side that Cairo cannot draw is unsupported`() {
        var bytes = Array(ImageFixtures.png(width: 1, height: 1, samples: [1, 2, 3, 4]))
        bytes.replaceSubrange(16..<20, with: [0, 0, 0x80, 0])
        #expect(throws: SVGAError.unsupported(.png, reason: "a side is longer than 32767 pixels")) {
            try ImageDecoder.decode(ImageFixtures.entity(.png, bytes))
        }
    }

    @Test func `a wrong checksum of an ancillary chunk is tolerated`() throws {
        var bytes = ImageFixtures.png(width: 1, height: 1, samples: [1, 2, 3, 255])
        // A gAMA chunk behind the header, which ends at 33, with 0 for its checksum.
        bytes.insert(contentsOf: [0, 0, 0, 4] + Array("gAMA".utf8) + [0, 0, 0xB1, 0x8F, 0, 0, 0, 0], at: 33)
        #expect(try pixels(ImageFixtures.entity(.png, bytes)) == [[1, 2, 3, 255]])
    }

    @Test(
        arguments: [
            // gAMA of 0, which is not allowed; pHYs of a wrong length; sRGB with an unknown intent; an unknown chunk.
            [0, 0, 0, 4, 0x67, 0x41, 0x4D, 0x41, 0, 0, 0, 0], [0, 0, 0, 1, 0x70, 0x48, 0x59, 0x73, 0],
            [0, 0, 0, 1, 0x73, 0x52, 0x47, 0x42, 9], [0, 0, 0, 1, 0x7A, 0x7A, 0x7A, 0x7A, 9],
        ] as [[UInt8]])
    func `an ancillary chunk that breaks its rules is tolerated, even twice`(chunk: [UInt8]) throws {
        var bytes = ImageFixtures.png(width: 1, height: 1, samples: [1, 2, 3, 255])
        let checksum = crc32(chunk.dropFirst(4))
        let full = chunk + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }
        bytes.insert(contentsOf: full + full, at: 33)
        #expect(try pixels(ImageFixtures.entity(.png, bytes)) == [[1, 2, 3, 255]])
    }

    private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }

    @Test func `a wrong checksum of the header is an error`() throws {
        var bytes = ImageFixtures.png(width: 1, height: 1, samples: [1, 2, 3, 255])
        bytes[32] ^= 1
        #expect(throws: SVGAError.broken(.png, reason: "invalid chunk checksum")) {
            try ImageDecoder.decode(ImageFixtures.entity(.png, bytes))
        }
    }

    @Test(arguments: [(4, nil), (1, nil), (24, 1)])
    func `other kinds of BMP are unsupported`(bits: Int, compression: Int?) {
        let bytes = ImageFixtures.bmp(width: 1, height: 1, bitsPerPixel: bits, rows: [[0, 0, 0, 0]], compression: compression)
        let error = #expect(throws: SVGAError.self) { try ImageDecoder.decode(ImageFixtures.entity(.bmp, bytes)) }
        guard case .unsupportedImage(.bmp, _)? = error?.detail else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a payload of no known format has no size and no pixels`() {
        let image = ImageFixtures.entity(.unknown, [1, 2, 3])
        #expect(ImageDecoder.size(of: image) == nil)
        #expect(throws: SVGAError.unknownFormat) { try ImageDecoder.decode(image) }
    }

    @Test(arguments: [ImageEntity.Format.png, .jpeg, .webp, .gif, .bmp])
    func `an empty file is an error in every format`(format: ImageEntity.Format) {
        #expect(ImageDecoder.size(of: ImageFixtures.entity(format, [])) == nil)
        #expect(throws: SVGAError.self) { try ImageDecoder.decode(ImageFixtures.entity(format, [])) }
    }

    @Test func `many tasks decode at once`() async throws {
        let expected = try Self.samples.map { try ImageDecoder.decode($0) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { try Self.samples.map { try ImageDecoder.decode($0) } == expected }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }
}
