import SVGAModel
import SVGASupport

// Nested in the class, because the class has the name of the module: `SVGAPlayer.State` resolves in the class.
extension SVGAPlayer {
    /// The state of a player.
    public enum State: Hashable, Sendable {
        /// Not started, or ended by a command. The next start begins at the start.
        case stopped
        /// Waits for the delay of a start.
        case delayed
        /// Frames advance. At speed 0 the frame does not change, and the state is still `playing`.
        case playing
        /// The next ``SVGAPlayer/startAnimation(range:reverse:after:)`` without a range continues from here.
        case paused
        /// Ended without a command.
        case finished
    }

    /// The frame that stays visible after a run has ended. First and last refer to the played range, independent of the direction.
    public enum FillMode: Hashable, Sendable {
        /// The last frame.
        case forward
        /// The first frame.
        case backward
        /// Nothing.
        case clear
    }

    /// A position in an animation.
    public enum Position: Hashable, Sendable {
        /// A 0-based frame index.
        case frame(Int)
        /// The progress, 0…1, as ``SVGAPlayer/percentage`` counts it: the first frame whose percentage is not less. 0 is the first frame and 1 the
        /// last. Clamped; NaN is not a position.
        case percentage(Double)
        /// The frame shown at this time from the animation's start at speed 1. Clamped to the first and the last frame.
        case time(Duration)
    }
}

extension Playback {
    /// The frame at a position; nil if the animation has no such frame.
    func frame(at position: SVGAPlayer.Position) -> Int? {
        guard frames > 0 else { return nil }
        switch position {
        case .frame(let frame): return (0..<frames).contains(frame) ? frame : nil
        case .percentage(let percentage):
            guard !percentage.isNaN else { return nil }
            var frame = min(max(Int(saturating: (min(max(percentage, 0), 1) * Double(frames)).rounded(.up)) - 1, 0), frames - 1)
            // Corrects the rounding of the product, which may be one step above a whole number.
            if frame > 0, self.percentage(of: frame - 1) >= percentage { frame -= 1 }
            if frame < frames - 1, self.percentage(of: frame) < percentage { frame += 1 }
            return frame
        case .time(let time):
            // Rounded up, so that `frame / rate` seconds, computed in floating point, gives that frame and not the one before.
            let nanoseconds = min(max(Playback.nanoseconds(roundingUp: time), 0), Playback.maximumStep)
            return Int(min(nanoseconds * Int128(rate.numerator) / (Int128(rate.denominator) * 1_000_000_000), Int128(frames - 1)))
        }
    }

    /// `(frame + 1) / frames`.
    func percentage(of frame: Int) -> Double { Double(frame + 1) / Double(frames) }

    static func nanoseconds(roundingUp duration: Duration) -> Int128 {
        let (quotient, remainder) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
