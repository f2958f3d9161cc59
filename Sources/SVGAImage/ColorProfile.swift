package import SVGAModel
import SVGASupport

/// The color profile of an image. Decoding ignores profiles: it reads all colors as sRGB.
package enum ColorProfile {
    /// Profiles of monitors and cameras are smaller. The name is at the start of larger ones.
    private static let maximumBytes = 1 << 20

    /// Whether an image has a color profile other than sRGB, as far as the profile names itself.
    package static func isIgnored(in bytes: [UInt8], _ format: ImageEntity.Format) -> Bool {
        switch format {
        case .png: isIgnored(png: bytes)
        case .jpeg: isIgnored(jpeg: bytes)
        case .webp: isIgnored(webP: bytes)
        default: false
        }
    }

    private static func isIgnored(png bytes: [UInt8]) -> Bool {
        var at = PNGChunks.signature.count
        while at + 12 <= bytes.count {
            let length = PNGChunks.number(in: bytes, at: at)
            let type = bytes[at + 4..<at + 8]
            guard length <= bytes.count - at - 12, !type.elementsEqual("IDAT".utf8) else { return false }
            if type.elementsEqual("iCCP".utf8) {
                let chunk = bytes[at + 8..<at + 8 + length]
                // The name ends with a NUL, which the compression method follows.
                guard let end = chunk.firstIndex(of: 0), end + 2 < chunk.endIndex else { return false }
                return !isSRGB(chunk[..<end]) && !(inflated(chunk[(end + 2)...]).map { isSRGB($0[...]) } ?? false)
            }
            at += 12 + length
        }
        return false
    }

    private static func isIgnored(jpeg bytes: [UInt8]) -> Bool {
        let reader = ByteReader(bytes)
        let name = Array("ICC_PROFILE\0".utf8)
        var at = 2
        while let length = reader.big(at: at + 2, bytes: 2), bytes[at] == 0xFF {
            let end = at + 2 + length
            guard bytes[at + 1] != 0xDA, bytes[at + 1] != 0xD9, length >= 2, end <= bytes.count else { return false }
            if bytes[at + 1] == 0xE2, bytes[(at + 4)..<end].starts(with: name) { return !isSRGB(bytes[(at + 4)..<end]) }
            at = end
        }
        return false
    }

    private static func isIgnored(webP bytes: [UInt8]) -> Bool {
        let reader = ByteReader(bytes)
        var at = 12
        while let length = reader.little(at: at + 4, bytes: 4), length <= bytes.count - at - 8 {
            if bytes[at..<at + 4].elementsEqual("ICCP".utf8) { return !isSRGB(bytes[(at + 8)..<at + 8 + length]) }
            at += 8 + length + length % 2
        }
        return false
    }

    /// Whether a profile or its name contains "sRGB", in ASCII or UTF-16.
    private static func isSRGB(_ profile: ArraySlice<UInt8>) -> Bool {
        let bytes = profile.prefix(maximumBytes).filter { $0 != 0 }
        let name = Array("srgb".utf8)
        guard bytes.count >= name.count else { return false }
        return (0...bytes.count - name.count).contains { start in
            name.indices.allSatisfy { bytes[start + $0] | 0x20 == name[$0] }
        }
    }

    /// nil if the profile is invalid or too large.
    private static func inflated(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard let decompressor = LibdeflateDecompressor() else { return nil }
        var profile = [UInt8](repeating: 0, count: maximumBytes)
        let count = profile.withUnsafeMutableBytes { output -> Int? in
            bytes.withUnsafeBytes { input -> Int? in
                if case .complete(let stream) = decompressor.inflate(input, .zlib, into: output) { stream.count } else { nil }
            }
        }
        return count.map { Array(profile.prefix($0)) }
    }
}
