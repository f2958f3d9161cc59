import SVGAHTTP
import SVGAModel
import SVGASupport
import SVGATasks

/// A batch of the page: its movies, its progress, and a row of results for each movie that is done.
final class MovieBatch: Sendable {
    enum Phase: String, Sendable {
        case waiting, running
        /// The archive is written.
        case packing
        case done, cancelled

        var isUnfinished: Bool { [.waiting, .running, .packing].contains(self) }
    }

    private struct State {
        var phase = Phase.waiting
        /// The index of the next movie.
        var next = 0
        /// In the order in which they were finished.
        var rows: [BatchRow] = []
        /// The progress of the running jobs, by their movies' indices.
        var running: [Int: (done: Int, total: Int)] = [:]
        var archive: Job.File?
        var packed = 0
        /// Why the batch was stopped, or why the archive is missing.
        var problem: Message = ""
        var fileBytes = 0
        // Of the rows, because an event follows each frame of a job.
        var failed = 0
        var bytesBefore = 0
        var bytesAfter = 0
    }

    /// The maximum total size of a batch's files; the archive has the same size again.
    private static let maximumFileBytes = 2 << 30

    let id: String
    let request: BatchRequest
    let entries: [MovieLibrary.Entry]
    /// The folder of the archive; removed with the batch.
    let folder: PrivateFolder
    private let state = Locked(State())

    init(_ id: String, _ request: BatchRequest, _ entries: [MovieLibrary.Entry]) throws(PreviewError) {
        (self.id, self.request, self.entries) = (id, request, entries)
        folder = try .forPreview()
    }

    var phase: Phase { state.withLock { $0.phase } }
    var rows: [BatchRow] { state.withLock { $0.rows } }
    var archive: Job.File? { state.withLock { $0.archive } }

    /// The size of all files on disk.
    var bytes: Int { state.withLock { $0.fileBytes + ($0.archive?.bytes ?? 0) } }

    func row(_ index: Int) -> BatchRow? { state.withLock { state in state.rows.first { $0.index == index } } }

    /// - Returns: false if the batch has ended.
    @discardableResult
    func enter(_ phase: Phase) -> Bool {
        state.withLock { state in
            guard state.phase.isUnfinished else { return false }
            state.phase = phase
            state.running = [:]
            return true
        }
    }

