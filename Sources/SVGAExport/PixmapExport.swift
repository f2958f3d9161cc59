public import SVGARender

extension Pixmap {
    /// The same picture with straight alpha, each colour `round(colour × 255 / alpha)`; where alpha is 0, all four bytes are.
    ///
    /// Premultiplying the result gives this picture again, exactly.
    public func straightPixels() -> [UInt8] {
        var result = pixels
        result.withUnsafeMutableBufferPointer { bytes in
            for i in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = UInt32(bytes[i + 3])
                if alpha == 255 { continue }
                for channel in i..<i + 3 {
                    bytes[channel] = alpha == 0 ? 0 : UInt8(min(255, (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha))
                }
            }
        }
        return result
    }

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
