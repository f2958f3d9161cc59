public import SVGAImage
public import SVGAModel
public import SVGAPixels
import SVGASupport

extension Pixmap {
    /// Writes the picture as a file, atomically; `-` is the standard output.
    /// - Throws: ``SVGAError/Kind/fileExists`` unless `overwrite`; errors of encoding and writing.
    public func write(to path: String, as format: PictureFormat, overwrite: Bool = false) throws(SVGAError) {
        let bytes = try encoding(frame: 0) { () throws(SVGAError) in try encoded(as: format) }
        try SVGAError.mapping(OutputFile(OutputDestination(path: path, overwrite: overwrite), holding: bytes).commit())
    }

    /// Writes the picture as a PNG file; see ``write(to:as:overwrite:)``.
    public func writePNG(to path: String, overwrite: Bool = false) throws(SVGAError) {
        try write(to: path, as: .png, overwrite: overwrite)
    }
}
