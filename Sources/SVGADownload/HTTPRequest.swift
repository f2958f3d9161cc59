import CCurl

/// A request to a server: URL, method, header fields and body.
package struct HTTPRequest: Sendable {
    package var url: String
    package var method: String
    package private(set) var fields: [String: String]
    package var body: [UInt8]?

    package init(url: String, method: String = "GET", fields: [String: String] = [:], body: [UInt8]? = nil) {
        (self.url, self.method, self.fields, self.body) = (url, method, fields, body)
    }

    /// Sets the value of a header field, or removes the field. The case of names is ignored.
    mutating func setField(_ name: String, _ value: String?) {
        for old in fields.keys where old.lowercased() == name.lowercased() { fields[old] = nil }
        fields[name] = value
    }
}

/// A request with its limits.
package struct DownloadRequest: Sendable {
    package let request: HTTPRequest
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

    package init(
        _ request: HTTPRequest, record: HTTPRecord? = nil, limitBytes: Int, timeout: Duration, idleLimit: Duration,
        now: @escaping @Sendable () -> Int
    ) {
        (self.request, self.record, self.limitBytes) = (request, record, limitBytes)
        (self.timeout, self.idleLimit, self.now) = (timeout, idleLimit, now)
    }

    /// For errors.
    var url: String { request.url }
}

/// A complete response: a success with its body, or a 304 without one.
package struct DownloadResponse: Sendable {
    package var header: HTTPHeader
    package var bytes: [UInt8]
}

/// An absolute `http` or `https` URL, as libcurl reads it.
struct HTTPAddress {
    let text: String
    /// Scheme, host and port, in lower case.
    let server: [String]

    /// - Parameter base: resolves a relative reference.
    /// - Returns: nil if the text is not a URL of these schemes with a host.
    init?(_ reference: String, relativeTo base: String? = nil) {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        // As browsers do, characters that a URL must not have are encoded.
        let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)
        for part in [base, reference].compactMap({ $0 }) {
            guard curl_url_set(handle, CURLUPART_URL, part, flags) == CURLUE_OK else { return nil }
        }
        func read(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text)
        }
        guard let text = read(CURLUPART_URL), let scheme = read(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme),
            let host = read(CURLUPART_HOST)?.lowercased(), !host.isEmpty, let port = read(CURLUPART_PORT, CURLU_DEFAULT_PORT)
        else { return nil }
        self.text = text
        server = [scheme, host, port]
    }
}
