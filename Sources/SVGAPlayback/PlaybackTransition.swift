import SVGASupport

/// The way of a run that goes once from one frame to another and ends as soon as that one is shown.
struct PlaybackTransition: Sendable {
    let start: Int
    let target: Int
    let timeFunction: TimeFunction
    let ticksPerFrame: Int128

    /// How many frames' time it takes.
    var length: Int { abs(target - start) }
    /// The same in ticks.
    var ticks: Int128 { Int128(length) * ticksPerFrame }
    var isBackwards: Bool { target < start }

    /// - Parameters:
    ///   - travelled: ticks since the start.
    ///   - isAgainst: the passage goes back to its start; `travelled` counts from the target then.
    func frame(travelled: Int128, isAgainst: Bool) -> Int {
        let steps: Int
        if travelled >= ticks {
            steps = isAgainst ? 0 : length
        } else if timeFunction.isLinear {
            let step = Int(travelled / ticksPerFrame)
            steps = isAgainst ? length - 1 - step : step
        } else {
            let time = Double(isAgainst ? ticks - travelled : travelled) / Double(ticks)
            steps = min(Int(saturating: timeFunction.progress(at: time) * Double(length)), length)
        }
        return isBackwards ? start - steps : start + steps
    }

    /// Nanoseconds until another frame is shown or the passage ends. If the time function is not linear and nothing happens for four frames'
    /// time, only those.
    /// - Parameter pace: ticks in a nanosecond, above 0.
    func timeToChange(travelled: Int128, isAgainst: Bool, pace: Int128) -> Int128 {
        guard !timeFunction.isLinear else { return (ticksPerFrame - travelled % ticksPerFrame + pace - 1) / pace }
        let shown = frame(travelled: travelled, isAgainst: isAgainst)
        func changes(after nanoseconds: Int128) -> Bool {
            let there = travelled + nanoseconds * pace
            return there >= ticks || frame(travelled: there, isAgainst: isAgainst) != shown
        }
        // Looks at every quarter of a frame's time, then halves the quarter that it found.
        let quarter = (ticksPerFrame / 4 + pace - 1) / pace
        guard let found = (1...16).first(where: { changes(after: Int128($0) * quarter) }) else { return 16 * quarter }
        var (low, high) = (Int128(found - 1) * quarter, Int128(found) * quarter)
        while high - low > 1 {
            let middle = (low + high) / 2
            if changes(after: middle) { high = middle } else { low = middle }
        }
        return high
    }
}
