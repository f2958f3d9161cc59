import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import TestSupport
import Testing

@Suite struct FolderSourceTests {
    private let folder = TemporaryFolder()

    private func source() throws -> FolderSource { try FolderSource(path: folder.path) }

    private func content(_ answer: SourceAnswer) -> SourceContent? { if case .content(let content) = answer { content } else { nil } }

    @Test("a file below the folder is read, and not again while it is unchanged")
    func known() async throws {
        folder.write([1, 2, 3], to: "a.svga")
        let first = content(try await source().read("a.svga", limit: 3, known: nil))
        #expect(first?.bytes == [1, 2, 3])
        guard case .unchanged = try await source().read("a.svga", limit: 3, known: first?.version) else {
            Issue.record("the file was read again")
            return
        }
        folder.write([4], to: "a.svga")
        #expect(content(try await source().read("a.svga", limit: 3, known: first?.version))?.bytes == [4])
    }

    @Test(
        "names that lead out of the folder are refused",
        arguments: ["", "..", "../a", "a/../../b", "/etc/passwd", ".hidden", "a\\b", "a\u{0}b"])
    func hostile(name: String) async throws {
        let source = try source()
        await #expect(throws: SVGAError.refusedID(name)) { try await source.read(name, limit: 9, known: nil) }
    }

    @Test("a link out of the folder is refused, and a link inside of it is followed")
    func links() async throws {
        mkdir(folder.path + "/inner", 0o755)
        folder.write([7], to: "inner/a.svga")
        folder.write([8], to: "secret")
        symlink("../secret", folder.path + "/inner/out.svga")
        symlink("a.svga", folder.path + "/inner/in.svga")
        let source = try FolderSource(path: folder.path + "/inner")
        await #expect(throws: SVGAError.refusedID("out.svga")) { try await source.read("out.svga", limit: 9, known: nil) }
        #expect(content(try await source.read("in.svga", limit: 9, known: nil))?.bytes == [7])
    }

    @Test("a file over the limit is not read")
    func large() async throws {
        folder.write([1, 2, 3], to: "a.svga")
        let source = try source()
        await #expect(throws: SVGAError.tooLarge(name: "a.svga", limitBytes: 2)) { try await source.read("a.svga", limit: 2, known: nil) }
    }

    @Test("folders and pipes are not files")
    func special() async throws {
        mkdir(folder.path + "/sub", 0o755)
        mkfifo(folder.path + "/pipe", 0o644)
        let source = try source()
        for name in ["sub", "pipe", "missing"] {
            await #expect(throws: SVGAError.notFound(name: name)) { try await source.read(name, limit: 9, known: nil) }
        }
    }

    @Test("a name with a scheme belongs to the longest prefix, and a path to the folders in order")
    func prefixes() async throws {
        struct Fixed: MovieSource {
            let prefix: String
            func read(_ name: String, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer {
                throw .notFound(name: name)
            }
        }
        let sources = MovieSources([
            try source(), Fixed(prefix: "https://a.example/"), Fixed(prefix: "https://a.example/gifts/"), Fixed(prefix: "s3://b/"),
        ])
        #expect(sources.matches("https://a.example/gifts/x.svga").map(\.name) == ["x.svga"])
        #expect(sources.matches("https://a.example/y.svga").map(\.name) == ["y.svga"])
        #expect(sources.matches("https://a.example.evil/y.svga").isEmpty)
        #expect(sources.matches("x.svga").map(\.name) == ["x.svga"])
        await #expect(throws: SVGAError.refusedID("ftp://x/y")) { try await sources.read("ftp://x/y", limit: 9) }
    }
}
