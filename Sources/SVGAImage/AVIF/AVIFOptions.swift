/// How AVIF is made.
package struct AVIFOptions: Hashable, Sendable {
    package var quality: Int
    package var effort: Int
    /// For each stream; 0: as many as this process can run at once.
    package var threads = 0

    /// Without parameters: differences are hardly visible.
    /// - Parameters:
    ///   - quality: 0 (smallest) to 100 (lossless, larger than other lossless formats); colors keep their full resolution.
    ///   - effort: 0 (fastest) to 6 (smallest).
    package init(quality: Int = 70, effort: Int = 2) {
        self.quality = min(100, max(0, quality))
        self.effort = min(6, max(0, effort))
    }

    package var isLossless: Bool { quality == 100 }

    /// AV1's scale: 0 is lossless, 63 the worst.
    var level: Int { ((100 - quality) * 63 + 50) / 100 }

    /// The level of alpha. Its faults are seen more than those of colors, and cost less to avoid: most at the highest qualities, where little
    /// else is left to be seen.
    var alphaLevel: Int { min(level * 2 / 3, level * level / 40) }
}
