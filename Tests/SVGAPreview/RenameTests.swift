import Foundation
import SVGAHTTP
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

@Suite("Renaming files from the page") struct RenameTests {
    private let folder = TemporaryFolder()

    private func preview(allowsWriting: Bool = true) throws -> Preview {
        try PreviewOfFolder.copy("like.svga", to: "\(folder.path)/a/like.svga")
        try PreviewOfFolder.copy("badge.svga", to: "\(folder.path)/a/badge.svga")
        return try Preview(paths: ["\(folder.path)/a"], limits: .default, allowsWriting: allowsWriting)
    }

    /// Renames all movies of the folder.
    private func rename(_ preview: Preview, _ pattern: String, find: String = "", replace: String = "") -> Answer {
        func ask(_ method: String, _ path: String, _ body: JSONValue?) -> Answer {
            let bytes = body.map { Array($0.text(.compact).utf8) } ?? []
            return Answer(preview.answer(HTTPRequest(method: method, path: ["api", path], query: [:], body: bytes)))
        }
        let movies = JSONValue.array(ask("GET", "movies", nil).json["movies"]?.list.compactMap { $0["id"] } ?? [])
        let names: JSONValue = ["pattern": pattern, "find": find, "replace": replace]
        return ask("POST", "renames", .object([.init(name: "movies", value: movies), .init(name: "names", value: names)]))
    }

    private var files: [String] { folder.contents().filter { $0.hasPrefix("a/") } }

    @Test func `files get the names of the pattern, with their bytes`() throws {
        let preview = try preview()
        let like = folder.read("a/like.svga")
        #expect(rename(preview, "gift-{n:2}").json == ["renamed": 2, "failures": JSONValue.array([])])
        #expect(files == ["a/gift-01.svga", "a/gift-02.svga"] && folder.read("a/gift-02.svga") == like)
    }

    @Test func `another file is never replaced, and the others are renamed`() throws {
        let preview = try preview()
        // A folder, which the library does not list as a movie.
        try FileManager.default.createDirectory(atPath: folder.path + "/a/gift-1.svga", withIntermediateDirectories: false)
        let answer = rename(preview, "gift-{n}").json
        #expect(answer["renamed"] == .integer(1) && answer["failures"]?.list.count == 1, "\(answer)")
        #expect(files.contains("a/badge.svga"))
        #expect(files.contains("a/gift-2.svga"))
    }

    @Test func `without permission to write nothing is renamed`() throws {
        #expect(rename(try preview(allowsWriting: false), "x{n}").status == 403)
        #expect(files == ["a/badge.svga", "a/like.svga"])
    }

    @Test func `a name cannot lead out of the folder`() throws {
        #expect(rename(try preview(), "../{name}").json["renamed"] == .integer(2))
        #expect(files == ["a/_.._badge.svga", "a/_.._like.svga"])
    }

    @Test func `a file that was replaced by a link is not renamed`() throws {
        let preview = try preview()
        let library = folder.path + "/a/badge.svga"
        folder.write([1], to: "outside")
        try FileManager.default.removeItem(atPath: library)
        try FileManager.default.createSymbolicLink(atPath: library, withDestinationPath: folder.path + "/outside")
        _ = rename(preview, "x-{name}")
        #expect(files.contains("a/badge.svga") && !files.contains("a/x-badge.svga"))
    }
}
