import SVGASupport

/// A run that plays once from one frame to another and ends when that frame is shown.
struct PlaybackTransition: Sendable {
    let start: Int
    let target: Int
    let timeFunction: TimeFunction
    let ticksPerFrame: Int128

    /// The duration in frames.
    var length: Int { abs(target - start) }
    /// The duration in ticks.
    var ticks: Int128 { Int128(length) * ticksPerFrame }
    var isBackwards: Bool { target < start }

    /// - Parameters:
    ///   - elapsedTicks: ticks since the start.
    ///   - isReversed: the transition goes back to its start; then `elapsedTicks` counts from the target.
    func frame(elapsedTicks: Int128, isReversed: Bool) -> Int {
        let steps: Int
        if elapsedTicks >= ticks {
            steps = isReversed ? 0 : length
        } else if timeFunction.isLinear {
            let step = Int(elapsedTicks / ticksPerFrame)
            steps = isReversed ? length - 1 - step : step
        } else {
            let time = Double(isReversed ? ticks - elapsedTicks : elapsedTicks) / Double(ticks)
            steps = min(Int(saturating: timeFunction.progress(at: time) * Double(length)), length)
        }
        return isBackwards ? start - steps : start + steps
    }

    /// Nanoseconds until the frame changes or the transition ends. With a nonlinear time function, at most four frame durations.
    /// - Parameter ticksPerNanosecond: above 0.
    func timeToChange(elapsedTicks: Int128, isReversed: Bool, ticksPerNanosecond: Int128) -> Int128 {
        guard !timeFunction.isLinear else {
            return (ticksPerFrame - elapsedTicks % ticksPerFrame + ticksPerNanosecond - 1) / ticksPerNanosecond
        }
        let current = frame(elapsedTicks: elapsedTicks, isReversed: isReversed)
        func changes(after nanoseconds: Int128) -> Bool {
            let later = elapsedTicks + nanoseconds * ticksPerNanosecond
            return later >= ticks || frame(elapsedTicks: later, isReversed: isReversed) != current
        }
        // Samples every quarter of a frame's duration, then bisects the quarter with the change.
        let quarter = (ticksPerFrame / 4 + ticksPerNanosecond - 1) / ticksPerNanosecond
        guard let found = (1...16).first(where: { changes(after: Int128($0) * quarter) }) else { return 16 * quarter }
        var (low, high) = (Int128(found - 1) * quarter, Int128(found) * quarter)
        while high - low > 1 {
            let middle = (low + high) / 2
            if changes(after: middle) { high = middle } else { low = middle }
        }
        return high
    }
}
