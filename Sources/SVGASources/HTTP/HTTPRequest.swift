import CCurl
import SVGASupport

/// A request to an `http` or `https` URL.
package struct WebRequest: Sendable {
    /// Percent-encoded.
    package var url: String
    package var method = "GET"
    package private(set) var fields: [String: String] = [:]
    package var body: [UInt8]?

    package init(url: String) { self.url = url }

    /// Sets or removes a header field, whose name may be in any case.
    package mutating func set(_ name: String, _ value: String?) {
        for other in fields.keys where other.lowercased() == name.lowercased() { fields[other] = nil }
        fields[name] = value
    }
}

/// The parts of an `http` or `https` URL, as libcurl reads them: the check of a URL and its request use the same parser.
package struct WebAddress: Hashable, Sendable {
    /// The complete URL, with a lowercase host, without dot segments and without a fragment.
    package let text: String
    /// Lowercase.
    package let scheme: String
    /// Lowercase; an IPv6 address has brackets.
    package let host: String
    /// nil: the scheme's, also if the URL contains it.
    package let port: String?
    /// Percent-encoded; begins with a slash.
    package let path: String
    package let hasCredentials: Bool
    package let hasQuery: Bool
    package let hasFragment: Bool

    /// - Parameter base: the URL that a relative one, for example of a redirection, refers to.
    /// - Returns: nil for an invalid URL, one without a host, or one with another scheme.
    package init?(_ text: String, relativeTo base: String? = nil) {
        // libcurl reads a C string. It stores the URL in one allocation, which it limits to 8 MB.
        guard SystemLibrary.curl.problem() == nil, !text.utf8.contains(0), let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        if let base, curl_url_set(handle, CURLUPART_URL, base, 0) != CURLUE_OK { return nil }
        guard curl_url_set(handle, CURLUPART_URL, text, base == nil ? 0 : UInt32(CURLU_URLENCODE)) == CURLUE_OK else { return nil }
        func part(_ part: CURLUPart) -> String? {
            var found: UnsafeMutablePointer<CChar>?
            guard curl_url_get(handle, part, &found, 0) == CURLUE_OK, let found else { return nil }
            defer { curl_free(found) }
            return String(cString: found)
        }
        guard let scheme = part(CURLUPART_SCHEME)?.lowercased(), scheme == "http" || scheme == "https",
            let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty, let whole = part(CURLUPART_URL)
        else { return nil }
        (self.scheme, self.host) = (scheme, host)
        port = part(CURLUPART_PORT).flatMap { $0 == (scheme == "http" ? "80" : "443") ? nil : $0 }
        path = part(CURLUPART_PATH) ?? "/"
        hasCredentials = part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil
        let query = part(CURLUPART_QUERY)
        hasQuery = query != nil
        hasFragment = part(CURLUPART_FRAGMENT) != nil
        let server = "\(scheme)://\(host)" + (port.map { ":" + $0 } ?? "")
        self.text = hasCredentials ? whole : server + path + (query.map { "?" + $0 } ?? "")
    }

    package func isSameServer(as other: WebAddress) -> Bool { scheme == other.scheme && host == other.host && port == other.port }

    /// The scheme, host and port: `https://host:8443`.
    package var origin: String { "\(scheme)://\(host)" + (port.map { ":" + $0 } ?? "") }

    /// Whether the path is below another URL's. Percent-encoded dot segments, which a server may resolve, are refused.
    package func isBelow(_ prefix: WebAddress) -> Bool {
        guard isSameServer(as: prefix), path.utf8.starts(with: prefix.path.utf8) else { return false }
        return !path.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
            let plain = String(decoding: segment, as: UTF8.self).lowercased().replacingDots
            return plain == "." || plain == ".."
        }
    }
}

extension String {
    /// The text with each `%2e` as a dot.
    fileprivate var replacingDots: String {
        var (text, rest) = ("", self[...])
        while !rest.isEmpty {
            if rest.hasPrefix("%2e") {
                text += "."
                rest = rest.dropFirst(3)
            } else {
                text.append(rest.removeFirst())
            }
        }
        return text
    }
}
