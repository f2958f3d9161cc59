public import SVGAModel

/// Why an image cannot be decoded. The description is one line for a person, without the image's key.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that should hold the picture cannot be read.
    case file(reason: String)
    /// The payload is none of the formats of Rules of rendering, section 3.
    case unknownFormat
    /// The payload ends before its picture does.
    case truncated(ImageEntity.Format)
    /// The payload breaks the rules of its format; `reason` is mostly the decoding library's own text.
    case broken(ImageEntity.Format, reason: String)
    /// A kind of this format that is not read, such as a BMP with run-length coding.
    case unsupported(ImageEntity.Format, reason: String)
    /// The picture is larger than ``/SVGAModel/ReadLimits/imagePixels``; nothing was allocated for it.
    case limit(LimitExceeded)
    /// There is no memory for the decoded picture.
    case outOfMemory(bytes: Int)

    public var description: String {
        switch self {
        case .file(let reason): return reason
        case .unknownFormat: return "neither PNG, JPEG, WebP, GIF nor BMP"
        case .truncated(let format): return "the \(format.title) is truncated"
        case .broken(let format, let reason): return "the \(format.title) is broken: \(reason)"
        case .unsupported(let format, let reason): return "this kind of \(format.title) cannot be read: \(reason)"
        case .limit(let limit): return limit.description
        case .outOfMemory(let bytes): return "no memory for \(bytes) bytes of pixels"
        }
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
