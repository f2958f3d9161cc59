import SVGAHTTP
import SVGASupport
import SVGATasks

/// A job of the page: its request, progress and results.
final class Job: Sendable {
    enum Phase: String, Sendable { case running, done, failed, cancelled }

    struct File: Sendable {
        let name: String
        let bytes: Int
    }

    struct Progress: Sendable {
        var phase = Phase.running
        var done = 0
        var total = 0
        /// The task's messages, without warnings.
        var messages: [Message] = []
        var warnings: [TaskWarning] = []
        var files: [File] = []
        /// The identifier of the created movie in the library.
        var movie: String?
        /// The report of the task. Its JSON is in the language of the request.
        var report: (any JSONRepresentable & Sendable)?
    }

    let id: String
    let request: JobRequest
    /// The folder of the job's output files; removed with the job.
    let folder: PrivateFolder
    private let state = Locked(Progress())

    init(_ id: String, _ request: JobRequest) throws(PreviewError) {
        self.id = id
        self.request = request
        folder = try .forPreview()
    }

    var progress: Progress { state.withLock { $0 } }

    /// Changes the progress of a running job.
    /// - Returns: false if the job has ended; then nothing changes.
    @discardableResult
    func update(_ change: (inout Progress) -> Void) -> Bool {
        state.withLock { progress in
            guard progress.phase == .running else { return false }
            change(&progress)
            return true
        }
    }

    /// The total size of the job's files.
    var bytes: Int { progress.files.reduce(0) { $0 + $1.bytes } }

    /// The messages, one per line.
    private func text(_ progress: Progress, _ translate: ((_ key: String) -> String?)?) -> String {
        progress.messages.map { $0.text(translate).printable }.joined(separator: "\n")
    }

    func json(withReport: Bool) -> JSONValue {
        let progress = progress
        let members: JSONValue = [
            "job": id, "state": progress.phase.rawValue, "done": progress.done, "total": progress.total, "message": text(progress, nil),
            "chinese": text(progress) { ChineseMessages.table[$0] },
            "warnings": progress.warnings.map { $0.jsonOnPage },
            "files": progress.files.map { ["name": $0.name, "bytes": $0.bytes] as JSONValue }, "movie": progress.movie,
        ]
        guard withReport, case .object(let known) = members else { return members }
        return .object(known + [.init(name: "report", value: progress.report?.json ?? .null)])
    }
}

extension TaskWarning {
    /// The code, the key and the text in both languages, because the server does not have the page's language.
    var jsonOnPage: JSONValue {
        let message = text.onPage
        return [
            "code": code.name, "key": key, "message": message.text(nil).printable,
            "chinese": message.text { ChineseMessages.table[$0] }.printable,
        ]
    }
}
