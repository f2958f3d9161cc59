/// `api/jobs`: exports, optimising and comparing, with progress.
struct JobsAPI: Sendable {
    let library: MovieLibrary
    let uploads: Uploads
    let commands: any CommandLineAccess

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse { throw .notFound }
}
