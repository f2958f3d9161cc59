public import SVGAFormat
public import SVGAImage
public import SVGAModel
public import SVGARender

/// Why a document cannot be changed as asked; it is then as it was before. The description is one line for a person.
public enum EditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No sprite, image or sound has the key; `nearest` are keys that exist.
    case unknownKey(key: String, nearest: [String])
    /// The key that is to be given belongs to something else already, which `owner` says.
    case keyTaken(key: String, owner: String)
    /// What is asked for makes no sense for this document.
    case invalid(reason: String)
    /// The picture to put in cannot be decoded.
    case image(ImageError)
    /// The bytes to put in are no sound this project knows (Rules of rendering, section 3).
    case notASound
    /// The movie cannot be resolved, mostly because it is larger than the limits.
    case read(ReadError)
    /// The picture to put in cannot be prepared for its place.
    case render(RenderError)
    /// The picture to put in cannot be encoded.
    case encode(ImageError)
    /// The changed movie would be larger than allowed.
    case limit(LimitExceeded)

    public var description: String {
        switch self {
        case .unknownKey(let key, let nearest):
            return "nothing has the key \"\(key)\""
                + (nearest.isEmpty ? "" : "; the nearest are " + nearest.map { "\"\($0)\"" }.joined(separator: ", "))
        case .keyTaken(let key, let owner): return "the key \"\(key)\" is taken: \(owner)"
        case .invalid(let reason): return reason
        case .image(let error): return error.description
        case .notASound: return "neither MP3, AAC, WAV, Ogg, MP4 nor FLAC"
        case .read(let error): return error.description
        case .render(let error): return error.description
        case .encode(let error): return error.description
        case .limit(let limit): return limit.description
        }
    }
}
