@_exported public import SVGAAuthor
@_exported public import SVGACheck
@_exported public import SVGAEdit
@_exported public import SVGAEmulation
@_exported public import SVGAExport
@_exported public import SVGAFormat
@_exported public import SVGAImage
@_exported public import SVGAImport
@_exported public import SVGALoading
@_exported public import SVGALottie
@_exported public import SVGAModel
@_exported public import SVGAPixels
@_exported public import SVGAPlayback
@_exported public import SVGARender
@_exported public import SVGAVideo

extension ReplacementImage {
    /// Reads and decodes a picture file. The format is decided by the content, not by the name.
    /// - Throws: ``SVGAError/Kind/file`` if the file cannot be read, otherwise as `init(bytes:limits:)`.
    public init(path: String, limits: ReadLimits = .default) throws(SVGAError) {
        try self.init(bytes: try FileBytes.read(path: path, limits: limits), limits: limits)
    }
}
