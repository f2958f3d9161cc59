/// How animated WebP is made.
///
/// Measured over five real movies of 78 to 480 frames, in processor time and size: lossless effort 0 takes 0.4 to 2 seconds and is 15 to 50 %
/// larger than 2, which takes 2 to 18; 3 takes 30 to 80 % longer than 2 and makes 3 to 5 % less, and what is above it little more.
/// Lossy at quality 80, effort 0 is 30 to 150 % larger than 6, which takes 1 to 9 seconds.
public struct WebPOptions: Hashable, Sendable {
    /// nil: lossless. 0 (smallest) to 100 (best): colours are lossy, in half the resolution. Alpha stays exact from 75 on; below, it has 96 steps.
    public var quality: Int?
    /// 0 (fastest) to 9 (smallest); nil: 2 where lossless, 6 where lossy.
    public var effort: Int?

    /// The default is lossless.
    public init(quality: Int? = nil, effort: Int? = nil) {
        self.quality = quality
        self.effort = effort
    }
}
