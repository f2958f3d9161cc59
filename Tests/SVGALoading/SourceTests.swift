import SVGAModel
import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGASources

/// Sources and outputs on servers.
@Suite(.hangLimit) struct SourceTests {
    private static let quick = RetryPolicy(attempts: 3, firstPause: .milliseconds(1), maximumPause: .milliseconds(2))
    private static let patience = Duration.seconds(HangLimit.seconds)
    private let client = RemoteClient(timeout: patience, idleLimit: patience, retries: quick, allowsPrivateHosts: true)
    private let content: [UInt8] = Array("movie".utf8)

    private func source(_ server: LoopbackServer, _ path: String = "/gifts/", allowed: [String] = []) throws -> HTTPSource {
        try HTTPSource(prefix: server.url(path), allowed: allowed, client: client)
    }

    private func bytes(_ answer: SourceAnswer) -> [UInt8]? { if case .content(let content) = answer { content.bytes } else { nil } }

    // MARK: Prefixes

    @Test(
        "a prefix must be https, end with a slash, and have no user, query or dot segments",
        arguments: [
            "http://a.example/", "https://a.example/gifts", "https://u:p@a.example/", "https://a.example/?q=/", "https://a.example/%2e%2e/",
            "ftp://a.example/", "s3://bucket/", "https:///", "gifts/", "https://a.example/#/",
        ])
    func badPrefix(prefix: String) { #expect(throws: SVGAError.self) { try HTTPSource(prefix: prefix) } }

    @Test("a prefix is normalized") func prefix() throws {
        #expect(try HTTPSource(prefix: "HTTPS://A.example/x/../gifts/").prefix == "https://a.example/gifts/")
    }

    @Test(
        "a name that could leave the prefix is refused before a request",
        arguments: ["../a", "a/../b", ".hidden", "a//b", "/a", "a\\b", "a\r\nb", ""])
    func badName(name: String) async throws {
        let server = LoopbackServer { $0.answer(content) }
        let source = try source(server)
        await #expect(throws: SVGAError.refusedID(name)) { try await source.read(name, limit: 100, known: nil) }
        #expect(server.requests.isEmpty)
    }

    @Test("names are percent-encoded") func encoding() async throws {
        let server = LoopbackServer { $0.answer(content) }
        #expect(bytes(try await source(server).read("礼物/a b?#%.svga", limit: 100, known: nil)) == content)
        #expect(server.requests == ["/gifts/%E7%A4%BC%E7%89%A9/a%20b%3F%23%25.svga"])
    }

    @Test("a source on this machine is refused unless private hosts are allowed") func privateHost() async throws {
        let server = LoopbackServer { $0.answer(content) }
        let secure = server.url("/gifts/").replacing("http:", with: "https:")
        let source = try HTTPSource(prefix: secure, client: RemoteClient(retries: SourceTests.quick))
        await #expect(throws: SVGAError.refusedHost(url: secure + "a")) { try await source.read("a", limit: 100, known: nil) }
        #expect(server.requests.isEmpty)
    }

    @Test(
        "this machine is refused under its other names too",
        arguments: ["localhost", "127.1", "2130706433", "0x7f.0.0.1", "0.0.0.0", "[::ffff:127.0.0.1]"])
    func otherNames(host: String) async throws {
        let server = LoopbackServer { $0.answer(content) }
        let source = try HTTPSource(prefix: "https://\(host):\(server.port)/", client: RemoteClient(retries: SourceTests.quick))
        do throws(SVGAError) {
            _ = try await source.read("a", limit: 100, known: nil)
            Issue.record("it was read")
        } catch {
            #expect(error.kind == .refused, "\(error)")
        }
        #expect(server.requests.isEmpty)
    }

    // MARK: Redirections

    @Test(
        "a redirection out of all prefixes is refused",
        arguments: ["/other/a", "/gifts/../secret", "/gifts/%2e%2e/secret", "/gifts/%2E./secret", "//other.example/gifts/a"])
    func redirectionOut(target: String) async throws {
        let server = LoopbackServer { exchange in
            exchange.path == "/gifts/a"
                ? exchange.answer([], status: "302 Found", fields: "Location: \(target)\r\n") : exchange.answer(content)
        }
        let source = try source(server)
        await #expect(throws: SVGAError.refusedRedirection(url: server.url("/gifts/a"))) {
            try await source.read("a", limit: 100, known: nil)
        }
        #expect(server.requests == ["/gifts/a"])
    }

    @Test("a redirection to an allowed prefix is followed") func redirectionIn() async throws {
        let other = LoopbackServer { $0.answer(content) }
        let target = other.url("/cdn/b")
        let server = LoopbackServer { $0.answer([], status: "302 Found", fields: "Location: \(target)\r\n") }
        let source = try source(server, allowed: [other.url("/cdn/")])
        #expect(bytes(try await source.read("a", limit: 100, known: nil)) == content)
    }

