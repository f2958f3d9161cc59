import Foundation
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGALoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Servers that want to be a burden.
@Suite(.hangLimit) struct HostileServerTests {
    private func error(_ address: String, limitBytes: Int = 1 << 20, timeout: Duration = .seconds(200)) async throws -> SVGAError? {
        var options = ReadOptions()
        options.limits.inputBytes = limitBytes
        var parser = SVGAParser(options: options, memoryCache: MemoryCache(maximumBytes: 0))
        parser.timeout = timeout
        return try await parser.error(address)
    }

    @Test("of a body without end no more is taken than the limit, and what the system has room for")
    func endless() async throws {
        let sent = Locked(0)
        let isOver = Locked(false)
        let server = LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            let piece = [UInt8](repeating: 7, count: 1 << 16)
            while exchange.send(piece) { sent.withLock { $0 += piece.count } }
            isOver.withLock { $0 = true }
        }
        #expect(try await error(server.url("/a")) == .tooLarge(name: server.url("/a"), limitBytes: 1 << 20))
        while !isOver.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        // Linux keeps up to 10 MB for a connection, here and at the server.
        #expect(sent.withLock { $0 } < 16 << 20)
    }

    @Test("a head that drips, byte by byte or field by field, is out of time", arguments: ["x", "X-Drip: 1\r\n"])
    func drippingHead(drop: String) async throws {
        let server = LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nX-Long: ")
            // For far longer than any test may take.
            while exchange.send(drop) { usleep(20_000) }
        }
        let expected = SVGAError.timedOut(url: server.url("/a"), limit: .milliseconds(300))
        #expect(try await error(server.url("/a"), timeout: .milliseconds(300)) == expected)
    }

    @Test(
        "a head without end is broken off",
        arguments: ["HTTP/1.1 200 OK\r\n", ""], ["X-Field: \(String(repeating: "x", count: 1000))\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n"])
    func endlessHead(start: String, piece: String) async throws {
        let server = LoopbackServer { exchange in
            exchange.send(start)
            while exchange.send(piece) {}
        }
        guard let problem = try await error(server.url("/a")), problem.kind == .network, problem.subject == .url(server.url("/a")) else {
            Issue.record("it was accepted")
            return
        }
    }

    @Test("a packed body is unpacked, and counted then")
    func packed() async throws {
        let bomb = try Deflated().stream([UInt8](repeating: 0, count: 4 << 20), .gzip)
        #expect(bomb.count < 1 << 16)
        let movie = try Deflated().stream(tinyMovieBytes, .gzip)
        let server = LoopbackServer { $0.answer($0.path == "/bomb" ? bomb : movie, fields: "Content-Encoding: gzip\r\n") }
        #expect(try await error(server.url("/movie"), limitBytes: tinyMovieBytes.count) == nil)
        #expect(try await error(server.url("/bomb")) == .tooLarge(name: server.url("/bomb"), limitBytes: 1 << 20))
        #expect(server.exchanges.allSatisfy { $0.field("Accept-Encoding") == "identity" })
    }

    @Test("ten redirections are followed, an eleventh is not", arguments: [10, 11])
    func redirections(count: Int) async throws {
        let server = LoopbackServer { exchange in
            let number = Int(exchange.path.dropFirst()) ?? 0
            number == 0 ? exchange.answer(tinyMovieBytes) : exchange.answer([], status: "302 Found", fields: "Location: \(number - 1)\r\n")
        }
        let address = server.url("/\(count)")
        let expected: SVGAError? = count == 10 ? nil : .network(url: address, reason: "too many redirects")
        #expect(try await error(address) == expected)
        #expect(server.requests.count == 11)
    }

    @Test("the body of a redirection or of an error is not waited for")
    func unwantedBody() async throws {
        let server = LoopbackServer { exchange in
            switch exchange.path {
            case "/moved":
                exchange.send("HTTP/1.1 302 Found\r\nLocation: /here\r\nContent-Length: 1000000000\r\n\r\n")
                exchange.waitForHangUp()
            case "/error":
                exchange.send("HTTP/1.1 500 Sorry\r\nContent-Length: 1000000000\r\n\r\n")
                exchange.waitForHangUp()
            default: exchange.answer(tinyMovieBytes)
            }
        }
        #expect(try await error(server.url("/moved")) == nil)
        #expect(try await error(server.url("/error")) == .http(status: 500, url: server.url("/error")))
    }

    @Test("servers without TLS or HTTP, and invalid names, are network errors")
    func otherProtocols() async throws {
        let server = LoopbackServer(speaksFirst: true) { exchange in
            exchange.send("220 mail.example.com ESMTP\r\n")
            exchange.waitForHangUp()
        }
        let secure = server.url("/a").replacingOccurrences(of: "http:", with: "https:")
        for address in [server.url("/a"), secure, "http://\(String(repeating: "a", count: 70)).example.com/a"] {
            guard let problem = try await error(address), problem.kind == .network, problem.subject == .url(address) else {
                Issue.record("\(address) was accepted")
                continue
            }
            #expect(!problem.description.hasSuffix(": ") && !problem.description.contains("\n"))
        }
    }

    @Test("a server with an untrusted certificate is a network error, and sends nothing", .needs("openssl"))
    func certificate() async throws {
        let folder = TemporaryFolder()
        let (key, certificate) = ("\(folder.path)/key.pem", "\(folder.path)/certificate.pem")
        let making = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=127.0.0.1"]
        _ = try #require(try Tool.run("openssl", making + ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]))
        let words = ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"]
        let server = try ChildProcess("openssl", words, descriptors: [.nothing, .pipe])
        defer { server.end() }
        // It prints its port: ACCEPT 127.0.0.1:12345.
        var line = ""
        while !line.hasPrefix("ACCEPT") {
            line = try #require(server.output?.line())
            try #require(!line.isEmpty || server.outcome(seconds: 0) == nil)
        }
        let address = "https://127.0.0.1:\(line.split(separator: ":").last ?? "")/"
        guard let problem = try await error(address), problem.kind == .network, problem.subject == .url(address) else {
            Issue.record("it was trusted")
            return
        }
        #expect(problem.description.contains("certificate"))
    }

    @Test("fields and methods with line ends in them make no lines of their own", arguments: ["field", "name", "method"])
    func injection(part: String) async throws {
        let server = LoopbackServer { $0.answer(tinyMovieBytes) }
        var request = URLRequest(url: try #require(URL(string: server.url("/a"))))
        switch part {
        case "field": request.setValue("1\r\nX-Other: 2", forHTTPHeaderField: "X-One")
        case "name": request.setValue("1", forHTTPHeaderField: "X-One: 1\r\nX-Other")
        default: request.httpMethod = "GET /b HTTP/1.1\r\nX-Other: 2\r\n\r\nGET"
        }
        // Foundation may have dropped it already.
        _ = try? await SVGAParser(memoryCache: MemoryCache()).parse(request: request)
        #expect(server.exchanges.allSatisfy { $0.path == "/a" && !$0.header.contains("X-Other") })
    }

    @Test("a body is sent, also from a stream and again where a redirection asks for it", arguments: [false, true])
    func body(isStream: Bool) async throws {
        let server = LoopbackServer { exchange in
            guard exchange.header.hasPrefix("POST"), exchange.field("Content-Length") == "5" else {
                return exchange.answer([], status: "400 No")
            }
            exchange.path == "/a" ? exchange.answer([], status: "307 There", fields: "Location: /b\r\n") : exchange.answer(tinyMovieBytes)
        }
        var request = URLRequest(url: try #require(URL(string: server.url("/a"))))
        request.httpMethod = "POST"
        if isStream { request.httpBodyStream = InputStream(data: Data("hello".utf8)) } else { request.httpBody = Data("hello".utf8) }
        #expect(try await SVGAParser(memoryCache: MemoryCache()).parse(request: request).frameCount > 0)
        #expect(server.requests == ["/a", "/b"])
    }
}
