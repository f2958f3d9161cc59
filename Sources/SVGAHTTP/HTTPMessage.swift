package import SVGASupport

/// A request with a valid token.
package struct HTTPRequest: Sendable {
    /// For example `GET`.
    package var method: String
    /// The path components after the token, decoded: `["api", "movies", "3"]`.
    package var path: [String]
    /// The decoded query parameters; the last value of a repeated name.
    package var query: [String: String]
    /// The complete body; within ``HTTPHandler/bodyLimit(method:path:)``.
    package var body: [UInt8]
    /// The undecoded target, as the client sent it: `/TOKEN/api/movies?size=240`.
    package var target = ""
    /// The names in lower case and the values of all header fields.
    package var headers: [(name: String, value: String)] = []
    /// Whether the method is HEAD; ``method`` is then `GET`.
    package var isHead = false
    /// Whether the client has closed the connection, so that nobody reads the response.
    package var isAbandoned: @Sendable () -> Bool = { false }

    package init(method: String = "GET", path: [String], query: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }

    /// The value of a header field that is present once.
    /// - Parameter name: in lower case.
    package func header(_ name: String) -> String? {
        let values = headers.filter { $0.name == name }
        return values.count == 1 ? values.first?.value : nil
    }
}

/// The response to a request.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Sent as it is created, at the client's speed.
        case stream(any ByteStream)
    }

    package var status: Int
    /// In addition to the default headers.
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

/// A body that is created while it is sent. One thread uses it, and releases it when the client disconnects.
package protocol ByteStream: AnyObject, Sendable {
    /// Writes the next bytes to the buffer; waits until there are some.
    /// - Returns: the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int
    /// Called from another thread when the server stops: a waiting `read` should return 0 soon.
    func stop()
}

extension ByteStream {
    package func stop() {}
}

/// Answers requests. Called by several threads concurrently.
package protocol HTTPHandler: Sendable {
    /// The maximum body size in bytes.
    func bodyLimit(method: String, path: [String]) -> Int
    func answer(_ request: HTTPRequest) -> HTTPResponse
    /// The default `Content-Security-Policy` of responses.
    var contentSecurityPolicy: String { get }
    /// The advice in the response to a refused request, which says where to get the correct URL; may be empty.
    var refusalAdvice: Message { get }
    /// Whether the server limits the time of ``answer(_:)``. A handler that limits it itself is called on the connection's thread.
    var hasTimeLimit: Bool { get }
    /// Gives the Chinese of a message by its key; nil: errors have only English.
    var chinese: (@Sendable (_ key: String) -> String?)? { get }
}

extension HTTPHandler {
    /// Loads nothing and forbids framing.
    package var contentSecurityPolicy: String { "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" }
    package var refusalAdvice: Message { "" }
    package var hasTimeLimit: Bool { true }
    package var chinese: (@Sendable (_ key: String) -> String?)? { nil }
}

/// An HTTP error: a status and one line of text.
package struct HTTPError: Error, Hashable, Sendable {
    /// 400 invalid request, 403 refused, 404 not found, 405 method not allowed, 409 conflict, 410 gone, 413 too large, 422 cannot be read or drawn,
    /// 429 too many, 501 not in this build, 503 busy.
    package var status: Int
    package var message: Message
    /// Advice; may be empty.
    package var advice: Message
    /// The time after which the same request may succeed; nil: waiting does not help.
    package var retrySeconds: Int?

    package init(_ status: Int, _ message: Message, advice: Message = "", retrySeconds: Int? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
        self.retrySeconds = retrySeconds
    }

    package static let notFound = HTTPError(404, "this address does not exist")

    /// - Parameter chinese: gives the Chinese of a message by its key. With it, the member `chinese` has the same members in Chinese.
    package func response(_ chinese: ((_ key: String) -> String?)? = nil) -> HTTPResponse {
        var members = members(nil)
        if let chinese { members.append(JSONValue.Member(name: "chinese", value: .object(self.members(chinese)))) }
        var response = HTTPResponse.json(.object(members), status: status)
        if let retrySeconds { response.headers.append(("Retry-After", "\(retrySeconds)")) }
        return response
    }

    private func members(_ translate: ((_ key: String) -> String?)?) -> [JSONValue.Member] {
        var members = [JSONValue.Member(name: "error", value: .string(message.text(translate)))]
        if !advice.isEmpty { members.append(JSONValue.Member(name: "advice", value: .string(advice.text(translate)))) }
        return members
    }
}
