import SVGAFormat
import SVGAImage
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

@Suite struct PicturesSequenceTests {
    private static let pictures = PictureList.walking(12, side: 40)

    private func folder(_ name: (Int) -> String) throws -> TemporaryFolder {
        let folder = TemporaryFolder(inMemory: true)
        for (index, picture) in Self.pictures.enumerated() { folder.write(try picture.pngData(), to: name(index)) }
        return folder
    }

    private func expectAll(_ made: Imported) throws {
        #expect(made.document.movie.fps == 30)
        #expect(made.document.movie.frames == 12)
        for (frame, picture) in Self.pictures.enumerated() { #expect(try made.document.picture(frame) == picture, "frame \(frame)") }
    }

    @Test("the pictures of a folder come in the order of their numbers, and other files do not count")
    func naturalOrder() async throws {
        let folder = try folder { "f\($0 + 1).png" }
        folder.write([1, 2, 3], to: "readme.txt")
        try expectAll(try await PicturesImport().run(.path(folder.path)))
    }

    @Test("a pattern takes the files that match it and reports missing numbers")
    func pattern() async throws {
        let folder = try folder { $0 < 6 ? "f000\($0).png" : "f00\($0 + 10).png" }
        folder.write([1, 2, 3], to: "g0003.png")
        let made = try await PicturesImport().run(.path("\(folder.path)/f%04d.png"))
        try expectAll(made)
        #expect(made.lost.contains { $0.message.description.hasPrefix("10 images are missing between 0 and 21") })
    }

    @Test("a picture of another size is named with both sizes")
    func otherSize() async throws {
        let folder = try folder { "f\($0).png" }
        folder.write(try Pixmap(width: 7, height: 5).pngData(), to: "f7.png")
        let error = ImportError.broken(
            kind: "image sequence", location: "\(folder.path)/f7.png",
            reason: "it has 7 × 5 pixels, but \(folder.path)/f0.png has 40 × 40")
        await #expect(throws: error) { try await PicturesImport().run(.path(folder.path)) }
    }

    @Test("a folder without pictures, a pattern that nothing fits and one that is none are clear errors")
    func nothing() async throws {
        let folder = TemporaryFolder(inMemory: true)
        folder.write([1], to: "a.txt")
        for name in ["", "/f%d.png", "/f%d-%d.png", "/f%s.png", "/none.gif"] {
            await #expect(throws: ImportError.self, "\(name)") { try await PicturesImport().run(.path(folder.path + name)) }
        }
        folder.write([0x89, 0x50, 0x4E, 0x47, 1, 2, 3], to: "a.png")
        await #expect(throws: ImportError.self) { try await PicturesImport().run(.path(folder.path)) }
    }

    @Test("numbers in names count as numbers")
    func order() {
        let names = ["a10", "a9", "a010", "a", "b1", "a9b2", "a9b10"]
        #expect(names.sorted(by: PictureSequence.isBefore) == ["a", "a9", "a9b2", "a9b10", "a010", "a10", "b1"])
    }
}
