import Foundation
import SVGAFormat
import SVGALoading
import SVGAModel
import SVGASupport
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Caching against a server, with a clock that only the test moves.
@Suite(.hangLimit) struct HTTPCachingTests {
    enum CacheLevel: CaseIterable {
        case memory, disk
    }

    /// A parser whose downloads are cached at the test's level.
    private final class Client: Sendable {
        let disk: DiskCache?
        private let level: CacheLevel
        private let memory = MemoryCache()
        private let folder = TemporaryFolder()
        let seconds = Locked(784_111_777)

        init(_ level: CacheLevel = .memory) {
            self.level = level
            disk = level == .disk ? DiskCache(path: folder.path) : nil
        }

        var parser: SVGAParser {
            var parser = SVGAParser(memoryCache: level == .memory ? memory : MemoryCache(maximumBytes: 0), diskCache: disk)
            // Other tests may keep the processors busy for long.
            parser.timeout = .seconds(HangLimit.seconds)
            let seconds = seconds
            parser.now = { seconds.withLock { $0 } }
            return parser
        }

        /// How many things it keeps.
        var cached: Int { level == .memory ? memory.count : folder.contents().count }

        func wait(_ duration: Int) { seconds.withLock { $0 += duration } }

        func frames(_ url: String, _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy) async throws -> Int {
            let request = URLRequest(url: try #require(URL(string: url)), cachePolicy: policy, timeoutInterval: HangLimit.seconds)
            return try await parser.parse(request: request).frameCount
        }

        func error(_ url: String, _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy) async -> SVGAError? {
            do {
                _ = try await frames(url, policy)
                return nil
            } catch {
                return error as? SVGAError
            }
        }
    }

    /// A movie of so many frames, whose tag is that number. Sends 304 to those who have it.
    private static func serve(_ exchange: LoopbackServer.Exchange, frames: Int, _ fields: String = "Cache-Control: max-age=60\r\n") {
        let tag = "ETag: \"\(frames)\"\r\n"
        if exchange.field("If-None-Match") == "\"\(frames)\"" {
            exchange.answer([], status: "304 Not Modified", fields: tag + fields)
        } else {
            exchange.answer((try? movieBytes(frames: frames)) ?? [], fields: tag + fields)
        }
    }

    @Test(
        "fresh entries are used, stale ones are revalidated by their tag, and a 304 makes them fresh again", arguments: CacheLevel.allCases)
    func revalidation(level: CacheLevel) async throws {
        let server = LoopbackServer { HTTPCachingTests.serve($0, frames: 3) }
        let (client, url) = (Client(level), server.url("/a"))
        for (wait, requests) in [(0, 1), (59, 1), (1, 2), (59, 2), (1, 3)] {
            client.wait(wait)
            #expect(try await client.frames(url) == 3)
            #expect(server.requests.count == requests)
        }
        #expect(server.exchanges.map { $0.field("If-None-Match") } == [nil, "\"3\"", "\"3\""])
    }

    @Test("without a tag the time of the last change is sent back", arguments: CacheLevel.allCases)
    func lastModified(level: CacheLevel) async throws {
        let time = "Sun, 06 Nov 1994 08:32:57 GMT"
        let server = LoopbackServer { exchange in
            let isKnown = exchange.field("If-Modified-Since") == time
            exchange.answer(
                isKnown ? [] : tinyMovieBytes, status: isKnown ? "304 Not Modified" : "200 OK", fields: "Last-Modified: \(time)\r\n")
        }
        let (client, url) = (Client(level), server.url("/a"))
        // Changed 1000 s before: fresh for 100 s.
        for (wait, requests) in [(0, 1), (99, 1), (1, 2)] {
            client.wait(wait)
            _ = try await client.frames(url)
            #expect(server.requests.count == requests)
        }
        #expect(server.exchanges.last?.field("If-Modified-Since") == time)
    }

    @Test("a movie in memory that is confirmed is not decoded again, and its copy on disk is fresh too")
    func confirmedInMemory() async throws {
        let server = LoopbackServer { exchange in
            let fields = "ETag: \"1\"\r\nCache-Control: max-age=60\r\n"
            let isKnown = exchange.field("If-None-Match") != nil
            exchange.answer(isKnown ? [] : tinyMovieBytes, status: isKnown ? "304 Not Modified" : "200 OK", fields: fields)
        }
        let client = Client(.disk)
        let url = try #require(URL(string: server.url("/a")))
        var parser = SVGAParser(memoryCache: MemoryCache(), diskCache: client.disk)
        parser.now = client.parser.now
        let movie = try await parser.parse(url: url)
        client.wait(60)
        #expect(identity(try await parser.parse(url: url)) == identity(movie))
        client.wait(59)
        _ = try await client.frames(server.url("/a"))
        #expect(server.requests.count == 2)
    }

