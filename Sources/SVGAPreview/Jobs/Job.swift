import SVGAHTTP
import SVGASupport

/// One run of a command for the page: what is asked, how far it is, and what it made.
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
        /// What the command said: lines for a person.
        var message = ""
        var files: [File] = []
        /// The movie that was made, in the library.
        var movie: String?
        /// What the command printed as JSON.
        var report: JSONValue?
    }

    let id: String
    let request: JobRequest
    /// For what the job writes; goes with the job.
    let folder: PrivateFolder
    private let state = Locked(Progress())

    init(_ id: String, _ request: JobRequest) throws(PreviewError) {
        self.id = id
        self.request = request
        folder = try .forPreview()
    }

    var progress: Progress { state.withLock { $0 } }

    /// Changes what is known of a job that still runs.
    /// - Returns: false where the job has ended already: nothing is changed then.
    @discardableResult
    func update(_ change: (inout Progress) -> Void) -> Bool {
        state.withLock { progress in
            guard progress.phase == .running else { return false }
            change(&progress)
            return true
        }
    }

    /// Of the files that it keeps.
    var bytes: Int { progress.files.reduce(0) { $0 + $1.bytes } }

    func json(withReport: Bool) -> JSONValue {
        let progress = progress
        let members: JSONValue = [
            "job": id, "state": progress.phase.rawValue, "done": progress.done, "total": progress.total, "message": progress.message,
            "files": progress.files.map { ["name": $0.name, "bytes": $0.bytes] as JSONValue }, "movie": progress.movie,
        ]
        guard withReport, case .object(let known) = members else { return members }
        return .object(known + [.init(name: "report", value: progress.report.json)])
    }
}
