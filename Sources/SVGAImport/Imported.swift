package import SVGAFormat
package import SVGAModel
package import SVGASupport

/// A movie created from another file type, with notes for the user.
package struct Imported: Sendable {
    package var document: SVGADocument
    /// The document as a 2.x file, if the import encoded it to measure its size; else nil.
    package var encoded: [UInt8]?
    /// The type of the source, such as `Lottie` or `GIF`.
    package var source: String
    /// The parts that became pictures although the source draws them as vectors, each with its reason.
    package var rasterized: [Note] = []
    /// The parts of the source that the movie shows differently or not at all.
    package var lost: [Note] = []

    /// A sentence about a part of the source.
    package struct Note: Hashable, Sendable {
        /// Such as `layer "Wings"`; empty for the whole file.
        package var location: Message
        /// One clause without a full stop.
        package var message: Message

        package init(location: Message = "", _ message: Message) {
            self.location = location
            self.message = message
        }
    }
}

/// An option that an error refers to.
package enum ImportOption: String, Sendable {
    case key, quality, alpha, fps, size
    case targetSize = "target-size"
}

/// The reason why a file could not be imported.
package enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes have no importable type; `found` names the detected type.
    case unknownKind(found: Message)
    /// The bytes have another known file type, or are damaged in a known way.
    case otherFormat(FileKind)
    /// The source violates its format. `location` such as `layers[3].ks`, or empty.
    case broken(kind: Message, location: String, reason: Message)
    /// The source exceeds a limit.
    case limit(Message)
    /// An option cannot be used as requested: it does not apply to the source, such as an alpha for a Lottie, or its value is wrong.
    case unusableOption(ImportOption, value: String = "", reason: Message)
    /// Something that is not an option cannot be used, such as a pattern of file names.
    case unusable(String, reason: Message)
    case cancelled

    package var description: String { message.description }

    package var message: Message {
        switch self {
        case .unknownKind(let found): "cannot be imported: \(found)"
        case .otherFormat(let kind): "cannot be imported: it is \(kind.message)"
        case .broken(let kind, let location, let reason):
            location.isEmpty ? "invalid \(kind): \(reason)" : "invalid \(kind) at \(location): \(reason)"
        case .limit(let limit): limit
        case .unusableOption(let option, let value, let reason):
            value.isEmpty ? "\(option.rawValue): \(reason)" : "\(option.rawValue) \(value): \(reason)"
        case .unusable(let subject, let reason): "\(subject): \(reason)"
        case .cancelled: "cancelled"
        }
    }
}

extension SVGADocument {
    /// The document as a 2.x file, to measure its size.
    func encodedByImport() throws(ImportError) -> [UInt8] {
        do throws(SVGAError) {
            return try write(as: .v2)
        } catch {
            throw .limit(error.message)
        }
    }
}
