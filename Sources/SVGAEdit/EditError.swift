public import SVGAFormat
public import SVGAImage
public import SVGAModel
public import SVGARender

/// Why a document cannot be edited, optimized, unpacked or packed. A document that was edited is then
/// unchanged. The description is one line for a person.
public enum SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No sprite, image or sound has the key; `nearest` are similar keys that exist.
    case unknownKey(key: String, nearest: [String])
    /// The new key is in use; `owner` says by what.
    case keyTaken(key: String, owner: String)
    /// The edit makes no sense for this document, or the bytes are no sound.
    case invalid(reason: String)
    /// The picture cannot be decoded.
    case image(SVGAError)
    /// The movie cannot be read or resolved, usually because it exceeds a limit.
    case read(SVGAError)
    /// The picture cannot be drawn for its place; or a frame cannot be drawn, so that an optimized movie cannot be compared.
    case render(SVGAError)
    /// The result cannot be written in its format.
    case write(SVGAError)
    /// The result would be larger than the limits allow, or the folder holds more.
    case limit(LimitExceeded)
    /// Optimizing cannot reach the target with the similarity that the options ask for; `found` says how small it gets, and what takes the
    /// bytes. `minimumSimilarity` is nil where no similarity would be low enough.
    case target(bytes: Int?, decodedBytes: Int?, minimumSimilarity: Double?, found: String)
    /// The folder to unpack into is not empty.
    case exists(path: String)
    /// A file of the folder cannot be read, or is not a regular file inside the folder; `reason` is mostly the system's own text.
    case readFile(path: String, reason: String)
    /// A file or folder cannot be written; `reason` is the system's own text.
    case writeFile(path: String, reason: String)
    /// The folder's `movie.json` is broken: `location` is the member, such as `sprites[3].frames[12].layout`, and may be empty.
    case folder(location: String, line: Int, reason: String)
    /// The task was cancelled.
    case cancelled

    /// The bytes are not a known sound format (Rules of rendering, section 3).
    package static let notASound = SVGAError.invalid(reason: "neither MP3, AAC, WAV, Ogg, MP4 nor FLAC")

    /// One line for a person.
    public var description: String {
        switch self {
        case .unknownKey(let key, let nearest):
            return "nothing has the key \"\(key)\""
                + (nearest.isEmpty ? "" : "; the nearest are " + nearest.map { "\"\($0)\"" }.joined(separator: ", "))
        case .keyTaken(let key, let owner): return "the key \"\(key)\" is taken: \(owner)"
        case .invalid(let reason): return reason
        case .image(let error): return error.description
        case .read(let error): return error.description
        case .render(let error): return error.description
        case .write(let error): return error.description
        case .limit(let limit): return limit.description
        case .target(let bytes, let decodedBytes, let similarity, let found):
            return (similarity.map { "nothing that keeps every frame at an SSIM of \($0)" } ?? "no loss of colours and pixels")
                + " makes it as small as "
                + [bytes.map { "\($0) bytes" }, decodedBytes.map { "\($0) bytes decoded" }].compactMap { $0 }.joined(separator: " and ")
                + "; the smallest found has \(found)"
        case .exists(let path): return "\(path): there is something in it already"
        case .readFile(let path, let reason), .writeFile(let path, let reason): return "\(path): \(reason)"
        case .folder(let location, let line, let reason):
            return "movie.json: " + (location.isEmpty ? "" : "\(location): ") + "\(reason) (line \(line))"
        case .cancelled: return "cancelled"
        }
    }
}
