import SVGAModel
import SVGASupport

// Nested in the class because the class hides the module of the same name: `SVGAPlayer.State` looks the name up in the class.
extension SVGAPlayer {
    /// What a player is doing.
    public enum State: Hashable, Sendable {
        /// Not started, or ended by a command. The next start is from the beginning.
        case stopped
        /// Waits for the delay of a start to pass.
        case delayed
        /// Frames follow each other. At speed 0 the frame stays, and this is still the state.
        case playing
        /// The next ``SVGAPlayer/startAnimation(range:reverse:after:)`` without a range continues from here.
        case paused
        /// Ended by itself.
        case finished
    }

    /// What stays visible when a run has ended by itself. First and last are those of the played range, whatever the direction.
    public enum FillMode: Hashable, Sendable {
        /// The last frame.
        case forward
        /// The first frame.
        case backward
        /// Nothing.
        case clear
    }

    /// A place in an animation.
    public enum Position: Hashable, Sendable {
        /// The 0-based number of a frame.
        case frame(Int)
        /// The progress, 0…1, as ``SVGAPlayer/percentage`` counts it: the first frame whose percentage is not less. 0 is the first frame and
        /// 1 the last. Clamped; NaN is not a place.
        case percentage(Double)
        /// The frame shown at this time from the animation's beginning at speed 1. Clamped to the first and the last frame.
        case time(Duration)
    }
}

extension Playback {
    /// The frame at a place; nil if the animation has no such frame.
    func frame(at position: SVGAPlayer.Position) -> Int? {
        guard frames > 0 else { return nil }
        switch position {
        case .frame(let frame): return (0..<frames).contains(frame) ? frame : nil
        case .percentage(let percentage):
            guard !percentage.isNaN else { return nil }
            var frame = min(max(Int(saturating: (min(max(percentage, 0), 1) * Double(frames)).rounded(.up)) - 1, 0), frames - 1)
            // The product is rounded, and may have come out one step off a whole number.
            if frame > 0, self.percentage(of: frame - 1) >= percentage { frame -= 1 }
            if frame < frames - 1, self.percentage(of: frame) < percentage { frame += 1 }
            return frame
        case .time(let time):
            // Rounded up, so that `frame / rate` seconds, computed in floating point, give that frame and not the one before.
            let nanoseconds = min(max(Playback.nanoseconds(roundingUp: time), 0), Playback.maximumStep)
            return Int(min(nanoseconds * Int128(rate.numerator) / (Int128(rate.denominator) * 1_000_000_000), Int128(frames - 1)))
        }
    }

    /// `(frame + 1) / frames`.
    func percentage(of frame: Int) -> Double { Double(frame + 1) / Double(frames) }

    static func nanoseconds(roundingUp duration: Duration) -> Int128 {
        let (whole, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest > 0 ? whole + 1 : whole
    }
}
