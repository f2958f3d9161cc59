package import SVGAModel

/// Makes lossless WebP files smaller.
package struct WebPCompression: Sendable {
    private let limits: ReadLimits
    /// 0 (fastest) to 6 (smallest).
    private let effort: Int

    package init(effort: Int = 6, limits: ReadLimits) { (self.effort, self.limits) = (effort, limits) }

    /// Recompresses the file without changing visible pixels.
    /// - Returns: nil if the result is not smaller, and for files that are lossy, animated, corrupt, or have a color profile or EXIF.
    package func file(_ bytes: [UInt8]) -> [UInt8]? {
        guard let picture = bytes.withUnsafeBufferPointer({ WebPReader.losslessPixels($0, limits) }) else { return nil }
        let encoder = WebPEncoder(options: WebPOptions(effort: effort))
        let made = picture.pixels.withUnsafeBytes { try? encoder.encode($0, width: picture.width, height: picture.height) }
        guard let made, made.count < bytes.count else { return nil }
        return made
    }
}
