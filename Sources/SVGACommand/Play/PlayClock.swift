import SVGAModel
import SVGATasks

/// Computes the frame to show at a time. The caller passes the time.
///
/// Positions are integers that represent all rates and speeds exactly, so errors do not accumulate. Late frames are dropped.
struct PlayClock: Sendable {
    /// The number of frames of one loop; above 0.
    let count: Int
    /// Frames per second at speed 1.
    let rate: FrameRate
    /// The position of the current frame in the playback order.
    private(set) var position: Int
    private(set) var isPaused = false
    /// Whether the last loop has ended. Its last frame stays visible.
    private(set) var isFinished = false
    private(set) var isReversed = false
    /// The number of remaining loops, including the current one; nil: endless.
    private(set) var loopsLeft: Int?
    private var speedMillionths: Int128 = 1_000_000
    /// In nanoseconds.
    private var time: Int128 = 0
    /// The elapsed part of the frame's time. A nanosecond has ``ticksPerNanosecond`` ticks.
    private var ticks: Int128 = 0

    /// - Parameter loops: 0 is endless.
    init(count: Int, rate: FrameRate, loops: Int) {
        self.count = count
        self.rate = rate
        loopsLeft = loops > 0 ? loops : nil
        position = 0
    }

    /// The speeds that the keyboard selects.
    private static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 8]

    var speed: Double { Double(speedMillionths) / 1e6 }
    private var ticksPerFrame: Int128 { Int128(rate.denominator) * 1_000_000_000 * 1_000_000 }
    private var ticksPerNanosecond: Int128 { Int128(rate.numerator) * speedMillionths }

    /// The time of the next frame; nil if there is none.
    var nextChange: Duration? {
        guard !isPaused, !isFinished else { return nil }
        return Duration(attoseconds: (time + (ticksPerFrame - ticks + ticksPerNanosecond - 1) / ticksPerNanosecond) * 1_000_000_000)
    }

    /// Advances to a time.
    /// - Returns: the number of dropped frames.
    mutating func advance(to newTime: Duration) -> Int {
        let step = max(0, newTime.attoseconds / 1_000_000_000 - time)
        time += step
        guard !isPaused, !isFinished else { return 0 }
        ticks += step * ticksPerNanosecond
        let steps = Int(clamping: ticks / ticksPerFrame)
        ticks %= ticksPerFrame
        guard steps > 0 else { return 0 }
        let playedFrames = (isReversed ? count - 1 - position : position) + steps
        if let left = loopsLeft, playedFrames / count >= left {
            isFinished = true
            position = isReversed ? 0 : count - 1
            return left * count - 1 - (playedFrames - steps)
        }
        loopsLeft = loopsLeft.map { $0 - playedFrames / count }
        position = isReversed ? count - 1 - playedFrames % count : playedFrames % count
        return steps - 1
    }

    /// Advances the time without playing.
    mutating func skip(to newTime: Duration) { time = max(time, newTime.attoseconds / 1_000_000_000) }

    mutating func pause(_ isPaused: Bool) { self.isPaused = isPaused }

    /// Moves to the start of a frame.
    mutating func go(to position: Int) {
        self.position = min(max(position, 0), count - 1)
        ticks = 0
    }

    /// Moves by frames, wraps around, and pauses.
    mutating func step(by frames: Int) {
        isPaused = true
        go(to: ((position + frames) % count + count) % count)
    }

    /// Keeps the elapsed fraction of the frame in the other direction.
    mutating func reverse() {
        isReversed.toggle()
        ticks = max(0, ticksPerFrame - 1 - ticks)
    }

    /// Toggles between the last loop and endless looping.
    mutating func toggleLoop() { loopsLeft = loopsLeft == nil ? 1 : nil }

    mutating func faster() { setSpeed(PlayClock.speeds.first { $0 > speed }) }

    mutating func slower() { setSpeed(PlayClock.speeds.last { $0 < speed }) }

    private mutating func setSpeed(_ speed: Double?) {
        guard let speed else { return }
        speedMillionths = Int128((speed * 1e6).rounded())
    }
}
