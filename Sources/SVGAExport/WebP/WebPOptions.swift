/// How animated WebP is made.
public struct WebPOptions: Hashable, Sendable {
    /// nil: lossless. 0 (smallest) to 100 (best): colours are lossy, in half the resolution; alpha stays exact.
    public var quality: Int?
    /// 0 (fastest) to 9 (smallest).
    public var effort: Int

    /// The default is lossless.
    public init(quality: Int? = nil, effort: Int = 3) {
        self.quality = quality.map { min(100, max(0, $0)) }
        self.effort = min(9, max(0, effort))
    }
}
