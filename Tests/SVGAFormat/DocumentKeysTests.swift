import SVGAFormat
import SVGAModel
import SVGAPixels
import Testing

@testable import SVGAFormat

@Suite("Names of ZIP entries") struct DocumentKeysTests {
    private static let keys = [
        "a", "A", "a", "a.png", "../../etc/passwd", "..", ".", "", "a/b", "/etc/x", "a\\b", "C:x", "x\u{1}y", "nul", "NUL.txt", " x", "x.",
        ".hidden", "._a", "__MACOSX", "movie.spec", "movie.binary", "Movie.SPEC", "movie", String(repeating: "long", count: 2000), "é",
        "e\u{301}",
        "image-3", "image-4.png", "头像", "🎁", "a*b?", "x|y",
    ]

    private static let movie: WireMovie = {
        var movie = WireMovie()
        movie.images = keys.enumerated().map { WireImage(key: $1, bytes: [UInt8($0), 0xFF]) }
        return movie
    }()

    @Test("hostile keys get safe, unique entries, and each resolves to its own payload again", arguments: [MovieFormat.v1JSON, .v1Binary])
    func hostile(format: MovieFormat) throws {
        let bytes = try SVGADocument(movie: Self.movie).write(as: format)
        let again = try SVGADocument(bytes: bytes)
        #expect(again.movie.images.map(\.bytes) == Self.movie.images.map(\.bytes))
        #expect(again.movie.images.map { Array($0.key.utf8) } == Self.keys.map { Array($0.utf8) })
        #expect(again.otherEntries.isEmpty && again.diagnostics.isEmpty)
        let names = again.movie.images.compactMap(\.entryName)
        #expect(names.count == Self.keys.count && Set(names.map { $0.lowercased() }).count == names.count)
        for name in names {
            #expect(!name.contains("/") && !name.contains("\\") && !name.hasPrefix(".") && name.hasSuffix(".png") && name.utf8.count <= 200)
        }
        #expect(names[0] == "a.png" && names[29] == "头像.png")
    }

    @Test("an entry keeps its safe name, with or without an extension, and images that share one go on sharing it")
    func kept() throws {
        let spec = #"{"images":{"a":"one","b":"one","c":"dir/two.jpg","d":"THREE","e":"../up"}}"#
        let names = ["one.png", "dir/two.jpg", "three", "../up.png"]
        var entries = [ArchiveEntry(name: "movie.spec", bytes: Array(spec.utf8))]
        entries += names.enumerated().map { ArchiveEntry(name: $1, bytes: [UInt8($0)]) }
        let document = try SVGADocument(bytes: ZipWriter.archive(entries))
        #expect(document.movie.images.map(\.entryName) == ["one.png", "one.png", "dir/two.jpg", "three", "../up.png"])
        for format in [MovieFormat.v1JSON, .v1Binary] {
            let again = try SVGADocument(bytes: document.write(as: format))
            #expect(again.movie.images.map(\.entryName) == ["one.png", "one.png", "dir/two.jpg", "three", "e.png"])
            #expect(again.movie == document.movie && again.diagnostics.isEmpty)
        }
        var changed = document
        changed.movie.images[1].bytes = [9]
        let again = try SVGADocument(bytes: changed.write(as: .v1JSON))
        #expect(again.movie.images.map(\.bytes) == [[0], [9], [1], [2], [3]])
    }

    @Test("an image does not take the entry that something else has, or would be found before it")
    func collisions() throws {
        var movie = WireMovie()
        movie.images = [WireImage(key: "x", bytes: [1], entryName: "x"), WireImage(key: "x", bytes: [2]), WireImage(key: "y", bytes: [3])]
        let document = SVGADocument(movie: movie, otherEntries: [ArchiveEntry(name: "Y.png", bytes: [4])])
        let again = try SVGADocument(bytes: document.write(as: .v1Binary))
        #expect(again.movie == movie && again.otherEntries == document.otherEntries)
    }

    @Test(
        "movie.spec beside movie.binary is written again, for players that read no other, with a diagnostic",
        arguments: MovieFormat.allCases)
    func secondMovie(format: MovieFormat) throws {
        let spec = ArchiveEntry(name: "movie.spec", bytes: Array("{}".utf8))
        let binary = ArchiveEntry(name: "movie.binary", bytes: [0x0A, 1, 0x32])
        let bytes = try ZipWriter.archive([spec, binary])
        let document = try SVGADocument(bytes: bytes)
        #expect(document.movie.version == "2" && document.otherEntries.isEmpty && document.losses(as: format).isEmpty)
        let told = ["movie.spec beside movie.binary is not read, and written anew when this is written"]
        #expect(document.diagnostics.map(\.message) == told)
        #expect(try VideoEntity(bytes: bytes).diagnostics.map(\.code).contains(.unknownFields) == false)
        let again = try SVGADocument(bytes: document.write(as: format))
        #expect(again.movie.version == "2" && again.otherEntries.isEmpty && again.container == format.container)
        #expect(again.hasSpec == (format == .v1Binary))
    }

    @Test("an entry that nobody names and nobody can read is an error for a document, and none for its movie")
    func unreadable() throws {
        var bytes = try ZipWriter.archive([
            ArchiveEntry(name: "movie.spec", bytes: Array("{}".utf8)), ArchiveEntry(name: "x", bytes: [1, 2, 3]),
        ])
        // The second entry's last byte: changing it makes the checksum wrong.
        let directory = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] })
        bytes[directory - 1] ^= 1
        #expect(throws: Never.self) { try VideoEntity(bytes: bytes) }
        #expect(throws: SVGAError.self) { try SVGADocument(bytes: bytes) }
    }
}
