import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import TestSupport
import Testing

@testable import SVGALoading
@testable import SVGASources

@Suite(.hangLimit) struct CacheTests {
    private let folder = TemporaryFolder()

    // MARK: In memory

    @Test("a movie costs its decoded pixels and its payloads")
    func cost() {
        let png = ImageFixtures.png(width: 30, height: 20, samples: [UInt8](repeating: 9, count: 2400))
        let movie = VideoEntity(
            container: .zlib, version: "2.0", viewBox: SVGASize(width: 4, height: 4), fps: 20, frameCount: 5,
            images: [ImageEntity(key: "a", format: .png, bytes: png)], sprites: [], audios: [],
            sounds: [SoundEntity(key: "s", format: .mp3, bytes: [UInt8](repeating: 1, count: 3000))], diagnostics: [])
        let least = 2400 + png.count + 3000
        #expect((least..<least + 1000).contains(movie.cacheCost))
    }

    /// A movie of sprites that all show the same list of shapes and the same clip.
    private func vectors(shapes: Int, segments: Int, sprites: Int = 1, key: String = "a.vector") throws -> VideoEntity {
        func path(_ first: Int) -> String { "M0 \(first)" + String(repeating: "L1 2", count: segments) }
        var frame = WireFrame.visible(clip: path(-1))
        frame.shapes = (0..<shapes).map { .path(path($0)) }
        return try WireMovie.tiny(sprites: Array(repeating: .one(key, frame), count: sprites)).read()
    }

    @Test("a movie costs its shapes and the segments of its paths")
    func costOfPaths() throws {
        let cost = try vectors(shapes: 10, segments: 5000).cacheCost
        // 10 shapes and a clip of 5000 segments: a byte and two floats each.
        #expect(cost > 11 * 5000 * 9)
        #expect(cost < 11 * 5000 * 9 * 3)
        #expect(try vectors(shapes: 10_000, segments: 0).cacheCost > 10_000 * MemoryLayout<ShapeEntity>.stride)
    }

    @Test("shapes and paths that sprites share cost once")
    func costOfSharedPaths() throws {
        let one = try vectors(shapes: 10, segments: 1000).cacheCost
        let many = try vectors(shapes: 10, segments: 1000, sprites: 50).cacheCost
        #expect(many - one < 50 * 500)
    }

    @Test("cache keys that differ only in Unicode normalisation mean different movies")
    func normalisation() async throws {
        let parser = SVGAParser(memoryCache: MemoryCache())
        for (key, frames) in [("\u{E9}", Int32(1)), ("e\u{301}", 2)] {
            let bytes = try DocumentWriter.write(WireMovie.tiny(frames: frames), as: .zlib)
            #expect(try await parser.parse(bytes: bytes, cacheKey: key).frameCount == Int(frames))
        }
        #expect(parser.memoryCache.count == 2)
    }

    @Test("a movie costs its keys")
    func costOfKeys() throws {
        let key = String(repeating: "k", count: 60_000)
        #expect(try vectors(shapes: 0, segments: 0, key: key).cacheCost > 60_000)
    }