    @Test("a changed answer replaces the cached one", arguments: CacheLevel.allCases)
    func changed(level: CacheLevel) async throws {
        let frames = Locked(3)
        let server = LoopbackServer { HTTPCachingTests.serve($0, frames: frames.withLock { $0 }) }
        let (client, url) = (Client(level), server.url("/a"))
        #expect(try await client.frames(url) == 3)
        frames.withLock { $0 = 4 }
        #expect(try await client.frames(url) == 3)
        client.wait(60)
        for _ in 0..<2 { #expect(try await client.frames(url) == 4) }
        #expect(server.requests.count == 2)
        #expect(client.cached == 1)
    }

    @Test("a 304 with another tag than the one asked for is no answer: the body is asked for", arguments: CacheLevel.allCases)
    func foreignTag(level: CacheLevel) async throws {
        let server = LoopbackServer { exchange in
            if exchange.field("If-None-Match") != nil {
                exchange.answer([], status: "304 Not Modified", fields: "ETag: \"9\"\r\n")
            } else {
                HTTPCachingTests.serve(exchange, frames: 3)
            }
        }
        let (client, url) = (Client(level), server.url("/a"))
        _ = try await client.frames(url)
        client.wait(60)
        #expect(try await client.frames(url) == 3)
        #expect(server.exchanges.map { $0.field("If-None-Match") } == [nil, "\"3\"", nil])
    }

    @Test("no-store and Vary: * are never cached, and remove what was cached before", arguments: CacheLevel.allCases)
    func notCached(level: CacheLevel) async throws {
        for field in ["Cache-Control: max-age=60, no-store\r\n", "Cache-Control: max-age=60\r\nVary: *\r\n"] {
            let isFirst = Locked(true)
            let server = LoopbackServer { exchange in
                let wasFirst = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                exchange.answer(tinyMovieBytes, fields: wasFirst ? "Cache-Control: max-age=1\r\n" : field)
            }
            let client = Client(level)
            _ = try await client.frames(server.url("/a"))
            #expect(client.cached == 1)
            client.wait(2)
            for _ in 0..<2 { _ = try await client.frames(server.url("/a")) }
            #expect(client.cached == 0)
            #expect(server.requests.count == 3)
        }
    }

    @Test("a 304 with no-store removes the cached answer", arguments: CacheLevel.allCases)
    func confirmedButNotCached(level: CacheLevel) async throws {
        let server = LoopbackServer { exchange in
            let isKnown = exchange.field("If-None-Match") != nil
            HTTPCachingTests.serve(exchange, frames: 3, isKnown ? "Cache-Control: no-store\r\n" : "Cache-Control: max-age=1\r\n")
        }
        let client = Client(level)
        _ = try await client.frames(server.url("/a"))
        client.wait(1)
        #expect(try await client.frames(server.url("/a")) == 3)
        #expect(client.cached == 0)
    }

    @Test(
        "no-cache, an answer that is stale already and one without headers are requested each time",
        arguments: ["Cache-Control: no-cache, max-age=60\r\n", "Cache-Control: max-age=60\r\nAge: 60\r\n", "Expires: 0\r\n", ""])
    func askedEachTime(fields: String) async throws {
        let server = LoopbackServer { HTTPCachingTests.serve($0, frames: 3, fields) }
        let client = Client()
        for _ in 0..<3 { #expect(try await client.frames(server.url("/a")) == 3) }
        #expect(server.exchanges.map { $0.field("If-None-Match") } == [nil, "\"3\"", "\"3\""])
    }

    @Test("an error is not cached, and leaves what was cached before", arguments: [404, 500, 503], CacheLevel.allCases)
    func errors(status: Int, level: CacheLevel) async throws {
        let fails = Locked(true)
        let server = LoopbackServer { exchange in
            if fails.withLock({ $0 }) {
                exchange.answer(tinyMovieBytes, status: "\(status) Sorry", fields: "Cache-Control: max-age=60\r\n")
            } else {
                HTTPCachingTests.serve(exchange, frames: 3)
            }
        }
        let (client, url) = (Client(level), server.url("/a"))
        #expect(await client.error(url) == .http(status: status, url: url))
        fails.withLock { $0 = false }
        #expect(try await client.frames(url) == 3)
        client.wait(60)
        fails.withLock { $0 = true }
        #expect(await client.error(url) == .http(status: status, url: url))
        #expect(try await client.frames(url, .returnCacheDataDontLoad) == 3)
    }

    @Test("what came by a permanent redirection is cached under the requested address", arguments: [301, 308], CacheLevel.allCases)
    func permanentRedirection(status: Int, level: CacheLevel) async throws {
        let server = LoopbackServer { exchange in
            if exchange.path == "/a" { return exchange.answer([], status: "\(status) Moved", fields: "Location: /b\r\n") }
            HTTPCachingTests.serve(exchange, frames: 3)
        }
        let client = Client(level)
        for _ in 0..<2 { #expect(try await client.frames(server.url("/a")) == 3) }
        #expect(server.requests == ["/a", "/b"])
        #expect(await client.error(server.url("/b"), .returnCacheDataDontLoad) == .notFound(name: server.url("/b")))
    }

    @Test("a temporary redirection is asked each time, and the tag only where it came from", arguments: [302, 307], CacheLevel.allCases)
    func temporaryRedirection(status: Int, level: CacheLevel) async throws {
        let target = Locked("/b")
        let server = LoopbackServer { exchange in
            if exchange.path == "/a" {
                return exchange.answer([], status: "\(status) Found", fields: "Location: \(target.withLock { $0 })\r\n")
            }
            // Both movies have the same tag.
            let tag = "ETag: \"x\"\r\nCache-Control: max-age=60\r\n"
            if exchange.field("If-None-Match") != nil { return exchange.answer([], status: "304 Not Modified", fields: tag) }
            exchange.answer((try? movieBytes(frames: exchange.path == "/b" ? 3 : 4)) ?? [], fields: tag)
        }
        let client = Client(level)
        for _ in 0..<2 { #expect(try await client.frames(server.url("/a")) == 3) }
        target.withLock { $0 = "/c" }
        #expect(try await client.frames(server.url("/a")) == 4)
        #expect(server.requests == ["/a", "/b", "/a", "/b", "/a", "/c"])
        #expect(server.exchanges.map { $0.field("If-None-Match") } == [nil, nil, nil, "\"x\"", nil, nil])
    }

    @Test("an answer over the limit is not cached, and neither is one that is not a movie")
    func unusable() async throws {
        let body = Locked([UInt8](repeating: 1, count: 2000))
        let server = LoopbackServer { exchange in exchange.answer(body.withLock { $0 }, fields: "Cache-Control: max-age=60\r\n") }
        for level in CacheLevel.allCases {
            let client = Client(level)
            var parser = client.parser
            parser.options.limits.inputBytes = 1000
            await #expect(throws: SVGAError.tooLarge(name: server.url("/a"), limitBytes: 1000)) {
                try await parser.parse(url: try #require(URL(string: server.url("/a"))))
            }
            guard await client.error(server.url("/a"))?.kind == .invalidFile else {
                Issue.record("read")
                return
            }
            #expect(client.cached == 0)
        }
    }

    // MARK: Policies

    /// The outcome of a policy with an empty cache, a fresh and a stale entry.
    struct PolicyCase: Sendable {
        enum Outcome: Sendable { case cached, loaded, confirmed, notFound }

        let policy: URLRequest.CachePolicy
        let empty: Outcome
        let fresh: Outcome
        let stale: Outcome
        /// The request's headers for caches on the way.
        var cacheControl: String?
    }

    @Test(
        "each cache policy treats cached answers by its definition",
        arguments: [
            PolicyCase(policy: .useProtocolCachePolicy, empty: .loaded, fresh: .cached, stale: .confirmed),
            PolicyCase(policy: .reloadIgnoringLocalCacheData, empty: .loaded, fresh: .loaded, stale: .loaded),
            PolicyCase(
                policy: .reloadIgnoringLocalAndRemoteCacheData, empty: .loaded, fresh: .loaded, stale: .loaded, cacheControl: "no-cache"),
            PolicyCase(policy: .returnCacheDataElseLoad, empty: .loaded, fresh: .cached, stale: .cached),
            PolicyCase(policy: .returnCacheDataDontLoad, empty: .notFound, fresh: .cached, stale: .cached),
            PolicyCase(
                policy: .reloadRevalidatingCacheData, empty: .loaded, fresh: .confirmed, stale: .confirmed, cacheControl: "max-age=0"),
        ], CacheLevel.allCases)
    func policies(test: PolicyCase, level: CacheLevel) async throws {
        let server = LoopbackServer { HTTPCachingTests.serve($0, frames: 3) }
        let url = server.url("/a")
        for (wait, expected) in [(Int?.none, test.empty), (0, test.fresh), (60, test.stale)] {
            let client = Client(level)
            if let wait {
                _ = try await client.frames(url)
                client.wait(wait)
            }
            let before = server.requests.count
            let error = await client.error(url, test.policy)
            #expect(error == (expected == .notFound ? .notFound(name: url) : nil))
            let asked = server.exchanges.dropFirst(before)
            #expect(asked.count == (expected == .loaded || expected == .confirmed ? 1 : 0), "\(expected)")
            #expect(asked.first?.field("If-None-Match") == (expected == .confirmed ? "\"3\"" : nil))
            if let request = asked.first { #expect(request.field("Cache-Control") == test.cacheControl) }
        }
    }

    @Test("later requests get the answer of a reload", arguments: CacheLevel.allCases)
    func reload(level: CacheLevel) async throws {
        let frames = Locked(3)
        let server = LoopbackServer { HTTPCachingTests.serve($0, frames: frames.withLock { $0 }) }
        let (client, url) = (Client(level), try #require(URL(string: server.url("/a"))))
        #expect(try await client.parser.parse(url: url).frameCount == 3)
        frames.withLock { $0 = 4 }
        #expect(try await client.parser.parse(url: url).frameCount == 3)
        #expect(try await client.parser.parse(url: url, reload: true).frameCount == 4)
        #expect(try await client.parser.parse(url: url).frameCount == 4)
        #expect(server.requests.count == 2)
        let provider = HTTPProvider(baseURL: try #require(URL(string: server.url("/"))), fileExtension: "")
        frames.withLock { $0 = 5 }
        #expect(try await client.parser.parse(id: "a", from: provider).frameCount == 4)
        #expect(try await client.parser.parse(id: "a", from: provider, reload: true).frameCount == 5)
    }

    @Test("a reload does not join a load that began before it")
    func reloadJoinsNothing() async throws {
        let mayAnswer = Locked(false)
        let server = LoopbackServer { exchange in
            if exchange.field("Cache-Control") == nil { while !mayAnswer.withLock({ $0 }) { usleep(1000) } }
            HTTPCachingTests.serve(exchange, frames: 3)
        }
        let client = Client()
        let slow = Task { try await client.frames(server.url("/a")) }
        while server.requests.isEmpty { await Task.yield() }
        #expect(try await client.frames(server.url("/a"), .reloadIgnoringLocalAndRemoteCacheData) == 3)
        mayAnswer.withLock { $0 = true }
        #expect(try await slow.value == 3)
        #expect(server.requests.count == 2)
    }

    @Test("only an entry removed by its address is requested again")
    func removal() async throws {
        let server = LoopbackServer { HTTPCachingTests.serve($0, frames: 3) }
        let client = Client()
        let disk = try #require(Client(.disk).disk)
        var parser = SVGAParser(memoryCache: client.parser.memoryCache, diskCache: disk)
        parser.now = client.parser.now
        let (one, other) = (try #require(URL(string: server.url("/a"))), try #require(URL(string: server.url("/b"))))
        for url in [one, other] { _ = try await parser.parse(url: url) }
        parser.memoryCache.remove(url: one)
        for url in [one, other] { _ = try await parser.parse(url: url) }
        #expect(server.requests.count == 2)
        parser.memoryCache.remove(forKey: one.absoluteString)
        disk.remove(url: one)
        for url in [one, other] { _ = try await parser.parse(url: url) }
        #expect(server.requests == ["/a", "/b", "/a"])
        #expect(server.exchanges.last?.field("If-None-Match") == nil)
    }

    @Test("a request that may have changed its address's content removes the cached answer", arguments: CacheLevel.allCases)
    func unsafeMethod(level: CacheLevel) async throws {
        let server = LoopbackServer { HTTPCachingTests.serve($0, frames: 3) }
        let client = Client(level)
        _ = try await client.frames(server.url("/a"))
        #expect(client.cached == 1)
        var request = URLRequest(url: try #require(URL(string: server.url("/a"))))
        request.httpMethod = "POST"
        _ = try await client.parser.parse(request: request)
        #expect(client.cached == 0)
    }

    @Test("a request with its own headers finds no cached entry under a cache-only policy")
    func headersWithoutLoading() async throws {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/a")), cachePolicy: .returnCacheDataDontLoad)
        request.setValue("me", forHTTPHeaderField: "X-Who")
        await #expect(throws: SVGAError.notFound(name: "http://127.0.0.1:1/a")) { try await Client().parser.parse(request: request) }
    }
}
