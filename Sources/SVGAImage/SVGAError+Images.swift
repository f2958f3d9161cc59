package import SVGAModel
import SVGAPlatform
package import SVGASupport

/// The errors of reading and writing images. The description does not contain the image's key.
extension SVGAError {
    /// The payload has none of the formats of "Rules of rendering", section 3.
    package static let unknownFormat = SVGAError(.invalidFile, "neither PNG, JPEG, WebP, GIF nor BMP", detail: .unknownFormat)

    /// The payload ends before the end of its image.
    package static func truncated(_ format: ImageEntity.Format) -> SVGAError {
        SVGAError(.invalidFile, "the \(format.title) is truncated", detail: .truncatedImage)
    }

    /// The payload is invalid in its format; `reason` is usually the decoding library's text.
    package static func broken(_ format: ImageEntity.Format, reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "the \(format.title) is invalid: \(reason)", detail: .broken(format, reason: reason))
    }

    /// The variant of the format is not supported, for example a BMP with run-length coding.
    package static func unsupported(_ format: ImageEntity.Format, reason: Message) -> SVGAError {
        SVGAError(
            .unsupported, "this kind of \(format.title) cannot be read: \(reason)", detail: .unsupportedImage(format, reason: reason))
    }

    /// Memory for the decoded image could not be allocated.
    package static func outOfMemory(bytes: Int) -> SVGAError {
        SVGAError(.encoding, "out of memory for \(bytes) bytes of pixels", detail: .outOfMemory)
    }

    /// The image cannot be written in this format; `reason` is usually the encoding library's text.
    package static func encoding(_ format: ImageEntity.Format, reason: Message) -> SVGAError {
        SVGAError(.encoding, "the \(format.title) cannot be written: \(reason)", detail: .encoding(format, reason: reason))
    }

    /// Checks that a library can be loaded. Must be called before the library's decoding functions.
    /// - Throws: ``unsupported(_:reason:)`` if the library is missing.
    static func check(_ library: SystemLibrary, toRead format: ImageEntity.Format) throws(SVGAError) {
        if let problem = library.problem() { throw .unsupported(format, reason: problem) }
    }

    /// Checks that a library can be loaded. Must be called before the library's encoding functions.
    /// - Throws: ``encoding(_:reason:)`` if the library is missing.
    static func check(_ library: SystemLibrary, toWrite format: ImageEntity.Format) throws(SVGAError) {
        if let problem = library.problem() { throw .encoding(format, reason: problem) }
    }

    /// Memory for an encoder could not be allocated.
    static func noMemory(encoding format: ImageEntity.Format) -> SVGAError {
        .encoding(format, reason: errorText(ENOMEM))
    }
}

extension ImageEntity.Format {
    /// The name for people.
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
