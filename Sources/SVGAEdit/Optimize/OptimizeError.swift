import SVGACheck
public import SVGAFormat
public import SVGARender

/// Why a movie could not be optimized. The description is one line for a person.
public enum OptimizeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input cannot be read.
    case read(ReadError)
    /// A frame cannot be drawn, so nothing can be proven about the output.
    case render(RenderError)
    /// The output cannot be written in its format.
    case write(WriteError)
    /// `keptKeys` names a key that no sprite has.
    case unknownKey(key: String, nearest: [String])
    /// No loss that the bound on similarity allows makes the file, or its decoded images, as small as this.
    case target(bytes: Int?, decodedBytes: Int?, minimumSimilarity: Double)
    /// The task was cancelled.
    case cancelled

    public var description: String {
        switch self {
        case .read(let error): error.description
        case .render(let error): error.description
        case .write(let error): error.description
        case .unknownKey(let key, _): "no sprite has the key \"\(key)\""
        case .target(let bytes, let decodedBytes, let similarity):
            "nothing that keeps every frame at an SSIM of \(similarity) makes it as small as "
                + [bytes.map { "\($0) bytes" }, decodedBytes.map { "\($0) bytes decoded" }].compactMap { $0 }.joined(separator: " and ")
        case .cancelled: "cancelled"
        }
    }
}
