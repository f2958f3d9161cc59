import SVGASupport

/// The interpolation from one keyframe to the next.
enum Easing: Sendable {
    /// Holds the value until the next keyframe.
    case hold
    case linear
    /// One curve for all components of the value.
    case curve(CubicEasing)
    /// A curve per component.
    case curves([CubicEasing])

    /// Whether progress stays in 0…1.
    var isMonotonic: Bool {
        switch self {
        case .hold, .linear: true
        case .curve(let easing): easing.isMonotonic
        case .curves(let easings): easings.allSatisfy(\.isMonotonic)
        }
    }

    /// The progress of a component, usually 0…1, at a share of the time between two keyframes.
    func progress(_ share: Double, of index: Int = 0) -> Double {
        switch self {
        case .hold: 0
        case .linear: share
        case .curve(let easing): easing.progress(share)
        case .curves(let easings): easings[min(index, easings.count - 1)].progress(share)
        }
    }
}

/// A loop expression: repeats a track before its first or after its last keyframe.
struct Loop: Sendable {
    enum Kind: String, Sendable { case cycle, pingpong, offset, `continue` }

    var kind: Kind
    /// Whether it repeats after the last keyframe instead of before the first.
    var isOut: Bool
    /// The number of keyframe intervals to repeat; 0: all.
    var spans: Int
}

/// A vector that changes over time: keyframes in flat arrays.
final class Track: Sendable {
    /// The number of components, at least 1.
    let count: Int
    /// The value without keyframes.
    private let fixed: [Double]
    /// The keyframes' times in frames, ascending.
    let times: [Double]
    /// The start and end values of each keyframe, ``count`` numbers each.
    private let starts: [Double]
    private let ends: [Double]
    private let easings: [Easing]
    /// For each keyframe, the index of its motion path's tangents: x, y and z of both; -1: straight.
    private let tangentOffsets: [Int32]
    private let tangents: [Double]
    let loop: Loop?
    /// The values of an expression; nil: there is none, or it is a loop.
    private let live: LiveValue?
    /// What is drawn at frames at which the expression fails.
    private let plain: Track?
    private let factor: Double

    /// - Parameter factor: multiplies the values of the expression.
    init(_ live: LiveValue, plain: Track, factor: Double = 1) {
        (count, self.live, self.plain, self.factor) = (plain.count, live, plain, factor)
        times = live.times
        (fixed, starts, ends, easings, tangentOffsets, tangents) = ([], [], [], [], [], [])
        loop = nil
    }

    init(_ value: [Double]) {
        (live, plain, factor) = (nil, nil, 1)
        count = max(1, value.count)
        fixed = value.isEmpty ? [0] : value
        (times, starts, ends, easings, tangentOffsets, tangents) = ([], [], [], [], [], [])
        loop = nil
    }

    private static let zero = Track([0])
    private static let origin = Track([0, 0])
    private static let hundred = Track([100])
    private static let fullSize = Track([100, 100])

    /// A track without keyframes. Frequent values are shared.
    static func constant(_ value: [Double]) -> Track {
        switch value.count {
        case 1 where value[0] == 0: zero
        case 1 where value[0] == 100: hundred
        case 2 where value[0] == 0 && value[1] == 0: origin
        case 2 where value[0] == 100 && value[1] == 100: fullSize
        default: Track(value)
        }
    }

    /// - Precondition: all arrays have one element per time, and there is at least one.
    init(
        count: Int, times: [Double], starts: [Double], ends: [Double], easings: [Easing], tangentOffsets: [Int32], tangents: [Double],
        loop: Loop? = nil
    ) {
        self.count = count
        self.times = times
        self.starts = starts
        self.ends = ends
        self.easings = easings
        self.tangentOffsets = tangentOffsets
        self.tangents = tangents
        self.loop = loop
        (live, plain, factor) = (nil, nil, 1)
        fixed = []
    }

    /// The track with all numbers multiplied.
    func scaled(by factor: Double) -> Track {
        guard let live, let plain else { return mapped { $0 * factor } }
        return Track(live, plain: plain.scaled(by: factor), factor: self.factor * factor)
    }

    /// The track with all numbers mapped, including those of keyframes. Of an expression, these are the numbers at some frames.
    func mapped(_ change: (Double) -> Double) -> Track {
        if live != nil { return Track((times + [(times[0] + times[1]) / 2]).flatMap(value).map(change)) }
        guard !times.isEmpty else { return Track(fixed.map(change)) }
        return Track(
            count: count, times: times, starts: starts.map(change), ends: ends.map(change), easings: easings,
            tangentOffsets: tangentOffsets, tangents: tangents,
            loop: loop)
    }

    /// The track with only the first components. Applies only to tracks without keyframes; the others have few components.
    func prefix(_ maximumCount: Int) -> Track { times.isEmpty && count > maximumCount ? Track(Array(fixed.prefix(maximumCount))) : self }

