import SVGASupport
import TestSupport
import Testing

@testable import SVGAHTTP

@Suite("The HTTP server")
struct HTTPServerTests {
    @Test("a request reaches the handler with its path and query decoded, and the answer arrives")
    func decoded() throws {
        let server = try TestServer { _ in .bytes(Array("hello".utf8), type: "text/plain") }
        let response = try #require(server.ask("GET", "api/movies/%E5%B0%8F/?name=a+b%2Bc&empty&name=d%3D"))
        #expect(response.status == 200 && response.text == "hello" && response.headers["content-type"] == "text/plain")
        let request = try #require(server.requests.first)
        #expect(request.method == "GET" && request.path == ["api", "movies", "小"] && request.body.isEmpty)
        #expect(request.query == ["name": "d=", "empty": ""])
    }

    @Test("every answer has the headers that restrict a browser, errors too", arguments: ["", "nothing", "../x", "%zz"])
    func headers(path: String) throws {
        let server = try TestServer { $0.path.isEmpty ? .bytes([], type: "text/html") : HTTPError.notFound.response() }
        let headers = try #require(server.ask("GET", path)?.headers)
        #expect(headers["cache-control"] == "no-store")
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["referrer-policy"] == "no-referrer")
        #expect(headers["cross-origin-resource-policy"] == "same-origin")
        #expect(headers["content-security-policy"] == "default-src 'none'; script-src 'self'")
        #expect(NoHandler().contentSecurityPolicy == "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    }

    @Test("an address is reported in canonical form, and loopback addresses are local", arguments: ["127.1", "127.0.0.1"])
    func canonicalForm(address: String) throws {
        let server = try HTTPServer(NoHandler(), address: address, port: 0, limits: HTTPServer.Limits())
        defer { server.stop() }
        #expect(server.address.hasPrefix("http://127.0.0.1:") && server.isLocal)
        let all = try HTTPServer(NoHandler(), address: "0.0.0.0", port: 0, limits: HTTPServer.Limits())
        defer { all.stop() }
        #expect(!all.isLocal)
    }

    @Test("an IPv6 address is reported in canonical form", .enabled(if: (try? ListeningSocket(address: "::1", port: 0)) != nil))
    func canonicalIPv6Form() throws {
        let server = try HTTPServer(NoHandler(), address: "0:0:0:0:0:0:0:1", port: 0, limits: HTTPServer.Limits())
        defer { server.stop() }
        #expect(server.address.hasPrefix("http://[::1]:") && server.isLocal)
    }

    @Test("an answer's own header replaces the usual one")
    func ownHeader() throws {
        let server = try TestServer { _ in HTTPResponse(type: "image/png", headers: [("Cache-Control", "private")], body: .bytes([])) }
        #expect(server.ask("GET", "x")?.headers["cache-control"] == "private")
    }

    @Test("HEAD gets the head of GET's answer, and a stream is not begun for it")
    func head() throws {
        let fate = Locked(TestStream.Fate())
        let server = try TestServer { request in
            request.path == ["stream"]
                ? HTTPResponse(type: "a/b", body: .stream(TestStream(fate, waits: false))) : .bytes([1, 2, 3], type: "a/b")
        }
        let client = server.client()
        client.send(server.head("HEAD", "stream") + server.head("HEAD", "bytes") + server.head("GET", "bytes"))
        #expect(client.response(hasBody: false)?.headers["content-type"] == "a/b")
        #expect(client.response(hasBody: false)?.headers["content-length"] == "3")
        #expect(client.response()?.body == [1, 2, 3])
        #expect(eventually { fate.withLock { $0.isGone } })
        #expect(fate.withLock { $0.lines } == 0)
    }

