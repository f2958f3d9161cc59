public import Foundation
public import SVGAExport
public import SVGAFormat
public import SVGAImage
public import SVGALottie
public import SVGAModel
public import SVGAPixels
public import SVGARender

// The same functions for file URLs, and results as `Data`. What reads bytes takes `Data` too. An `SVGAParser` loads other URLs.

extension URL {
    /// - Returns: the path of a file URL.
    /// - Throws: ``SVGAError/Kind/file`` for another URL.
    fileprivate func filePath() throws(SVGAError) -> String {
        guard isFileURL else { throw SVGAError(.file, "\(absoluteString) is not a file URL", subject: .url(absoluteString)) }
        return path
    }
}

extension VideoEntity {
    /// Reads a movie from a file.
    /// - Throws: ``SVGAError/Kind/file`` if the URL is not a file URL; as ``init(path:options:)``.
    public init(contentsOf url: URL, options: ReadOptions = ReadOptions()) throws(SVGAError) {
        try self.init(path: try url.filePath(), options: options)
    }
}

extension SVGADocument {
    /// Reads a document from a file.
    /// - Throws: ``SVGAError/Kind/file`` if the URL is not a file URL; as ``init(path:options:)``.
    public init(contentsOf url: URL, options: ReadOptions = ReadOptions()) throws(SVGAError) {
        try self.init(path: try url.filePath(), options: options)
    }

    /// The bytes of a file that holds this document.
    /// - Throws: as ``write(as:options:)``.
    public func data(as format: MovieFormat, options: WriteOptions = WriteOptions()) throws(SVGAError) -> Data {
        Data(try write(as: format, options: options))
    }

    /// Writes the document into a file, which appears whole or not at all.
    /// - Throws: ``SVGAError/Kind/file`` if the URL is not a file URL; as ``write(to:as:options:overwrite:)``.
    public func write(
        to url: URL, as format: MovieFormat, options: WriteOptions = WriteOptions(), overwrite: Bool = false
    ) throws(SVGAError) {
        try write(to: try url.filePath(), as: format, options: options, overwrite: overwrite)
    }
}

extension ReplacementImage {
    /// Reads and decodes a picture file.
    /// - Throws: ``SVGAError/Kind/file`` if the URL is not a file URL; as ``init(path:limits:)``.
    public init(contentsOf url: URL, limits: ReadLimits = .default) throws(SVGAError) {
        try self.init(path: try url.filePath(), limits: limits)
    }
}

extension LottieAnimation {
    /// Reads an animation from a `.json`, `.lottie` or `.tgs` file.
    /// - Throws: ``SVGAError/Kind/file`` if the URL is not a file URL; as ``init(path:size:crop:background:limits:)``.
    public init(contentsOf url: URL, size: RenderOptions.OutputSize = .scale(1), limits: ReadLimits = .default) throws(SVGAError) {
        try self.init(path: try url.filePath(), size: size, limits: limits)
    }
}

extension Pixmap {
    /// The bytes of a picture file.
    /// - Throws: as ``encoded(as:)``.
    public func data(as format: PictureFormat = .png) throws(SVGAError) -> Data { Data(try encoded(as: format)) }
}

extension Exporter {
    /// Exports an animation to memory, as one file.
    /// - Throws: as ``bytes(of:as:options:progress:)``.
    public static func data(
        of animation: some PlayableAnimation, as format: ExportFormat, options: ExportOptions = ExportOptions()
    ) async throws(SVGAError) -> Data {
        Data(try await bytes(of: animation, as: format, options: options))
    }

    /// Exports an animation to a file.
    /// - Throws: ``SVGAError/Kind/file`` if the URL is not a file URL; as ``export(_:as:to:overwrite:options:progress:)``.
    public static func export(
        _ animation: some PlayableAnimation, as format: ExportFormat, to url: URL, overwrite: Bool = false,
        options: ExportOptions = ExportOptions()
    ) async throws(SVGAError) {
        try await export(animation, as: format, to: try url.filePath(), overwrite: overwrite, options: options)
    }
}
