import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGASources

@Suite("Retry-After of servers", .hangLimit)
struct RetryAfterTests {
    private func source(_ server: LoopbackServer, _ retries: RetryPolicy) throws -> HTTPSource {
        // The server of the test shares the processors with all other tests.
        let patience = Duration.seconds(HangLimit.seconds)
        let client = RemoteClient(timeout: patience, idleLimit: patience, retries: retries, allowsPrivateHosts: true)
        return try HTTPSource(prefix: server.url("/"), client: client)
    }

    @Test(
        "the field is a number of seconds or a date",
        arguments: [
            ("7", 7), (" 0 ", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 30), ("Sun, 06 Nov 1994 08:48:37 GMT", 0),
            ("99999999999999999999", 1 << 31), ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil),
        ])
    func values(text: String, seconds: Int?) throws {
        let now = try #require(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:07 GMT"))
        #expect(HTTPDate.delay(text, from: now) == seconds)
    }

    @Test("the pause is at least what the server asks for, and longer by a random part of the own pause")
    func pause() throws {
        let policy = RetryPolicy(firstPause: .seconds(2))
        let error = SVGAError.http(status: 503, url: "a", retryAfter: 10)
        let pause = try #require(policy.pause(after: 1, error))
        #expect(pause >= .seconds(10) && pause <= .seconds(11))
        #expect(try #require(policy.pause(after: 1, .http(status: 503, url: "a"))) <= .seconds(2))
    }

    @Test("a server that asks for too long a pause is not asked again, and its error has the pause", arguments: [429, 503])
    func tooLong(status: Int) async throws {
        let server = LoopbackServer { $0.answer([], status: "\(status) No", fields: "Retry-After: 61\r\n") }
        let source = try source(server, RetryPolicy(attempts: 4, firstPause: .milliseconds(1)))
        await #expect(throws: SVGAError.http(status: status, url: server.url("/a"), retryAfter: 61)) {
            try await source.read("a", limit: 100, known: nil)
        }
        #expect(server.requests.count == 1)
    }

    @Test("further attempts are counted")
    func counted() async throws {
        let retries = Locked(0)
        let server = LoopbackServer { $0.answer([], status: "503 No", fields: "Retry-After: 0\r\n") }
        var policy = RetryPolicy(attempts: 3, firstPause: .milliseconds(1))
        policy.willRetry = { retries.withLock { $0 += 1 } }
        let source = try source(server, policy)
        await #expect(throws: SVGAError.self) { try await source.read("a", limit: 100, known: nil) }
        #expect(retries.withLock { $0 } == 2 && server.requests.count == 3)
    }
}
