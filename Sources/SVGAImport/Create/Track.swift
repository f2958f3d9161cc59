/// An animated value: a number, a pair or a color, in the first lanes of a vector.
package struct Track: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        /// In seconds from the sprite's first frame.
        package var at: Double
        package var value: SIMD4<Double>
        /// The easing from the previous key.
        package var easing: Easing

        package init(at: Double, value: SIMD4<Double>, easing: Easing = .linear) {
            self.at = at
            self.value = value
            self.easing = easing
        }
    }

    package enum Cycle: String, Hashable, Sendable, CaseIterable {
        /// Restarts from the first key.
        case loop
        /// Alternates forward and backward.
        case pingPong = "ping-pong"
    }

    /// At least one; times never decrease.
    private let keys: [Key]
    private let cycle: Cycle?
    /// The number of repetitions.
    private let times: Double

    /// A constant value.
    package init(_ value: SIMD4<Double>) {
        keys = [Key(at: 0, value: value)]
        cycle = nil
        times = 1
    }

    /// - Parameter times: the number of repetitions; nil: infinite.
    /// - Returns: nil without keys, or if times decrease.
    package init?(_ keys: [Key], cycle: Cycle? = nil, times: Double? = nil) {
        guard !keys.isEmpty, zip(keys, keys.dropFirst()).allSatisfy({ $0.at <= $1.at }) else { return nil }
        self.keys = keys
        self.cycle = cycle
        self.times = cycle == nil ? 1 : times ?? .infinity
    }

    package var isConstant: Bool { keys.count == 1 }

    /// The time of the last change; an infinite cycle counts once.
    package var lastChange: Double {
        let (first, last) = (keys[0].at, keys[keys.count - 1].at)
        return keys.count == 1 ? 0 : first + (last - first) * (times.isFinite ? times : 1)
    }

    /// Before the first key and after the last one, the value is constant.
    package subscript(_ seconds: Double) -> SIMD4<Double> {
        let (first, last) = (keys[0], keys[keys.count - 1])
        guard seconds > first.at, last.at > first.at else { return seconds >= last.at ? last.value : first.value }
        var time = seconds
        if let cycle {
            let length = last.at - first.at
            let passed = min((seconds - first.at) / length, times)
            let turn = passed.rounded(.down)
            // The end of the last repetition is its last value, not the start of another repetition.
            let isOver = passed >= times && passed == turn
            let part = isOver ? 1 : passed - turn
            let isOdd = (isOver ? turn - 1 : turn).truncatingRemainder(dividingBy: 2) == 1
            time = first.at + length * (cycle == .pingPong && isOdd ? 1 - part : part)
        }
        guard time < last.at else { return last.value }
        guard time > first.at else { return first.value }
        let (from, to) = around(time)
        let part = to.easing((time - from.at) / (to.at - from.at))
        return from.value + (to.value - from.value) * part
    }

    /// The last key at or before a time, and the key after it.
    private func around(_ time: Double) -> (Key, Key) {
        var (low, high) = (0, keys.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].at <= time { low = middle } else { high = middle }
        }
        return (keys[low], keys[high])
    }
}
