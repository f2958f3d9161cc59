import Foundation
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat
@testable import SVGAPreview

/// Lotties on the page, which shows the movies that `svga import` makes of them.
@Suite("Lotties on the preview's page", .serialized, .needs(Browser.program), .needsProgram)
struct PageLottieTests {
    private static let json = TestFiles.root.appendingPathComponent("samples/lottie/surprise.json")

    /// The movie that the command makes of the sample.
    private static func imported() throws -> VideoEntity {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.svga"
        let (code, _) = try Tool.outcome(Program.file.path, ["import", json.path, "-o", path])
        try #require(code == 0)
        return try VideoEntity(path: path)
    }

    /// A page of a folder with two movies: a Lottie of this name, made of the sample, and an SVGA movie.
    private static func page(_ name: String) async throws -> OpenedPage {
        let bytes = try TestFiles.bytes(json)
        let content =
            switch name.split(separator: ".").last {
            case "tgs": try Deflated().stream(bytes, .gzip)
            case "lottie": try ZipWriter.archive([ArchiveEntry(name: "animations/a.json", bytes: bytes)])
            default: bytes
            }
        return try await OpenedPage(["gift"], files: [(name, content)])
    }

    @Test("it is listed with its canvas and its length, opened, and drawn as imported", arguments: ["a.json", "a.lottie", "a.tgs"])
    func shown(name: String) async throws {
        let movie = try Self.imported()
        let opened = try await Self.page(name)
        let card = "document.querySelector('[data-test=card]:has([title=\"\(name)\"])')"
        try await opened.page.wait(for: "\(card)?.querySelector('.length')?.textContent")
        let canvas = try opened.page.value("\(card).querySelector('.canvas').textContent") as? String ?? ""
        #expect(canvas.contains("\(Int(movie.viewBox.width))") && canvas.contains("\(Int(movie.viewBox.height))"), "\(canvas)")
        #expect(try opened.page.value("Boolean(\(card).querySelector('.card-error'))") as? Bool == false)
        try await opened.open(file: name)
        try await opened.seek(20)
        #expect(try opened.canvasPixels() == SVGAScene(movie).pixmap(frame: 20).straightPixels())
        #expect(opened.page.complaints.isEmpty)
    }

    @Test("a picture is set for one of its layers")
    func substitution() async throws {
        let opened = try await Self.page("a.tgs")
        try await opened.open(file: "a.tgs")
        try await opened.seek(40)
        try await opened.page.wait(for: "document.querySelector('[data-test=key-row]')")
        let key = try #require(try opened.page.value("document.querySelector('[data-test=key-row]').dataset.key") as? String)
        try await opened.page.click("[data-test=key-row][data-key=\"\(key)\"]")
        try await opened.page.click(".key-item:has([data-key=\"\(key)\"]) [data-test=hide-key]")
        let scene = try SVGAScene(Self.imported()).with { $0.setHidden(true, forKey: key) }
        #expect(try await opened.shows(scene, frame: 40))
        #expect(opened.page.complaints.isEmpty)
    }
}

/// What the page asks for, without a browser.
@Suite("Lotties in the preview's library")
struct LottieLibraryTests {
    private let folder = TemporaryFolder()

    private func library(_ name: String, _ bytes: [UInt8]) throws -> MovieLibrary {
        folder.write(bytes, to: name)
        return try MovieLibrary(paths: [folder.path + "/" + name], limits: .default)
    }

    @Test("a Lottie is imported once for each content of its file, and read as a movie by its path")
    func imports() throws {
        let library = try library("a.json", TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/lottie/surprise.json")))
        let id = try #require(library.movies.first?.id)
        let (first, second) = (try library.open(id), try library.open(id))
        #expect(first.status.st_ino == second.status.st_ino)
        #expect(try VideoEntity(bytes: library.bytes(of: id)).frameCount > 1)
        #expect(MovieSummary(try library.entry(id), in: library).json["error"] == .null)
        folder.write(Array("{}".utf8), to: "a.json")
        #expect(throws: PreviewError.self) { try library.movie(id) }
    }

    @Test("a Lottie that cannot be imported is reported with the reason, and a movie is left unchanged")
    func others() throws {
        let broken = try library("a.json", Array(#"{"fr":0,"op":3,"w":9,"h":9,"layers":[]}"#.utf8))
        let id = try #require(broken.movies.first?.id)
        let error = #expect(throws: PreviewError.self) { try broken.open(id) }
        #expect(error?.message.description.contains("it has no frame rate") == true, "\(String(describing: error))")
        let bytes = try OpenedPage.bytes(ofSample: "gift")
        let movie = try library("b.svga", bytes)
        #expect(try movie.bytes(of: try #require(movie.movies.first?.id)) == bytes)
    }
}