    /// The first two components of the value.
    func point(at time: Double) -> (x: Double, y: Double) {
        guard count > 1, loop == nil, live == nil, let key = keyframe(at: time), key < times.count - 1, let path = spatialPath(key) else {
            return (number(0, at: time), number(1, at: time))
        }
        if case .hold = easings[key] { return (starts[key * count], starts[key * count + 1]) }
        let point = path.point(easings[key].progress((time - times[key]) / (times[key + 1] - times[key])))
        return (point.x, point.y)
    }

    /// The motion path of a keyframe; nil: it is straight.
    private func spatialPath(_ key: Int) -> SpatialPath? {
        let offset = Int(tangentOffsets[key])
        guard offset >= 0 else { return nil }
        func point(_ numbers: [Double], _ at: Int) -> SpatialPath.Point {
            (numbers[at], numbers[at + 1], count > 2 ? numbers[at + 2] : 0)
        }
        return SpatialPath(
            from: point(starts, key * count), to: point(ends, key * count),
            out: (tangents[offset], tangents[offset + 1], tangents[offset + 2]),
            into: (tangents[offset + 3], tangents[offset + 4], tangents[offset + 5]))
    }

    /// One component of the value; 0 for a component that does not exist.
    func number(_ index: Int = 0, at time: Double) -> Double {
        guard index < count else { return 0 }
        if times.isEmpty { return fixed[index] }
        if let live { return live.number(index, at: time).map { $0 * factor } ?? plain?.number(index, at: time) ?? 0 }
        guard let loop, times.count > 1 else { return plain(index, at: time) }
        // Very large loop counts give no number.
        let value = looped(loop, index, at: time)
        return value.isFinite ? min(max(value, -1e9), 1e9) : 0
    }

    /// The value of a keyframe by its index.
    func start(_ index: Int) -> [Double] { Array(starts[index * count..<(index + 1) * count]) }

    /// All components of the value.
    func value(at time: Double) -> [Double] {
        times.isEmpty ? fixed : (0..<count).map { number($0, at: time) }
    }

    /// The keyframe that applies at a time; nil before the first.
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
        if index < 3, let path = spatialPath(key) {
            // On a motion path, all components move together.
            let point = path.point(easings[key].progress(share))
            return index == 0 ? point.x : index == 1 ? point.y : point.z
        }
        return start + (end - start) * easings[key].progress(share, of: index)
    }

    /// Three angles in degrees that turn the shortest way, without easing, as in lottie-web.
    func orientation(at time: Double) -> (x: Double, y: Double, z: Double) {
        guard count >= 3, loop == nil, live == nil, let key = keyframe(at: time), key < times.count - 1, time > times[key] else {
            return (number(0, at: time), number(1, at: time), number(2, at: time))
        }
        if case .hold = easings[key] { return (starts[key * count], starts[key * count + 1], starts[key * count + 2]) }
        let start = Quaternion(degrees: starts[key * count], starts[key * count + 1], starts[key * count + 2])
        let end = Quaternion(degrees: ends[key * count], ends[key * count + 1], ends[key * count + 2])
        return start.mixed(with: end, (time - times[key]) / (times[key + 1] - times[key])).degrees
    }

    // MARK: - Repeating

    private func looped(_ loop: Loop, _ index: Int, at time: Double) -> Double {
        let last = times.count - 1
        let spans = loop.spans <= 0 ? last : min(loop.spans, last)
        let (from, to) = loop.isOut ? (times[last - spans], times[last]) : (times[0], times[spans])
        let length = to - from
        guard loop.isOut ? time > to : time < from, length > 0 else { return plain(index, at: time) }
        // Measured away from the keyframes.
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
final class ContourTrack: Sendable {
    let times: [Double]
    /// One per keyframe; a single one without keyframes.
    let starts: [Contour]
    let ends: [Contour]
    let easings: [Easing]
    /// The values of an expression.
    private let live: LiveValue?
    /// What is drawn at frames at which the expression fails.
    private let plain: ContourTrack?

    init(_ live: LiveValue, plain: ContourTrack) {
        (times, starts, ends, easings) = (live.times, [], [], [])
        (self.live, self.plain) = (live, plain)
    }

    init(_ contour: Contour) {
        (times, starts, ends, easings) = ([], [contour], [], [])
        (live, plain) = (nil, nil)
    }

    /// - Precondition: all arrays have one element per time, and there is at least one.
    init(times: [Double], starts: [Contour], ends: [Contour], easings: [Easing]) {
        self.times = times
        self.starts = starts
        self.ends = ends
        self.easings = easings
        (live, plain) = (nil, nil)
    }

    func contour(at time: Double) -> Contour {
        if let live { return live.contour(at: time) ?? plain?.contour(at: time) ?? Contour() }
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
