import SVGASupport

/// Chooses the movie's frame rate, and assigns pictures to frames.
struct PictureTiming: Sendable {
    /// The start time of each picture in seconds, followed by the end time.
    let times: [Double]

    static let rates = 1...60

    /// The best frame rate.
    struct Choice: Hashable {
        let fps: Int
        /// The maximum time error of pictures, in seconds.
        let shift: Double
        /// The number of pictures that are dropped because others occupy their frames.
        let dropped: Int
    }

    /// The frame of a picture that starts at a time.
    static func frame(at seconds: Double, fps: Int) -> Int { Int(saturating: min(1e9, max(0, (seconds * Double(fps)).rounded()))) }

    /// The lowest frame rate that keeps all times; else the lowest within the precision of the source's format; else the nearest.
    /// - Parameter tolerance: the rounding error of times in the file, in seconds.
    func choice(tolerance: Double) -> Choice {
        for fps in PictureTiming.rates where times.allSatisfy({ PictureTiming.error($0, fps) * Double(fps) < 1e-3 }) {
            return choice(at: fps)
        }
        for fps in PictureTiming.rates where times.allSatisfy({ PictureTiming.error($0, fps) <= tolerance }) {
            let choice = choice(at: fps)
            if choice.dropped == 0 { return choice }
        }
        let pictures = Double(times.count - 1)
        let average = times.last.map { $0 > 0 ? pictures / $0 : 1 } ?? 1
        // The shortest duration determines the required frame rate.
        let shortest = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.min() ?? 1
        let nearest = Int(saturating: min(60, max(1, average.rounded())))
        let fast = Int(saturating: min(60, max(1, (1 / shortest).rounded())))
        let slow = choice(at: nearest)
        return slow.dropped == 0 ? slow : choice(at: fast)
    }

    func choice(at fps: Int) -> Choice {
        var dropped = 0
        for (begin, end) in zip(times, times.dropFirst().dropLast())
        where PictureTiming.frame(at: begin, fps: fps) == PictureTiming.frame(at: end, fps: fps) { dropped += 1 }
        return Choice(fps: fps, shift: times.reduce(0) { max($0, PictureTiming.error($1, fps)) }, dropped: dropped)
    }

    private static func error(_ seconds: Double, _ fps: Int) -> Double {
        abs(seconds - (seconds * Double(fps)).rounded() / Double(fps))
    }
}
