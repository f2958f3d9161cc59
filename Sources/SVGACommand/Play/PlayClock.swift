import SVGAModel
import SVGATasks

/// Which of the frames to play is shown when. It knows no clock: whoever has one tells it the time.
///
/// Positions are integers in which every rate and speed is exact, so nothing drifts. Frames that are late are left out, never made up for.
struct PlayClock: Sendable {
    /// How many frames are played once; above 0.
    let count: Int
    /// Frames a second at speed 1.
    let rate: FrameRate
    /// Of the frame to show, among those that are played.
    private(set) var place: Int
    private(set) var isPaused = false
    /// Whether the last loop is over. Its last frame stays.
    private(set) var isFinished = false
    private(set) var isReversed = false
    /// How often it is still played, with the present time; nil: forever.
    private(set) var loopsLeft: Int?
    private var speedMillionths: Int128 = 1_000_000
    /// In nanoseconds.
    private var time: Int128 = 0
    /// How much of the frame's time is over. In a nanosecond pass ``pace`` ticks.
    private var ticks: Int128 = 0

    /// - Parameter loops: 0 is forever.
    init(count: Int, rate: FrameRate, loops: Int) {
        self.count = count
        self.rate = rate
        loopsLeft = loops > 0 ? loops : nil
        place = 0
    }

    /// The speeds that keys choose from.
    private static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 8]

    var speed: Double { Double(speedMillionths) / 1e6 }
    private var ticksPerFrame: Int128 { Int128(rate.denominator) * 1_000_000_000 * 1_000_000 }
    private var pace: Int128 { Int128(rate.numerator) * speedMillionths }

    /// When the next frame is due; nil: never.
    var nextChange: Duration? {
        guard !isPaused, !isFinished else { return nil }
        return Duration(attoseconds: (time + (ticksPerFrame - ticks + pace - 1) / pace) * 1_000_000_000)
    }

    /// Moves on to a time.
    /// - Returns: how many frames were due in between and are not shown.
    mutating func advance(to newTime: Duration) -> Int {
        let step = max(0, newTime.attoseconds / 1_000_000_000 - time)
        time += step
        guard !isPaused, !isFinished else { return 0 }
        ticks += step * pace
        let steps = Int(clamping: ticks / ticksPerFrame)
        ticks %= ticksPerFrame
        guard steps > 0 else { return 0 }
        let along = (isReversed ? count - 1 - place : place) + steps
        if let left = loopsLeft, along / count >= left {
            isFinished = true
            place = isReversed ? 0 : count - 1
            return left * count - 1 - (along - steps)
        }
        loopsLeft = loopsLeft.map { $0 - along / count }
        place = isReversed ? count - 1 - along % count : along % count
        return steps - 1
    }

    /// Lets time pass in which nothing was played.
    mutating func skip(to newTime: Duration) { time = max(time, newTime.attoseconds / 1_000_000_000) }

    mutating func pause(_ pauses: Bool) { isPaused = pauses }

    /// Goes to the beginning of a frame.
    mutating func go(to place: Int) {
        self.place = min(max(place, 0), count - 1)
        ticks = 0
    }

    /// Goes some frames on or back, around the ends, and pauses.
    mutating func step(by frames: Int) {
        isPaused = true
        go(to: ((place + frames) % count + count) % count)
    }

    /// A frame that is half over is half over in the other direction too.
    mutating func reverse() {
        isReversed.toggle()
        ticks = max(0, ticksPerFrame - 1 - ticks)
    }

    /// The present loop becomes the last one, or one without end.
    mutating func toggleLoop() { loopsLeft = loopsLeft == nil ? 1 : nil }

    mutating func faster() { setSpeed(PlayClock.speeds.first { $0 > speed }) }

    mutating func slower() { setSpeed(PlayClock.speeds.last { $0 < speed }) }

    private mutating func setSpeed(_ speed: Double?) {
        guard let speed else { return }
        speedMillionths = Int128((speed * 1e6).rounded())
    }
}
