import SVGASupport

/// Accepts only requests with the token that do not come from another site's page.
///
/// Pages of other sites can send requests to this machine, but do not have the token. `Host` detects DNS rebinding. `Origin` and `Sec-Fetch-Site`
/// detect cross-site forms and fetches.
struct RequestGuard: Sendable {
    /// 32 random hexadecimal digits; empty if the handler checks requests itself.
    let token: String
    private let host: String
    private let port: Int
    private let refused: HTTPError
    private let access: HTTPServer.Access
    let methods: [String]

    /// - Parameter advice: says where to get the correct URL.
    init(host: String, port: Int, advice: Message, access: HTTPServer.Access = .token) {
        self.host = host
        self.port = port
        self.access = access
        refused = HTTPError(403, "refused", advice: advice)
        methods = access == .token ? ["GET", "HEAD", "POST", "DELETE"] : ["GET", "HEAD", "POST"]
        guard access == .token else {
            token = ""
            return
        }
        token = (0..<16).map { _ in UInt8.random(in: 0...255) }.hexadecimal
    }

    /// Checks a request and parses its target.
    func target(method: String, address: String, headers: [(name: String, value: String)]) throws(HTTPError) -> RequestTarget {
        func values(_ name: String) -> [String] { headers.filter { $0.name.lowercased() == name }.map(\.value) }
        let hosts = values("host")
        guard hosts.count == 1, let host = hosts.first else { throw HTTPError(400, "a request must have one Host header") }
        // A proxy passes the name of the public host.
        guard access == .anyHost || isOwn(host) else { throw refused }
        guard access == .token else {
            // A proxy that reads the other field would take the rest of the body for a second request.
            let lengths = values("content-length").count + values("transfer-encoding").count
            guard lengths <= 1, values("transfer-encoding").allSatisfy({ $0.lowercased() == "chunked" }) else {
                throw HTTPError(400, "a request has one Content-Length or Transfer-Encoding header")
            }
            guard methods.contains(method) else { throw HTTPError(405, "the method \(method) is not supported") }
            return try RequestTarget(withoutToken: address)
        }
        guard values("origin").allSatisfy({ $0 == "http://\(host)" }) else { throw refused }
        guard values("sec-fetch-site").allSatisfy({ $0 == "same-origin" || $0 == "none" }) else { throw refused }
        let target = try RequestTarget(address)
        guard hasToken(target) else { throw refused }
        guard methods.contains(method) else { throw HTTPError(405, "the method \(method) is not supported") }
        return target
    }

    /// Compares in constant time, so that the duration reveals nothing about the token.
    private func hasToken(_ target: RequestTarget) -> Bool {
        let given = Array(target.token.utf8)
        let right = Array(token.utf8)
        guard given.count == right.count else { return false }
        return zip(given, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a `Host` header names this server. A foreign name that resolves to this machine does not.
    private func isOwn(_ text: String) -> Bool {
        let suffix = ":\(port)"
        // Browsers omit port 80.
        guard text.hasSuffix(suffix) || port == 80 else { return false }
        let name = (text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text).lowercased()
        if name == "localhost" || name == "127.0.0.1" || name == RequestGuard.urlHost(host) { return true }
        // A server on all interfaces cannot list its names. A numeric address is accepted, because DNS rebinding needs a name.
        guard host == "0.0.0.0" || host == "::" else { return false }
        let isIPv6 = name.hasPrefix("[") && name.hasSuffix("]") && name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return isIPv6 || numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
    }

    /// The host in a URL: IPv6 is in brackets.
    static func urlHost(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
