package import SVGAFormat

/// A movie made from another kind of file, with what a person should know of it.
package struct Imported: Sendable {
    package var document: SVGADocument
    /// What the source was, such as `Lottie` or `GIF`.
    package var source: String
    /// What became a picture although the source draws it otherwise, each with its reason.
    package var rasterized: [Note] = []
    /// What the source holds and the movie shows differently or not at all, never silently.
    package var lost: [Note] = []

    /// A sentence about a part of the source.
    package struct Note: Hashable, Sendable {
        /// Such as `layer "Wings"`; empty for the file as a whole.
        package var location: String
        /// One clause without a full stop.
        package var message: String

        package init(location: String = "", _ message: String) {
            self.location = location
            self.message = message
        }
    }
}

/// Why a file could not be imported.
package enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are none of the kinds that can be imported; `found` names what they look like.
    case unknownKind(found: String)
    /// The bytes are a file of another kind, or one that was damaged in a known way.
    case otherFormat(FileKind)
    /// The source breaks the rules of its kind. `location` such as `layers[3].ks`, or empty.
    case broken(kind: String, location: String, reason: String)
    /// The source needs more than a limit allows.
    case limit(String)
    /// An option does not fit the source, such as `--alpha` for a Lottie.
    case unusable(option: String, reason: String)
    case cancelled

    package var description: String {
        switch self {
        case .unknownKind(let found): "cannot be imported: \(found)"
        case .otherFormat(let kind): "cannot be imported: it is \(kind)"
        case .broken(let kind, let location, let reason): "broken \(kind)" + (location.isEmpty ? "" : " at \(location)") + ": \(reason)"
        case .limit(let limit): limit
        case .unusable(let option, let reason): "\(option): \(reason)"
        case .cancelled: "cancelled"
        }
    }
}
