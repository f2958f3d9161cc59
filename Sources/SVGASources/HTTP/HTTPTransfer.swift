import CCurl
import SVGAModel
import SVGAPlatform
import SVGASupport

/// A request to a server, and its limits.
package struct DownloadRequest: Sendable {
    package let request: WebRequest
    /// The cached record. A request to its URL becomes conditional, and the response may be 304.
    package let record: HTTPRecord?
    /// The transfer ends as soon as the body exceeds this.
    package let limitBytes: Int
    /// For the entire transfer, including redirections.
    package let timeout: Duration
    /// The maximum time without data.
    package let idleLimit: Duration
    /// Seconds since 1970, by the clock that determines the age of responses.
    package let now: @Sendable () -> Int
    /// Signs the request; nil for none. A signed request is never redirected, because the signature includes the host.
    var signer: RequestSigner?
    /// Whether a redirection may lead to a URL.
    var mayFollow: @Sendable (WebAddress) -> Bool = { _ in true }
    /// Whether the request has its own validators, so that the response may be 304.
    var isConditional = false
    /// For errors, if the URL contains secrets; nil: the URL.
    var name: String?

    package init(
        request: WebRequest, record: HTTPRecord?, limitBytes: Int, timeout: Duration, idleLimit: Duration,
        now: @escaping @Sendable () -> Int
    ) {
        (self.request, self.record, self.limitBytes) = (request, record, limitBytes)
        (self.timeout, self.idleLimit, self.now) = (timeout, idleLimit, now)
    }

    /// For errors.
    var url: String { name ?? request.url }
}

/// A complete response: a success with its body, or a 304 without one.
package struct DownloadResponse: Sendable {
    package var header: HTTPHeader
    package var bytes: [UInt8]
}

/// One active download, from the URL over all redirections to the response. Only the thread of ``HTTPTransfers`` uses it.
final class HTTPTransfer {
    let original: DownloadRequest
    private let connections: CurlConnections
    private let mayConnect: (@Sendable (NetworkAddress) -> Bool)?
    private let requestedAt: Int
    private let startedAt = ContinuousClock.now
    private var lastActivity = ContinuousClock.now
    private var outcome: Result<DownloadResponse, SVGAError>?

    /// The current request: the original one or a redirected one.
    private var request: WebRequest
    /// The current transfer; nil after the outcome is known.
    private var current: CurlRequest?
    private var redirectionCount = 0
    private var redirections = HTTPRedirections()

    // The received parts of the current response.
    private var headerBytes = 0
    private var responseKind = ResponseKind.unknown
    /// The announced length of the body, if any.
    private var expectedBytes: Int?
    private var bytes: [UInt8] = []
    private var hasRefusedAddress = false
    private var hasOpenedSocket = false

    /// The kind of the response according to its header.
    private enum ResponseKind {
        case unknown
        case redirection(WebRequest)
        case accepted(HTTPHeader)
        case refused(SVGAError)
    }

    private static let maximumRedirections = 10
    /// For one response with all its headers. The same limit as Chrome's.
    private static let maximumHeaderBytes = 256 << 10

    init(_ original: DownloadRequest, on connections: CurlConnections, mayConnect: (@Sendable (NetworkAddress) -> Bool)?) {
        self.original = original
        self.connections = connections
        self.mayConnect = mayConnect
        requestedAt = original.now()
        request = original.request
        HTTPTransfer.setConditions(of: original.record, in: &request)
        send()
    }

    /// The time at which the transfer times out without more data, and the limit that causes it.
    ///
    /// libcurl's low-speed limit counts whole seconds, and its total timeout would restart at each redirection.
    var deadline: (end: ContinuousClock.Instant, limit: Duration) {
        let (end, idleEnd) = (startedAt + original.timeout, lastActivity + original.idleLimit)
        return end <= idleEnd ? (end, original.timeout) : (idleEnd, original.idleLimit)
    }

    /// The outcome, if the transfer has ended.
    func outcome(at now: ContinuousClock.Instant) -> Result<DownloadResponse, SVGAError>? {
        if let outcome { return outcome }
        let (end, limit) = deadline
        return now >= end ? .failure(.timedOut(url: original.url, limit: limit)) : nil
    }

