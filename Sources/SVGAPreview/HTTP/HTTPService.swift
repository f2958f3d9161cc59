import SVGASupport

/// What happens to a request, from its head to its answer.
final class HTTPService: Sendable {
    let slowClients: SlowClients
    private let handler: any HTTPHandler
    private let requestGuard: RequestGuard
    private let limits: HTTPServer.Limits
    private let budget: TimeBudget
    private let streams = OpenStreams()
    /// The bytes of all bodies that are in memory now.
    private let bodyBytes = Locked(0)

    init(_ handler: any HTTPHandler, _ requestGuard: RequestGuard, _ limits: HTTPServer.Limits) {
        self.handler = handler
        self.requestGuard = requestGuard
        self.limits = limits
        budget = TimeBudget(seconds: limits.answerSeconds)
        slowClients = SlowClients(seconds: limits.requestSeconds)
    }

    func stop() {
        streams.stop()
        budget.stop()
    }

    /// The head of a request has come.
    /// - Returns: false to hang up.
    func begin(_ connection: HTTPConnection, method: String) -> Bool {
        do throws(PreviewError) {
            let headers = connection.headers
            let target = try requestGuard.target(method: method, address: connection.address, headers: headers)
            guard target.hasPath else { return send(HTTPService.redirect(to: "/\(requestGuard.token)/"), on: connection) }
            let request = HTTPRequest(method: method == "HEAD" ? "GET" : method, path: target.path, query: target.query)
            let limit = handler.bodyLimit(method: request.method, path: request.path)
            // libmicrohttpd has checked that it is a number.
            let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { UInt64($0.value) } ?? 0
            guard length <= limit else { throw HTTPService.tooLarge(limit) }
            connection.request = HTTPConnection.Request(request: request, isHead: method == "HEAD", bodyLimit: limit)
            return true
        } catch {
            return send(error.response, on: connection)
        }
    }

    /// A part of the body has come.
    /// - Returns: false to hang up.
    func receive(_ bytes: UnsafeRawBufferPointer, for connection: HTTPConnection) -> Bool {
        guard let request = connection.request else { return false }
        let refusal = request.refusal ?? keep(bytes, of: connection, limit: request.bodyLimit)
        guard let refusal else {
            slowClients.received(bytes.count, on: connection.socket)
            return true
        }
        connection.request?.refusal = refusal
        // libmicrohttpd takes the answer only after the body, so a little more of it is read, in vain.
        connection.request?.discardedBytes += bytes.count
        return request.discardedBytes < HTTPService.mostDiscardedBytes
    }

    /// - Returns: why the bytes cannot be kept.
    private func keep(_ bytes: UnsafeRawBufferPointer, of connection: HTTPConnection, limit: Int) -> PreviewError? {
        let count = connection.request?.request.body.count ?? 0
        guard bytes.count <= limit - count else {
            dropBody(of: connection)
            return HTTPService.tooLarge(limit)
        }
        let fits = bodyBytes.withLock { all in
            guard bytes.count <= limits.bodyBytes - all else { return false }
            all += bytes.count
            return true
        }
        guard fits else {
            dropBody(of: connection)
            return PreviewError(503, "too much is being uploaded at once", advice: "try again in a moment")
        }
        connection.request?.request.body.append(contentsOf: bytes)
        return nil
    }

    /// The whole request has come.
    /// - Returns: false to hang up.
    func answer(_ connection: HTTPConnection) -> Bool {
        guard let request = connection.request else { return false }
        slowClients.forget(connection.socket)
        if let refusal = request.refusal { return send(refusal.response, on: connection) }
        var response = budget.answer(request.request, by: handler)
        // libmicrohttpd would send the end of the stream.
        if request.isHead, case .stream = response.body { response.body = .bytes([]) }
        return send(response, on: connection)
    }

    private func send(_ response: HTTPResponse, on connection: HTTPConnection) -> Bool {
        // Sending has a time limit of its own.
        slowClients.forget(connection.socket)
        var response = response
        if response.status == 405 { response.headers.append(("Allow", RequestGuard.methods.joined(separator: ", "))) }
        // A stranger's connection is not kept.
        if response.status == 403 { response.headers.append(("Connection", "close")) }
        return connection.send(response, streams: streams)
    }

    /// Forgets the request.
    func drop(_ connection: HTTPConnection) {
        dropBody(of: connection)
        connection.request = nil
    }

    private func dropBody(of connection: HTTPConnection) {
        guard let count = connection.request?.request.body.count, count > 0 else { return }
        connection.request?.request.body = []
        bodyBytes.withLock { $0 -= count }
    }

    private static let mostDiscardedBytes = 1 << 20

    private static func tooLarge(_ limit: Int) -> PreviewError { PreviewError(413, "more than \(limit) bytes are not read here") }

    private static func redirect(to address: String) -> HTTPResponse {
        HTTPResponse(status: 308, type: "text/plain", headers: [("Location", address)], body: .bytes([]))
    }
}
