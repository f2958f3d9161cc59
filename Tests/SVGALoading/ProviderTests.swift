import Foundation
import SVGAFormat
import SVGALoading
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport
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
        let anything = BytesProvider(bytes: tinyMovieBytes, cacheKey: nil)
        await #expect(throws: SVGAError.refusedID(id)) { try await parser.parse(id: id, from: anything) }
        await #expect(throws: SVGAError.refusedID(id)) { try await parser.parse(id: id, from: DirectoryProvider(path: "/")) }
        #expect(throws: SVGAError.refusedID(id)) { try DirectoryProvider(path: "/").source(for: id) }
    }

    @Test("ordinary ids are accepted", arguments: ["rose", "gifts/rose", "玫瑰", "a..b", "rose v2 (1).svga", "100%"])
    func ordinary(id: String) async throws {
        let provider = BytesProvider(bytes: tinyMovieBytes, cacheKey: nil)
        #expect(try await parser.parse(id: id, from: provider).frameCount > 0)
    }

    @Test("a provider's own bytes are loaded once for a key, from the disk in another run, and again on reload")
    func ownBytes() async throws {
        let provider = BytesProvider(bytes: tinyMovieBytes, cacheKey: "rose-1")
        let disk = DiskCache(path: folder.path + "/cache")
        for _ in 0..<2 {
            let run = SVGAParser(memoryCache: MemoryCache(), diskCache: disk)
            for _ in 0..<2 { _ = try await run.parse(id: "rose", from: provider) }
        }
        #expect(provider.loads == 1)
        let run = SVGAParser(memoryCache: MemoryCache(), diskCache: disk)
        _ = try await run.parse(id: "rose", from: provider, reload: true)
        #expect(provider.loads == 2)
        run.memoryCache.remove(forKey: "rose-1")
        disk.remove(forKey: "rose-1")
        _ = try await run.parse(id: "rose", from: provider)
        #expect(provider.loads == 3)
    }

    @Test("a directory's movie is found with and without its extension")
    func named() async throws {
        folder.write(tinyMovieBytes, to: "rose.svga")
        folder.write(tinyMovieBytes, to: "plain")
        let provider = DirectoryProvider(path: folder.path)
        for name in ["rose", "rose.svga", "plain"] {
            #expect(try await parser.parse(id: name, from: provider).frameCount > 0)
        }
        await #expect(throws: SVGAError.notFound(name: "lily")) { try await parser.parse(id: "lily", from: provider) }
    }

    /// Waits until the cache keeps the file, which it does as soon as another change would show.
    private func load(_ path: String) async throws -> VideoEntity {
        repeat {
            let movie = try await parser.parse(path: path)
            if parser.memoryCache.count > 0 { return movie }
        } while true
    }

    @Test("a file is cached until it changes, and the old movie is not cached beside the new one")
    func changes() async throws {
        let (one, other) = (try movieBytes(frames: 3), try movieBytes(frames: 4))
        try #require(one.count == other.count)
        let path = folder.path + "/a.svga"
        folder.write(one, to: "a.svga")
        #expect(try await load(path).frameCount == 3)
        // Of the same size, in the same file, with the same modification time.
        var status = stat()
        #expect(stat(path, &status) == 0)
        folder.write(other, to: "a.svga")
        let times = [status.modificationTime, status.modificationTime]
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
        #expect(try await parser.parse(path: path).frameCount == 4)
        #expect(try await load(path).frameCount == 4)
        #expect(parser.memoryCache.count == 1)
    }

    @Test("a file that is replaced by another is read again, under each of its options")
    func replaced() async throws {
        let path = folder.path + "/a.svga"
        folder.write(try movieBytes(frames: 3), to: "a.svga")
        _ = try await load(path)
        folder.write(try movieBytes(frames: 4), to: "b.svga")
        #expect(rename(folder.path + "/b.svga", path) == 0)
        #expect(try await parser.parse(path: path).frameCount == 4)
        let strict = SVGAParser(options: ReadOptions(isStrict: true), memoryCache: parser.memoryCache)
        #expect(try await strict.parse(path: path).frameCount == 4)
    }

    @Test("a file that changes twice within a step of the file system's clock is not served stale")
    func quickChanges() async throws {
        let path = folder.path + "/a.svga"
        let versions = [try movieBytes(frames: 3), try movieBytes(frames: 4)]
        for round in 0..<50 {
            folder.write(versions[round % 2], to: "a.svga")
            #expect(try await parser.parse(path: path).frameCount == 3 + round % 2)
        }
    }

    @Test("a file with a future time may change unnoticed, and a pipe has other bytes each time: both are not cached")
    func notCached() async throws {
        let path = folder.path + "/a.svga"
        folder.write(tinyMovieBytes, to: "a.svga")
        let future = Date(timeIntervalSinceNow: 3600)
        try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: path)
        _ = try await parser.parse(path: path)
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Opening a pipe waits for its other end, and tasks have few threads.
        Thread.detachNewThread { [folder] in folder.write(tinyMovieBytes, to: "pipe") }
        _ = try await parser.parse(path: pipe)
        #expect(parser.memoryCache.count == 0)
    }

    @Test("an unchanged file comes from memory, and is read again on reload and after removal")
    func fileReload() async throws {
        let path = folder.path + "/a.svga"
        folder.write(tinyMovieBytes, to: "a.svga")
        let movie = try await load(path)
        let isSame = { (other: VideoEntity) in identity(movie) == identity(other) }
        #expect(isSame(try await parser.parse(path: path)))
        #expect(!isSame(try await parser.parse(path: path, reload: true)))
        let reloaded = try await parser.parse(path: path)
        #expect(!isSame(reloaded))
        parser.memoryCache.remove(forKey: path)
        #expect(parser.memoryCache.count == 0)
        _ = try await parser.parse(path: path)
        parser.memoryCache.remove(url: URL(fileURLWithPath: path))
        #expect(parser.memoryCache.count == 0)
    }

    @Test("a missing file, a directory, a file over the limit and one that is no movie are different errors")
    func errors() async {
        let path = folder.path
        folder.write([1, 2, 3], to: "bad.svga")
        await #expect(throws: SVGAError.notFound(name: path + "/none")) { try await parser.parse(path: path + "/none") }
        await #expect(throws: SVGAError.file(path: path, reason: "is a directory")) { try await parser.parse(path: path) }
        await #expect(throws: SVGAError.self) { try await parser.parse(path: path + "/bad.svga") }
        var small = SVGAParser(memoryCache: MemoryCache())
        small.options.limits.inputBytes = 2
        await #expect(throws: SVGAError.tooLarge(name: path + "/bad.svga", limitBytes: 2)) {
            try await small.parse(path: path + "/bad.svga")
        }
        await #expect(throws: SVGAError.tooLarge(name: "", limitBytes: 2)) { try await small.parse(bytes: [1, 2, 3]) }
    }

    @Test("file addresses and the names of a bundle are read like files")
    func foundation() async throws {
        folder.write(tinyMovieBytes, to: "a.svga")
        #expect(try await parser.parse(url: URL(fileURLWithPath: folder.path + "/a.svga")).frameCount > 0)
        let bundle = try #require(Bundle(path: folder.path))
        #expect(try await parser.parse(named: "a", in: bundle).frameCount > 0)
    }

    @Test("a task that is cancelled reads nothing")
    func cancelled() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Result<VideoEntity, SVGAError>.from { () throws(SVGAError) in try await parser.parse(bytes: tinyMovieBytes) }
        }
        task.cancel()
        if case .failure(let error) = await task.value { #expect(error == .cancelled) } else { Issue.record("it was read") }
    }

    @Test("other limits and strictness are other movies to the cache")
    func options() async throws {
        _ = try await parser.parse(bytes: tinyMovieBytes, cacheKey: "a")
        var strict = SVGAParser(options: ReadOptions(isStrict: true), memoryCache: parser.memoryCache)
        strict.options.limits.inputBytes = 4
        await #expect(throws: SVGAError.self) { try await strict.parse(bytes: tinyMovieBytes, cacheKey: "a") }
    }
}

extension Result where Failure == SVGAError {
    static func from(_ body: () async throws(SVGAError) -> Success) async -> Self {
        do throws(SVGAError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
