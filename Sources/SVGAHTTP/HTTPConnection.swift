import CMicroHTTPD
import SVGAPlatform

/// A request whose body is being received.
final class IncomingRequest {
    var request: HTTPRequest
    /// Whether the request method is HEAD.
    let isHead: Bool
    let bodyLimit: Int
    /// The response if the body is refused; then the remaining body is discarded.
    var refusal: HTTPError?
    var discardedBytes = 0

    init(_ request: HTTPRequest, isHead: Bool, bodyLimit: Int) {
        self.request = request
        self.isHead = isHead
        self.bodyLimit = bodyLimit
    }
}

/// A connection and its current request. Only the connection's thread uses it.
final class HTTPConnection {
    let socket: Int32
    private let connection: OpaquePointer
    /// The undecoded request target.
    var address = ""
    var incoming: IncomingRequest?
    /// Whether a request has begun and its response is not sent completely.
    var isActive = false

    init(_ connection: OpaquePointer, socket: Int32) {
        self.connection = connection
        self.socket = socket
    }

    /// Whether the client has closed the connection. A client that closes only its sending side counts, too.
    @Sendable static func isClosed(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(truncatingIfNeeded: MSG_PEEK) | Int32(truncatingIfNeeded: MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
    }

    /// Whether bytes of the client wait to be read, or the connection is closed.
    static func hasData(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(truncatingIfNeeded: MSG_PEEK) | Int32(truncatingIfNeeded: MSG_DONTWAIT)) >= 0
    }

    /// The names and values of all header fields.
    var headers: [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &found) { list in
            _ = MHD_get_connection_values(
                connection, .HEADER_KIND,
                { list, _, name, value in
                    if let list = list?.assumingMemoryBound(to: [(name: String, value: String)].self), let name, let value {
                        list.pointee.append((String(cString: name), String(cString: value)))
                    }
                    return .YES
                }, list)
        }
        return found
    }

    /// Sends a response. If the body has not been read completely, the connection is closed afterwards.
    /// - Parameter contentSecurityPolicy: for a response without this header.
    /// - Returns: whether it can be sent.
    func send(_ response: HTTPResponse, contentSecurityPolicy: String, streams: OpenStreams) -> Bool {
        let source = ResponseSource(response.body, streams: streams)
        let size = source.count.map { UInt64($0) } ?? UInt64.max
        let handle = MHD_create_response_from_callback(
            size, 128 << 10, readResponse, Unmanaged.passRetained(source).toOpaque(),
            { source in if let source { Unmanaged<ResponseSource>.fromOpaque(source).release() } })
        guard let handle else {
            Unmanaged.passUnretained(source).release()
            return false
        }
        defer { MHD_destroy_response(handle) }
        let names = Set(response.headers.map { $0.name.lowercased() })
        let defaults = HTTPConnection.defaultHeaders + [("Content-Security-Policy", contentSecurityPolicy)]
        let headers = response.headers + defaults.filter { !names.contains($0.name.lowercased()) }
        guard headers.allSatisfy({ MHD_add_response_header(handle, $0.name, $0.value) == .YES }) else { return false }
        return MHD_queue_response(connection, UInt32(response.status), handle) == .YES
    }

    /// The default headers of all responses.
    private static let defaultHeaders = [
        (name: "Cache-Control", value: "no-store"),
        (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Referrer-Policy", value: "no-referrer"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]
}

private func readResponse(
    _ source: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ count: Int
) -> Int {
    guard let source else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
    return Unmanaged<ResponseSource>.fromOpaque(source).takeUnretainedValue()
        .read(at: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
}
