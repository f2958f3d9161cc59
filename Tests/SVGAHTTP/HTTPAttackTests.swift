import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGAHTTP

@Suite("Attacks on the HTTP server")
struct HTTPAttackTests {
    @Test("without the token every request is refused", arguments: ["/", "/api/movies", "/index.html", "/favicon.ico", "//", "/%00"])
    func noToken(path: String) throws {
        let server = try TestServer()
        let client = server.client()
        client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        let response = try #require(client.response())
        #expect(response.status == 403 && !response.text.contains(server.token))
        #expect(response.text.contains(#""advice":"ask for the address""#))
        #expect(client.waitForHangUp(), "a stranger's connection is closed")
        #expect(server.requests.isEmpty)
    }

    @Test("a token that is nearly right is refused")
    func wrongToken() throws {
        let server = try TestServer()
        let token = server.token
        let last = token.last == "0" ? "1" : "0"
        for wrong in [token.dropLast() + last, token + "0", String(token.dropLast())[...], token.uppercased() + "X", "%\(token)"] {
            let client = server.client()
            client.send("GET /\(wrong)/x HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
            #expect(client.response()?.status == 403, "\(wrong)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test(
        "no way of writing it leads out of the page",
        arguments: [
            "../etc/passwd", "%2e%2e/etc/passwd", "%2E%2E/x", ".%2e/x", "js/../../x", "js/%2e%2e/%2e%2e/x", "..%2fx", "%2e%2e%2fx",
            "..%2Fetc%2Fpasswd", "/etc/passwd", "js//main.js", "./index.html", "%2e/index.html", "%2fetc%2fpasswd",
        ])
    func traversal(path: String) throws {
        let server = try TestServer()
        #expect(server.ask("GET", path)?.status == 404)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "an address that cannot be understood is refused",
        arguments: [
            "x%00.js", "%00", "%c0%ae%c0%ae/x", "%ff", "%zz", "%4", "%", "x%0d%0aSet-Cookie:a", "?a=%00", "?%ff=1", "?a=%e5%b0", "%7f",
        ])
    func malformed(path: String) throws {
        let server = try TestServer()
        #expect(server.ask("GET", path)?.status == 400)
        #expect(server.requests.isEmpty)
    }

    @Test("a backslash and a double encoding are names as all others")
    func names() throws {
        let server = try TestServer()
        #expect(server.ask("GET", "..%5cx/%252e%252e")?.status == 200)
        #expect(server.requests.first?.path == ["..\\x", "%2e%2e"])
    }

    @Test("a name that was made to mean this machine is refused: DNS rebinding")
    func host() throws {
        let server = try TestServer()
        let port = server.port
        for host in [
            "evil.example:\(port)", "evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:\(port)", "localhost.:\(port)",
            "[::1]:\(port)", "0.0.0.0:\(port)", "127.0.0.2:\(port)", ":\(port)", "", "127.0.0.1:\(port)@evil.example:\(port)",
        ] {
            #expect(server.ask("GET", "x", host: host)?.status == 403, "\(host)")
        }
        #expect(server.requests.isEmpty)
        for host in ["localhost:\(port)", "LocalHost:\(port)", "127.0.0.1:\(port)"] {
            #expect(server.ask("GET", "x", host: host)?.status == 200, "\(host)")
        }
    }

    @Test("a request must have one Host header")
    func hosts() throws {
        let server = try TestServer()
        let own = "Host: 127.0.0.1:\(server.port)\r\n"
        for fields in ["", "Host: evil.example\r\n" + own, own + own] {
            let client = server.client()
            client.send("GET /\(server.token)/x HTTP/1.1\r\n\(fields)\r\n")
            #expect(client.response()?.status == 400)
        }
        let old = server.client()
        old.send("GET /\(server.token)/x HTTP/1.0\r\n\r\n")
        #expect(old.response()?.status == 400)
        #expect(server.requests.isEmpty)
    }

    @Test("a server on all addresses accepts only numeric hosts, against DNS rebinding")
    func allAddresses() {
        let all = RequestGuard(host: "0.0.0.0", port: 80, advice: "")
        func status(_ host: String) -> Int {
            do throws(HTTPError) {
                _ = try all.target(method: "GET", address: "/\(all.token)/", headers: [("Host", host)])
                return 200
            } catch {
                return error.status
            }
        }
        for host in ["192.168.1.5:80", "192.168.1.5", "10.0.0.1", "[fe80::1]:80", "localhost"] { #expect(status(host) == 200, "\(host)") }
        for host in ["evil.example", "192.168.1.5.evil.example:80", "1.2.3", "1.2.3.4.5", "[evil]:80", "256.1.1.1", "192.168.1.5:81"] {
            #expect(status(host) == 403, "\(host)")
        }
    }

    @Test("a request from another page is refused", arguments: ["GET", "POST", "DELETE", "HEAD"])
    func otherOrigin(method: String) throws {
        let server = try TestServer()
        let port = server.port
        for fields in [
            "Origin: http://evil.example\r\n", "Origin: null\r\n", "Origin: http://127.0.0.1\r\n", "Origin: http://localhost:\(port)\r\n",
            "Origin: https://127.0.0.1:\(port)\r\n", "Origin: http://127.0.0.1:\(port).evil.example\r\n", "Origin: \r\n",
            "Origin: http://127.0.0.1:\(port)\r\nOrigin: http://evil.example\r\n",
            "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n", "Sec-Fetch-Site: nonsense\r\n",
            "Origin: http://127.0.0.1:\(port)\r\nSec-Fetch-Site: cross-site\r\n",
        ] {
            #expect(server.ask(method, "x", fields: fields)?.status == 403, "\(fields)")
        }
        #expect(server.requests.isEmpty)
        for fields in [
            "Origin: http://127.0.0.1:\(port)\r\nSec-Fetch-Site: same-origin\r\n", "Sec-Fetch-Site: none\r\n",
            "sec-fetch-site: same-origin\r\n",
        ] {
            #expect(server.ask(method, "x", fields: fields)?.status == 200, "\(fields)")
        }
    }

    @Test("2 GB by Content-Length are refused before they come")
    func hugeLength() throws {
        let server = try TestServer()
        for length in ["2147483648", "1048577", "18446744073709551615", "99999999999999999999999", "-1", "1e3"] {
            let client = server.client()
            client.send(server.head("POST", "x", fields: "Content-Length: \(length)\r\n"))
            let status = client.response()?.status
            #expect(status == 413 || status == 400, "\(length)")
            #expect(client.waitForHangUp())
        }
        #expect(server.requests.isEmpty && server.isWell)
    }

    @Test("2 GB in chunks are cut off soon after the limit")
    func hugeChunks() throws {
        let server = try TestServer()
        let client = server.client()
        client.send(server.head("POST", "x", fields: "Transfer-Encoding: chunked\r\n"))
        let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 1, count: 1 << 20) + Array("\r\n".utf8)
        var sent = 0
        while sent < 2048, client.send(chunk) { sent += 1 }
        // Beside what the server has read, the system holds some megabytes.
        #expect(sent < 64)
        #expect(server.requests.isEmpty && server.isWell)
    }

    @Test("a body in chunks that is a little too large is answered")
    func largeChunks() throws {
        let server = try TestServer(bodyLimit: 1000)
        let client = server.client()
        client.send(server.head("POST", "x", fields: "Transfer-Encoding: chunked\r\n") + "400\r\n")
        client.send([UInt8](repeating: 1, count: 1024) + Array("\r\n0\r\n\r\n".utf8))
        #expect(client.response()?.status == 413)
        #expect(server.requests.isEmpty)
    }

    @Test("the total of all bodies is bounded, and a cancelled one frees its bytes")
    func bodiesTogether() throws {
        var limits = TestServer.patientLimits
        limits.bodyBytes = 100_000
        // So that a busy machine does not end the first one.
        limits.requestSeconds = 600
        let server = try TestServer(limits: limits)
        var first: RawClient? = server.client()
        first?.send(server.head("POST", "x", fields: "Content-Length: 90001\r\n"))
        #expect(first?.send([UInt8](repeating: 1, count: 90_000)) == true)
        #expect(eventually { server.heldBodyBytes == 90_000 })
        let body = String(repeating: "x", count: 50_000)
        #expect(server.ask("POST", "x", body: body)?.status == 503)
        first = nil
        #expect(eventually { server.heldBodyBytes == 0 })
        // What has been answered takes no room.
        for _ in 0..<10 { #expect(server.ask("POST", "x", body: body)?.status == 200) }
    }

    @Test("a thousand silent connections are closed, and the server answers afterwards")
    func thousandConnections() throws {
        var limits = TestServer.patientLimits
        limits.connections = 20
        limits.requestSeconds = 1
        let server = try TestServer(limits: limits)
        let clients = (0..<1000).map { _ in server.client() }
        #expect(eventually { server.isWell })
        for client in clients { #expect(client.waitForHangUp()) }
        // A client that the system stops for a second is hung up on, too.
        #expect(eventually { server.isWell })
    }

    @Test("half-sent requests do not block others", arguments: [64, 128, 200])
    func halfSent(count: Int) throws {
        let server = try TestServer()
        var silent: [RawClient] = []
        for index in 0..<count {
            let client = server.client()
            client.send(index % 2 == 0 ? "GET / HTTP/1.1\r\nHost: x" : server.head("POST", "x", fields: "Content-Length: 9\r\n"))
            silent.append(client)
            if index % 16 == 15 { #expect(server.isWell, "\(index)") }
        }
        for _ in 0..<20 { #expect(server.isWell) }
        withExtendedLifetime(silent) {}
    }

    @Test("where requests are half sent again and again, others are served all the time")
    func halfSentWithoutEnd() throws {
        var limits = TestServer.patientLimits
        limits.requestSeconds = 600
        let server = try TestServer(limits: limits)
        var silent: [RawClient] = []
        for round in 0..<40 {
            for _ in 0..<16 {
                let client = server.client()
                client.send("GET / HTTP/1.1\r\nHost: x")
                silent.append(client)
            }
            // The oldest ones are hung up on, on threads of their own.
            #expect(eventually { server.isWell }, "\(round)")
        }
        // Those that were left longest.
        for client in silent.prefix(500) { #expect(client.waitForHangUp()) }
    }

    @Test("the number of endless answers is limited, and other clients get a time to retry")
    func streams() throws {
        var limits = TestServer.patientLimits
        limits.streams = 2
        let fate = Locked(TestStream.Fate())
        let server = try TestServer(limits: limits) { request in
            request.path == ["stream"]
                ? HTTPResponse(type: "a/b", body: .stream(TestStream(fate, waits: true))) : .bytes([], type: "text/plain")
        }
        var clients = (0..<2).map { _ in server.client() }
        for client in clients {
            client.send(server.head("GET", "stream"))
            #expect(client.head()?.status == 200)
        }
        let refused = server.ask("GET", "stream")
        #expect(refused?.status == 503 && refused?.headers["retry-after"] == "5")
        #expect(server.ask("HEAD", "stream")?.status == 200)
        #expect(server.isWell)
        clients.removeAll()
        // A stream that waits sees that its client has gone when it is stopped.
        fate.withLock { $0.isStopped = true }
        #expect(eventually { server.ask("HEAD", "stream") != nil && server.ask("GET", "stream")?.status == 200 })
    }

    @Test("more connections than there may be are closed at once, and one that ends makes room")
    func connectionLimit() throws {
        var limits = TestServer.patientLimits
        limits.connections = 3
        limits.requestSeconds = 600
        let server = try TestServer(limits: limits)
        var clients = (0..<3).map { _ in server.client() }
        for client in clients {
            client.send(server.head("GET", "x"))
            #expect(client.response()?.status == 200)
        }
        #expect(server.client().waitForHangUp())
        clients.removeLast()
        #expect(eventually { server.isWell })
    }

    @Test("a client that sends a byte now and then is cut off, and others are served meanwhile", arguments: ["head", "body"])
    func slowClient(part: String) throws {
        var limits = TestServer.patientLimits
        limits.requestSeconds = 1
        let server = try TestServer(limits: limits)
        let client = server.client()
        let head = server.head("POST", "x", fields: "Content-Length: 100000\r\n")
        client.send(part == "head" ? String(head.dropLast(2)) + "X: " : head)
        var sent = 0
        while sent < 10_000, client.send("x") {
            // One that the system stops for a second is hung up on, too.
            if sent % 100 == 0 { #expect(eventually { server.isWell }) }
            sent += 1
            usleep(20_000)
        }
        #expect(sent < 10_000)
        #expect(!server.requests.contains { $0.path == ["x"] })
    }

    @Test("a client that sends steadily may take longer than one that does not")
    func steadyClient() throws {
        var limits = TestServer.patientLimits
        limits.requestSeconds = 3
        let server = try TestServer(limits: limits)
        var status: Int?
        // One that the system stops for too long does not send steadily: then another one does.
        for _ in 0..<20 where status != 200 {
            let client = server.client()
            client.send(server.head("POST", "x", fields: "Content-Length: 1000000\r\n"))
            for _ in 0..<10 {
                client.send([UInt8](repeating: 1, count: 100_000))
                usleep(500_000)
            }
            status = client.response()?.status
        }
        #expect(status == 200)
    }

    @Test("a head that is too large is refused", arguments: ["one field", "many fields", "address", "endless line"])
    func hugeHead(kind: String) throws {
        let server = try TestServer()
        let client = server.client()
        let long = String(repeating: "x", count: 1 << 20)
        switch kind {
        case "one field": client.send(server.head("GET", "x", fields: "X: \(long)\r\n"))
        case "many fields": client.send(server.head("GET", "x", fields: String(repeating: "X: y\r\n", count: 200_000)))
        case "address": client.send(server.head("GET", long))
        default: for _ in 0..<64 where client.send(long) {}
        }
        if let response = client.response() { #expect((400..<500).contains(response.status)) }
        #expect(server.requests.isEmpty && server.isWell)
    }

    @Test("a line's end in a header of an answer is not sent")
    func headerInjection() throws {
        let server = try TestServer { request in
            request.path == ["x"]
                ? HTTPResponse(type: "a/b", headers: [("Content-Disposition", "attachment\r\nSet-Cookie: a=b")], body: .bytes([]))
                : .bytes([], type: "a/b")
        }
        #expect(server.ask("GET", "x")?.headers["set-cookie"] == nil)
        #expect(server.isWell)
    }
}
