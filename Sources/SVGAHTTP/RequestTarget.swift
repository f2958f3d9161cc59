import SVGASupport

/// The parsed target of a request: `/TOKEN/api/movies/m3?size=240`.
package struct RequestTarget {
    /// The first path component, not decoded; empty if there is none.
    let token: String
    /// The decoded components after the token. None is empty, `.` or `..`, or contains a slash.
    let path: [String]
    /// Whether a slash or a path follows the token.
    let hasPath: Bool
    let query: [String: String]

    /// - Parameter text: the undecoded target.
    init(_ text: String) throws(HTTPError) {
        let halves = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        // The absolute form `http://host/path` is for proxies.
        guard let address = halves.first, address.first == UInt8(ascii: "/") else { throw RequestTarget.malformed }
        var parts = address.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        token = String(parts.removeFirst()) ?? ""
        hasPath = !parts.isEmpty
        if parts.last?.isEmpty == true { parts.removeLast() }
        path = try parts.map { (part) throws(HTTPError) in
            let name = try RequestTarget.decoded(part, plusIsSpace: false)
            guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")) else { throw .notFound }
            return name
        }
        var query: [String: String] = [:]
        if halves.count == 2 {
            for item in try RequestTarget.items(ofQuery: halves[1]) { query[item.name] = item.value }
        }
        self.query = query
    }

    /// A target for a handler that parses it itself.
    ///
    /// - Parameter text: the undecoded target. ``path`` has its components, not decoded, and ``query`` is empty.
    init(withoutToken text: String) throws(HTTPError) {
        let halves = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = halves.first, address.first == UInt8(ascii: "/"), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw RequestTarget.malformed
        }
        token = ""
        path = address.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String($0) ?? "" }
        hasPath = true
        query = [:]
    }

    /// The decoded names and values of a query, in their order.
    package static func items(
        ofQuery text: Substring.UTF8View, plusIsSpace: Bool = true
    ) throws(HTTPError) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = sides.count == 2 ? try decoded(sides[1], plusIsSpace: plusIsSpace) : ""
            items.append((try decoded(sides[0], plusIsSpace: plusIsSpace), value))
        }
        return items
    }

    private static let malformed = HTTPError(400, "the address is invalid")

    /// Decodes percent-encoding. Refuses invalid UTF-8, NUL and other control characters.
    package static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) throws(HTTPError) -> String {
        var bytes: [UInt8] = []
        var remaining = text
        while let byte = remaining.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = remaining.popFirst()?.hexDigit, let low = remaining.popFirst()?.hexDigit else { throw malformed }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let result = String(validating: bytes, as: UTF8.self), !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw malformed
        }
        return result
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? {
        Character(UnicodeScalar(self)).hexDigitValue.map { UInt8($0) }
    }
}
