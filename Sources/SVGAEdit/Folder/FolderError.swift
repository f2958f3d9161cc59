import SVGAFormat
public import SVGAModel

/// Why a document cannot be unpacked into a folder or packed from one. The description is one line for a person.
public enum FolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something is there already that would be overwritten.
    case exists(path: String)
    /// A file or folder cannot be written; `reason` is the system's text.
    case write(path: String, reason: String)
    /// A file of the folder cannot be read, or is none that may be.
    case read(path: String, reason: String)
    /// `movie.json` is broken: `place` is the member, such as `sprites[3].frames[12].layout`, and may be empty.
    case movie(place: String, line: Int, reason: String)
    /// The folder holds more than the limits allow.
    case limit(LimitExceeded)
    /// The task was cancelled; nothing is left behind.
    case cancelled

    public var description: String {
        switch self {
        case .exists(let path): "\(path): there is something in it already"
        case .write(let path, let reason), .read(let path, let reason): "\(path): \(reason)"
        case .movie(let place, let line, let reason):
            "movie.json: " + (place.isEmpty ? "" : "\(place): ") + "\(reason) (line \(line))"
        case .limit(let limit): limit.description
        case .cancelled: "cancelled"
        }
    }

    /// What the older readers throw; `line` says where an offset is.
    init(_ error: ReadError, place: String, line: (Int) -> Int) {
        switch error {
        case .limit(let limit): self = .limit(limit)
        case .json(let offset, let reason): self = .movie(place: place, line: line(offset), reason: reason)
        default: self = .movie(place: place, line: 1, reason: error.description)
        }
    }
}
