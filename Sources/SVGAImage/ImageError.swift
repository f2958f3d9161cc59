public import SVGAModel
import SVGAPlatform
import SVGASupport

/// Why a picture cannot be read or written. The description is one line for a person, without the image's key.
public enum SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that should hold the picture cannot be read.
    case file(reason: String)
    /// The payload is none of the formats of the Rules of rendering, section 3.
    case unknownFormat
    /// The payload ends before its picture does.
    case truncated(ImageEntity.Format)
    /// The payload breaks the rules of its format; `reason` is mostly the decoding library's own text.
    case broken(ImageEntity.Format, reason: String)
    /// A kind of this format that is not read, such as a BMP with run-length coding.
    case unsupported(ImageEntity.Format, reason: String)
    /// The picture has more pixels than ``ReadLimits/imagePixels``, or is a JPEG with so many scans that decoding is as much
    /// work; nothing was allocated for it.
    case limit(LimitExceeded)
    /// There is no memory for the decoded picture.
    case outOfMemory(bytes: Int)
    /// The picture cannot be written in this format; `reason` is mostly the encoding library's own text.
    case encoding(ImageEntity.Format, reason: String)
    /// The task was cancelled while the picture was being written.
    case cancelled

    /// One line for a person.
    public var description: String {
        switch self {
        case .file(let reason): return reason
        case .unknownFormat: return "neither PNG, JPEG, WebP, GIF nor BMP"
        case .truncated(let format): return "the \(format.title) is truncated"
        case .broken(let format, let reason): return "the \(format.title) is broken: \(reason)"
        case .unsupported(let format, let reason): return "this kind of \(format.title) cannot be read: \(reason)"
        case .limit(let limit): return limit.description
        case .outOfMemory(let bytes): return "no memory for \(bytes) bytes of pixels"
        case .encoding(let format, let reason): return "the \(format.title) cannot be written: \(reason)"
        case .cancelled: return "cancelled"
        }
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
        .encoding(format, reason: String(cString: strerror(ENOMEM)))
    }
}

extension ImageEntity.Format {
    /// The name as people write it.
    fileprivate var title: String {
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
