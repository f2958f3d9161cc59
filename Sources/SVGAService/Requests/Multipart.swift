import SVGASupport

/// The parts of a `multipart/form-data` body (RFC 7578).
struct Multipart: Sendable {
    private(set) var parts: [String: ArraySlice<UInt8>] = [:]

    private static let maximumParts = 64
    private static let maximumHead = 4096
    private static let lineEnd = Array("\r\n".utf8)

    /// - Parameter contentType: `multipart/form-data; boundary=…`.
    init(_ body: [UInt8], contentType: String) throws(ServiceError) {
        guard let boundary = Multipart.parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count) else {
            throw .invalid("the multipart body has no boundary")
        }
        let mark = Array("--\(boundary)".utf8)
        guard body.starts(with: mark) else { throw .invalid("the multipart body does not start with its boundary") }
        let separator = Multipart.lineEnd + mark
        var rest = body[mark.count...]
        while true {
            if rest.starts(with: "--".utf8) { return }
            guard rest.starts(with: Multipart.lineEnd) else { throw .invalid("the multipart body is broken") }
            rest = rest.dropFirst(2)
            guard let end = rest.firstRange(of: separator) else { throw .invalid("the multipart body is truncated") }
            try add(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
    }

    private mutating func add(_ part: ArraySlice<UInt8>) throws(ServiceError) {
        guard let end = part.prefix(Multipart.maximumHead).firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw .invalid("a part has no header")
        }
        let fields = String(decoding: part[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let disposition = fields.first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let disposition, let name = Multipart.parameter("name", of: String(disposition)), !name.isEmpty else {
            throw .invalid("a part has no name")
        }
        guard parts.count < Multipart.maximumParts, parts[name] == nil else {
            throw .invalid("there are too many parts, or two of one name")
        }
        parts[name] = part[end.upperBound...]
    }

    /// A parameter of a header field: `name="a"` or `name=a`.
    static func parameter(_ name: String, of field: String) -> String? {
        for part in field.fields(separatedBy: UInt8(ascii: ";")).dropFirst() {
            let text = part.drop { $0 == " " }
            guard text.lowercased().hasPrefix(name + "=") else { continue }
            let value = text.dropFirst(name.count + 1)
            guard value.hasPrefix("\"") else { return String(value) }
            return value.count >= 2 && value.hasSuffix("\"") ? String(value.dropFirst().dropLast()) : nil
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The first occurrence of a pattern that is not empty.
    fileprivate func firstRange(of pattern: [UInt8]) -> Range<Int>? {
        var start = startIndex
        while let found = self[start...].firstIndex(of: pattern[0]) {
            if self[found...].starts(with: pattern) { return found..<found + pattern.count }
            start = found + 1
        }
        return nil
    }
}
