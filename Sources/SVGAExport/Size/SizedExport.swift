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
        /// Where the output goes: nothing is there.
        package let path: String
        /// For ``ExportOptions/maximumBytes``; what gets larger ends early. nil: no limit.
        package let maximumBytes: Int?
        /// 0 for the first one.
        package let number: Int
    }

    /// Exports again and again to find the best output that fits, and puts only that one at its place.
    /// - Parameters:
    ///   - losses: what smaller sizes and lower rates lose; asked for before the second attempt.
    ///   - similarity: reads what a later attempt made and tells how much it looks like the original; nil: not known.
    ///   - attempt: exports. The progress that it saw last says how large what ended early would have become.
    /// - Returns: the effort that fits, and what it made.
    /// - Throws: ``ExportError/targetSize(bytes:smallest:)`` if none does; what an attempt throws, other than that it got too large.
    package func export(
        losses: () throws(ExportError) -> SizeLosses, similarity: (_ path: String) async throws(ExportError) -> Double?,
        attempt: (Attempt, _ progress: @escaping @Sendable (ExportProgress) -> Void) async throws(ExportError) -> ExportResult
    ) async throws(ExportError) -> (effort: EncodingAttempt, result: ExportResult) {
        var kept: (folder: StagingFolder, result: ExportResult)?
        var made: (folder: StagingFolder, result: ExportResult)?
        var number = 0
        let course = Locked(SizeCourse())
        let found = try await search.run(
            target: targetBytes, losses: losses,
            attempt: { (effort, isLimited) throws(ExportError) in
                let folder = try ExportError.mapping { () throws(FileError) in try StagingFolder(for: path, overwrite: overwrite) }
                let limit = isLimited ? SizedExport.limit(targetBytes) : nil
                let last = Locked<ExportProgress?>(nil)
                let tried = Attempt(effort: effort, path: folder.path, maximumBytes: limit, number: number)
                number += 1
                let result: ExportResult
                do throws(ExportError) {
                    result = try await attempt(tried) { progress in
                        last.withLock { $0 = progress }
                        if tried.maximumBytes == nil { course.withLock { $0.add(progress) } }
                    }
                } catch .tooLarge(let bytes, _) {
                    return AttemptResult(bytes: course.withLock { $0.whole(bytes, last.withLock { $0 }) }, isComplete: false)
                } catch .file(_, let reason) {
                    // The path of an attempt means nothing to anybody.
                    throw .file(path: path, reason: reason)
                }
                guard result.byteCount <= targetBytes else { return AttemptResult(bytes: result.byteCount) }
                made = (folder, result)
                // Where nothing is given up, nothing is to be compared.
                if tried.number == 0 { return AttemptResult(bytes: result.byteCount) }
                return AttemptResult(bytes: result.byteCount, similarity: try await similarity(folder.path))
            }, choose: { kept = made })
        guard let effort = found.effort, let kept else { throw .targetSize(bytes: targetBytes, smallest: found.smallest) }
        try ExportError.mapping { () throws(FileError) in try kept.folder.commit() }
        return (effort, kept.result)
    }

    /// An attempt that is larger still teaches nothing more.
    private static func limit(_ target: Int) -> Int { target > .max / 2 ? .max : 2 * target }
}

/// How the bytes of an output grow with its frames: mostly, the first frame takes more than the others.
package struct SizeCourse: Sendable {
    /// By frame, of the first output that was wholly written.
    private var bytes: [Int] = []

    package init() {}

    package mutating func add(_ progress: ExportProgress) {
        guard bytes.count < progress.framesTotal, progress.framesDone == bytes.count + 1 else { return }
        bytes.append(progress.byteCount)
    }

    /// How large an output would have become that was ended at a number of bytes.
    /// - Parameter progress: the last before it was ended; nil: there was none.
    package func whole(_ count: Int, _ progress: ExportProgress?) -> Int {
        guard let progress, progress.framesDone > 0 else { return count }
        // The frame that was too much is in the count.
        let share = Double(progress.framesDone + 1) / Double(progress.framesTotal)
        var grown = share
        if let last = bytes.last, last > 0 {
            let place = min(bytes.count - 1, max(0, Int(saturating: (share * Double(bytes.count)).rounded()) - 1))
            grown = Double(bytes[place]) / Double(last)
        }
        let estimate = Double(count) / max(grown, 0.001)
        return estimate < Double(Int.max / 2) ? max(count, Int(saturating: estimate.rounded())) : .max / 2
    }
}
