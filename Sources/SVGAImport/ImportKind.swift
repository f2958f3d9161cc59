import SVGAFormat
import SVGALottie
import SVGAModel
import SVGASupport

/// The importable file types, detected by their bytes.
package enum ImportKind: Hashable, Sendable {
    case lottie
    case svg
    /// Still or animated, including videos.
    case pictures(PictureKind)

    /// For messages.
    package var name: String {
        switch self {
        case .lottie: "Lottie"
        case .svg: "SVG"
        case .pictures(let kind): kind.rawValue
        }
    }

    /// - Parameter bytes: the decompressed bytes.
    /// - Throws: ``ImportError/unknownKind(found:)``, ``ImportError/otherFormat(_:)``.
    package init(_ bytes: [UInt8]) throws(ImportError) {
        guard let kind = ImportKind.sniff(bytes) else { throw ImportKind.unknown(bytes) }
        self = kind
    }

    private static func sniff(_ bytes: [UInt8]) -> ImportKind? {
        if let kind = PictureKind(bytes) { return .pictures(kind) }
        if LottieComposition.looksLikeLottie(bytes) { return .lottie }
        return FileSniffer.kind(of: bytes) == .svg ? .svg : nil
    }

    /// The error for bytes that cannot be imported.
    static func unknown(_ bytes: [UInt8]) -> ImportError {
        if bytes.isEmpty { return .unknownKind(found: "the file is empty") }
        if let kind = FileSniffer.kind(of: bytes) { return .otherFormat(kind) }
        if FileSniffer.isMovie(bytes) { return .unknownKind(found: "it is already an SVGA movie") }
        return .unknownKind(found: "neither a Lottie, an SVG, a video nor an image; it starts with \(bytes.prefix(8).hexadecimal)")
    }
}
