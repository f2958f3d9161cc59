/// `api/movies`, `api/summaries`, `api/vocabulary`, `api/events`: what there is, and what is in it.
struct MoviesAPI: Sendable {
    let library: MovieLibrary
    let commands: any CommandLineAccess

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse { throw .notFound }
}
