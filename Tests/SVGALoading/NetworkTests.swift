import Foundation
import SVGAFormat
import SVGALoading
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.hangLimit) struct NetworkTests {
    private func parser(limitBytes: Int? = nil, timeout: Duration = .seconds(HangLimit.seconds), disk: DiskCache? = nil) -> SVGAParser {
        var options = ReadOptions()
        if let limitBytes { options.limits.inputBytes = limitBytes }
        var parser = SVGAParser(options: options, memoryCache: MemoryCache(maximumBytes: 64 << 20), diskCache: disk)
        parser.timeout = timeout
        return parser
    }

    private func url(_ server: LoopbackServer, _ path: String = "/gift.svga") throws -> URL { try #require(URL(string: server.url(path))) }

    @Test("a movie is downloaded and read, and the second time comes from memory")
    func success() async throws {
        let server = LoopbackServer { $0.answer(tinyMovieBytes, fields: "Cache-Control: max-age=86400\r\n") }
        let parser = parser()
        let movie = try await parser.parse(url: url(server))
        #expect(movie.frameCount == (try VideoEntity(bytes: tinyMovieBytes)).frameCount)
        _ = try await parser.parse(url: url(server))
        #expect(server.requests == ["/gift.svga"])
        #expect(parser.memoryCache.count == 1)
    }

    @Test("a body without announced length is read to its end")
    func withoutLength() async throws {
        let server = LoopbackServer {
            $0.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            $0.send(tinyMovieBytes)
        }
        #expect(try await parser().parse(url: url(server)).frameCount > 0)
    }

    @Test("a chunked body is put together, and one that breaks off is an error", arguments: [false, true])
    func chunked(breaksOff: Bool) async throws {
        let server = LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
            let half = tinyMovieBytes.count / 2
            for piece in [tinyMovieBytes[..<half], tinyMovieBytes[half...]] {
                exchange.send("\(String(piece.count, radix: 16))\r\n")
                exchange.send(Array(piece))
                if breaksOff { return }
                exchange.send("\r\n")
            }
            exchange.send("0\r\n\r\n")
        }
        let error = await parser().error(try url(server))
        #expect((error == nil) == !breaksOff, "\(String(describing: error))")
    }

    @Test("redirections are followed")
    func redirect() async throws {
        let server = LoopbackServer { exchange in
            switch exchange.path {
            case "/gift.svga": exchange.answer([], status: "302 Found", fields: "Location: /moved\r\n")
            case "/moved": exchange.answer([], status: "301 Moved Permanently", fields: "Location: /here.svga\r\n")
            default: exchange.answer(tinyMovieBytes)
            }
        }
        #expect(try await parser().parse(url: url(server)).frameCount > 0)
        #expect(server.requests == ["/gift.svga", "/moved", "/here.svga"])
    }

    @Test("redirections without end and to other schemes are errors")
    func badRedirects() async throws {
        let server = LoopbackServer { exchange in
            let target = exchange.path == "/loop" ? "/loop" : "file:///etc/hostname"
            exchange.answer([], status: "302 Found", fields: "Location: \(target)\r\n")
        }
        guard await parser().error(try url(server, "/loop"))?.kind == .network else {
            Issue.record("a loop was followed")
            return
        }
        #expect(server.requests.count <= 20)
        #expect(await parser().error(try url(server, "/file")) != nil)
    }

    @Test("a status that is no success is an error with the status", arguments: [404, 403, 500, 304])
    func status(code: Int) async throws {
        let server = LoopbackServer { $0.answer(code == 304 ? [] : Array("sorry".utf8), status: "\(code) Status") }
        let url = try url(server)
        #expect(await parser().error(url) == .http(status: code, url: url.absoluteString))
    }

    @Test("a server that never answers, or drips, is out of time", .hangLimit, arguments: [false, true])
    func slow(drips: Bool) async throws {
        let server = LoopbackServer { exchange in
            if !drips { exchange.waitForHangUp() }
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            // For far longer than any test may take.
            while exchange.send([0]) { usleep(20_000) }
        }
        let url = try url(server)
        #expect(await parser(timeout: .milliseconds(300)).error(url) == .timedOut(url: url.absoluteString, limit: .milliseconds(300)))
    }

    @Test("a server that falls silent for the request's own timeoutInterval is out of time")
    func idle() async throws {
        let server = LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n\u{0}")
            exchange.waitForHangUp()
        }
        var request = URLRequest(url: try url(server))
        request.timeoutInterval = 0.2
        await #expect(throws: SVGAError.timedOut(url: server.url("/gift.svga"), limit: .milliseconds(200))) {
            try await parser().parse(request: request)
        }
    }

    @Test("a body shorter than announced is truncated, and not cached")
    func truncated() async throws {
        let server = LoopbackServer { $0.answer(tinyMovieBytes, length: tinyMovieBytes.count + 10) }
        let url = try url(server)
        let parser = parser()
        let expected = SVGAError.truncated(
            url: url.absoluteString, expectedBytes: tinyMovieBytes.count + 10, receivedBytes: tinyMovieBytes.count)
        #expect(await parser.error(url) == expected)
        #expect(parser.memoryCache.count == 0)
    }

    @Test("a body over the limit is broken off before its end, announced or not", arguments: [false, true])
    func tooLarge(isAnnounced: Bool) async throws {
        let hungUp = Locked<Bool?>(nil)
        let server = LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(isAnnounced ? "Content-Length: 1000000000\r\n" : "Connection: close\r\n")\r\n")
            // Without this the client would wait for the rest; with an announced length it need not even come this far.
            if !isAnnounced { exchange.send([UInt8](repeating: 7, count: 2 << 20)) }
            let isHungUp = exchange.waitForHangUp()
            hungUp.withLock { $0 = isHungUp }
        }
        let url = try url(server)
        #expect(await parser(limitBytes: 1 << 20).error(url) == .tooLarge(name: url.absoluteString, limitBytes: 1 << 20))
        while hungUp.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(hungUp.withLock { $0 } == true)
    }

    @Test("a redirection to another server takes no credentials along")
    func credentials() async throws {
        let other = LoopbackServer { $0.answer($0.header.contains("secret") ? [] : tinyMovieBytes) }
        let target = other.url("/x")
        let server = LoopbackServer {
            $0.answer([], status: $0.header.contains("secret") ? "302 Found" : "401 Who", fields: "Location: \(target)\r\n")
        }
        var request = URLRequest(url: try url(server))
        request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
        #expect(try await parser().parse(request: request).frameCount > 0)
    }

    @Test("a file that is not a movie is a read error, and is requested again")
    func noMovie() async throws {
        let server = LoopbackServer { $0.answer(Array("<html>".utf8)) }
        let url = try url(server)
        let parser = parser()
        for _ in 0..<2 {
            guard await parser.error(url)?.kind == .invalidFile else {
                Issue.record("read")
                return
            }
        }
        #expect(server.requests.count == 2)
    }

    @Test("a cancelled task throws at once and the server is hung up on")
    func cancellation() async throws {
        let isHungUp = Locked(false)
        let server = LoopbackServer { exchange in
            exchange.waitForHangUp()
            isHungUp.withLock { $0 = true }
        }
        let parser = parser()
        let url = try url(server)
        let task = Task { await parser.error(url) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value == .cancelled)
        while !isHungUp.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("many requests for one address at a time ask the server once; one that is cancelled leaves the others be")
    func shared() async throws {
        let mayAnswer = Locked(false)
        let server = LoopbackServer { exchange in
            while !mayAnswer.withLock({ $0 }) { usleep(1000) }
            // Fresh, because on a busy machine some may ask only after the answer has come.
            exchange.answer(tinyMovieBytes, fields: "Cache-Control: max-age=86400\r\n")
        }
        let parser = parser()
        var patient = URLRequest(url: try url(server))
        patient.timeoutInterval = HangLimit.seconds
        let frames = try await withThrowingTaskGroup(of: Int.self) { [request = patient] group in
            for _ in 0..<20 { group.addTask { try await parser.parse(request: request).frameCount } }
            while server.requests.isEmpty { await Task.yield() }
            let impatient = Task { () -> SVGAError? in
                await #expect(throws: SVGAError.self) { try await parser.parse(request: request) }
            }
            try await Task.sleep(for: .milliseconds(20))
            impatient.cancel()
            #expect(await impatient.value == .cancelled)
            mayAnswer.withLock { $0 = true }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(frames.count == 20)
        #expect(server.requests.count == 1)
    }

    @Test("a request does not wait longer than its own timeoutInterval because another one for its address does")
    func impatient() async throws {
        let server = LoopbackServer { $0.waitForHangUp() }
        let parser = parser()
        let url = try url(server)
        var request = URLRequest(url: url)
        request.timeoutInterval = 600
        let patient = Task { [request] () -> SVGAError? in
            await #expect(throws: SVGAError.self) { try await parser.parse(request: request) }
        }
        while server.requests.isEmpty { await Task.yield() }
        request.timeoutInterval = 0.2
        await #expect(throws: SVGAError.timedOut(url: url.absoluteString, limit: .milliseconds(200))) {
            try await parser.parse(request: request)
        }
        patient.cancel()
        #expect(await patient.value == .cancelled)
    }

    @Test("no server is an error of the network, and so is another scheme")
    func unreachable() async throws {
        let reserved = ReservedPort()
        defer { withExtendedLifetime(reserved) {} }
        for address in ["http://127.0.0.1:\(reserved.port)/x", "ftp://127.0.0.1/x", "http:///x", "bytes:x"] {
            let error = await parser().error(try #require(URL(string: address)))
            guard error?.kind == .network else {
                Issue.record("\(address): \(String(describing: error))")
                return
            }
        }
    }

    @Test("a request with its own headers sends them and is not cached")
    func headers() async throws {
        let server = LoopbackServer { exchange in
            exchange.answer(exchange.header.contains("X-Who: me") ? tinyMovieBytes : [])
        }
        let parser = parser()
        var request = URLRequest(url: try url(server))
        request.setValue("me", forHTTPHeaderField: "X-Who")
        for _ in 0..<2 { _ = try await parser.parse(request: request) }
        #expect(server.requests.count == 2)
        #expect(parser.memoryCache.count == 0)
    }

    @Test("the disk keeps a download beyond the memory, until its file is torn")
    func disk() async throws {
        let folder = TemporaryFolder()
        let server = LoopbackServer { $0.answer(tinyMovieBytes, fields: "Cache-Control: max-age=86400\r\n") }
        let url = try url(server)
        for _ in 0..<2 { _ = try await parser(disk: DiskCache(path: folder.path + "/cache")).parse(url: url) }
        #expect(server.requests.count == 1)
        let name = try #require(folder.contents().first { $0.hasSuffix(".entry") })
        let full = try #require(folder.read(name))
        folder.write(Array(full.dropLast(5)), to: name)
        _ = try await parser(disk: DiskCache(path: folder.path + "/cache")).parse(url: url)
        #expect(server.requests.count == 2)
        #expect(folder.read(name)?.suffix(tinyMovieBytes.count) == full.suffix(tinyMovieBytes.count))
    }

    @Test("a provider asks for base and id, escaped")
    func provider() async throws {
        let server = LoopbackServer { $0.answer(tinyMovieBytes) }
        let provider = HTTPProvider(baseURL: try url(server, "/gifts/?v=1"))
        _ = try await parser().parse(id: "love/rose #1?", from: provider)
        #expect(server.requests == ["/gifts/love/rose%20%231%3F.svga?v=1"])
        #expect(throws: SVGAError.refusedID("../x")) { try provider.source(for: "../x") }
    }
}
