/// `api/scenes` and `api/uploads`: movies with substitutions, their frames, and what is where in them.
struct ScenesAPI: Sendable {
    let library: MovieLibrary
    let commands: any CommandLineAccess
    let uploads = Uploads()

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse { throw .notFound }
}
