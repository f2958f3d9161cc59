package import SVGAModel
import SVGASupport

/// An export with a limit of bytes.
package struct SizedExport: Sendable {
    /// The path of the output; `-` is the standard output.
    package var path: String
    /// The maximum size, in bytes.
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
        package let settings: EncodingAttempt
        /// The frames to export.
        package let part: SizeSearch.Part
        /// The path of the output. No file exists there.
        package let path: String
        /// The number of earlier attempts.
        package let number: Int
        /// The size at which the export may end early, with an estimate of its entire size as the result's size; nil: it may not.
        package let maximumBytes: Int?
    }

    /// Exports several times to find the best output that fits, and moves only that output to its destination.
    /// - Parameters:
    ///   - losses: measures the losses by smaller sizes and lower frame rates; called before the second attempt.
    ///   - similarity: decodes the output of an attempt and compares it with the original; nil if that is not possible.
    ///   - attempt: exports.
    /// - Returns: the settings that fit, and the result.
    /// - Throws: ``SVGAError/Kind/tooLarge`` if none fit; the errors of an attempt.
    package func export(
        losses: () throws(SVGAError) -> SizeLosses,
        similarity: @escaping (Attempt) async throws(SVGAError) -> Double?,
        attempt: @escaping (Attempt) async throws(SVGAError) -> ExportResult
    ) async throws(SVGAError) -> (settings: EncodingAttempt, result: ExportResult) {
        var kept: (folder: StagingFolder, result: ExportResult)?
        var made: (folder: StagingFolder, result: ExportResult)?
        var number = 0
        let found = try await search.run(
            target: targetBytes, losses: losses,
            encode: { (settings, part, limit) throws(SVGAError) in
                let folder = try SVGAError.mapping(StagingFolder(for: path, overwrite: overwrite))
                let tried = Attempt(
                    settings: settings, part: part, path: folder.path, number: number, maximumBytes: number == 0 ? limit : nil)
                number += 1
                let result: ExportResult
                do throws(SVGAError) {
                    result = try await attempt(tried)
                } catch {
                    guard case .file(let reason)? = error.detail else { throw error }
                    // The error names the path of the output, because the user does not know the path of an attempt.
                    throw .file(path: path, reason: reason)
                }
                if part == .whole, result.byteCount <= targetBytes { made = (folder, result) }
                // The first attempt reduces nothing, and an output that is too large is never chosen. Neither needs a comparison.
                if tried.number == 0 { return AttemptResult(bytes: result.byteCount, isComplete: result.byteCount <= targetBytes) }
                if result.byteCount > limit { return AttemptResult(bytes: result.byteCount) }
                return AttemptResult(bytes: result.byteCount, similarity: try await similarity(tried))
            }, choose: { kept = made })
        guard let settings = found.settings, let kept else { throw .targetSize(bytes: targetBytes, smallest: found.smallest) }
        try SVGAError.mapping(kept.folder.commit())
        return (settings, kept.result)
    }
}
