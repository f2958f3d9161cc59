import SVGAModel
import SVGASupport
import Testing

@testable import SVGAFormat

private let spec = Array(
    #"{"ver":"1.1.0","movie":{"viewBox":{"width":10,"height":10},"fps":20,"frames":1},"images":{"avatar":"img"}}"#.utf8)

private func archive(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    try ZipWriter.archive(entries.map { ArchiveEntry(name: $0.0, bytes: $0.1) })
}

private func images(_ entries: [(String, [UInt8])]) throws -> [WireImage] {
    try DocumentReader.read(archive([("movie.spec", spec)] + entries), limits: .default).movie.images
}

/// The offsets of headers with `signature`.
private func headers(_ signature: [UInt8], in bytes: [UInt8]) -> [Int] {
    bytes.indices.dropLast(4).filter { Array(bytes[$0..<$0 + 4]) == signature }
}

private let localHeader: [UInt8] = [0x50, 0x4B, 3, 4]
private let centralHeader: [UInt8] = [0x50, 0x4B, 1, 2]

/// Changes a 2-byte number in both headers of the entry; its offset in the central header is 2 larger.
private func patched(_ bytes: [UInt8], entry: Int, localOffset: Int, value: UInt16) -> [UInt8] {
    var bytes = bytes
    for start in [headers(localHeader, in: bytes)[entry] + localOffset, headers(centralHeader, in: bytes)[entry] + localOffset + 2] {
        bytes[start] = UInt8(truncatingIfNeeded: value)
        bytes[start + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
    return bytes
}

@Suite struct ContainerZipTests {
    // MARK: - Choice of entries

    @Test("a ZIP with neither movie file names what it has, without folders and clutter")
    func withoutMovie() throws {
        let clutter = ["a.png", "folder/", "__MACOSX/._a.png", ".DS_Store", "x/.DS_Store", "._b", "x/._b", "Movie.spec"]
        let error = try readError(archive(clutter.map { ($0, [1]) }))
        #expect(error == .zipWithoutMovie(entries: ["a.png", "Movie.spec"]))
    }

    @Test("a ZIP without entries is an error of its own")
    func emptyZip() {
        #expect(readError([0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18)) == .zipWithoutMovie(entries: []))
    }

    @Test("movie.binary wins over movie.spec")
    func binaryWins() throws {
        let binary = try DocumentWriter.write(smallMovie(), as: .protobuf)
        let document = try DocumentReader.read(archive([("movie.spec", spec), ("movie.binary", binary)]), limits: .default)
        #expect(document.container == .zipBinary)
        #expect(document.movie == smallMovie())
        #expect(codes(document) == [])
    }

    @Test("an image is looked up as value.png, value, key.png, key, in this order")
    func order() throws {
        let entries: [(String, [UInt8])] = [("avatar", [4]), ("avatar.png", [3]), ("img", [2]), ("img.png", [1])]
        for count in 1...4 {
            #expect(try images(Array(entries.prefix(count))) == [WireImage(key: "avatar", bytes: entries[count - 1].1)])
        }
    }

    @Test("an exact key is found before a value in other case")
    func exactFirst() throws {
        #expect(try images([("IMG.PNG", [1]), ("avatar", [2])]).map(\.bytes) == [[2]])
    }

    @Test("an entry in other case is found, with a diagnostic")
    func otherCase() throws {
        let document = try DocumentReader.read(archive([("movie.spec", spec), ("IMG.Png", [9])]), limits: .default)
        #expect(document.movie.images == [WireImage(key: "avatar", bytes: [9])])
        #expect(codes(document) == [.entryCaseMismatch])
    }

    @Test("an image without an entry is dropped, with a diagnostic that names it")
    func missing() throws {
        let document = try DocumentReader.read(archive([("movie.spec", spec)]), limits: .default)
        #expect(document.movie.images == [])
        #expect(
            document.diagnostics.map(\.description) == [
                #"SVGA005 error: the ZIP has no entry "img.png" (image "avatar")"#
            ])
    }

    @Test("images of movie.binary are names if such an entry exists, else their own bytes")
    func binaryImages() throws {
        var movie = smallMovie()
        movie.images = [
            WireImage(key: "a", bytes: Array("pic".utf8)), WireImage(key: "b", bytes: Array("gone".utf8)),
            WireImage(key: "c", bytes: [0xFF, 0xD8, 0xFF]),
        ]
        let binary = try DocumentWriter.write(movie, as: .protobuf)
        let bytes = try archive([("movie.binary", binary), ("pic.png", [7]), ("c.png", [8])])
        let document = try DocumentReader.read(bytes, limits: .default)
        #expect(document.movie.images.map(\.bytes) == [[7], Array("gone".utf8), [0xFF, 0xD8, 0xFF]])
        #expect(codes(document) == [])
    }

    // MARK: - Broken archives

    @Test("an archive cut anywhere is an error of the ZIP, and never a crash")
    func truncated() throws {
        let bytes = try archive([("movie.spec", spec), ("img.png", [1, 2, 3])])
        for count in 4..<bytes.count {
            let error = readError(Array(bytes.prefix(count)))
            switch error?.detail {
            case .zip, .otherFormat(.truncatedZip): break
            default: Issue.record("cut to \(count) bytes: \(String(describing: error))")
            }
        }
    }

    @Test("an encrypted entry is named")
    func encrypted() throws {
        let bytes = patched(try archive([("movie.spec", spec)]), entry: 0, localOffset: 6, value: 1)
        #expect(readError(bytes) == .zipEntry(name: "movie.spec", reason: "it is encrypted"))
    }

    @Test("an entry packed in an unknown way is named")
    func unsupported() throws {
        let bytes = patched(try archive([("movie.spec", spec), ("img.png", [1])]), entry: 1, localOffset: 8, value: 97)
        #expect(readError(bytes) == .zipEntry(name: "img.png", reason: "Compression method not supported"))
    }

    @Test("an entry whose bytes are damaged is named")
    func damaged() throws {
        var bytes = try archive([("movie.spec", spec)])
        let end = headers(centralHeader, in: bytes)[0]
        bytes[end - 8] ^= 0x10
        guard readError(bytes)?.description.hasPrefix("the ZIP entry \"movie.spec\" cannot be read: ") == true else {
            Issue.record("\(String(describing: readError(bytes)))")
            return
        }
    }

    @Test("an entry that is longer or shorter than its header's size is an error", arguments: [-1, 1, 1000])
    func wrongSize(difference: Int) throws {
        let size = UInt16(spec.count + difference)
        let bytes = patched(try archive([("movie.spec", spec)]), entry: 0, localOffset: 22, value: size)
        guard readError(bytes)?.description.hasPrefix("the ZIP entry \"movie.spec\" cannot be read: ") == true else {
            Issue.record("\(String(describing: readError(bytes)))")
            return
        }
    }

    // MARK: - Limits

    @Test("entries are counted before the archive is opened")
    func entries() throws {
        let bytes = try archive([("movie.spec", spec), ("a", [1]), ("img.png", [1])])
        var limits = ReadLimits()
        limits.entries = 3
        #expect(readError(bytes, limits: limits) == nil)
        limits.entries = 2
        #expect(readError(bytes, limits: limits) == .limit(LimitExceeded(\.entries, of: limits, found: 3)))
    }

    @Test("all entries read share one limit, and the one that goes over it is named")
    func inflated() throws {
        let bytes = try archive([
            ("movie.spec", spec), ("img.png", Array(repeating: 0, count: 5000)), ("x", Array(repeating: 0, count: 9000)),
        ])
        var limits = ReadLimits()
        limits.inflatedBytes = spec.count + 5000
        #expect(readError(bytes, limits: limits) == nil)
        limits.inflatedBytes -= 1
        let limit = LimitExceeded(\.inflatedBytes, of: limits, found: spec.count + 5000, subject: "ZIP entry \"img.png\"")
        #expect(readError(bytes, limits: limits) == .limit(limit))
    }

    @Test("an entry that many images name counts once")
    func sharedEntry() throws {
        let members = (0..<100).map { "\"k\($0)\":\"img\"" }.joined(separator: ",")
        let text = Array("{\"images\":{\(members)}}".utf8)
        var limits = ReadLimits()
        limits.inflatedBytes = text.count + 1000
        let bytes = try archive([("movie.spec", text), ("img.png", Array(repeating: 5, count: 1000))])
        #expect(try DocumentReader.read(bytes, limits: limits).movie.images.count == 100)
    }
}