    /// The index of a movie that no worker has; nil if there is none.
    func takeNext() -> Int? {
        state.withLock { state in
            guard state.next < entries.count, state.problem.isEmpty else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func update(_ index: Int, done: Int, total: Int) {
        state.withLock { state in
            if state.phase == .running { state.running[index] = (done, total) }
        }
    }

    /// Adds the results of a movie.
    func finish(_ row: BatchRow) {
        state.withLock { state in
            state.running[row.index] = nil
            state.rows.append(row)
            if row.state == .failed { state.failed += 1 }
            if row.state == .done, let before = row.bytesBefore, let after = row.bytesAfter {
                state.bytesBefore += before
                state.bytesAfter += after
            }
            state.fileBytes += row.files.reduce(0) { $0 + $1.bytes }
            if state.fileBytes > MovieBatch.maximumFileBytes { state.problem = "the files became too large, and the batch was stopped" }
        }
    }

    /// Adds rows for the movies that were not processed.
    func cancelRemaining() {
        state.withLock { state in
            let done = Set(state.rows.map(\.index))
            for index in entries.indices where !done.contains(index) { state.rows.append(BatchRow(index: index, state: .cancelled)) }
            state.next = entries.count
        }
    }

    func packed(_ count: Int) { state.withLock { $0.packed = count } }

    /// Replaces the row of a movie whose file cannot be packed.
    func fail(_ index: Int, _ reason: Message) {
        state.withLock { state in
            guard let position = state.rows.firstIndex(where: { $0.index == index }) else { return }
            if state.rows[position].state != .failed { state.failed += 1 }
            state.rows[position].state = .failed
            state.rows[position].messages = [reason]
        }
    }

    /// The file of a movie was replaced.
    func replaced(_ index: Int, backup: String) {
        state.withLock { state in
            guard let position = state.rows.firstIndex(where: { $0.index == index }) else { return }
            state.rows[position].backup = backup
        }
    }

    func end(_ archive: Job.File?, problem: Message = "", isCancelled: Bool) {
        state.withLock { state in
            state.archive = archive
            if !problem.isEmpty { state.problem = problem }
            state.phase = isCancelled ? .cancelled : .done
            state.running = [:]
        }
    }

    // MARK: JSON

    /// - Parameter first: the number of rows that the page has; nil: without rows, for an event.
    func json(rowsFrom first: Int?) -> JSONValue {
        let state = state.withLock { $0 }
        var members: [JSONValue.Member] = [
            .init(name: "batch", value: .string(id)), .init(name: "kind", value: .string(request.kind.rawValue)),
            .init(name: "state", value: .string(state.phase.rawValue)),
            .init(name: "done", value: .integer(state.phase == .packing ? state.packed : state.rows.count)),
            .init(name: "total", value: .integer(entries.count)),
            .init(name: "failed", value: .integer(state.failed)),
            .init(name: "bytesBefore", value: .integer(state.bytesBefore)),
            .init(name: "bytesAfter", value: .integer(state.bytesAfter)),
            .init(name: "archive", value: state.archive.map { ["name": $0.name, "bytes": $0.bytes] as JSONValue } ?? .null),
            .init(name: "message", value: .string(state.problem.text(nil).printable)),
            .init(name: "chinese", value: .string(state.problem.text { ChineseMessages.table[$0] }.printable)),
            .init(
                name: "running",
                value: .array(
                    state.running.sorted { $0.key < $1.key }.map { index, progress in
                        ["index": index, "done": progress.done, "total": progress.total] as JSONValue
                    })),
        ]
        guard let first else { return .object(members) }
        members.append(.init(name: "rows", value: .array(state.rows.dropFirst(max(0, first)).map(\.json))))
        members.append(.init(name: "movies", value: first > 0 ? .null : .array(entries.map(\.json))))
        return .object(members)
    }
}

/// The results of a batch for one movie.
struct BatchRow: Sendable {
    enum State: String, Sendable { case done, failed, cancelled }

    struct Player: Sendable {
        let name: String
        /// How it shows the movie: of a check, only after.
        let before: String?
        let after: String
    }

    let index: Int
    var state: State
    var bytesBefore: Int?
    var bytesAfter: Int?
    /// Of the decoded images.
    var memoryBefore: Int?
    var memoryAfter: Int?
    /// The lowest similarity of a frame (SSIM); nil if frames were not compared.
    var similarity: Double?
    /// The numbers of errors, warnings and notes of the result, or of the movie for a check.
    var findings: [Int]?
    /// The codes of errors and warnings, each once.
    var codes: [String] = []
    var players: [Player] = []
    /// nil without a budget.
    var budget: BudgetReport?
    var messages: [Message] = []
    var warnings: [TaskWarning] = []
    /// The job with its files; nil if there are none.
    var job: Job?
    /// The name of the old file, after the movie's file was replaced; nil before.
    var backup: String?

    var files: [Job.File] { job?.progress.files ?? [] }

    init(index: Int, state: State) { (self.index, self.state) = (index, state) }

    private func text(_ translate: ((_ key: String) -> String?)?) -> String {
        messages.map { $0.text(translate).printable }.joined(separator: "\n")
    }

    var json: JSONValue {
        [
            "index": index, "state": state.rawValue, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter, "memoryBefore": memoryBefore,
            "memoryAfter": memoryAfter, "similarity": similarity,
            "findings": findings.map { ["errors": $0[0], "warnings": $0[1], "infos": $0[2]] as JSONValue } ?? .null, "codes": codes,
            "players": players.map { ["player": $0.name, "before": $0.before, "after": $0.after] as JSONValue },
            "budget": budget.map { report -> JSONValue in
                let excess = report.excess
                return [
                    "isWithin": report.isWithin, "message": excess.text(nil).printable,
                    "chinese": excess.text { ChineseMessages.table[$0] }.printable,
                ]
            } ?? .null,
            "message": text(nil), "chinese": text { ChineseMessages.table[$0] }, "warnings": warnings.map(\.jsonOnPage),
            "files": files.map { ["name": $0.name, "bytes": $0.bytes] as JSONValue }, "backup": backup,
        ]
    }
}
