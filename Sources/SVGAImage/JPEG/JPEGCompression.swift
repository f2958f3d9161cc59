package import SVGAModel
import SVGAPixels

/// Makes JPEG files smaller.
package struct JPEGCompression: Sendable {
    private let limits: ReadLimits

    package init(limits: ReadLimits) { self.limits = limits }

    /// Recompresses the file without changing pixels: better codes, perhaps several scans, and only the metadata that affect players.
    /// - Returns: nil if the result is not smaller, or the file is corrupt.
    package func file(_ bytes: [UInt8]) -> [UInt8]? {
        guard let before = decoded(bytes) else { return nil }
        let made = bytes.withUnsafeBufferPointer { try? JPEGEncoder.same($0, EXIFOrientation(jpeg: bytes)) }
        guard let made, isReadAlike(made, bytes), decoded(made) == before else { return nil }
        return made.count < bytes.count ? made : nil
    }

    /// Recompresses the file at a lower quality.
    /// - Parameter quality: as of ``JPEGEncoder``. Coarser quantization steps of the file stay.
    /// - Returns: the file and the sum of the squared differences of its pixels; nil if it is hardly smaller, or the file is corrupt.
    package func file(_ bytes: [UInt8], quality: Int) -> (bytes: [UInt8], error: Double)? {
        guard let before = decoded(bytes), let encoder = try? JPEGEncoder(quality: quality) else { return nil }
        let made = bytes.withUnsafeBufferPointer { try? encoder.coarser($0, EXIFOrientation(jpeg: bytes)) }
        guard let made, isReadAlike(made, bytes), Double(made.count) < JPEGCompression.worthwhile * Double(bytes.count),
            let after = decoded(made), (after.width, after.height) == (before.width, before.height)
        else { return nil }
        let error = zip(before.pixels, after.pixels).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return (made, Double(error))
    }

    /// A file that already has the quality would only lose detail.
    private static let worthwhile = 0.95

    /// One web player draws only JPEGs that start with their quantization tables.
    private func isReadAlike(_ made: [UInt8], _ bytes: [UInt8]) -> Bool {
        let steps: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB]
        return made.starts(with: steps) || !bytes.starts(with: steps)
    }

    private func decoded(_ bytes: [UInt8]) -> Pixmap? {
        try? ImageDecoder.decode(ImageEntity(key: "", format: .jpeg, bytes: bytes), limits: limits)
    }
}