    private func end(_ outcome: Result<DownloadResponse, SVGAError>) {
        self.outcome = outcome
        current = nil
    }

    private func networkError(_ reason: Message) -> SVGAError { .network(url: original.url, reason: reason) }

    // MARK: Request

    private func send() {
        // Returns the connection to the pool, so that the next request to the same server reuses it.
        current = nil
        (headerBytes, responseKind, expectedBytes, bytes) = (0, .unknown, nil, [])
        (hasRefusedAddress, hasOpenedSocket) = (false, false)
        let openSocket: curl_opensocket_callback = { context, _, address in HTTPTransfer.at(context).openSocket(address) }
        // The current request, and so every callback, ends before this object is deallocated.
        let callbacks = svga_curl_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            line_came: { bytes, size, count, context in
                HTTPTransfer.at(context).receiveHeaderLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            },
            bytes_came: { bytes, size, count, context in
                HTTPTransfer.at(context).receiveBytes(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            },
            open_socket: mayConnect == nil ? nil : openSocket)
        do throws(CurlError) {
            current = try CurlRequest(
                request, on: connections, callbacks: callbacks, signer: original.signer, isDirect: mayConnect != nil,
                connectTimeout: original.timeout)
        } catch {
            end(.failure(networkError(error.reason)))
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer {
        guard let context else { preconditionFailure("a callback without its context") }
        return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Makes a request for the record's URL conditional. At other URLs, the validators have no meaning and are removed.
    private static func setConditions(of record: HTTPRecord?, in request: inout WebRequest) {
        guard let record else { return }
        let isSameURL = request.url == record.url
        for (name, value) in record.conditions { request.set(name, isSameURL ? value : nil) }
    }

    /// Creates the socket of a connection, unless the address is refused.
    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let address, let networkAddress = NetworkAddress(address), mayConnect?(networkAddress) ?? true else {
            hasRefusedAddress = true
            return CURL_SOCKET_BAD
        }
        let opened = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        guard opened >= 0 else { return CURL_SOCKET_BAD }
        hasOpenedSocket = true
        guard fcntl(opened, F_SETFD, FD_CLOEXEC) == 0 else {
            close(opened)
            return CURL_SOCKET_BAD
        }
        return opened
    }

    // MARK: Response

    /// - Returns: whether to continue.
    private func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = .now
        headerBytes += line.count
        guard headerBytes <= HTTPTransfer.maximumHeaderBytes else {
            responseKind = .refused(networkError("more than \(HTTPTransfer.maximumHeaderBytes >> 10) KiB of header fields"))
            return false
        }
        // An empty line ends a header. Trailer fields after the body are ignored.
        guard case .unknown = responseKind, line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n"), let current else {
            return true
        }
        do throws(SVGAError) {
            return try receiveHeader(current)
        } catch {
            responseKind = .refused(error)
            return false
        }
    }

    private func receiveHeader(_ current: CurlRequest) throws(SVGAError) -> Bool {
        func read<Value>(_ value: () throws(CurlError) -> Value) throws(SVGAError) -> Value {
            do throws(CurlError) { return try value() } catch { throw networkError(error.reason) }
        }
        func field(_ name: String) throws(SVGAError) -> String? {
            try read { () throws(CurlError) in try current.field(name) }
        }
        let status = try read { () throws(CurlError) in try current.status }
        // Informational headers (1xx) may precede the response.
        guard status >= 200 else { return true }
        var fields: [String: String] = [:]
        for name in HTTPRecord.fieldNames { fields[name] = try field(name) }
        let header = HTTPHeader(
            status: status, url: request.url, fields: fields, requestedAt: requestedAt, receivedAt: original.now(),
            redirections: redirections)
        let length = try field("Content-Length").flatMap { Int($0) }
        if [301, 302, 303, 307, 308].contains(status), original.signer == nil, let location = try field("Location") {
            redirections.add(header)
            responseKind = .redirection(try redirected(status, to: location))
            // Does not wait for the body: ending the request costs only its connection.
            return length == 0
        }
        // A 206 (partial content) was not requested; a 304 is valid only with a record.
        let isConfirmation = status == 304 && (original.record != nil || original.isConditional)
        guard isConfirmation || (200..<300).contains(status) && status != 206 else {
            let retryAfter = try field("Retry-After").flatMap { HTTPDate.delay($0, from: original.now()) }
            throw SVGAError.http(status: status, url: original.url, retryAfter: retryAfter)
        }
        let encoding = try field("Content-Encoding")?.lowercased() ?? "identity"
        // The length in a 304 or in the answer to HEAD is that of a body that is not sent.
        if !isConfirmation, request.method != "HEAD", encoding == "identity", let length, length >= 0 {
            if length > original.limitBytes { throw SVGAError.tooLarge(name: original.url, limitBytes: original.limitBytes) }
            expectedBytes = length
        }
        responseKind = .accepted(header)
        return true
    }

