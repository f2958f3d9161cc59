import SVGAPlatform
import SVGASupport
import TestSupport

@testable import SVGAHTTP

/// A server with the answers of a test, and its requests.
final class TestServer {
    private let handler: TestHandler
    private let server: HTTPServer

    /// The usual limits, but for the times: the system may stop a client or an answer for long.
    static var patientLimits: HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        (limits.requestSeconds, limits.answerSeconds, limits.idleSeconds) = (120, HangLimit.seconds, 120)
        return limits
    }

    init(
        limits: HTTPServer.Limits = TestServer.patientLimits, bodyLimit: Int = 1 << 20,
        _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { _ in .bytes([], type: "text/plain") }
    ) throws {
        handler = TestHandler(limit: bodyLimit, reply: answer)
        server = try HTTPServer(handler, limits: limits)
    }

    var port: Int { server.port }
    var token: String { server.token }
    var address: String { server.address }
    /// What the handler was asked, in order.
    var requests: [HTTPRequest] { handler.asked.withLock { $0 } }

    /// Of requests that are not answered yet.
    var heldBodyBytes: Int { server.service.heldBodyBytes }

    /// The connections without a complete request.
    var waitingCount: Int { server.service.slowClients.waitingCount }

    func stop() { server.stop() }

    func drain() -> Bool { server.drain() }

    func client() -> RawClient { RawClient(port: port) }

    /// The head of a request as a browser sends it.
    /// - Parameters:
    ///   - path: behind the token.
    ///   - fields: more fields, each with its line's end.
    func head(_ method: String = "GET", _ path: String, host: String? = nil, fields: String = "") -> String {
        "\(method) /\(token)/\(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\(fields)\r\n"
    }

    /// Sends one request on a connection of its own.
    func ask(_ method: String = "GET", _ path: String, host: String? = nil, fields: String = "", body: String = "") -> RawClient.Response? {
        let client = client()
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        client.send(head(method, path, host: host, fields: fields + length) + body)
        return client.response(hasBody: method != "HEAD")
    }

    /// Whether the server answers a usual request.
    var isWell: Bool { ask("GET", "well")?.status == 200 }
}

private final class TestHandler: HTTPHandler {
    let limit: Int
    let reply: @Sendable (HTTPRequest) -> HTTPResponse
    let asked = Locked<[HTTPRequest]>([])
    let contentSecurityPolicy = "default-src 'none'; script-src 'self'"
    let refusalAdvice: Message = "ask for the address"

    init(limit: Int, reply: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
        self.limit = limit
        self.reply = reply
    }

    func bodyLimit(method: String, path: [String]) -> Int { limit }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        return reply(request)
    }
}

/// A stream that sends a line again and again, or that waits after the first one until it is stopped; and what became of it.
final class TestStream: ByteStream {
    struct Fate {
        var lines = 0
        var isWaiting = false
        var isStopped = false
        var isGone = false
    }

    private let fate: Locked<Fate>
    private let waits: Bool

    init(_ fate: Locked<Fate>, waits: Bool) {
        self.fate = fate
        self.waits = waits
    }

    deinit { fate.withLock { $0.isGone = true } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int {
        let lines = fate.withLock { fate in
            fate.lines += 1
            return fate.lines
        }
        if waits, lines > 1 {
            fate.withLock { $0.isWaiting = true }
            while !fate.withLock({ $0.isStopped }) { usleep(1000) }
            return 0
        }
        buffer.copyBytes(from: "line\n".utf8)
        return 5
    }

    func stop() { fate.withLock { $0.isStopped = true } }
}
