package import SVGASupport

/// What a client asks for, after it has shown the token.
package struct HTTPRequest: Sendable {
    /// Such as `GET`.
    package var method: String
    /// The parts of the path behind the token, decoded: `["api", "movies", "3"]`.
    package var path: [String]
    /// The names and values behind the question mark, decoded; of a name that is there twice, the last.
    package var query: [String: String]
    /// The whole body; within ``HTTPHandler/bodyLimit(method:path:)``.
    package var body: [UInt8]

    package init(method: String = "GET", path: [String], query: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}

/// What a client is answered.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Sent as it is made, with the client's speed.
        case stream(any ByteStream)
    }

    package var status: Int
    /// Beside the ones that every response has.
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int = 200, type: String, headers: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.headers = [("Content-Type", type)] + headers
        self.body = body
    }

    package static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, type: "application/json", body: .bytes(Array(value.text(.compact).utf8)))
    }

    package static func bytes(_ bytes: [UInt8], type: String) -> HTTPResponse { HTTPResponse(type: type, body: .bytes(bytes)) }
}

/// A body that is made while it is sent. One thread uses it, and drops it when the client has gone.
package protocol ByteStream: AnyObject, Sendable {
    /// Writes the next bytes to the buffer; waits until there are some.
    /// - Returns: how many; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int
    /// The server ends: a `read` that waits is to return 0 soon. Comes from another thread.
    func stop()
}

extension ByteStream {
    package func stop() {}
}

/// Answers requests. Several threads call it at once.
package protocol HTTPHandler: Sendable {
    /// How many bytes the body of such a request may have.
    func bodyLimit(method: String, path: [String]) -> Int
    func answer(_ request: HTTPRequest) -> HTTPResponse
    /// The `Content-Security-Policy` of every response that has no other one.
    var contentSecurityPolicy: String { get }
    /// Where to get the right address: the advice of the answer to a request that is refused; may be empty.
    var refusalAdvice: String { get }
}

extension HTTPHandler {
    /// Nothing is loaded, and no page may frame a response.
    package var contentSecurityPolicy: String { "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" }
    package var refusalAdvice: String { "" }
}

/// A request that cannot be answered: a status and one line for the person who sent it.
package struct HTTPError: Error, Hashable, Sendable {
    /// 400 not understood, 404 not there, 405 wrong method, 410 gone, 413 too large, 422 cannot be read or drawn, 429 too many, 501 not
    /// built in, 503 busy.
    package var status: Int
    package var message: String
    /// What to do about it; may be empty.
    package var advice: String
    /// After how many seconds the same request may succeed; nil: not by waiting alone.
    package var retrySeconds: Int?

    package init(_ status: Int, _ message: String, advice: String = "", retrySeconds: Int? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
        self.retrySeconds = retrySeconds
    }

    package static let notFound = HTTPError(404, "there is nothing at this address")

    package var response: HTTPResponse {
        var members = [JSONValue.Member(name: "error", value: .string(message))]
        if !advice.isEmpty { members.append(JSONValue.Member(name: "advice", value: .string(advice))) }
        var response = HTTPResponse.json(.object(members), status: status)
        if let retrySeconds { response.headers.append(("Retry-After", "\(retrySeconds)")) }
        return response
    }
}
