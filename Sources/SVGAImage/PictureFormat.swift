public import SVGAModel
public import SVGAPixels
import SVGASupport

/// A format for one picture with its options; see ``Pixmap/encoded(as:)``.
public enum PictureFormat: Hashable, Sendable {
    /// Lossless, with alpha; 8 bits per channel.
    case png
    /// Small, for photos, without alpha.
    /// - Parameters:
    ///   - quality: 1 (smallest) to 100 (best). Below 90, chroma has half the resolution.
    ///   - background: the color below the picture; its alpha is ignored.
    case jpeg(quality: Int = 85, background: SVGAColor = .white)
    /// Small, with alpha.
    /// - Parameter quality: nil: lossless. 0 (smallest) to 100 (best): colors are lossy with half the chroma resolution. Alpha is exact
    ///   from 92 on, has 32 steps at 75, and fewer below 60. A picture that is smaller without loss is lossless.
    case webP(quality: Int? = nil)
}

extension Pixmap {
    /// Encodes the picture to the bytes of a file.
    /// - Throws: ``SVGAError/Kind/encoding``, for example if a side is longer than the format allows (16,383 pixels in WebP, 65,500
    ///   in JPEG); ``SVGAError/Kind/cancelled`` if the task is canceled while WebP is written.
    public func encoded(as format: PictureFormat) throws(SVGAError) -> [UInt8] {
        switch format {
        case .png: return try pngData()
        case .jpeg(let quality, let background):
            return try flattened(over: background).withUnsafeBufferPointer { (bytes) throws(SVGAError) in
                try JPEGEncoder(quality: quality).encode(UnsafeRawBufferPointer(bytes), width: width, height: height)
            }
        case .webP(let quality):
            return try straightPixels().withUnsafeBufferPointer { (bytes) throws(SVGAError) in
                try WebPEncoder(options: WebPOptions(quality: quality))
                    .encode(UnsafeRawBufferPointer(bytes), width: width, height: height)
            }
        }
    }

    /// The picture over a color, whose alpha is ignored. The alpha bytes are 255.
    private func flattened(over background: SVGAColor) -> [UInt8] {
        func byte(_ value: Double) -> Int { value > 0 ? Int(saturating: (min(value, 1) * 255).rounded()) : 0 }
        let below = [byte(background.red), byte(background.green), byte(background.blue)]
        var result = pixels
        result.withUnsafeMutableBufferPointer { bytes in
            for start in stride(from: 0, to: bytes.count, by: 4) {
                let uncovered = 255 - Int(bytes[start + 3])
                bytes[start + 3] = 255
                if uncovered == 0 { continue }
                for channel in 0..<3 {
                    let color = Int(bytes[start + channel]) + (below[channel] * uncovered + 127) / 255
                    bytes[start + channel] = UInt8(min(255, color))
                }
            }
        }
        return result
    }
}
