import SVGAHTTP
import SVGAPlatform
import SVGASupport

/// `api/jobs`: export, optimization and comparison with progress.
struct JobsAPI: Sendable {
    private let store: JobStore

    init(library: MovieLibrary, uploads: Uploads, events: EventStreams) {
        store = JobStore(JobRunner(library: library, uploads: uploads), events)
    }

    /// Cancels all jobs.
    func close() { store.close() }

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse {
        let path = Array(request.path.dropFirst(2))
        switch (request.method, path.count) {
        case ("POST", 0):
            let job = try store.start(try JobRequest(request.body))
            return .json(["job": job.id])
        case ("GET", 1): return .json(try store.job(path[0]).json(withReport: true))
        case ("DELETE", 1):
            let job = try store.job(path[0])
            store.cancel(job)
            return .json(job.json(withReport: false))
        case ("GET", 3) where path[1] == "files": return try file(path[2], of: try store.job(path[0]))
        case (_, 0), (_, 1): throw PreviewError(405, "a job does not support this")
        default: throw .notFound
        }
    }

    private func file(_ index: String, of job: Job) throws(PreviewError) -> HTTPResponse {
        let files = job.progress.files
        guard let index = Int(index), files.indices.contains(index) else { throw PreviewError.noFile }
        let name = files[index].name
        let stream = FileStream(try OpenFile(name, in: job.folder))
        let disposition = "attachment; filename*=UTF-8''\(name.percentEncoded(keeping: "-_."))"
        return HTTPResponse(
            type: "application/octet-stream", headers: [("Content-Disposition", disposition)], body: .stream(stream))
    }
}
