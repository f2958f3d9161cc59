package import SVGAModel
import SVGAPlatform
package import SVGASupport

/// Why a picture cannot be read or written. The description does not contain the image's key.
extension SVGAError {
    /// The payload is none of the formats of the Rules of rendering, section 3.
    package static let unknownFormat = SVGAError(.invalidFile, "neither PNG, JPEG, WebP, GIF nor BMP", detail: .unknownFormat)

    /// The payload ends before its picture does.
    package static func truncated(_ format: ImageEntity.Format) -> SVGAError {
        SVGAError(.invalidFile, "the \(format.title) is truncated", detail: .truncatedImage)
    }

    /// The payload breaks the rules of its format; `reason` is mostly the decoding library's own text.
    package static func broken(_ format: ImageEntity.Format, reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "the \(format.title) is invalid: \(reason)", detail: .broken(format, reason: reason))
    }

    /// A kind of this format that is not read, such as a BMP with run-length coding.
    package static func unsupported(_ format: ImageEntity.Format, reason: Message) -> SVGAError {
        SVGAError(
            .unsupported, "this kind of \(format.title) cannot be read: \(reason)", detail: .unsupportedImage(format, reason: reason))
    }

    /// Memory for the decoded picture ran out.
    package static func outOfMemory(bytes: Int) -> SVGAError {
        SVGAError(.encoding, "out of memory for \(bytes) bytes of pixels", detail: .outOfMemory)
    }

    /// The picture cannot be written in this format; `reason` is mostly the encoding library's own text.
    package static func encoding(_ format: ImageEntity.Format, reason: Message) -> SVGAError {
        SVGAError(.encoding, "the \(format.title) cannot be written: \(reason)", detail: .encoding(format, reason: reason))
    }

    /// To be asked before the functions of a library that reads pictures are called.
    /// - Throws: ``unsupported(_:reason:)`` where it is missing.
    static func check(_ library: SystemLibrary, toRead format: ImageEntity.Format) throws(SVGAError) {
        if let problem = library.problem() { throw .unsupported(format, reason: problem) }
    }

    /// To be asked before the functions of a library that writes pictures are called.
    /// - Throws: ``encoding(_:reason:)`` where it is missing.
    static func check(_ library: SystemLibrary, toWrite format: ImageEntity.Format) throws(SVGAError) {
        if let problem = library.problem() { throw .encoding(format, reason: problem) }
    }

    /// An encoder got no memory.
    static func noMemory(encoding format: ImageEntity.Format) -> SVGAError {
        .encoding(format, reason: errorText(ENOMEM))
    }
}

extension ImageEntity.Format {
    /// The name as people write it.
    fileprivate var title: Message {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .unknown: "image"
        }
    }
}
