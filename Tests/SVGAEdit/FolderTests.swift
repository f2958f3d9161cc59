import Foundation
import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct FolderTests {
    private func movie() throws -> WireMovie {
        var movie = WireMovie.tiny(
            frames: 2, images: [try Pixmap(width: 2, height: 2, .red).payload("头像"), WireImage(key: "ding", bytes: EditFixtures.sound)],
            sprites: [
                .one("头像", matte: "m.matte", .visible(alpha: 0.1, transform: WireTransform(tx: 1e-7, ty: -0.0)), .hidden),
                .one(
                    "v.vector",
                    .visible(clip: "M0 0\u{1}\"", .path("M0 0", .stroke(.red, width: 2, cap: 1, join: 7, dash: (1, 2, 3))), .keep)),
            ])
        movie.images.append(WireImage(key: "头像", bytes: [1, 2, 3], entryName: "x.png"))
        movie.images.append(WireImage(key: "empty", bytes: []))
        movie.audios = [WireAudio("ding", start: 1, end: 2, startTime: -3, totalTime: 4)]
        movie.unknown.append([0x98, 0x06, 1], to: .own, .protobuf)
        movie.sprites[0].unknown.append(Array("\"a\":1".utf8), to: .own, .json)
        movie.sprites[0].unknown.append(Array("\"b\":2".utf8), to: .own, .json)
        movie.sprites[0].frames[0].unknown.append([0x3D, 1, 2, 3, 4], to: .transform, .protobuf)
        movie.images[0].unknown.append([24, 2], to: .own, .protobuf)
        movie.audios[0].unknown.append([48, 2], to: .own, .protobuf)
        var strange = WireShape.rect(1, 2, 3, 4, radius: 5, nil)
        (strange.kind, strange.unknownKind) = (nil, 9)
        movie.sprites[1].frames[0].shapes.append(strange)
        return movie
    }

    private func walk(_ document: SVGADocument) throws -> SVGADocument {
        let folder = TemporaryFolder()
        try document.unpack(to: folder.path + "/out")
        return try SVGADocument(folder: folder.path + "/out")
    }

    @Test(arguments: [VideoEntity.Container.zlib, .zipJSON, .zipBinary, .gzip, .protobuf])
    func `everything a document holds survives`(container: VideoEntity.Container) throws {
        let entries = [ArchiveEntry(name: "../notes.txt", bytes: [7]), ArchiveEntry(name: "notes.txt", bytes: [8])]
        let document = SVGADocument(movie: try movie(), container: container, otherEntries: entries)
        let again = try walk(document)
        #expect(again == document && again.movie.images[2].entryName == "x.png")
        #expect(again.movie.sprites[0].frames[0].transform?.ty.sign == .minus)
    }

    @Test(arguments: EditFixtures.files.map(\.path))
    func `unpacking and packing public files gives the same document`(path: String) throws {
        let document = try SVGADocument(path: path)
        #expect(try walk(document).movie == document.movie)
        #expect(try walk(document).container == document.container)
    }

    @Test func `numbers that JSON cannot write keep their bits`() throws {
        var movie = try movie()
        let numbers: [Float] = [.nan, .signalingNaN, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
        movie.sprites[0].frames = numbers.map { .visible(alpha: $0) }
        let frames = try walk(SVGADocument(movie: movie)).movie.sprites[0].frames
        #expect(frames.map(\.alpha.bitPattern) == numbers.map(\.bitPattern))
    }

    @Test func `files are named after their keys, with the ending of what they are`() throws {
        let folder = TemporaryFolder()
        try SVGADocument(movie: try movie()).unpack(to: folder.path + "/out")
        #expect(
            folder.contents() == [
                "out", "out/README.md", "out/audio", "out/audio/ding.mp3", "out/images", "out/images/empty.bin", "out/images/头像.bin",
                "out/images/头像.png", "out/movie.json",
            ])
        #expect(folder.read("out/audio/ding.mp3") == EditFixtures.sound)
    }

    @Test func `movie.json has a line for each frame`() throws {
        let folder = TemporaryFolder()
        try SVGADocument(movie: try movie()).unpack(to: folder.path + "/out")
        let text = String(decoding: try #require(folder.read("out/movie.json")), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let first = try #require(lines.firstIndex { $0.hasPrefix("{\"imageKey\": \"头像\"") })
        #expect(lines[first + 1].hasPrefix("{\"alpha\": 0.1, \"layout\": [0, 0, 16, 16], \"transform\": [1, 0, 0, 1, 1e-07, -0]"))
        #expect(lines[first + 2] == "{}" && text.hasSuffix("}\n"))
    }

    @Test func `an edited movie.json is packed`() throws {
        let folder = TemporaryFolder()
        try SVGADocument(movie: .tiny(fps: 30, sprites: [.one("a", .visible())])).unpack(to: folder.path + "/out")
        let text = String(decoding: try #require(folder.read("out/movie.json")), as: UTF8.self)
        folder.write(Array(text.replacingOccurrences(of: "\"fps\": 30", with: "\"fps\": 15").utf8), to: "out/movie.json")
        #expect(try SVGADocument(folder: folder.path + "/out").movie.fps == 15)
    }

    // MARK: Where it is written

    @Test func `a folder with files is refused without overwrite`() throws {
        let folder = TemporaryFolder()
        folder.write([1], to: "mine")
        folder.write([1], to: "movie.json")
        let document = SVGADocument(movie: try movie())
        #expect(throws: SVGAError.folderNotEmpty(path: folder.path)) { try document.unpack(to: folder.path) }
        #expect(folder.contents() == ["mine", "movie.json"])
        try document.unpack(to: folder.path, overwrite: true)
        #expect(folder.read("mine") == [1] && !folder.contents().contains { $0.hasPrefix(".") })
        #expect(try SVGADocument(folder: folder.path) == document)
        try document.unpack(to: folder.path, overwrite: true)
        #expect(try SVGADocument(folder: folder.path) == document)
    }

    @Test func `an empty folder is used`() throws {
        let folder = TemporaryFolder()
        try SVGADocument(movie: try movie()).unpack(to: folder.path + "/")
        #expect(folder.contents().contains("movie.json") && folder.contents().contains("images/empty.bin"))
    }

    @Test func `a folder that cannot be made leaves nothing behind`() throws {
        let folder = TemporaryFolder()
        folder.write([1], to: "file")
        for path in ["/file", "/file/out", "/no/out"] {
            #expect(throws: SVGAError.self) { try SVGADocument(movie: try movie()).unpack(to: folder.path + path) }
        }
        #expect(folder.contents() == ["file"] && folder.read("file") == [1])
    }

    @Test func `a link in the folder is never written through`() throws {
        let folder = TemporaryFolder()
        let outside = TemporaryFolder()
        outside.write([1], to: "target")
        let document = SVGADocument(movie: try movie())
        try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: true)
        symlink(outside.path, folder.path + "/out/images")
        #expect(throws: SVGAError.self) { try document.unpack(to: folder.path + "/out", overwrite: true) }
        #expect(outside.contents() == ["target"])
        #expect(folder.contents().filter { $0.contains(".svga") }.isEmpty, "\(folder.contents())")
        unlink(folder.path + "/out/images")

        symlink(outside.path + "/target", folder.path + "/out/movie.json")
        try document.unpack(to: folder.path + "/out", overwrite: true)
        #expect(outside.read("target") == [1], "the link is replaced, not followed")
        #expect(try SVGADocument(folder: folder.path + "/out") == document)
    }

    @Test func `a cancelled task writes nothing`() async throws {
        let folder = TemporaryFolder()
        let document = SVGADocument(movie: try movie())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(throws: SVGAError.cancelled) { try document.unpack(to: folder.path + "/out") }
        }
        await task.value
        #expect(folder.contents().isEmpty)
    }
}
