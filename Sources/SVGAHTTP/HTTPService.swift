import SVGASupport

/// Handles a request, from its header to its response.
final class HTTPService: Sendable {
    let slowClients: SlowClients
    private let handler: any HTTPHandler
    private let requestGuard: RequestGuard
    private let limits: HTTPServer.Limits
    private let budget: TimeBudget
    private let streams: OpenStreams
    private let bodyBytes = Locked(0)
    private let active = Locked(0)
    private let isDraining = Locked(false)

    init(_ handler: any HTTPHandler, _ requestGuard: RequestGuard, _ limits: HTTPServer.Limits) {
        self.handler = handler
        self.requestGuard = requestGuard
        self.limits = limits
        streams = OpenStreams(maximum: limits.streams)
        budget = TimeBudget(seconds: limits.answerSeconds)
        slowClients = SlowClients(seconds: limits.requestSeconds, maximum: limits.waitingConnections)
    }

    /// The total size of all bodies in memory.
    var heldBodyBytes: Int { bodyBytes.withLock { $0 } }

    /// The number of requests whose response is not sent completely.
    var activeCount: Int { active.withLock { $0 } }

    /// Counts a request until its response is sent or its connection ends.
    func setActive(_ isActive: Bool, _ connection: HTTPConnection) {
        guard connection.isActive != isActive else { return }
        connection.isActive = isActive
        active.withLock { $0 += isActive ? 1 : -1 }
    }

    /// Closes connections that wait for another request. From now on, each response closes its connection.
    func drain() {
        isDraining.withLock { $0 = true }
        slowClients.disconnectIdle()
    }

    func stop() {
        streams.stop()
        budget.stop()
    }

    /// Handles a request header.
    /// - Returns: false to close the connection.
    func begin(_ connection: HTTPConnection, method: String) -> Bool {
        do throws(HTTPError) {
            let headers = connection.headers
            let target = try requestGuard.target(method: method, address: connection.address, headers: headers)
            guard target.hasPath else { return send(HTTPService.redirect(to: "/\(requestGuard.token)/"), on: connection) }
            var request = HTTPRequest(method: method == "HEAD" ? "GET" : method, path: target.path, query: target.query)
            request.target = connection.address
            request.headers = headers.map { ($0.name.lowercased(), $0.value) }
            request.isHead = method == "HEAD"
            request.isAbandoned = { [socket = connection.socket] in HTTPConnection.isClosed(socket) }
            let limit = handler.bodyLimit(method: request.method, path: request.path)
            // libmicrohttpd has checked that it is a number.
            let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { UInt64($0.value) } ?? 0
            guard length <= limit else { throw HTTPService.tooLarge(limit) }
            connection.incoming = IncomingRequest(request, isHead: method == "HEAD", bodyLimit: limit)
            return true
        } catch {
            return send(error.response(handler.chinese), on: connection)
        }
    }

    /// Handles a part of the body.
    /// - Returns: false to close the connection.
    func receive(_ bytes: UnsafeRawBufferPointer, for incoming: IncomingRequest, on connection: HTTPConnection) -> Bool {
        if incoming.refusal == nil {
            do throws(HTTPError) {
                try keep(bytes, of: incoming)
                slowClients.received(bytes.count, on: connection.socket)
                return true
            } catch {
                dropBody(of: incoming)
                incoming.refusal = error
            }
        }
        // libmicrohttpd accepts a response only after the body, so a limited part of the body is read and discarded.
        incoming.discardedBytes += bytes.count
        return incoming.discardedBytes < HTTPService.maximumDiscardedBytes
    }

    private func keep(_ bytes: UnsafeRawBufferPointer, of incoming: IncomingRequest) throws(HTTPError) {
        guard bytes.count <= incoming.bodyLimit - incoming.request.body.count else { throw HTTPService.tooLarge(incoming.bodyLimit) }
        let fits = bodyBytes.withLock { all in
            guard bytes.count <= limits.bodyBytes - all else { return false }
            all += bytes.count
            return true
        }
        guard fits else { throw HTTPError(503, "too many uploads at once", advice: "try again in a moment", retrySeconds: 2) }
        incoming.request.body.append(contentsOf: bytes)
    }

    /// Handles the end of the request.
    /// - Returns: false to close the connection.
    func answer(_ incoming: IncomingRequest, on connection: HTTPConnection) -> Bool {
        slowClients.remove(connection.socket)
        if let refusal = incoming.refusal { return send(refusal.response(handler.chinese), on: connection) }
        var response = handler.hasTimeLimit ? budget.answer(incoming.request, by: handler) : handler.answer(incoming.request)
        // Frees the body's share of the limit before a slow client reads the response.
        dropBody(of: incoming)
        // For HEAD, libmicrohttpd would send the end of the stream.
        if incoming.isHead, case .stream = response.body { response.body = .bytes([]) }
        if case .stream(let stream) = response.body, !streams.add(stream) {
            response = HTTPService.tooManyStreams.response(handler.chinese)
        }
        return send(response, on: connection)
    }

    private func send(_ response: HTTPResponse, on connection: HTTPConnection) -> Bool {
        // Sending has a separate time limit.
        slowClients.remove(connection.socket)
        var response = response
        if response.status == 405 { response.headers.append(("Allow", requestGuard.methods.joined(separator: ", "))) }
        // The connection of a refused client is closed.
        if response.status == 403 || isDraining.withLock({ $0 }) { response.headers.append(("Connection", "close")) }
        return connection.send(response, contentSecurityPolicy: handler.contentSecurityPolicy, streams: streams)
    }

    /// Releases the request.
    func drop(_ connection: HTTPConnection) {
        if let incoming = connection.incoming { dropBody(of: incoming) }
        connection.incoming = nil
    }

    private func dropBody(of incoming: IncomingRequest) {
        let count = incoming.request.body.count
        incoming.request.body = []
        bodyBytes.withLock { $0 -= count }
    }

    private static let maximumDiscardedBytes = 1 << 20
    private static let tooManyStreams = HTTPError(
        503, "too many responses at once", advice: "try again later", retrySeconds: 5)

    private static func tooLarge(_ limit: Int) -> HTTPError { HTTPError(413, "a request has at most \(limit) bytes") }

    private static func redirect(to address: String) -> HTTPResponse {
        HTTPResponse(status: 308, type: "text/plain", headers: [("Location", address)], body: .bytes([]))
    }
}