    @Test("a body arrives completely, by its length or in chunks", arguments: [true, false])
    func body(isChunked: Bool) throws {
        let server = try TestServer { .bytes($0.body, type: "a/b") }
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let client = server.client()
        client.send(
            server.head("POST", "x", fields: isChunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(bytes.count)\r\n"))
        for start in stride(from: 0, to: bytes.count, by: 70_000) {
            let part = bytes[start..<start + 70_000]
            if isChunked { client.send(String(part.count, radix: 16) + "\r\n") }
            client.send(Array(part))
            if isChunked { client.send("\r\n") }
        }
        if isChunked { client.send("0\r\n\r\n") }
        #expect(try #require(client.response()).body == bytes)
    }

    @Test("requests that are sent before the first answer has come are all answered, in order")
    func pipelined() throws {
        let server = try TestServer { .bytes(Array($0.path.joined().utf8), type: "a/b") }
        let client = server.client()
        client.send((0..<50).map { server.head("GET", "n\($0)") }.joined())
        for index in 0..<50 { #expect(client.response()?.text == "n\(index)") }
    }

    @Test("an answer of several megabytes and a stream of them arrive to the last byte")
    func large() throws {
        let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 >> 8) }
        let server = try TestServer { request in
            request.path == ["stream"]
                ? HTTPResponse(type: "a/b", body: .stream(PartsOfBytes(bytes))) : .bytes(bytes, type: "a/b")
        }
        #expect(try #require(server.ask("GET", "whole")).body == bytes)
        #expect(try #require(server.ask("GET", "stream")).body == bytes)
    }

    @Test("an address without a slash behind the token leads to the one with it")
    func redirect() throws {
        let server = try TestServer()
        let client = server.client()
        client.send("GET /\(server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        let response = try #require(client.response())
        #expect(response.status == 308 && response.headers["location"] == "/\(server.token)/")
    }

    @Test("other methods are refused with the ones that there are", arguments: ["PUT", "PATCH", "OPTIONS", "TRACE", "NONSENSE"])
    func methods(method: String) throws {
        let server = try TestServer()
        let response = try #require(server.ask(method, "x"))
        #expect(response.status == 405 && response.headers["allow"] == "GET, HEAD, POST, DELETE")
        #expect(server.requests.isEmpty)
    }

    @Test("a stream is dropped when its client has gone")
    func goneClient() throws {
        let fate = Locked(TestStream.Fate())
        let server = try TestServer { _ in HTTPResponse(type: "a/b", body: .stream(TestStream(fate, waits: false))) }
        var client: RawClient? = server.client()
        client?.send(server.head("GET", "x"))
        #expect(client?.take(1000) != nil)
        #expect(!fate.withLock { $0.isGone })
        client = nil
        #expect(eventually { fate.withLock { $0.isGone } })
    }

    @Test("a server can stop while streams run, and wakes those that wait", arguments: [true, false])
    func stop(waits: Bool) throws {
        let fate = Locked(TestStream.Fate())
        let server = try TestServer { _ in HTTPResponse(type: "a/b", body: .stream(TestStream(fate, waits: waits))) }
        let client = server.client()
        client.send(server.head("GET", "x"))
        #expect(client.head()?.status == 200)
        // What a stream has given is sent, though it waits before it gives more.
        #expect(client.chunk().map { $0.starts(with: Array("line\n".utf8)) } == true)
        if waits { #expect(eventually { fate.withLock { $0.isWaiting } }) }
        server.stop()
        #expect(fate.withLock { $0.isGone && $0.isStopped })
        #expect(client.waitForHangUp())
    }

    @Test("a request that computes too long is answered 503 and cancelled, and others go on")
    func timeBudget() throws {
        var limits = TestServer.patientLimits
        limits.answerSeconds = 0.2
        let isCancelled = Locked(false)
        let server = try TestServer(limits: limits) { request in
            if request.path == ["slow"] {
                while !Task.isCancelled {}
                isCancelled.withLock { $0 = true }
            }
            return .bytes([], type: "a/b")
        }
        #expect(server.ask("GET", "slow")?.status == 503)
        #expect(eventually { isCancelled.withLock { $0 } })
        #expect(eventually { server.isWell })
    }

    @Test("requests that run over their time are bounded")
    func unheard() throws {
        var limits = TestServer.patientLimits
        limits.answerSeconds = 0.05
        let isFree = Locked(false)
        let server = try TestServer(limits: limits) { request in
            while request.path == ["stuck"], !isFree.withLock({ $0 }) {}
            return .bytes([], type: "a/b")
        }
        for _ in 0..<12 { #expect(server.ask("GET", "stuck")?.status == 503) }
        #expect(server.ask("GET", "other")?.status == 503)
        // On a busy machine one may be over its time before it begins.
        #expect(eventually { server.requests.count >= 8 })
        isFree.withLock { $0 = true }
        #expect(eventually { server.isWell })
        #expect(server.requests.count { $0.path == ["stuck"] } == 8 && !server.requests.contains { $0.path == ["other"] })
    }

    @Test("a port that somebody has is an error that names it, and without a wish any other is taken")
    func portInUse() throws {
        let server = try TestServer()
        let handler = NoHandler()
        #expect(throws: HTTPServerError.portInUse(server.port)) { try HTTPServer(handler, address: "127.0.0.1", port: server.port) }
        let usual = try? HTTPServer(handler, address: "127.0.0.1", port: HTTPServer.defaultPort)
        let other = try HTTPServer(handler, address: "127.0.0.1", port: nil)
        // A program that had the usual port may have left it meanwhile.
        #expect(usual == nil || other.port != HTTPServer.defaultPort)
        usual?.stop()
    }

    @Test("an address of another machine is refused", arguments: ["192.0.2.1", "localhost.example", ""])
    func strangeAddress(address: String) {
        #expect(throws: HTTPServerError.address(address)) { try HTTPServer(NoHandler(), address: address, port: 0) }
    }

    @Test("each server has its own token, of 32 hexadecimal digits")
    func token() throws {
        let tokens = try (0..<20).map { _ in try TestServer().token }
        #expect(Set(tokens).count == 20)
        for token in tokens { #expect(token.count == 32 && token.allSatisfy { $0.isHexDigit && !$0.isUppercase }) }
    }
}

private struct NoHandler: HTTPHandler {
    func bodyLimit(method: String, path: [String]) -> Int { 0 }
    func answer(_ request: HTTPRequest) -> HTTPResponse { HTTPError.notFound.response() }
}

/// Bytes, a part after the other.
private final class PartsOfBytes: ByteStream {
    private let rest: Locked<ArraySlice<UInt8>>

    init(_ bytes: [UInt8]) { rest = Locked(bytes[...]) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int {
        rest.withLock { rest in
            let part = rest.prefix(buffer.count)
            buffer.copyBytes(from: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
    }
}
