import CCurl
import SVGASupport

/// An error of libcurl, or a missing libcurl. One line.
struct CurlError: Error {
    let reason: Message

    init(_ reason: Message) { self.reason = reason }

    static func check(_ code: CURLMcode) throws(CurlError) {
        if code != CURLM_OK { throw CurlError(Message(cString: curl_multi_strerror(code))) }
    }

    static func check(_ code: CURLcode) throws(CurlError) {
        if code != CURLE_OK { throw CurlError(Message(cString: curl_easy_strerror(code))) }
    }
}

/// The active requests and their connections, which later requests reuse.
///
/// Unchecked, because the compiler cannot verify this: one thread calls everything but `wake`, and any thread may call `curl_multi_wakeup`.
final class CurlConnections: @unchecked Sendable {
    fileprivate let handle: UnsafeMutableRawPointer

    /// The reason why libcurl cannot be used; it is loaded and initialized once.
    private static let problem: Message? = {
        if let problem = SystemLibrary.curl.problem() { return problem }
        let code = svga_curl_global_init()
        return code == CURLE_OK ? nil : Message(cString: curl_easy_strerror(code))
    }()

    /// - Parameter perHost: the maximum number of connections to one host; further requests wait.
    init(perHost: Int) throws(CurlError) {
        if let problem = CurlConnections.problem { throw CurlError(problem) }
        guard let handle = curl_multi_init() else { throw CurlError("out of memory for connections") }
        self.handle = handle
        try CurlError.check(svga_curl_limit_host(handle, perHost))
    }

    deinit {
        let code = curl_multi_cleanup(handle)
        precondition(code == CURLM_OK, "curl_multi_cleanup")
    }

    /// Reads and writes without waiting.
    func perform() throws(CurlError) {
        var running: Int32 = 0
        try CurlError.check(curl_multi_perform(handle, &running))
    }

    /// The next finished request: the context of its callbacks, and its result.
    func nextEnded() -> (context: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var context: UnsafeMutableRawPointer?
            let code = svga_curl_get_context(message.pointee.easy_handle, &context)
            guard code == CURLE_OK, let context else { preconditionFailure("a request without its context") }
            return (context, message.pointee.data.result)
        }
        return nil
    }

    /// Waits until a socket is ready, until the time is over, or until another thread calls ``wake()``.
    func wait(milliseconds: Int32) throws(CurlError) {
        try CurlError.check(curl_multi_poll(handle, nil, 0, milliseconds, nil))
    }

    /// Thread-safe.
    func wake() {
        let code = curl_multi_wakeup(handle)
        precondition(code == CURLM_OK, "curl_multi_wakeup")
    }
}

/// One active request, without redirections. Deallocation cancels it. Only the thread of its connections uses it.
final class CurlRequest {
    private let handle: UnsafeMutableRawPointer
    private let connections: CurlConnections
    /// libcurl's error text, more specific than the text of the error code.
    private let problem: UnsafeMutablePointer<CChar>
    private var fields: UnsafeMutablePointer<curl_slist>?

    /// - Parameters:
    ///   - callbacks: their context must outlive this object.
    ///   - signer: signs the request; nil for none.
    ///   - isDirect: ignores the proxies of the environment.
    init(
        _ request: WebRequest, on connections: CurlConnections, callbacks: svga_curl_callbacks, signer: RequestSigner?, isDirect: Bool,
        connectTimeout: Duration
    ) throws(CurlError) {
        guard let handle = curl_easy_init() else { throw CurlError("out of memory for a request") }
        self.handle = handle
        self.connections = connections
        problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        fields = nil
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // HTTPTransfer follows redirections, so that each is checked and has specific fields.
        try set(CURLOPT_FOLLOWLOCATION, 0)
        // Movies and images do not compress further. Compressed responses are decompressed and then counted.
        try set(CURLOPT_ACCEPT_ENCODING, "identity")
        try set(CURLOPT_USERAGENT, "SVGAKit")
        if isDirect { try set(CURLOPT_PROXY, "") }
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(saturating: min(connectTimeout / .milliseconds(1), Double(Int32.max)))))
        // The program handles signals.
        try set(CURLOPT_NOSIGNAL, 1)
        // Without this, a request that ends during a DNS lookup would block all others until the lookup ends.
        try set(CURLOPT_QUICK_EXIT, 1)
        try setMethod(request)
        if let signer {
            try set(CURLOPT_AWS_SIGV4, signer.scope)
            try set(CURLOPT_USERNAME, signer.key)
            try set(CURLOPT_PASSWORD, signer.secret)
        }
        try setFields(request)
        try CurlError.check(svga_curl_set_borrowed(handle, fields, problem))
        try CurlError.check(svga_curl_set_callbacks(handle, callbacks))
        try CurlError.check(curl_multi_add_handle(connections.handle, handle))
    }

    deinit {
        let code = curl_multi_remove_handle(connections.handle, handle)
        precondition(code == CURLM_OK, "curl_multi_remove_handle")
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
        problem.deallocate()
    }

    /// The status of the last response header; 0 before the first.
    var status: Int {
        get throws(CurlError) {
            var status = 0
            try CurlError.check(svga_curl_get_status(handle, &status))
            return status
        }
    }

    /// The value of a response field; several with one name are joined by commas. nil if there is none.
    func field(_ name: String) throws(CurlError) -> String? {
        var values: [String] = []
        var found: UnsafeMutablePointer<curl_header>?
        while true {
            switch curl_easy_header(handle, name, values.count, UInt32(CURLH_HEADER), -1, &found) {
            case CURLHE_OK:
                guard let found else { throw CurlError("no value of \(name)") }
                values.append(String(cString: found.pointee.value))
            case CURLHE_MISSING, CURLHE_NOHEADERS, CURLHE_BADINDEX: return values.isEmpty ? nil : values.joined(separator: ", ")
            case let code: throw CurlError("the response cannot be read (\(code.rawValue))")
            }
        }
    }

    /// The reason for the end of the request.
    func reason(_ code: CURLcode) -> Message {
        let text = Message(cString: problem)
        return text.isEmpty ? Message(cString: curl_easy_strerror(code)) : text
    }

    // MARK: Options

    private func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try CurlError.check(svga_curl_set_number(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(CurlError) {
        try CurlError.check(svga_curl_set_text(handle, option, value))
    }

    private func setMethod(_ request: WebRequest) throws(CurlError) {
        let method = request.method
        guard CurlRequest.isOneLine(method) else { throw CurlError("a method with control characters") }
        if let body = request.body ?? (["POST", "PUT", "PATCH"].contains(method) ? [] : nil) {
            // Without a pointer, libcurl would read the bytes later.
            let code =
                body.isEmpty
                ? svga_curl_set_body(handle, "", 0) : body.withUnsafeBytes { svga_curl_set_body(handle, $0.baseAddress, $0.count) }
            try CurlError.check(code)
            try set(CURLOPT_CUSTOMREQUEST, method)
        } else if method == "HEAD" {
            try set(CURLOPT_NOBODY, 1)
        } else if method != "GET" {
            try set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    private func setFields(_ request: WebRequest) throws(CurlError) {
        for (name, value) in request.fields where name.lowercased() != "accept-encoding" {
            guard CurlRequest.isOneLine(name), CurlRequest.isOneLine(value) else {
                throw CurlError("a header field with control characters")
            }
            // libcurl's notation for a field without a value.
            try addField(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
    }

    private func addField(_ line: String) throws(CurlError) {
        guard let longer = curl_slist_append(fields, line) else { throw CurlError("out of memory for header fields") }
        fields = longer
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7f }
    }
}
