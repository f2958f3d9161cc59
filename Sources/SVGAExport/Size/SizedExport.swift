/// An export that is not to be larger than so many bytes.
public struct SizedExport: Sendable {
    /// Where the output goes; `-` is the standard output.
    public var path: String
    /// The most it may have, in bytes.
    public var targetBytes: Int
    public var overwrite = false
    public var search: SizeSearch

    public init(path: String, targetBytes: Int, overwrite: Bool = false, search: SizeSearch) {
        self.path = path
        self.targetBytes = targetBytes
        self.overwrite = overwrite
        self.search = search
    }

    /// Attempts an export until it finds the best one that fits, and puts only that one at its place.
    /// - Parameter attempt: exports with an effort to a path where nothing is, and with ``ExportOptions/maximumBytes`` being
    ///   ``targetBytes``, so that what gets too large ends early.
    /// - Returns: the effort that fits, and what it made.
    /// - Throws: ``ExportError/targetSize(bytes:)`` if none does; what an attempt throws, other than that it got too large.
    public func export(
        _ attempt: (ExportEffort, _ path: String) async throws(ExportError) -> ExportResult
    ) async throws(ExportError) -> (effort: ExportEffort, result: ExportResult) {
        var kept: (folder: StagingFolder, result: ExportResult)?
        let effort = try await search.run { effort throws(ExportError) in
            let folder = try StagingFolder(for: path, overwrite: overwrite)
            let result: ExportResult
            do throws(ExportError) {
                result = try await attempt(effort, folder.path)
            } catch .tooLarge {
                return false
            }
            guard result.byteCount <= targetBytes else { return false }
            kept = (folder, result)
            return true
        }
        guard let effort, let kept else { throw .targetSize(bytes: targetBytes) }
        try kept.folder.commit()
        return (effort, kept.result)
    }
}
