import SVGAFormat
public import SVGAImage
public import SVGAModel
public import SVGARender

extension ReplacementImage {
    /// Reads and decodes a picture file, whatever its name says it is.
    /// - Throws: ``/SVGARender/ImageError/file(reason:)`` where it cannot be read, otherwise as for bytes.
    public init(path: String, limits: ReadLimits = .default) throws(ImageError) {
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try FileBytes.read(path: path, limits: limits)
        } catch {
            if case .limit(let limit) = error { throw .limit(limit) }
            throw .file(reason: error.description)
        }
        try self.init(bytes: bytes, limits: limits)
    }
}
