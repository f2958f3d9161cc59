import SVGAModel
import SVGASources
import SVGASupport
import TestSupport
import Testing

@testable import SVGAService

/// Sources that answer what an attacker would like them to.
@Suite("Hostile sources of the service", .ownThreads)
struct SourceAttackTests {
    private func samples(_ server: LoopbackServer, limits: ReadLimits = .default) throws -> ServedSamples {
        // The server of the test shares the processors with all other tests.
        let patience = Duration.seconds(HangLimit.seconds)
        let retries = RetryPolicy(attempts: 2, firstPause: .milliseconds(1))
        let client = RemoteClient(timeout: patience, idleLimit: patience, retries: retries, allowsPrivateHosts: true)
        return try ServedSamples(isSigned: true, sources: [try HTTPSource(prefix: server.url("/gifts/"), client: client)], limits: limits)
    }

    /// The response to a signed request for a file of the source.
    private func ask(_ samples: ServedSamples, _ server: LoopbackServer) throws -> RawClient.Response {
        let name = server.url("/gifts/a.svga").replacing(":", with: "%3A")
        return try #require(samples.ask(samples.signed("/inspect/-/\(name)")))
    }

    /// Clients get a code, and no host, path or reason.
    private func expectCode(_ code: String, _ response: RawClient.Response) {
        #expect(response.text.hasPrefix(#"{"error":"\#(code)","request":""#), "\(response.text)")
        #expect(!response.text.contains("127.0.0.1"))
    }

    @Test("a redirection out of the prefix is refused, and its target is never asked")
    func redirection() throws {
        let secret = LoopbackServer { $0.answer([1]) }
        let metadata = "http://169.254.169.254/latest/meta-data/"
        for target in [secret.url("/gifts/a.svga"), "/secret", metadata, "http://[::1]:1/", "file:///etc/passwd"] {
            let server = LoopbackServer { $0.answer([], status: "302 Found", fields: "Location: \(target)\r\n") }
            let response = try ask(try samples(server), server)
            #expect([403, 502].contains(response.status), "\(target) \(response.status)")
            expectCode(response.status == 403 ? "sourceRefused" : "sourceFailed", response)
        }
        #expect(secret.requests.isEmpty)
    }

    @Test("a host that resolves to this machine is refused after DNS, and never asked")
    func privateHost() throws {
        let server = LoopbackServer { $0.answer([1]) }
        let prefix = "https://localhost:\(server.port)/gifts/"
        let source = try HTTPSource(prefix: prefix, client: RemoteClient(retries: RetryPolicy(attempts: 1)))
        let samples = try ServedSamples(isSigned: true, sources: [source])
        let response = try #require(samples.ask(samples.signed("/inspect/-/\(prefix.replacing(":", with: "%3A"))a.svga")))
        #expect(response.status == 403)
        expectCode("sourceRefused", response)
        #expect(server.requests.isEmpty)
    }

    @Test("a file above the limit is refused, with and without its length")
    func oversize() throws {
        var limits = ReadLimits.default
        limits.inputBytes = 1000
        for hasLength in [true, false] {
            let server = LoopbackServer { exchange in
                let body = [UInt8](repeating: 0, count: 100_000)
                if hasLength { return exchange.answer(body) }
                exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                exchange.send(body)
            }
            let response = try ask(try samples(server, limits: limits), server)
            #expect(response.status == 422)
            expectCode("limit", response)
        }
    }

    @Test("the client gets the pause that a source asks for, within bounds", arguments: [("99", "99"), ("999999", "3600"), ("soon", "5")])
    func retryAfter(stated: String, given: String) throws {
        let server = LoopbackServer { $0.answer([], status: "503 No", fields: "Retry-After: \(stated)\r\n") }
        let response = try ask(try samples(server), server)
        #expect(response.status == 502 && response.headers["retry-after"] == given)
        expectCode("sourceFailed", response)
    }

    @Test("a content hash that the source does not have is not found, and the latest content is not sent instead")
    func pinned() throws {
        let movie = try ServedSamples.bytes("features/badge.svga")
        let server = LoopbackServer { $0.answer(movie) }
        let samples = try samples(server)
        let name = server.url("/gifts/a.svga").replacing(":", with: "%3A")
        let (right, wrong) = (Digest.sha256(movie).hexadecimal, String(repeating: "0", count: 64))
        #expect(samples.ask(samples.signed("/inspect/-/\(name)%23\(right)"))?.status == 200)
        #expect(samples.ask(samples.signed("/inspect/-/\(name)%23\(wrong)"))?.status == 404)
    }
}
