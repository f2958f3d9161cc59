import SVGAModel

/// The movies that the page can see: the files that were named, those in the folders that were named, and uploads. The page knows them by
/// identifiers only, so no request can name a path.
final class MovieLibrary: Sendable {
    init(paths: [String], limits: ReadLimits) throws(PreviewError) {}
}
