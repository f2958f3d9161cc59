import SVGASupport
package import SVGATasks

/// The keys that sign requests. Each key is accepted, so that keys can be rotated: add the new key, let clients use it, and remove the old key.
package struct SigningKeys: Sendable {
    private let keys: [[UInt8]]

    private static let minimumBytes = 16
    private static let maximumCount = 64

    /// Parses a key file: one key in hexadecimal per line. Empty lines and lines that start with `#` are ignored.
    /// - Parameter file: the name of the file, for errors.
    package init(parsing text: [UInt8], file: String) throws(TaskError) {
        var keys: [[UInt8]] = []
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let digits = line.filter { ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
            guard let first = digits.first, first != UInt8(ascii: "#") else { continue }
            guard let key = SigningKeys.bytes(ofDigits: digits), key.count >= SigningKeys.minimumBytes else {
                throw .input(
                    file: file, message: "line \(index + 1) is not a key: at least \(SigningKeys.minimumBytes) bytes in hexadecimal",
                    advice: "make one with openssl rand -hex 32")
            }
            keys.append(key)
        }
        guard !keys.isEmpty, keys.count <= SigningKeys.maximumCount else {
            throw .input(file: file, message: "a key file has 1 to \(SigningKeys.maximumCount) keys, not \(keys.count)")
        }
        self.keys = keys
    }

    /// The signature with the first key, for a URL.
    package func signature(of text: String) -> String { Digest.urlText(Digest.hmac(Array(text.utf8), key: keys[0])) }

    /// Whether one of the keys has made the signature. The time does not depend on the signature.
    func accepts(_ signature: String, of text: String) -> Bool {
        let (given, message) = (Array(signature.utf8), Array(text.utf8))
        return keys.reduce(false) { isAccepted, key in
            let expected = Array(Digest.urlText(Digest.hmac(message, key: key)).utf8)
            return Digest.areEqual(given, expected) || isAccepted
        }
    }

    private static func bytes(ofDigits digits: [UInt8]) -> [UInt8]? {
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else { return nil }
            // `UInt8("+f", radix: 16)` is 15.
            guard digits[start] != UInt8(ascii: "+") else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
