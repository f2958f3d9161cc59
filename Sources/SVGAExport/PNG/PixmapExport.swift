import SVGAImage
public import SVGAPixels
import SVGARender

extension Pixmap {
    /// Writes the picture as a PNG file, whole or not at all; `-` is the standard output.
    /// - Throws: ``ExportError/exists(path:)`` unless `overwrite`, and what encoding and writing throw.
    public func writePNG(to path: String, overwrite: Bool = false) throws(ExportError) {
        let file = try OutputFile(path: path, overwrite: overwrite)
        try file.write(try encoding(frame: 0) { () throws(ImageError) in try pngData() })
        try file.commit()
    }
}
