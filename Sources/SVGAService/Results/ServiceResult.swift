import SVGASupport
import SVGATasks

/// The bytes of a response with their type and warnings.
struct ServiceResult: Sendable {
    let bytes: [UInt8]
    /// The media type.
    let type: String
    /// For example `SVGA401;key=name`.
    var warnings: [String] = []

    /// Whether a browser may run the content.
    var isActive: Bool { type.hasPrefix("text/html") || type.hasPrefix("text/javascript") }
}

extension OutputFormat {
    /// The media type.
    var mediaType: String {
        switch self {
        case .png, .apng, .sheet, .contact: self == .apng ? "image/apng" : "image/png"
        case .jpg: "image/jpeg"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .jxl: "image/jxl"
        case .mp4: "video/mp4"
        case .webm: "video/webm"
        case .mov: "video/quicktime"
        case .y4m, .rgba: "application/octet-stream"
        case .html: "text/html; charset=utf-8"
        case .js: "text/javascript; charset=utf-8"
        case .wav: "audio/wav"
        }
    }

    /// Whether the output is one file. A sheet consists of pictures and JSON.
    var isOneFile: Bool { self != .sheet }
}

extension TaskNote {
    /// The warning as a part of the header `SVGA-Warnings`; nil for other notes.
    var headerText: String? {
        guard let warning else { return nil }
        // A key may have any characters, so it is percent-encoded: no header can be injected.
        return warning.code.name + (warning.key.map { ";key=" + $0.percentEncoded(keeping: "-._~") } ?? "")
    }
}
