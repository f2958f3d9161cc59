import SVGALottie
import SVGAModel

/// What can be imported, by its bytes.
package enum ImportKind: Hashable, Sendable {
    case lottie
    case svg
    /// Moving or not, films too.
    case pictures(PictureKind)

    /// For messages.
    package var name: String {
        switch self {
        case .lottie: "Lottie"
        case .svg: "SVG"
        case .pictures(let kind): kind.rawValue
        }
    }

    /// - Throws: ``ImportError/unknownKind(found:)``.
    package init(_ bytes: [UInt8]) throws(ImportError) {
        guard let kind = ImportKind.sniff(bytes) else { throw .unknownKind(found: ImportKind.found(bytes)) }
        self = kind
    }

    private static func sniff(_ bytes: [UInt8]) -> ImportKind? {
        if let kind = PictureKind(bytes) { return .pictures(kind) }
        if LottieComposition.looksLikeLottie(bytes) { return .lottie }
        let start = text(bytes)
        if start.first == UInt8(ascii: "<"), start.prefix(64 << 10).firstRange(of: "<svg".utf8) != nil { return .svg }
        // A compressed SVG; what is in it says the rest.
        return bytes.starts(with: [0x1F, 0x8B]) ? .svg : nil
    }

    private static func text(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return start.drop { $0 <= 0x20 }
    }

    /// What bytes that cannot be imported look like, for a person.
    private static func found(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "the file is empty" }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a ZIP without an animation" }
        // A zlib header: two bytes that are a multiple of 31.
        if bytes.count > 1, bytes[0] == 0x78, (Int(bytes[0]) * 256 + Int(bytes[1])) % 31 == 0 {
            return "it looks like an SVGA movie already"
        }
        if text(bytes).first == UInt8(ascii: "{") { return "JSON that is no Lottie animation" }
        let start = bytes.prefix(8).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "neither Lottie, SVG, a video nor a picture; it starts with \(start.joined(separator: " "))"
    }
}