    /// - Returns: whether to continue.
    private func receiveBytes(_ new: UnsafeRawBufferPointer) -> Bool {
        lastActivity = .now
        guard case .accepted = responseKind else { return false }
        let count = bytes.count + new.count
        guard count <= original.limitBytes else {
            responseKind = .refused(.tooLarge(name: original.url, limitBytes: original.limitBytes))
            return false
        }
        if count > bytes.capacity { bytes.reserveCapacity(max(count, min(2 * bytes.capacity, expectedBytes ?? original.limitBytes))) }
        bytes.append(contentsOf: new)
        return true
    }

    /// libcurl has ended the current request.
    func requestEnded(_ code: CURLcode) {
        switch responseKind {
        case .refused(let error): end(.failure(error))
        case .redirection(let next):
            request = next
            send()
        case .accepted(let header):
            if let expectedBytes, bytes.count < expectedBytes {
                end(.failure(.truncated(url: original.url, expectedBytes: expectedBytes, receivedBytes: bytes.count)))
            } else if code == CURLE_OK {
                end(.success(DownloadResponse(header: header, bytes: bytes)))
            } else {
                end(.failure(error(code)))
            }
        case .unknown: end(.failure(error(code)))
        }
    }

    private func error(_ code: CURLcode) -> SVGAError {
        if code == CURLE_OPERATION_TIMEDOUT { return .timedOut(url: original.url, limit: original.timeout) }
        if hasRefusedAddress, !hasOpenedSocket { return .refusedHost(url: original.url) }
        if code == CURLE_OK { return networkError("no response") }
        return networkError(current?.reason(code) ?? Message(cString: curl_easy_strerror(code)))
    }

    // MARK: Redirections

    /// The request to the target of a redirection.
    private func redirected(_ status: Int, to location: String) throws(SVGAError) -> WebRequest {
        redirectionCount += 1
        if redirectionCount > HTTPTransfer.maximumRedirections { throw networkError("too many redirects") }
        guard let address = WebAddress(location, relativeTo: request.url) else {
            throw networkError("redirected to something that is neither http nor https")
        }
        guard original.mayFollow(address) else { throw SVGAError.refusedRedirection(url: original.url) }
        var next = request
        next.url = address.text
        if status == 303 && request.method != "HEAD" || [301, 302].contains(status) && request.method == "POST" {
            next.method = "GET"
            next.body = nil
            for field in ["Content-Type", "Content-Length"] { next.set(field, nil) }
        }
        if WebAddress(request.url).map({ !address.isSameServer(as: $0) }) ?? true {
            // Credentials must not be sent to another server.
            for field in ["Authorization", "Cookie", "Proxy-Authorization"] { next.set(field, nil) }
        }
        HTTPTransfer.setConditions(of: original.record, in: &next)
        return next
    }
}

extension NetworkAddress {
    /// Nil for other address families.
    init?(_ address: UnsafeMutablePointer<curl_sockaddr>) {
        // libcurl declares the field with the type of the shortest family.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let start = UnsafeRawPointer(address).advanced(by: offset)
        let length = Int(address.pointee.addrlen)
        switch address.pointee.family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            self.init(bytes: withUnsafeBytes(of: start.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) })
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            self.init(bytes: withUnsafeBytes(of: start.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
        default: return nil
        }
    }
}
