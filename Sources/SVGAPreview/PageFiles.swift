import CSVGAPage

/// The page's own files, which are part of the program.
enum PageFiles {
    static func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse { throw .notFound }
}
