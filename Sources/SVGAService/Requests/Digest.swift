import CNettle
import SVGASupport

/// SHA-256 and HMAC by nettle.
enum Digest {
    private static let byteCount = 32

    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        svga_sha256(bytes, bytes.count, &digest)
        return digest
    }

    static func hmac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        svga_hmac_sha256(key, key.count, bytes, bytes.count, &digest)
        return digest
    }

    /// The time depends only on the counts.
    static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.count == second.count && svga_equal_in_constant_time(first, second, first.count) == 1
    }

    /// Base64 for URLs, without padding (RFC 4648, section 5).
    static func urlText(_ bytes: [UInt8]) -> String {
        let text = Base64.encoded(bytes).utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
