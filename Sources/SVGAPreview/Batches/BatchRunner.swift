import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// Runs the jobs of a batch, a few at once, and packs their files.
struct BatchRunner: Sendable {
    let library: MovieLibrary
    let uploads: Uploads
    let summaries: MovieSummaries
    /// The limits with which each result is compared; nil: none.
    let budget: BudgetTask.Loaded?

    /// Each worker holds a movie in memory.
    private static let maximumWorkers = 4
    /// The maximum size of a file that is packed.
    private static let maximumFileBytes = 2 << 30

    /// - Parameter onChange: called after each change of the batch.
    func run(_ batch: MovieBatch, onChange: @escaping @Sendable () -> Void) async {
        guard batch.enter(.running) else { return }
        onChange()
        let workers = Parallel.workers(BatchRunner.maximumWorkers, count: min(batch.entries.count, Processors.count))
        let jobs = JobRunner(library: library, uploads: uploads, batchThreads: max(1, Processors.count / workers))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    while !Task.isCancelled, let index = batch.takeNext() {
                        var row = await self.row(index, of: batch, jobs, onChange)
                        if Task.isCancelled, row.state == .failed { row = BatchRow(index: index, state: .cancelled) }
                        batch.finish(row)
                        IdleMemory.returnFreeMemory()
                        onChange()
                    }
                }
            }
        }
        let isCancelled = Task.isCancelled
        batch.cancelRemaining()
        // The files of what was done before the end are packed, too. Not in this task, whose cancellation would stop the reading.
        await Task.detached { finish(batch, isCancelled: isCancelled, onChange) }.value
        onChange()
    }

    // MARK: One movie

    private func row(
        _ index: Int, of batch: MovieBatch, _ jobs: JobRunner, _ onChange: @escaping @Sendable () -> Void
    ) async -> BatchRow {
        let entry = batch.entries[index]
        var row = BatchRow(index: index, state: .done)
        row.bytesBefore = entry.version.bytes
        do throws(PreviewError) {
            if let request = batch.request.job {
                let job = try Job("\(batch.id)-\(index)", JobRequest(request, movie: entry.id))
                await jobs.run(job) {
                    let progress = job.progress
                    batch.update(index, done: progress.done, total: progress.total)
                    onChange()
                    if jobs.isTooLarge(job) {
                        job.update { ($0.phase, $0.messages) = (.failed, ["it became too large, and was stopped"]) }
                    }
                }
                try add(job, to: &row, jobs)
            } else if batch.request.kind == .check {
                try check(entry, batch.request.checkOptions, &row)
            } else {
                // Only whether it can be read: it is packed later.
                _ = try library.openFile(entry.id)
                row.bytesAfter = entry.version.bytes
            }
        } catch {
            row.state = .failed
            row.messages = [[error.message, error.advice].filter { !$0.isEmpty }.joined(separator: "; ")]
        }
        return row
    }

    /// Adds the results of a job.
    private func add(_ job: Job, to row: inout BatchRow, _ jobs: JobRunner) throws(PreviewError) {
        let progress = job.progress
        (row.messages, row.warnings) = (progress.messages, progress.warnings)
        guard progress.phase == .done else {
            row.state = progress.phase == .cancelled ? .cancelled : .failed
            return
        }
        row.job = job
        row.bytesAfter = progress.files.reduce(0) { $0 + $1.bytes }
        switch progress.report {
        case let report as OptimizeReport:
            (row.memoryBefore, row.memoryAfter) = (report.decodedBytesBefore, report.decodedBytesAfter)
            row.similarity = report.lowestSimilarity
            row.messages += report.notes
        case let report as FixReport:
            // A repair is kept only if no frame differs visibly, which is not a number.
            row.similarity = report.changes.isEmpty ? 1 : nil
            row.players = report.players.map {
                BatchRow.Player(name: $0.player.name, before: $0.before.verdict.outcome.rawValue, after: $0.after.verdict.outcome.rawValue)
            }
        default: return
        }
        guard let file = progress.files.first else { return }
        try addFindings(of: jobs.read(file.name, of: job), name: file.name, OptionObject([]), &row)
    }

    private func check(_ entry: MovieLibrary.Entry, _ options: OptionObject, _ row: inout BatchRow) throws(PreviewError) {
        let report = try addFindings(of: library.bytes(of: entry.id), name: entry.name, options, &row)
        row.memoryBefore = report.decodedImageBytes
        row.players = report.players.map { BatchRow.Player(name: $0.player.name, before: nil, after: $0.outcome.rawValue) }
    }

    /// Adds the findings and the verdict of the budget on a movie.
    @discardableResult
    private func addFindings(
        of bytes: [UInt8], name: String, _ options: OptionObject, _ row: inout BatchRow
    ) throws(PreviewError) -> ValidationReport {
        let common = CommonOptions(limits: library.limits)
        let report = try PreviewError.running { () throws(TaskError) in
            try ValidateTask(options, common: common).run(bytes, name: name).report
        }
        row.findings = [report.errors, report.warnings, report.infos]
        var known: Set<String> = []
        row.codes = report.findings.filter { $0.severity != .info && known.insert($0.code).inserted }.map(\.code)
        if let budget {
            row.budget = try PreviewError.running { () throws(TaskError) in try budget.run(bytes, name: name) }
        }
        return report
    }

    // MARK: The archive

    private func finish(_ batch: MovieBatch, isCancelled: Bool, _ onChange: @Sendable () -> Void) {
        guard batch.phase == .running else { return }
        let isCopy = batch.request.kind == .copy
        guard isCopy ? !isCancelled : batch.rows.contains(where: { !$0.files.isEmpty }) else {
            return batch.end(nil, isCancelled: isCancelled)
        }
        batch.enter(.packing)
        onChange()
        do throws(PreviewError) {
            batch.end(try pack(batch, onChange), isCancelled: isCancelled)
        } catch {
            batch.end(nil, problem: error.message, isCancelled: isCancelled)
        }
    }

    /// - Returns: nil without files.
    private func pack(_ batch: MovieBatch, _ onChange: @Sendable () -> Void) throws(PreviewError) -> Job.File? {
        do throws(SVGAError) {
            let name = "movies.zip"
            let output = try SVGAError.mapping(try OutputFile(path: "\(batch.folder.path)/\(name)"))
            var archive = ZipFileWriter(output)
            var names = ArchiveNames()
            var count = 0
            let rows = batch.rows.sorted { $0.index < $1.index }
            for (position, row) in rows.enumerated() where row.state == .done {
                count += try pack(row, of: batch, &names, &archive)
                batch.packed(position + 1)
                onChange()
            }
            guard count > 0 else { return nil }
            try archive.finish()
            let size = FilePath("\(batch.folder.path)/\(name)").status.map { Int($0.st_size) } ?? 0
            return Job.File(name: name, bytes: size)
        } catch {
            throw PreviewError(503, "the files cannot be packed: \(error.message)")
        }
    }

    /// - Returns: the number of packed files.
    private func pack(
        _ row: BatchRow, of batch: MovieBatch, _ names: inout ArchiveNames, _ archive: inout ZipFileWriter
    ) throws(SVGAError) -> Int {
        let entry = batch.entries[row.index]
        let stem = stem(of: entry, number: row.index + 1, batch.request.names)
        if batch.request.kind == .copy {
            let bytes: [UInt8]
            do throws(PreviewError) {
                bytes = try library.openFile(entry.id).bytes(library.limits)
            } catch {
                batch.fail(row.index, error.message)
                return 0
            }
            let ending = FilePath(entry.name).extension.map { ".\(ArchiveNames.safe($0))" } ?? ""
            try archive.add(ArchiveEntry(name: names.take(stem, ending: ending, in: entry.folder), bytes: bytes))
            return 1
        }
        guard let job = row.job else { return 0 }
        let files = row.files
        // Several files, such as the frames of a sequence, are in a folder.
        let folder = files.count > 1 ? names.take(stem, ending: "", in: entry.folder) : nil
        for file in files {
            let bytes: [UInt8]
            do throws(PreviewError) {
                bytes = try OpenFile(file.name, in: job.folder).bytes(fileLimits)
            } catch {
                batch.fail(row.index, error.message)
                return 0
            }
            let parts = FilePath(file.name).splitAtExtension
            let name = folder.map { names.take(parts.before, ending: parts.rest, in: $0) }
            try archive.add(ArchiveEntry(name: name ?? names.take(stem, ending: parts.rest, in: entry.folder), bytes: bytes))
        }
        return files.count
    }

    private var fileLimits: ReadLimits {
        var limits = library.limits
        limits.inputBytes = BatchRunner.maximumFileBytes
        return limits
    }

    /// The name of a movie's file by a pattern, without an extension.
    func stem(of entry: MovieLibrary.Entry, number: Int, _ pattern: NamePattern) -> String {
        let dimensions = pattern.needsDimensions ? summaries.summary(entry, []).dimensions : nil
        return pattern.stem(of: entry, number: number, dimensions)
    }
}
