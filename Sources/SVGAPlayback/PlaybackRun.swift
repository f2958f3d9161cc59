/// What is played and how far it has come, in integers.
struct PlaybackRun: Sendable {
    enum Way {
        case loops(PlaybackSegments)
        case passage(PlaybackTransition)
    }

    let way: Way
    private let ticksPerFrame: Int128
    /// Whether it has ever been playing; otherwise it was only stepped to.
    var hasPlayed = false
    /// How many loops are complete.
    private(set) var loopsCompleted = 0
    /// Whether it goes back the way it came, because the sign of the speed has changed.
    private var isAgainst = false
    /// How far the present loop has come in the present direction, in ticks.
    ///
    /// Not a position from the beginning: so both ends of a loop and both sides of a frame follow the same rules in both directions.
    private var travelled: Int128 = 0

    init(_ way: Way, ticksPerFrame: Int128) {
        self.way = way
        self.ticksPerFrame = ticksPerFrame
    }

    /// The frame to show, as long as the run has not finished.
    var frame: Int {
        switch way {
        case .loops(let route): place(in: route).frame
        case .passage(let passage): passage.frame(travelled: travelled, isAgainst: isAgainst)
        }
    }

    /// Ticks since the beginning of the animation, for frames that are played forwards at an even pace; otherwise nil.
    var movieTicks: Int128? {
        let isForwards =
            switch way {
            case .loops(let route): place(in: route).isBackwards == isAgainst
            case .passage(let passage): passage.isBackwards == isAgainst && passage.timeFunction.isLinear
            }
        return isForwards ? Int128(frame) * ticksPerFrame + travelled % ticksPerFrame : nil
    }

    /// Changes when the frames no longer follow each other.
    var stretch: PlaybackSounds.Stretch {
        guard case .loops(let route) = way else { return PlaybackSounds.Stretch(loop: 0, leg: 0) }
        return PlaybackSounds.Stretch(loop: loopsCompleted, leg: place(in: route).leg)
    }

    /// Nanoseconds until something changes.
    /// - Parameter pace: ticks in a nanosecond, above 0.
    func timeToChange(pace: Int128) -> Int128 {
        switch way {
        case .loops: (ticksPerFrame - travelled % ticksPerFrame + pace - 1) / pace
        case .passage(let passage): passage.timeToChange(travelled: travelled, isAgainst: isAgainst, pace: pace)
        }
    }

    /// - Parameter loops: after how many it ends; 0: never.
    /// - Returns: whether it has ended.
    mutating func travel(_ ticks: Int128, loops: Int) -> Bool {
        travelled += ticks
        switch way {
        case .passage(let passage): return travelled >= passage.ticks
        case .loops(let route):
            let rest = travelled - length(of: route, loop: loopsCompleted)
            if rest < 0 { return false }
            let later = length(of: route, loop: 1)
            let completed = Int(clamping: Int128(loopsCompleted) + 1 + rest / later)
            if loops > 0, completed >= loops {
                loopsCompleted = max(loops, loopsCompleted + 1)
                return true
            }
            loopsCompleted = completed
            travelled = rest % later
            return false
        }
    }

    /// Continues in the other direction from the same place. A frame that has only just appeared is shown for its whole time.
    mutating func turn() {
        isAgainst.toggle()
        let atEdge = travelled % ticksPerFrame == 0 ? ticksPerFrame : 0
        switch way {
        case .loops(let route): travelled = length(of: route, loop: loopsCompleted) - travelled - atEdge
        case .passage(let passage): travelled = passage.ticks - travelled - (passage.timeFunction.isLinear ? atEdge : 0)
        }
    }

    /// Goes to the beginning of a frame.
    /// - Returns: false, and nothing happens, if the run does not show it or is a passage.
    mutating func step(to frame: Int) -> Bool {
        guard case .loops(let route) = way, let target = route.step(of: frame, near: step(in: route), ofLoop: loopsCompleted) else {
            return false
        }
        loopsCompleted = target.loop
        travelled = Int128(isAgainst ? route.length(ofLoop: target.loop) - 1 - target.step : target.step) * ticksPerFrame
        return true
    }

    private func length(of route: PlaybackSegments, loop: Int) -> Int128 { Int128(route.length(ofLoop: loop)) * ticksPerFrame }

    private func place(in route: PlaybackSegments) -> PlaybackSegments.Place { route.place(at: step(in: route), ofLoop: loopsCompleted) }

    /// The step of the present loop, in the order of the route.
    private func step(in route: PlaybackSegments) -> Int {
        let step = Int(travelled / ticksPerFrame)
        return isAgainst ? route.length(ofLoop: loopsCompleted) - 1 - step : step
    }
}
