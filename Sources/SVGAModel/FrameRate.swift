import SVGASupport

/// Frames per second, as an exact fraction.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
    /// Frames in ``denominator`` seconds; both are at least 1, have no common divisor and fit 32 bits.
    package let numerator: Int
    /// The duration of ``numerator`` frames in seconds.
    package let denominator: Int

    /// The maximum that every file format supports, in frames per second.
    package static let highest = 1000

    /// `numerator` frames in `denominator` seconds, such as `FrameRate(30000, per: 1001)`.
    /// - Returns: nil unless above 0 and at most 1000 per second, with a reduced denominator of at most a million.
    public init?(_ numerator: Int, per denominator: Int = 1) {
        guard numerator > 0, denominator > 0, numerator / denominator <= FrameRate.highest else { return nil }
        let divisor = FrameRate.greatestCommonDivisor(numerator, denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
        guard self.denominator <= 1_000_000, self.numerator <= FrameRate.highest * self.denominator else { return nil }
    }

    /// The nearest fraction with six decimal places: 29.97 is 2997/100.
    /// - Returns: nil unless above 0 and at most 1000.
    public init?(_ framesPerSecond: Double) {
        guard framesPerSecond > 0, framesPerSecond <= Double(FrameRate.highest) else { return nil }
        self.init(Int(saturating: (framesPerSecond * 1_000_000).rounded()), per: 1_000_000)
    }

    /// The rate as a number, such as 29.97002997 for 30000/1001.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// The start of a frame in integer ticks of a clock, rounded.
    ///
    /// For durations use differences of this value, so that rounding errors do not accumulate.
    /// - Parameter position: the frame's index; below 2²⁰ × 1000.
    /// - Parameter ticksPerSecond: at most 10⁶.
    package func ticks(at position: Int, ticksPerSecond: Int) -> Int {
        (2 * position * denominator * ticksPerSecond / numerator + 1) / 2
    }

    /// For example `30` or `30000/1001`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestCommonDivisor(b, a % b) }
}

extension VideoEntity {
    /// ``fps`` as a fraction. A file may declare more than 1000: it plays at that rate, and must be slowed down for an export.
    package var frameRate: FrameRate { FrameRate(integer: fps) }
}

extension FrameRate {
    /// - Parameter framesPerSecond: at least 1, within 32 bits.
    fileprivate init(integer framesPerSecond: Int) {
        numerator = framesPerSecond
        denominator = 1
    }
}
