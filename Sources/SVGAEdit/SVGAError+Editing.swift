package import SVGAModel
package import SVGASupport

/// The errors of editing, optimizing, unpacking and packing. After an error, an edited document is unchanged.
extension SVGAError {
    /// The new key is in use; `owner` describes its user.
    package static func keyTaken(key: String, owner: Message) -> SVGAError {
        SVGAError(.invalidRequest, "the key \"\(key)\" is taken: \(owner)", subject: .key(key), detail: .keyTaken)
    }

    /// The edit is not possible in this document.
    package static func invalid(reason: Message) -> SVGAError { SVGAError(.invalidRequest, reason, detail: .invalid(reason: reason)) }

    /// The bytes are not a known sound format (Rules of rendering, section 3).
    package static let notASound = SVGAError(.invalidFile, "neither MP3, AAC, WAV, Ogg, MP4 nor FLAC", detail: .notASound)

    /// Optimizing cannot reach the target with the requested similarity. `found` describes the smallest size and its parts. `minimumSimilarity` is
    /// nil if the target cannot be reached with any similarity.
    package static func target(bytes: Int?, decodedBytes: Int?, minimumSimilarity: Double?, found: Message) -> SVGAError {
        let means: Message =
            minimumSimilarity.map { "no reduction that keeps every frame at an SSIM of \($0)" } ?? "no reduction of colors and resolution"
        let sizes: [Message?] = [bytes.map { "\($0) bytes" }, decodedBytes.map { "\($0) bytes decoded" }]
        let goal = sizes.compactMap { $0 }.joined(separator: " and ")
        let text: Message = "\(means) reaches \(goal); the smallest found has \(found)"
        return SVGAError(
            .tooLarge, text,
            detail: .target(bytes: bytes, decodedBytes: decodedBytes, minimumSimilarity: minimumSimilarity, found: found))
    }

    /// The folder to unpack into is not empty.
    package static func folderNotEmpty(path: String) -> SVGAError {
        SVGAError(.fileExists, "\(path): it is not empty", subject: .path(path), detail: .folderNotEmpty(path: path))
    }

    /// A file of the folder cannot be read, or is not a regular file inside the folder; `reason` is usually the system's text.
    package static func readFile(path: String, reason: Message) -> SVGAError {
        SVGAError(.file, "\(path): \(reason)", subject: .path(path), detail: .readFile(path: path, reason: reason))
    }

    /// A file or folder cannot be written; `reason` is the system's text.
    package static func writeFile(path: String, reason: Message) -> SVGAError {
        SVGAError(.file, "\(path): \(reason)", subject: .path(path), detail: .writeFile(path: path, reason: reason))
    }

    /// The folder's `movie.json` is invalid. `location` is the member, for example `sprites[3].frames[12].layout`; it may be empty.
    package static func folder(location: String, line: Int, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, location.isEmpty ? "movie.json: \(reason) (line \(line))" : "movie.json: \(location): \(reason) (line \(line))",
            detail: .folder(location: location, line: line, reason: reason))
    }
}
