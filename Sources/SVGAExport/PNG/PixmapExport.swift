public import SVGAPixels
import SVGARender

extension Pixmap {
    /// The picture as a PNG file with straight alpha.
    /// - Throws: ``ExportError/encode(frame:reason:)``.
    public func pngData(_ encoder: PNGEncoder = PNGEncoder()) throws(ExportError) -> [UInt8] {
        try straightPixels().withUnsafeBufferPointer { (bytes) throws(ExportError) in
            try encoder.encode(UnsafeRawBufferPointer(bytes), width: width, height: height)
        }
    }

    /// Writes the picture as a PNG file, whole or not at all; `-` is the standard output.
    /// - Throws: ``ExportError/exists(path:)`` unless `overwrite`, and what encoding and writing throw.
    public func writePNG(to path: String, overwrite: Bool = false) throws(ExportError) {
        let file = try OutputFile(path: path, overwrite: overwrite)
        try file.write(try pngData())
        try file.commit()
    }
}
