import SVGASupport

/// How a value goes from one keyframe to the next.
enum Easing: Sendable {
    /// It stays until the next keyframe.
    case hold
    case linear
    /// The same curve for all numbers of the value.
    case curve(CubicEasing)
    /// A curve for each number.
    case curves([CubicEasing])

    /// How far the number of this index is between both keyframes, mostly 0…1, when `share` of the time is over.
    func progress(_ share: Double, of index: Int = 0) -> Double {
        switch self {
        case .hold: 0
        case .linear: share
        case .curve(let easing): easing.progress(share)
        case .curves(let easings): easings[min(index, easings.count - 1)].progress(share)
        }
    }
}

/// What a simple expression does with a track before its first or after its last keyframe.
struct Loop: Sendable {
    enum Kind: String, Sendable { case cycle, pingpong, offset, `continue` }

    var kind: Kind
    /// Whether it goes on after the last keyframe, or before the first.
    var isOut: Bool
    /// How many spans between keyframes are repeated; 0: all.
    var spans: Int
}

/// A list of numbers that changes over time: keyframes in flat arrays.
struct Track: Sendable {
    /// How many numbers a value has, at least 1.
    let count: Int
    /// The value where there are no keyframes.
    private let fixed: [Double]
    /// Of the keyframes, in frames, ascending.
    let times: [Double]
    /// ``count`` numbers a keyframe: the value that it starts with, and where it leads.
    private let starts: [Double]
    private let ends: [Double]
    private let easings: [Easing]
    /// For each keyframe the handles of the way through space, 2 × ``count`` numbers a curve; -1: straight on.
    private let ways: [Int32]
    private let handles: [Double]
    let loop: Loop?

    init(_ value: [Double]) {
        count = max(1, value.count)
        fixed = value.isEmpty ? [0] : value
        (times, starts, ends, easings, ways, handles) = ([], [], [], [], [], [])
        loop = nil
    }

    /// - Precondition: as many of each as there are times, at least one.
    init(
        count: Int, times: [Double], starts: [Double], ends: [Double], easings: [Easing], ways: [Int32], handles: [Double],
        loop: Loop? = nil
    ) {
        self.count = count
        self.times = times
        self.starts = starts
        self.ends = ends
        self.easings = easings
        self.ways = ways
        self.handles = handles
        self.loop = loop
        fixed = []
    }

    /// The same with other numbers, in keyframes too.
    func mapped(_ change: (Double) -> Double) -> Track {
        guard !times.isEmpty else { return Track(fixed.map(change)) }
        return Track(
            count: count, times: times, starts: starts.map(change), ends: ends.map(change), easings: easings, ways: ways, handles: handles,
            loop: loop)
    }

    /// The same without the numbers after the first few, where there are no keyframes; those have few anyway.
    func prefix(_ most: Int) -> Track { times.isEmpty && count > most ? Track(Array(fixed.prefix(most))) : self }

    /// One number of the value; a number that the value does not have is 0.
    func number(_ index: Int = 0, at time: Double) -> Double {
        guard index < count else { return 0 }
        if times.isEmpty { return fixed[index] }
        guard let loop, times.count > 1 else { return plain(index, at: time) }
        // Rounds beyond counting leave no number.
        let value = looped(loop, index, at: time)
        return value.isFinite ? min(max(value, -1e9), 1e9) : 0
    }

    /// The whole value.
    func value(at time: Double) -> [Double] {
        times.isEmpty ? fixed : (0..<count).map { number($0, at: time) }
    }

    /// The keyframe that decides at a time; nil before the first.
    private func keyframe(at time: Double) -> Int? {
        guard let first = times.first, time >= first else { return nil }
        var (low, high) = (0, times.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        return low
    }

    private func plain(_ index: Int, at time: Double) -> Double {
        guard let key = keyframe(at: time) else { return starts[index] }
        let last = times.count - 1
        if key == last { return last == 0 ? starts[index] : starts[last * count + index] }
        let (start, end) = (starts[key * count + index], ends[key * count + index])
        if case .hold = easings[key] { return start }
        let share = (time - times[key]) / (times[key + 1] - times[key])
        let way = Int(ways[key])
        if way >= 0, index < 2 {
            let spatial = SpatialPath(
                fromX: starts[key * count], fromY: starts[key * count + 1], toX: ends[key * count], toY: ends[key * count + 1],
                outX: handles[way], outY: handles[way + 1], inX: handles[way + 2], inY: handles[way + 3])
            let point = spatial.point(easings[key].progress(share))
            return index == 0 ? point.x : point.y
        }
        // All numbers of a place move together.
        return start + (end - start) * easings[key].progress(share, of: way >= 0 ? 0 : index)
    }

    // MARK: - Repeating

    private func looped(_ loop: Loop, _ index: Int, at time: Double) -> Double {
        let last = times.count - 1
        let spans = loop.spans <= 0 ? last : min(loop.spans, last)
        let (from, to) = loop.isOut ? (times[last - spans], times[last]) : (times[0], times[spans])
        let length = to - from
        guard loop.isOut ? time > to : time < from, length > 0 else { return plain(index, at: time) }
        // Always counted away from the keyframes.
        let over = loop.isOut ? time - to : from - time
        let rounds = (over / length).rounded(.down)
        let within = over - rounds * length
        switch loop.kind {
        case .cycle: return plain(index, at: loop.isOut ? from + within : to - within)
        case .pingpong:
            let isBack = rounds.truncatingRemainder(dividingBy: 2) == 0
            return plain(index, at: isBack == loop.isOut ? to - within : from + within)
        case .offset:
            let change = plain(index, at: to) - plain(index, at: from)
            let value = plain(index, at: loop.isOut ? from + within : to - within)
            return loop.isOut ? value + change * (rounds + 1) : value - change * (rounds + 1)
        case .continue:
            let step = 0.001
            return loop.isOut
                ? plain(index, at: to) + (plain(index, at: to) - plain(index, at: to - step)) / step * over
                : plain(index, at: from) - (plain(index, at: from + step) - plain(index, at: from)) / step * over
        }
    }
}

/// An outline that changes over time.
struct ContourTrack: Sendable {
    let times: [Double]
    /// One for each keyframe; a single one where nothing moves.
    let starts: [Contour]
    let ends: [Contour]
    let easings: [Easing]

    init(_ contour: Contour) {
        (times, starts, ends, easings) = ([], [contour], [], [])
    }

    /// - Precondition: as many of each as there are times, at least one.
    init(times: [Double], starts: [Contour], ends: [Contour], easings: [Easing]) {
        self.times = times
        self.starts = starts
        self.ends = ends
        self.easings = easings
    }

    func contour(at time: Double) -> Contour {
        guard let first = times.first, time >= first else { return starts[0] }
        var (low, high) = (0, times.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        if low == times.count - 1 { return starts[low] }
        if case .hold = easings[low] { return starts[low] }
        let progress = easings[low].progress((time - times[low]) / (times[low + 1] - times[low]))
        return starts[low].mixed(with: ends[low], progress)
    }
}
