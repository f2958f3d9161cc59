import SVGAFormat
import SVGAModel
import SVGASupport
import Testing

@testable import SVGAFormat

/// A movie of a few hundred bytes, with one image, one sprite and one frame.
func smallMovie() -> WireMovie {
    var movie = WireMovie()
    movie.version = "2.0"
    (movie.viewBoxWidth, movie.viewBoxHeight, movie.fps, movie.frames) = (100, 50, 20, 1)
    movie.images = [WireImage(key: "user1", bytes: (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 151) })]
    var frame = WireFrame()
    frame.alpha = 1
    movie.sprites = [WireSprite(imageKey: "user1", frames: [frame])]
    return movie
}

func readError(_ bytes: [UInt8], limits: ReadLimits = .default) -> SVGAError? {
    do throws(SVGAError) {
        _ = try DocumentReader.read(bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}

func codes(_ document: SVGADocument) -> [Diagnostic.Code] { document.diagnostics.compactMap(\.code) }

@Suite struct ContainerErrorTests {
    @Test("an empty file is an error of its own")
    func empty() {
        #expect(readError([]) == .empty)
        #expect(readError([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == .empty)
    }

    @Test(
        "files of other formats are recognized by their first bytes",
        arguments: [[0x78], [0x70, 0x01], [0x1D, 0x1E, 0x80, 0x81, 0x82], [0xC0, 0x80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
    func unknown(bytes: [UInt8]) {
        #expect(readError(bytes) == .unknownContainer(firstBytes: Array(bytes.prefix(8))))
    }

    @Test("bare protobuf that breaks off is no known container")
    func brokenBare() throws {
        let bytes = try DocumentWriter.write(smallMovie(), as: .protobuf)
        #expect(readError(bytes.dropLast()) == .unknownContainer(firstBytes: Array(bytes.prefix(8))))
    }

    @Test("a truncated stream is an error with its offset, wherever it ends", arguments: [VideoEntity.Container.zlib, .gzip])
    func truncated(container: VideoEntity.Container) throws {
        let bytes = try DocumentWriter.write(smallMovie(), as: container)
        for count in 2..<bytes.count {
            #expect(readError(Array(bytes.prefix(count))) == .truncated(byteOffset: count))
        }
    }

    @Test("a wrong checksum is an error at the end of the stream")
    func checksum() throws {
        var bytes = try DocumentWriter.write(smallMovie(), as: .zlib)
        bytes[bytes.count - 1] ^= 1
        #expect(readError(bytes) == .inflate(byteOffset: bytes.count, reason: "incorrect data check"))
    }

    @Test("an invalid block is an error where zlib met it")
    func invalidBlock() {
        #expect(readError([0x78, 0x9C, 0x07, 0, 0, 0]) == .inflate(byteOffset: 3, reason: "invalid block type"))
    }

    @Test("a stream that wants a dictionary is refused")
    func dictionary() {
        let reason: Message = "it needs a dictionary, which the file does not have"
        #expect(readError([0x78, 0xBB, 1, 2, 3, 4, 3, 0, 0, 0, 0, 1]) == .inflate(byteOffset: 6, reason: reason))
    }

    @Test(
        "any changed byte gives a movie or an error, never a crash",
        arguments: [VideoEntity.Container.zlib, .zipBinary, .zipJSON, .protobuf])
    func corrupted(container: VideoEntity.Container) throws {
        let bytes = try DocumentWriter.write(smallMovie(), as: container)
        var errors = 0
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] ^= change
                if readError(damaged) != nil { errors += 1 }
            }
        }
        #expect(errors > bytes.count / 4)
    }

    @Test("bytes after the stream are ignored, with a diagnostic", arguments: [VideoEntity.Container.zlib, .gzip])
    func trailing(container: VideoEntity.Container) throws {
        let bytes = try DocumentWriter.write(smallMovie(), as: container) + [0, 0, 0]
        let document = try DocumentReader.read(bytes, limits: .default)
        #expect(document.movie == smallMovie())
        #expect(document.diagnostics.last?.message == "3 bytes follow the compressed stream; they are ignored")
        #expect(codes(document).last == .trailingBytes)
    }

    @Test("gzip is taken off every container, with a diagnostic", arguments: [VideoEntity.Container.zlib, .protobuf, .zipBinary, .zipJSON])
    func gzip(container: VideoEntity.Container) throws {
        let inner = try DocumentWriter.write(smallMovie(), as: container)
        let document = try DocumentReader.read(Deflated().stream(inner, .gzip), limits: .default)
        #expect(document.movie == smallMovie())
        #expect(document.container == .gzip)
        #expect(codes(document).contains(.gzipContainer))
    }

    @Test("gzip in gzip is no container")
    func gzipTwice() throws {
        let inner = try DocumentWriter.write(smallMovie(), as: .gzip)
        let error = try readError(Deflated().stream(inner, .gzip))
        #expect(error == .unknownContainer(firstBytes: Array(inner.prefix(8))))
    }

    @Test("bare protobuf reads, with a diagnostic")
    func bare() throws {
        let document = try DocumentReader.read(DocumentWriter.write(smallMovie(), as: .protobuf), limits: .default)
        #expect(codes(document) == [.bareProtobuf])
    }

    // MARK: - Limits

    @Test("a file over the input limit is not read")
    func inputLimit() {
        var limits = ReadLimits()
        limits.inputBytes = 4
        #expect(readError([1, 2, 3, 4, 5], limits: limits) == .limit(LimitExceeded(\.inputBytes, of: limits, found: 5)))
    }

    @Test("inflating stops exactly at its limit", arguments: [VideoEntity.Container.zlib, .gzip])
    func inflatedLimit(container: VideoEntity.Container) throws {
        var movie = smallMovie()
        movie.images[0].bytes = Array(repeating: 7, count: 300_000)
        let size = try DocumentWriter.write(movie, as: .protobuf).count
        let bytes = try DocumentWriter.write(movie, as: container)
        var limits = ReadLimits()
        limits.inflatedBytes = size
        #expect(try DocumentReader.read(bytes, limits: limits).movie == movie)
        limits.inflatedBytes = size - 1
        #expect(readError(bytes, limits: limits) == .limit(LimitExceeded(\.inflatedBytes, of: limits, found: size)))
    }

    @Test("gzip and its content share one limit")
    func inflatedTogether() throws {
        let inner = try DocumentWriter.write(smallMovie(), as: .zlib)
        let size = try DocumentWriter.write(smallMovie(), as: .protobuf).count
        let bytes = try Deflated().stream(inner, .gzip)
        var limits = ReadLimits()
        limits.inflatedBytes = inner.count + size
        #expect(readError(bytes, limits: limits) == nil)
        limits.inflatedBytes -= 1
        #expect(readError(bytes, limits: limits) == .limit(LimitExceeded(\.inflatedBytes, of: limits, found: inner.count + size)))
    }

    @Test("ten megabytes that inflate to ten gigabytes are stopped by the default limits")
    func bomb() throws {
        // zlib's output for 64 KiB of zeros with a flush; it can be repeated any number of times.
        let start: [UInt8] = [0xEC, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A]
        let end: [UInt8] = [0x6A, 0x00, 0x00, 0x00, 0xFF, 0xFF]
        let block = start + Array(repeating: 0, count: 63) + end
        var bytes: [UInt8] = [0x78, 0xDA]
        for _ in 0..<(10 << 30) / (64 << 10) { bytes += block }
        #expect(readError(bytes) == .limit(LimitExceeded(\.inflatedBytes, of: .default, found: ReadLimits.default.inflatedBytes + 1)))
    }
}