    // MARK: Versions

    @Test(
        "a known version is confirmed by its validator",
        arguments: [("ETag", "\"7\"", "If-None-Match"), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT", "If-Modified-Since")])
    func versions(field: String, value: String, condition: String) async throws {
        let server = LoopbackServer { exchange in
            if exchange.field(condition) == value {
                exchange.send("HTTP/1.1 304 Not Modified\r\n\(field): \(value)\r\nCache-Control: max-age=86400\r\n\r\n")
            } else {
                exchange.answer(content, fields: "\(field): \(value)\r\n")
            }
        }
        let source = try source(server)
        guard case .content(let first) = try await source.read("a", limit: 100, known: nil) else {
            Issue.record("no content")
            return
        }
        let version = try #require(first.version)
        guard case .unchanged(let freshFor) = try await source.read("a", limit: 100, known: version) else {
            Issue.record("sent again")
            return
        }
        // Without the time that the request took, which may be long on a busy machine.
        #expect((.seconds(86_400 - 2 * HangLimit.seconds)...(.seconds(86_400))).contains(freshFor))
    }

    @Test("a file over the limit is an error") func limit() async throws {
        let server = LoopbackServer { $0.answer(content) }
        let source = try source(server)
        await #expect(throws: SVGAError.tooLarge(name: server.url("/gifts/a"), limitBytes: 4)) {
            try await source.read("a", limit: 4, known: nil)
        }
    }

    // MARK: Retries

    @Test("temporary statuses are tried again, and others are not", arguments: [(503, 3), (500, 3), (429, 3), (403, 1), (404, 1)])
    func retries(status: Int, attempts: Int) async throws {
        let server = LoopbackServer { $0.answer([], status: "\(status) No") }
        let source = try source(server)
        await #expect(throws: SVGAError.self) { try await source.read("a", limit: 100, known: nil) }
        #expect(server.requests.count == attempts)
    }

    @Test("a server that recovers is read") func recovers() async throws {
        let count = Locked(0)
        let server = LoopbackServer { exchange in
            let number = count.withLock { number in
                number += 1
                return number
            }
            number < 3 ? exchange.answer([], status: "502 Bad Gateway") : exchange.answer(content)
        }
        #expect(bytes(try await source(server).read("a", limit: 100, known: nil)) == content)
    }

    @Test("the pause doubles up to its maximum, and half of it is random") func pauses() {
        let policy = RetryPolicy(attempts: 9, firstPause: .milliseconds(100), maximumPause: .seconds(1))
        #expect([1, 2, 3, 4, 5, 60].map { policy.pause(after: $0, random: 1) } == [0.1, 0.2, 0.4, 0.8, 1, 1].map { .seconds($0) })
        #expect(policy.pause(after: 1, random: 0) == .milliseconds(50))
    }

    @Test("cancellation ends the pause before the next attempt") func cancellation() async throws {
        let server = LoopbackServer { $0.answer([], status: "503 No") }
        var client = client
        client.retries = RetryPolicy(attempts: 2, firstPause: .seconds(200), maximumPause: .seconds(200))
        let source = try HTTPSource(prefix: server.url("/"), client: client)
        let task = Task { () -> SVGAError? in
            do throws(SVGAError) {
                _ = try await source.read("a", limit: 100, known: nil)
                return nil
            } catch {
                return error
            }
        }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    // MARK: Object stores

    private let environment = [
        "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "token", "AWS_REGION": "eu-west-1",
    ]

    @Test("the URL has the bucket in the host, and with an endpoint or dots in the path") func styles() throws {
        var store = ObjectStore(environment: environment)
        #expect(try store.target(bucket: "gifts", key: "a b.svga").url == "https://gifts.s3.eu-west-1.amazonaws.com/a%20b.svga")
        #expect(try store.target(bucket: "my.gifts", key: "a").url == "https://s3.eu-west-1.amazonaws.com/my.gifts/a")
        store.endpoint = "http://minio:9000/"
        #expect(try store.target(bucket: "gifts", key: "x/a").url == "http://minio:9000/gifts/x/a")
        store.usesPathStyle = false
        #expect(try store.target(bucket: "gifts", key: "a").url == "http://gifts.minio:9000/a")
    }

    @Test(
        "invalid buckets, keys and regions are refused",
        arguments: [
            ("GIFTS", "a", "r"), ("a/b", "a", "r"), ("gifts", "", "r"), ("gifts", "a/../b", "r"), ("gifts", "./a", "r"),
            ("gifts", "a", "r:s3"), ("..", "a", "r"),
        ])
    func badObject(bucket: String, key: String, region: String) {
        var store = ObjectStore(environment: environment)
        store.region = region
        #expect(throws: SVGAError.self) { try store.target(bucket: bucket, key: key) }
    }

    @Test("requests are signed for the region, with the session token, and are not redirected") func signature() async throws {
        let server = LoopbackServer { $0.answer([], status: "307 There", fields: "Location: http://127.0.0.1:1/\r\n") }
        var store = ObjectStore(environment: environment)
        store.endpoint = server.url("")
        let source = try ObjectSource(prefix: "s3://gifts/x", store: store, client: client)
        #expect(source.prefix == "s3://gifts/x/")
        await #expect(throws: SVGAError.http(status: 307, url: "s3://gifts/x/a")) {
            try await source.read("a", limit: 100, known: nil)
        }
        let exchange = try #require(server.exchanges.first)
        let authorization = try #require(exchange.field("Authorization"))
        #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/"))
        #expect(authorization.contains("/eu-west-1/s3/aws4_request") && authorization.contains("x-amz-security-token"))
        #expect(exchange.field("x-amz-security-token") == "token" && exchange.field("x-amz-date") != nil)
        #expect(exchange.field("x-amz-content-sha256") == "UNSIGNED-PAYLOAD" && authorization.contains("x-amz-content-sha256"))
    }

    @Test("without credentials, requests are not signed") func anonymous() async throws {
        let server = LoopbackServer { $0.answer(content) }
        var store = ObjectStore(environment: [:])
        store.endpoint = server.url("")
        #expect(
            bytes(try await ObjectSource(prefix: "s3://gifts", store: store, client: client).read("a", limit: 100, known: nil)) == content)
        #expect(server.exchanges.first?.field("Authorization") == nil)
    }

