/// A value over time: a number, a pair or a colour, in the first lanes of a vector.
package struct Track: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        /// In seconds from the sprite's first frame on.
        package var at: Double
        package var value: SIMD4<Double>
        /// How the value is reached from the key before.
        package var easing: Easing

        package init(at: Double, value: SIMD4<Double>, easing: Easing = .linear) {
            self.at = at
            self.value = value
            self.easing = easing
        }
    }

    package enum Cycle: String, Hashable, Sendable, CaseIterable {
        /// From the first key again.
        case loop
        /// Back and forth.
        case pingPong = "ping-pong"
    }

    /// At least one; their times never fall.
    private let keys: [Key]
    private let cycle: Cycle?
    /// How often the way from the first to the last key is gone.
    private let times: Double

    /// A value that never changes.
    package init(_ value: SIMD4<Double>) {
        keys = [Key(at: 0, value: value)]
        cycle = nil
        times = 1
    }

    /// - Parameter times: how often; nil: without end.
    /// - Returns: nil without keys, or with times that fall.
    package init?(_ keys: [Key], cycle: Cycle? = nil, times: Double? = nil) {
        guard !keys.isEmpty, zip(keys, keys.dropFirst()).allSatisfy({ $0.at <= $1.at }) else { return nil }
        self.keys = keys
        self.cycle = cycle
        self.times = cycle == nil ? 1 : times ?? .infinity
    }

    package var isConstant: Bool { keys.count == 1 }

    /// When it has its last value; one that repeats without end counts once.
    package var lastChange: Double {
        let (first, last) = (keys[0].at, keys[keys.count - 1].at)
        return keys.count == 1 ? 0 : first + (last - first) * (times.isFinite ? times : 1)
    }

    /// Before the first key and after the last one the value stays.
    package subscript(_ seconds: Double) -> SIMD4<Double> {
        let (first, last) = (keys[0], keys[keys.count - 1])
        guard seconds > first.at, last.at > first.at else { return seconds >= last.at ? last.value : first.value }
        var time = seconds
        if let cycle {
            let length = last.at - first.at
            let passed = min((seconds - first.at) / length, times)
            let turn = passed.rounded(.down)
            // The end of the last turn is its end, not the start of one more.
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

    /// The last key that is not after the time, and the one after it.
    private func around(_ time: Double) -> (Key, Key) {
        var (low, high) = (0, keys.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].at <= time { low = middle } else { high = middle }
        }
        return (keys[low], keys[high])
    }
}
