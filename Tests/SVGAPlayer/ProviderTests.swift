import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlayer
import TestSupport
import Testing

@Suite struct ProviderTests {
    private let folder = TemporaryFolder()
    private let parser = SVGAParser(memoryCache: MemoryCache())

    @Test(
        "ids that could lead elsewhere are refused",
        arguments: [
            "", ".", "..", "../x", "a/../b", "/etc/passwd", "a//b", "a/", "a\\b", ".hidden", "a/.b", "a\u{0}b", "a\nb", "a\u{85}b",
            String(repeating: "a", count: 1025),
        ])
    func hostile(id: String) async {
        #expect(!AnimationID.isAcceptable(id))
        await #expect(throws: LoadError.refusedID(id)) { try await parser.parse(id: id, from: DirectoryProvider(path: "/")) }
        await #expect(throws: LoadError.refusedID(id)) { try await parser.parse(named: id, inDirectory: folder.path) }
    }

    @Test("ordinary ids are accepted", arguments: ["rose", "gifts/rose", "玫瑰", "a..b", "rose v2 (1).svga", "100%"])
    func ordinary(id: String) { #expect(AnimationID.isAcceptable(id)) }

    @Test("a directory's movie is found with and without its extension")
    func named() async throws {
        folder.write(tinyMovieBytes, to: "rose.svga")
        folder.write(tinyMovieBytes, to: "plain")
        for name in ["rose", "rose.svga", "plain"] {
            #expect(try await parser.parse(named: name, inDirectory: folder.path).frames > 0)
        }
        await #expect(throws: LoadError.notFound(name: "lily")) { try await parser.parse(named: "lily", inDirectory: folder.path) }
    }

    @Test("a file is cached until it changes")
    func changes() async throws {
        folder.write(tinyMovieBytes, to: "a.svga")
        let path = folder.path + "/a.svga"
        let frames = try await parser.parse(path: path).frames
        #expect(try await parser.parse(path: path).frames == frames)
        #expect(parser.memoryCache.count == 1)
        folder.write(tinyMovieBytes + [0], to: "a.svga")
        #expect(try await !parser.parse(path: path).diagnostics.isEmpty)
        #expect(parser.memoryCache.count == 2)
    }

    @Test("a missing file, a directory, a file over the limit and one that is no movie are told apart")
    func errors() async {
        let path = folder.path
        folder.write([1, 2, 3], to: "bad.svga")
        await #expect(throws: LoadError.notFound(name: path + "/none")) { try await parser.parse(path: path + "/none") }
        await #expect(throws: LoadError.file(path: path, reason: "is a directory")) { try await parser.parse(path: path) }
        await #expect(throws: LoadError.self) { try await parser.parse(path: path + "/bad.svga") }
        var small = SVGAParser(memoryCache: MemoryCache())
        small.options.limits.inputBytes = 2
        await #expect(throws: LoadError.tooLarge(name: path + "/bad.svga", limitBytes: 2)) {
            try await small.parse(path: path + "/bad.svga")
        }
        await #expect(throws: LoadError.tooLarge(name: "", limitBytes: 2)) { try await small.parse(bytes: [1, 2, 3]) }
    }

    @Test("data and file addresses are read like files")
    func foundation() async throws {
        folder.write(tinyMovieBytes, to: "a.svga")
        #expect(try await parser.parse(data: Data(tinyMovieBytes)).frames > 0)
        #expect(try await parser.parse(url: URL(fileURLWithPath: folder.path + "/a.svga")).frames > 0)
        let bundle = try #require(Bundle(path: folder.path))
        #expect(try await parser.parse(named: "a", in: bundle).frames > 0)
    }

    @Test("a task that is cancelled reads nothing")
    func cancelled() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Result<VideoEntity, LoadError>.from { () throws(LoadError) in try await parser.parse(bytes: tinyMovieBytes) }
        }
        task.cancel()
        if case .failure(let error) = await task.value { #expect(error == .cancelled) } else { Issue.record("it was read") }
    }

    @Test("other limits and strictness are other movies to the cache")
    func options() async throws {
        _ = try await parser.parse(bytes: tinyMovieBytes, cacheKey: "a")
        var strict = SVGAParser(options: ReadOptions(isStrict: true), memoryCache: parser.memoryCache)
        strict.options.limits.inputBytes = 4
        await #expect(throws: LoadError.self) { try await strict.parse(bytes: tinyMovieBytes, cacheKey: "a") }
    }
}

extension Result where Failure == LoadError {
    static func from(_ body: () async throws(LoadError) -> Success) async -> Self {
        do throws(LoadError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
