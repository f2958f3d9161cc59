/// How long frames of an APNG file are shown: a fraction of a second of two 16-bit numbers.
struct APNGDelay: Hashable, Sendable {
    private let rate: FrameRate
    /// Delays count such parts of a second.
    private let ticksPerSecond: Int
    private let isExact: Bool

    /// - Returns: nil if a frame lasts longer than can be written.
    init?(_ rate: FrameRate) {
        self.rate = rate
        isExact = rate.numerator <= Int(UInt16.max) && rate.denominator <= Int(UInt16.max)
        // One less than fits, for the rounding.
        ticksPerSecond = min(Int(UInt16.max), (Int(UInt16.max) - 1) * rate.numerator / rate.denominator)
        guard isExact || ticksPerSecond > 0 else { return nil }
    }

    /// Exact where the frame rate fits, else the nearest, with the rounding carried forward.
    func fraction(at position: Int) -> (numerator: Int, denominator: Int) {
        if isExact { return (rate.denominator, rate.numerator) }
        let begin = rate.ticks(at: position, ticksPerSecond: ticksPerSecond)
        return (rate.ticks(at: position + 1, ticksPerSecond: ticksPerSecond) - begin, ticksPerSecond)
    }
}
