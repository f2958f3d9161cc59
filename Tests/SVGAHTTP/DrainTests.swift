import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGAHTTP

@Suite("Draining the HTTP server", .ownThreads)
struct DrainTests {
    private let isOpen = Locked(false)

    /// A server whose path `slow` is answered when ``isOpen`` is set.
    private func server() throws -> TestServer {
        try TestServer { [isOpen] request in
            if request.path == ["slow"] { while !isOpen.withLock({ $0 }) { usleep(1000) } }
            return .bytes([1], type: "a/b")
        }
    }

    private func busyClient(_ server: TestServer) -> RawClient {
        let client = server.client()
        client.send(server.head("GET", "slow"))
        #expect(eventually { server.requests.contains { $0.path == ["slow"] } })
        return client
    }

    @Test("a connection that waits for another request is closed at once, though a request runs")
    func idle() throws {
        let server = try server()
        let (busy, idle) = (busyClient(server), server.client())
        idle.send(server.head("GET", "x"))
        #expect(idle.response()?.headers["connection"]?.lowercased() != "close")
        #expect(eventually { server.drain() && server.waitingCount == 0 })
        #expect(idle.waitForHangUp())
        isOpen.withLock { $0 = true }
        #expect(busy.response()?.body == [1])
    }

    @Test("the response to a running request closes its connection, and then no request is left")
    func running() throws {
        let server = try server()
        let busy = busyClient(server)
        #expect(server.drain())
        isOpen.withLock { $0 = true }
        #expect(busy.response()?.headers["connection"]?.lowercased() == "close")
        #expect(busy.waitForHangUp())
        #expect(eventually { !server.drain() })
    }

    @Test("a new connection has a moment to send its request, which is answered")
    func new() throws {
        let server = try server()
        var client = server.client()
        // The system may stop this thread for longer than that moment: then another connection is new.
        let isExpected = eventually {
            client = server.client()
            return eventually { server.waitingCount > 0 } && server.drain()
        }
        #expect(isExpected)
        client.send(server.head("GET", "x"))
        let response = try #require(client.response())
        #expect(response.status == 200 && response.headers["connection"]?.lowercased() == "close")
    }

    @Test("half of a request does not delay the end")
    func halfSent() throws {
        let server = try server()
        let client = server.client()
        client.send("GET /\(server.token)/x HTTP/1.1\r\nHost:")
        #expect(eventually { server.waitingCount == 1 })
        #expect(eventually { !server.drain() })
    }
}