    // MARK: Outputs

    @Test("an output is written by PUT with its type, after a check that it does not exist") func output() async throws {
        let server = LoopbackServer { exchange in
            exchange.header.hasPrefix("HEAD") ? exchange.answer([], status: "404 Not Found") : exchange.answer([], status: "201 Created")
        }
        let files = RemoteFiles(store: ObjectStore(environment: [:]), client: client)
        try await files.write(content, as: "林/a.webp", in: server.url("/out/"), overwriting: false)
        let put = try #require(server.exchanges.last)
        #expect(server.exchanges.map { $0.header.prefix(4) } == ["HEAD", "PUT "])
        #expect(put.path == "/out/%E6%9E%97/a.webp" && put.field("Content-Type") == "image/webp" && put.field("Content-Length") == "5")
        #expect(put.field("If-None-Match") == "*" && put.field("Expect") == nil)
    }

    @Test("an existing output is an error unless it may be overwritten", arguments: [false, true]) func existing(overwriting: Bool)
        async throws
    {
        let server = LoopbackServer { $0.answer([], status: "200 OK") }
        let files = RemoteFiles(store: ObjectStore(environment: [:]), client: client)
        let url = server.url("/out/")
        if overwriting {
            try await files.write(content, as: "a.png", in: url, overwriting: true)
            #expect(server.exchanges.map { $0.header.prefix(3) } == ["PUT"])
        } else {
            await #expect(throws: SVGAError.exists(path: url + "a.png")) {
                try await files.write(content, as: "a.png", in: url, overwriting: false)
            }
            #expect(server.exchanges.map { $0.header.prefix(4) } == ["HEAD"])
        }
    }

    @Test("a file that appears between the check and the PUT is not overwritten") func race() async throws {
        let server = LoopbackServer { exchange in
            exchange.answer([], status: exchange.header.hasPrefix("HEAD") ? "404 Not Found" : "412 Precondition Failed")
        }
        let files = RemoteFiles(store: ObjectStore(environment: [:]), client: client)
        await #expect(throws: SVGAError.exists(path: server.url("/a.png"))) {
            try await files.write(content, as: "a.png", in: server.url("/"), overwriting: false)
        }
    }

    @Test("errors name a URL without its query and password") func query() async throws {
        let server = LoopbackServer { $0.answer([], status: "404 Not Found") }
        let files = RemoteFiles(store: ObjectStore(environment: [:]), client: client)
        await #expect(throws: SVGAError.notFound(name: server.url("/a"))) { try await files.read(server.url("/a?signature=x"), limit: 100) }
        #expect(RemoteFiles.shown("https://user:p@ss@host/a@2.svga?key=x#y") == "https://host/a@2.svga")
        #expect(RemoteFiles.shown("s3://bucket/a@2.svga") == "s3://bucket/a@2.svga")
    }
}
