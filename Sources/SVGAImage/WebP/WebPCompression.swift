package import SVGAModel

/// Makes lossless WebP files smaller.
package struct WebPCompression: Sendable {
    private let limits: ReadLimits

    package init(limits: ReadLimits) { self.limits = limits }

    private static let effort = 6

    /// The file with every pixel that can be seen as it is.
    /// - Returns: nil where that is not smaller, and for what is lossy, animated, damaged, or has a color profile or EXIF.
    package func file(_ bytes: [UInt8]) -> [UInt8]? {
        guard let picture = bytes.withUnsafeBufferPointer({ WebPReader.losslessPixels($0, limits) }) else { return nil }
        let encoder = WebPEncoder(options: WebPOptions(effort: WebPCompression.effort))
        let made = picture.pixels.withUnsafeBytes { try? encoder.encode($0, width: picture.width, height: picture.height) }
        guard let made, made.count < bytes.count else { return nil }
        return made
    }
}
