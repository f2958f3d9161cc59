import Foundation
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAFormat
@testable import SVGATasks

/// Files that are no movies: each is named, with what to do.
@Suite("Files of other kinds")
struct OtherFilesTests {
    private let folder = TemporaryFolder()

    private func errors(_ bytes: [UInt8], _ words: String...) async -> String {
        folder.write(bytes, to: "a.svga")
        let result = await CommandFixtures.run(words + [folder.path + "/a.svga"])
        #expect(result.code == .invalidInput && result.output.isEmpty && result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
        return result.errors
    }

    @Test("each kind has a line of advice, that names no file but FILE and movie.svga")
    func advice() {
        for kind in FileKind.allCases {
            let advice = FileAdvice.advice(on: kind).shell
            #expect(!advice.isEmpty && !advice.contains("\n"), "\(kind)")
        }
    }

    @Test(
        "the files of shared/cases are named, with what to do",
        .needsCases("text-mangled.svga", "html-as-svga.svga", "bare-movie-spec.svga"),
        arguments: [
            ("text-mangled.svga", "binary data that was read and written as text", "download or copy the file again as binary data"),
            ("html-as-svga.svga", "a web page (HTML)", "check the address, and download the file again"),
            ("bare-movie-spec.svga", "a movie.spec without its archive", "put movie.spec and its PNG files into one ZIP"),
        ])
    func cases(name: String, kind: String, advice: String) async throws {
        let bytes = try TestFiles.bytes(TestFiles.sharedCase(name))
        for command in ["inspect", "validate"] {
            let errors = await errors(bytes, command)
            #expect(errors.contains("not an SVGA file: it is \(kind)") && errors.contains(advice), "\(errors)")
        }
    }

    @Test("importing names what it cannot import as well")
    func imports() async throws {
        folder.write(Array("<html>404</html>".utf8), to: "a.json")
        let result = await CommandFixtures.run("import", folder.path + "/a.json", "-o", folder.path + "/b.svga")
        #expect(result.code == .invalidInput && result.errors.contains("it is a web page (HTML)"), "\(result.errors)")
        #expect(folder.contents() == ["a.json"])
    }

    @Test("a file whose end is missing is to be fetched again")
    func truncated() async throws {
        let movie = try TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga"))
        #expect(await errors(movie.dropLast(100), "inspect").contains("its end is missing"))
    }

    @Test("a ZIP whose movie is in a folder is an error that names the folder")
    func folderInArchive() async throws {
        let bytes = try ZipWriter.archive([ArchiveEntry(name: "gift/movie.spec", bytes: Array("{}".utf8))])
        #expect(await errors(bytes, "inspect").contains("zip the files in the folder, not the folder"))
    }

    @Test("following the advice on encoded text makes the movie")
    func encoded() async throws {
        let movie = try TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga"))
        let texts = [Base64.encoded(movie), "data:application/octet-stream;base64," + Base64.encoded(movie)]
        for text in texts {
            let errors = await errors(Array(text.utf8), "inspect")
            let advice = try #require(errors.split(separator: ": ").last.map(String.init))
            // What stands behind the last colon is the command.
            let command = advice.trimmingCharacters(in: .whitespacesAndNewlines).replacing("FILE", with: folder.path + "/a.svga")
                .replacing("> movie.svga", with: "> \(folder.path)/movie.svga")
            try #require(try Tool.run("sh", ["-c", command]) != nil, "\(command)")
            #expect(folder.read("movie.svga") == movie)
        }
    }

    // MARK: - Telegram stickers

    private static let sticker = Array(
        ##"{"tgs":1,"v":"5.5.2","fr":60,"ip":0,"op":6,"w":512,"h":512,"layers":[{"ty":1,"nm":"box","ip":0,"op":6,"st":0,"ks":{},"sc":"#ff0000","sw":512,"sh":512}]}"##
            .utf8)

    @Test("a Telegram sticker is inspected, drawn and imported")
    func stickers() async throws {
        folder.write(try Deflated().stream(Self.sticker, .gzip), to: "a.tgs")
        let path = folder.path + "/a.tgs"
        let inspected = await CommandFixtures.run("inspect", "--json", path)
        #expect(inspected.code == .done && inspected.output.contains("\"lottie\""), "\(inspected.errors)")
        let drawn = await CommandFixtures.run("render", path, "-o", folder.path + "/a.png", "--frame", "0", "--size", "8x8")
        #expect(drawn.code == .done, "\(drawn.errors)")
        #expect(try TestFiles.picture(at: URL(fileURLWithPath: folder.path + "/a.png")).pixel(4, 4) == .red)
        let imported = await CommandFixtures.run("import", path, "-o", folder.path + "/a.svga")
        #expect(imported.code == .done, "\(imported.errors)")
        #expect(try VideoEntity(path: folder.path + "/a.svga").frameCount == 6)
    }

    @Test("a gzipped Lottie of shared/cases is read", .needsCases("lottie-gzip.tgs"))
    func gzippedCase() async throws {
        let path = TestFiles.sharedCase("lottie-gzip.tgs").path
        let imported = await CommandFixtures.run("import", path, "-o", folder.path + "/a.svga")
        #expect(imported.code == .done, "\(imported.errors)")
        #expect(await CommandFixtures.run("inspect", path).code == .done)
    }

    @Test("a sticker that unpacks to more than is allowed is a limit")
    func bomb() async throws {
        folder.write(try Deflated().stream([UInt8](repeating: 0x20, count: 97 << 20), .gzip), to: "a.tgs")
        for words in [["inspect"], ["import", "-o", folder.path + "/b.svga"]] {
            #expect(await CommandFixtures.run(words + [folder.path + "/a.tgs"]).code == .limit)
        }
    }
}
