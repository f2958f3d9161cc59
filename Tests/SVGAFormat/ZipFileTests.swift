import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat

@Suite struct ZipFileTests {
    private let folder = TemporaryFolder()

    private func write(_ entries: [(String, [UInt8])]) throws {
        var archive = ZipFileWriter(try OutputFile(path: "\(folder.path)/a.zip"))
        for entry in entries { try archive.add(ArchiveEntry(name: entry.0, bytes: entry.1)) }
        try archive.finish()
    }

    @Test(.needs("python3")) func `Python reads the entries of an archive that was written one entry at a time`() throws {
        try write([("sub/林.svga", [1, 2, 3]), ("empty", []), ("b.png", Array(repeating: 7, count: 100_000))])
        let script = """
            import zipfile, sys
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            print([(entry.filename, entry.file_size, entry.compress_type) for entry in archive.infolist()])
            """
        let output = try #require(try Tool.run("python3", ["-c", script, "\(folder.path)/a.zip"]))
        #expect(String(decoding: output, as: UTF8.self) == "[('sub/林.svga', 3, 0), ('empty', 0, 0), ('b.png', 100000, 0)]\n")
    }

    @Test func `a movie in the archive can be read by its reader of version 1`() throws {
        let spec = Array(#"{"ver":"1.1.0","movie":{"viewBox":{"width":10,"height":20},"fps":20,"frames":1},"images":{}}"#.utf8)
        try write([("movie.spec", spec)])
        let document = try DocumentReader.read(try #require(folder.read("a.zip")), limits: .default)
        #expect(document.movie.viewBoxHeight == 20)
    }

    @Test func `without the end nothing is at the path`() throws {
        var archive = ZipFileWriter(try OutputFile(path: "\(folder.path)/a.zip"))
        try archive.add(ArchiveEntry(name: "a", bytes: [1]))
        #expect(folder.read("a.zip") == nil)
    }

    @Test func `an archive in memory keeps its bytes`() throws {
        let entries = [ArchiveEntry(name: "a", bytes: Array("abcabcabcabcabcabc".utf8)), ArchiveEntry(name: "b", bytes: [])]
        let bytes = try ZipWriter.archive(entries)
        #expect(bytes.starts(with: [0x50, 0x4B, 3, 4]) && bytes.suffix(22).starts(with: [0x50, 0x4B, 5, 6]))
        #expect(try ZipWriter.archive(entries) == bytes)
    }
}
