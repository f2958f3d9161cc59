import SVGASupport

/// Chooses a movie's frames a second, and lays pictures out on its frames.
struct PictureTiming: Sendable {
    /// When each picture begins, in seconds, and last when all is over.
    let times: [Double]

    static let rates = 1...60

    /// The frames a second that fit best.
    struct Choice: Hashable {
        let fps: Int
        /// How far the pictures are from their times, at most, in seconds.
        let shift: Double
        /// How many pictures are not shown, because others have their frame.
        let dropped: Int
    }

    /// The frame at which a picture begins that begins at a time.
    static func frame(at seconds: Double, fps: Int) -> Int { Int(saturating: min(1e9, max(0, (seconds * Double(fps)).rounded()))) }

    /// The lowest rate that keeps all times; else the lowest that keeps them as exactly as the source's format could tell them; else the nearest.
    /// - Parameter tolerance: how far a time in the file may be from what was meant, in seconds.
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
        // What is shown for long beside what is not needs the rate of the latter.
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