    @Test("the load is cancelled with its last waiter, and the next request loads again")
    func abandoned() async throws {
        let loads = SharedLoads<String, Int>()
        let isCancelled = Locked(false)
        let waiting = (0..<3).map { _ in
            Task {
                try? await loads.value(for: "a") { () throws(SVGAError) in
                    while !Task.isCancelled { await Task.yield() }
                    isCancelled.withLock { $0 = true }
                    return 1
                }
            }
        }
        while loads.count == 0 { await Task.yield() }
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value == nil) }
        while !isCancelled.withLock({ $0 }) { await Task.yield() }
        #expect(loads.count == 0)
        #expect(try await loads.value(for: "a") { () throws(SVGAError) in 2 } == 2)
    }

    @Test("a failure reaches every waiter and is not cached")
    func failure() async {
        let loads = SharedLoads<String, Int>()
        await #expect(throws: SVGAError.notFound(name: "x")) {
            try await loads.value(for: "a") { () throws(SVGAError) in throw SVGAError.notFound(name: "x") }
        }
        #expect(loads.count == 0)
    }

    @Test("many tasks with few keys get the right values and load each at most once at a time")
    func racing() async {
        let loads = SharedLoads<Int, Int>()
        let running = Locked<Set<Int>>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let key = number % 7
                    // A load that all have left may still run while the next one begins, so nobody leaves those of the first keys.
                    let (isKept, isLeft) = (key < 4, key >= 4 && number % 3 == 0)
                    let task = Task {
                        try? await loads.value(for: key) { () throws(SVGAError) in
                            let isFirst = running.withLock { $0.insert(key).inserted }
                            for _ in 0..<5 { await Task.yield() }
                            running.withLock { _ = $0.remove(key) }
                            return isFirst || !isKept ? key : -1
                        }
                    }
                    if isLeft { task.cancel() }
                    let value = await task.value
                    #expect(value == key || (value == nil && isLeft))
                }
            }
        }
        #expect(loads.count == 0)
    }

    // MARK: On disk

    @Test("a stored entry comes back, also from another cache over the same directory")
    func diskRoundTrip() {
        let path = folder.path + "/deep/cache"
        let cache = DiskCache(path: path)
        #expect(cache.bytes("a") == nil)
        cache.store([1, 2, 3], "a")
        cache.store([], "玫瑰")
        #expect(DiskCache(path: path).bytes("a") == [1, 2, 3])
        #expect(cache.bytes("玫瑰") == [])
        cache.store([4], "a")
        #expect(cache.bytes("a") == [4])
        cache.remove(forKey: "a")
        #expect(cache.bytes("a") == nil)
        #expect(folder.contents().filter { $0.contains(TemporaryFiles.namePrefix) } == [])
    }

    @Test("an entry cut anywhere, or with any byte changed, is not believed but removed", arguments: [false, true])
    func torn(hasRecord: Bool) throws {
        let cache = DiskCache(path: folder.path)
        let header = HTTPHeader(status: 200, url: "http://a/b", fields: ["etag": "\"1\""], requestedAt: 1, receivedAt: 2)
        let record = hasRecord ? HTTPRecord(header) : nil
        #expect((record != nil) == hasRecord)
        cache.store(DiskCache.Entry(bytes: [1, 2, 3], record: record), for: .provider("key"))
        let name = try #require(folder.contents().first)
        let full = try #require(folder.read(name))
        var damaged = (0..<full.count).map { Array(full[..<$0]) } + [full + [0]]
        for index in full.indices {
            var changed = full
            changed[index] ^= 0x11
            damaged.append(changed)
        }
        for content in damaged {
            folder.write(content, to: name)
            #expect(cache.bytes("key") == nil)
            #expect(folder.contents() == [])
        }
        folder.write(full, to: name)
        #expect(cache.entry(for: .provider("key"))?.bytes == [1, 2, 3])
        #expect(cache.entry(for: .provider("key"))?.record == record)
    }

    @Test("an entry of an older version is not believed")
    func oldVersion() throws {
        let cache = DiskCache(path: folder.path)
        cache.store([1], "key")
        let name = try #require(folder.contents().first)
        let content = try #require(folder.read(name))
        folder.write(Array("SVGAKIT1".utf8) + content.dropFirst(8), to: name)
        #expect(cache.bytes("key") == nil)
    }

    @Test("a foreign file named like a temporary file is no entry, and stays")
    func temporaryNames() {
        folder.write([1], to: TemporaryFiles.namePrefix + "abc")
        let cache = DiskCache(path: folder.path)
        cache.store([1], "a")
        #expect(folder.contents().count == 2)
        #expect(cache.bytes < 100)
    }

    @Test("an entry of another key at its path is ignored")
    func collision() throws {
        let cache = DiskCache(path: folder.path)
        cache.store([1], "mine")
        let name = try #require(folder.contents().first)
        folder.write(DiskEntry.content(key: "provider:other", DiskCache.Entry(bytes: [6, 6, 6])), to: name)
        #expect(cache.bytes("mine") == nil)
    }

    @Test("it stays within its maximum bytes and has the most recently used entries")
    func diskBound() {
        let cache = DiskCache(path: folder.path, maximumBytes: 10_000)
        let payload = [UInt8](repeating: 1, count: 2000)
        for number in 0..<4 { cache.store(payload, "\(number)") }
        #expect(cache.bytes("0") != nil)
        cache.store(payload, "4")
        #expect(cache.bytes <= 10_000)
        #expect(cache.bytes("1") == nil)
        #expect(cache.bytes("0") == payload)
        #expect(cache.bytes("4") == payload)
        cache.store([UInt8](repeating: 1, count: 10_001), "huge")
        #expect(cache.bytes("huge") == nil)
        #expect(cache.bytes("4") == payload)
        cache.removeAll()
        #expect(cache.bytes == 0)
    }

    @Test("a directory that cannot be made is an empty cache")
    func noDirectory() {
        folder.write([1], to: "file")
        let cache = DiskCache(path: folder.path + "/file/cache")
        cache.store([1], "a")
        #expect(cache.bytes("a") == nil)
    }

    @Test("many tasks write and read the same keys and never see half of one")
    func diskRacing() async {
        let caches = [DiskCache(path: folder.path, maximumBytes: 200_000), DiskCache(path: folder.path, maximumBytes: 200_000)]
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for step in 0..<100 {
                        let key = "\((number + step) % 5)"
                        let cache = caches[number % 2]
                        if step % 2 == 0 {
                            cache.store([UInt8](repeating: UInt8(number), count: 10_000), key)
                        } else if let bytes = cache.bytes(key) {
                            #expect(bytes.count == 10_000)
                            #expect(Set(bytes).count == 1)
                        }
                    }
                }
            }
        }
    }
}

extension DiskCache {
    fileprivate func bytes(_ key: String) -> [UInt8]? { entry(for: .provider(key))?.bytes }
    fileprivate func store(_ bytes: [UInt8], _ key: String) { store(Entry(bytes: bytes), for: .provider(key)) }
}
