public import SVGAModel
import SVGARender
import SVGASupport

/// Which frames an output shows, and when. Frames are repeated or left out, never blended.
///
/// In this order: the animation's frames are chosen, turned around, played at the animation's rate × the speed, shown at the frame rate, and
/// the whole is repeated. Without a frame rate, frames that are played faster than the animation's own rate are shown at that rate, so some are
/// left out. Frames that are played slower are each shown longer.
public struct ExportTiming: Hashable, Sendable {
    /// Frame indices, 0-based, in the order they are played; nil: all.
    public var frames: [Int]?
    /// Whether the frames are played in reverse order.
    public var isReversed: Bool
    /// The playback speed, above 0; 2 plays twice as fast.
    public var speed: Double
    /// The frame rate of the output; nil: the rate of the played frames, at most the animation's own rate.
    public var frameRate: FrameRate?
    /// Only every so many-th of the frames that are played is shown, and so many times as long. At least 1; means nothing where there is a
    /// ``frameRate``.
    package var every = 1
    /// The maximum duration of one repetition, in seconds; nil: no limit. Without it, rounding to whole frames may add half a frame.
    package var maximumSeconds: Double?
    /// The number of repetitions; 0: endless. nil: endless in formats that can repeat by themselves, otherwise 1.
    public var loopCount: Int?

    /// By default: every frame once, at the animation's own rate.
    public init(frames: [Int]? = nil, isReversed: Bool = false, speed: Double = 1, frameRate: FrameRate? = nil, loopCount: Int? = nil) {
        self.frames = frames
        self.isReversed = isReversed
        self.speed = speed
        self.frameRate = frameRate
        self.loopCount = loopCount
    }

    /// More frames than this are not made.
    static let maximumFrames = 1 << 20

    /// - Throws: ``SVGAError`` for a frame that the animation does not have; ``SVGAError/Kind/invalidRequest``.
    package func timeline(
        frameCount: Int, frameRate ownRate: FrameRate, repetition: Repetition
    ) throws(SVGAError) -> ExportTimeline {
        var played = frames ?? Array(0..<max(0, frameCount))
        guard !played.isEmpty else { throw .noFrames }
        for frame in played where !(0..<max(0, frameCount)).contains(frame) {
            throw .frameOutOfRange(frame: frame, frameCount: frameCount)
        }
        if isReversed { played.reverse() }
        guard let rate = playedRate(speed, ownRate) else {
            throw .timing(
                reason: "\(ownRate) fps at \(speed) times the speed is not above 0 and at most \(FrameRate.highest)")
        }
        let loops = try repetitions(repetition)
        let fullRate = frameRate ?? self.fullRate(ownRate) ?? rate
        let count = fullRate == rate ? played.count : ExportTiming.shown(played.count, from: rate, at: fullRate)
        guard let output = ExportTiming.divided(fullRate, by: stride) else {
            throw .timing(reason: "a frame cannot be shown \(stride) times as long")
        }
        let maximum = maximumSeconds.map { max(1, Int(saturating: ($0 * output.framesPerSecond + 1e-6).rounded(.down))) } ?? .max
        let shown = min(maximum, (count + stride - 1) / stride)
        let all = shown.multipliedReportingOverflow(by: loops.unrolled)
        guard !all.overflow, all.partialValue <= ExportTiming.maximumFrames else {
            throw .timing(reason: "this would be more than \(ExportTiming.maximumFrames) frames")
        }
        // At k / rate of the output is shown what plays then.
        let step = (Int128(stride) * Int128(rate.numerator * fullRate.denominator), Int128(rate.denominator * fullRate.numerator))
        let once = (0..<shown).map { played[min(played.count - 1, Int(Int128($0) * step.0 / step.1))] }
        let frames = loops.unrolled > 1 ? Array(repeatElement(once, count: loops.unrolled).joined()) : once
        return ExportTimeline(
            frames: frames, frameRate: output, loops: loops.stored, played: played, playedRate: rate, repeats: loops.unrolled)
    }

    /// How many frames the output has a second; nil if that is not possible.
    package func shownRate(_ ownRate: FrameRate) -> FrameRate? {
        frameRate ?? fullRate(ownRate).flatMap { ExportTiming.divided($0, by: stride) }
    }

    /// How many frames a second there are before ``every`` leaves some out.
    private func fullRate(_ ownRate: FrameRate) -> FrameRate? { playedRate(speed > 1 ? 1 : speed, ownRate) }

    /// Of how many frames one is shown.
    private var stride: Int { frameRate == nil ? min(max(1, every), ExportTiming.maximumFrames) : 1 }

    /// - Returns: nil for a frame longer than the format of rates can say.
    private static func divided(_ rate: FrameRate, by stride: Int) -> FrameRate? {
        // A rate that was rounded may have no room for a larger denominator, so it is rounded again.
        FrameRate(rate.numerator, per: rate.denominator * stride) ?? FrameRate(rate.framesPerSecond / Double(stride))
    }

    /// How many frames a second are played at a speed; nil if that is not possible.
    private func playedRate(_ speed: Double, _ ownRate: FrameRate) -> FrameRate? {
        // At its own speed the rate stays exact, such as 30000/1001.
        if speed == 1 { return FrameRate(ownRate.numerator, per: ownRate.denominator) }
        return speed > 0 ? FrameRate(ownRate.framesPerSecond * speed) : nil
    }

    private func repetitions(_ repetition: Repetition) throws(SVGAError) -> (stored: Int, unrolled: Int) {
        if let loopCount, loopCount < 0 { throw .timing(reason: "the loop count of \(loopCount) is negative") }
        switch repetition {
        case .stored(let maximum):
            let loopCount = loopCount ?? 0
            guard loopCount <= maximum else { throw .timing(reason: "this format repeats at most \(maximum) times") }
            return (loopCount, 1)
        case .written:
            guard loopCount != 0 else { throw .timing(reason: "this format cannot loop endlessly") }
            return (1, loopCount ?? 1)
        }
    }

    /// As many frames as last as long, at least one.
    private static func shown(_ count: Int, from rate: FrameRate, at output: FrameRate) -> Int {
        let seconds = Double(count) * Double(rate.denominator) / Double(rate.numerator)
        return max(1, Int(saturating: (seconds * output.framesPerSecond).rounded()))
    }
}

/// How a format repeats an animation.
package enum Repetition: Hashable, Sendable {
    /// The file says how often, at most so many times; 0 is forever.
    case stored(maximum: Int)
    /// Its frames are written again.
    case written
}

/// What ``ExportTiming`` means for one animation and one format.
package struct ExportTimeline: Hashable, Sendable {
    /// The animation's frame indices in the order of the output, repetitions written out.
    package let frames: [Int]
    package let frameRate: FrameRate
    /// For the file to say; 0 is forever.
    package let loops: Int
    /// The animation's frames that play once, at ``playedRate``: what sound goes by.
    package let played: [Int]
    package let playedRate: FrameRate
    /// How often ``played`` is shown, one time after the other.
    package let repeats: Int
}
