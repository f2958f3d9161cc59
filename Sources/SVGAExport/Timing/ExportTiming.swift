public import SVGAModel
import SVGARender
import SVGASupport

/// The frames of an output and their times. Frames are repeated or dropped, never blended.
///
/// The steps are, in this order: select frames, reverse them, play them at the animation's frame rate × the speed, sample them at the output's
/// frame rate, and repeat the result. Without an output frame rate, faster playback drops frames to keep the animation's frame rate, and slower
/// playback shows each frame longer.
public struct ExportTiming: Hashable, Sendable {
    /// Frame indices, 0-based, in the order they are played; nil: all.
    public var frames: [Int]?
    /// Whether the frames are played in reverse order.
    public var isReversed: Bool
    /// The playback speed, above 0; 2 plays twice as fast.
    public var speed: Double
    /// The frame rate of the output; nil: the rate of the played frames, at most the animation's own rate.
    public var frameRate: FrameRate?
    /// If `n`, the output has only every `n`th frame, and shows it `n` times as long. At least 1; ignored if there is a ``frameRate``.
    package var every = 1
    /// The maximum duration of one repetition, in seconds; nil: no limit. Without it, rounding to whole frames may add half a frame.
    package var maximumSeconds: Double?
    /// The number of repetitions; 0: endless. nil: endless in formats that store the number, and 1 in the other formats.
    public var loopCount: Int?

    /// By default: every frame once, at the animation's own rate.
    public init(frames: [Int]? = nil, isReversed: Bool = false, speed: Double = 1, frameRate: FrameRate? = nil, loopCount: Int? = nil) {
        self.frames = frames
        self.isReversed = isReversed
        self.speed = speed
        self.frameRate = frameRate
        self.loopCount = loopCount
    }

    /// The maximum number of frames of an output.
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
        // Output frame `k`, at the time `k / output rate`, shows the frame that plays at that time.
        let step = (Int128(stride) * Int128(rate.numerator * fullRate.denominator), Int128(rate.denominator * fullRate.numerator))
        let once = (0..<shown).map { played[min(played.count - 1, Int(Int128($0) * step.0 / step.1))] }
        let frames = loops.unrolled > 1 ? Array(repeatElement(once, count: loops.unrolled).joined()) : once
        return ExportTimeline(
            frames: frames, frameRate: output, loops: loops.stored, played: played, playedRate: rate, repeats: loops.unrolled)
    }

    /// The frame rate of the output; nil if it is out of range.
    package func shownRate(_ ownRate: FrameRate) -> FrameRate? {
        frameRate ?? fullRate(ownRate).flatMap { ExportTiming.divided($0, by: stride) }
    }

    /// The frame rate of the output before ``every`` drops frames.
    private func fullRate(_ ownRate: FrameRate) -> FrameRate? { playedRate(speed > 1 ? 1 : speed, ownRate) }

    /// ``every``, or 1 if it is ignored.
    private var stride: Int { frameRate == nil ? min(max(1, every), ExportTiming.maximumFrames) : 1 }

    /// - Returns: nil if a frame is longer than a ``FrameRate`` can represent.
    private static func divided(_ rate: FrameRate, by stride: Int) -> FrameRate? {
        // The denominator of a rounded frame rate may be too large to be multiplied. Then the result is rounded again.
        FrameRate(rate.numerator, per: rate.denominator * stride) ?? FrameRate(rate.framesPerSecond / Double(stride))
    }

    /// The playback rate at a speed; nil if it is out of range.
    private func playedRate(_ speed: Double, _ ownRate: FrameRate) -> FrameRate? {
        // At speed 1, the frame rate stays exact, for example 30000/1001.
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

    /// The number of output frames with the same duration, at least one.
    private static func shown(_ count: Int, from rate: FrameRate, at output: FrameRate) -> Int {
        let seconds = Double(count) * Double(rate.denominator) / Double(rate.numerator)
        return max(1, Int(saturating: (seconds * output.framesPerSecond).rounded()))
    }
}

/// How a format repeats an animation.
package enum Repetition: Hashable, Sendable {
    /// The file stores the number of repetitions, at most `maximum`; 0 is endless.
    case stored(maximum: Int)
    /// The frames are written several times.
    case written
}

/// The frames and times of an output: an ``ExportTiming`` applied to one animation and one format.
package struct ExportTimeline: Hashable, Sendable {
    /// The animation's frame indices in the order of the output, including written repetitions.
    package let frames: [Int]
    package let frameRate: FrameRate
    /// The number of repetitions that the file stores; 0 is endless.
    package let loops: Int
    /// The frames of one playback, at ``playedRate``. Sounds follow them.
    package let played: [Int]
    package let playedRate: FrameRate
    /// The number of written repetitions of ``played``.
    package let repeats: Int
}
