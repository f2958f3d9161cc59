package import SVGAModel
import SVGASupport

/// An export with a limit of bytes.
package struct SizedExport: Sendable {
    /// Where the output goes; `-` is the standard output.
    package var path: String
    /// The most it may have, in bytes.
    package var targetBytes: Int
    package var overwrite = false
    package var search: SizeSearch

    package init(path: String, targetBytes: Int, overwrite: Bool = false, search: SizeSearch) {
        self.path = path
        self.targetBytes = targetBytes
        self.overwrite = overwrite
        self.search = search
    }

    /// One export of a search.
    package struct Attempt {
        package let effort: EncodingAttempt
        /// Of the sample, or of the whole.
        package let part: SizeSearch.Part
        /// Where the output goes: nothing is there.
        package let path: String
        /// 0 for the first one.
        package let number: Int
    }

    /// Exports again and again to find the best output that fits, and puts only that one at its place.
    /// - Parameters:
    ///   - losses: what smaller sizes and lower rates lose; called before the second attempt.
    ///   - similarity: reads what an attempt made and compares it with the original; nil: not known.
    ///   - attempt: exports.
    /// - Returns: the settings that fit, and the result.
    /// - Throws: ``SVGAError/Kind/tooLarge`` if none does; the errors of an attempt.
    package func export(
        losses: () throws(SVGAError) -> SizeLosses,
        similarity: @escaping (Attempt) async throws(SVGAError) -> Double?,
        attempt: @escaping (Attempt) async throws(SVGAError) -> ExportResult
    ) async throws(SVGAError) -> (effort: EncodingAttempt, result: ExportResult) {
        var kept: (folder: StagingFolder, result: ExportResult)?
        var made: (folder: StagingFolder, result: ExportResult)?
        var number = 0
        let found = try await search.run(
            target: targetBytes, losses: losses,
            encode: { (effort, part) throws(SVGAError) in
                let folder = try SVGAError.mapping(StagingFolder(for: path, overwrite: overwrite))
                let tried = Attempt(effort: effort, part: part, path: folder.path, number: number)
                number += 1
                let result: ExportResult
                do throws(SVGAError) {
                    result = try await attempt(tried)
                } catch {
                    guard case .file(let reason)? = error.detail else { throw error }
                    // The path of an attempt means nothing to the user.
                    throw .file(path: path, reason: reason)
                }
                if part == .whole {
                    if result.byteCount <= targetBytes { made = (folder, result) }
                    // The first is not compared: nothing is reduced. What is too large is not chosen.
                    if tried.number == 0 || result.byteCount > targetBytes { return AttemptResult(bytes: result.byteCount) }
                }
                return AttemptResult(bytes: result.byteCount, similarity: try await similarity(tried))
            }, choose: { kept = made })
        guard let effort = found.effort, let kept else { throw .targetSize(bytes: targetBytes, smallest: found.smallest) }
        try SVGAError.mapping(kept.folder.commit())
        return (effort, kept.result)
    }
}
