/// The options of AVIF encoding.
package struct AVIFOptions: Hashable, Sendable {
    package var quality: Int
    package var effort: Int
    /// Threads per stream; 0: the number of available cores.
    package var threads = 0

    /// The defaults make hardly visible differences.
    /// - Parameters:
    ///   - quality: 0 (smallest) to 100 (lossless, larger than other lossless formats); colors are not subsampled.
    ///   - effort: 0 (fastest) to 6 (smallest).
    package init(quality: Int = 70, effort: Int = 2) {
        self.quality = min(100, max(0, quality))
        self.effort = min(6, max(0, effort))
    }

    package var isLossless: Bool { quality == 100 }

    /// The quantizer level of AV1: 0 is lossless, 63 the worst.
    var level: Int { ((100 - quality) * 63 + 50) / 100 }

    /// The level of alpha. Errors of alpha are more visible than those of color and cheaper to avoid, mainly at the highest qualities.
    var alphaLevel: Int { min(level * 2 / 3, level * level / 40) }
}
