import SVGAPlatform
import SVGASupport

/// What scripts compute of a property's keyframes.
extension ScriptProperty {
    private func times(_ file: ScriptFile) -> [Double] {
        guard keyCount > 0 else { return [] }
        switch content(file) {
        case .track(let track): return track.times
        case .contour(let track): return track.times
        }
    }

    func velocity(at time: Double, _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        let step = 0.001
        let now = try plain(at: time * file.rate, file)
        let before = try plain(at: (time - step) * file.rate, file)
        return value(zip(now, before).map { ($0 - $1) / step })
    }

    func speed(at time: Double, _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        switch try velocity(at: time, file) {
        case .list(let list):
            var square = 0.0
            for element in list.elements { square += pow(try element.number(), 2) }
            return .number(square.squareRoot())
        case let value: return .number(try value.number().magnitude)
        }
    }

    /// A keyframe by its number, from 1.
    func key(_ number: ScriptValue, _ file: ScriptFile) throws(ScriptFailure) -> ScriptKey {
        file.hasChanged = true
        let times = times(file)
        if number.isNothing || number.isString { throw .thrown }
        guard case .number(let number) = number else { throw .unsupported }
        guard number >= 1, number <= Double(times.count) else { throw .thrown }
        guard case .track(let track) = content(file), let index = Int(checked: number), Double(index) == number else { throw .unsupported }
        try file.step()
        let numbers = track.start(index - 1)
        return ScriptKey(time: times[index - 1] / file.rate, index: number, value: value(numbers), numbers: numbers)
    }

    func nearestKey(_ time: Double, _ file: ScriptFile) throws(ScriptFailure) -> ScriptKey {
        let (times, frame) = (times(file), time * file.rate)
        file.hasChanged = true
        guard !times.isEmpty else { return ScriptKey(time: 0, index: 0, value: .undefined, numbers: []) }
        var best = 0
        try file.step(times.count)
        // Of two keyframes at one distance, the first is the nearest.
        for index in times.indices.dropFirst() where (times[index] - frame).magnitude < (times[best] - frame).magnitude { best = index }
        return ScriptKey(time: times[best] / file.rate, index: Double(best + 1), value: .undefined, numbers: [])
    }

    // MARK: - Repeating

    /// Repeats a span of keyframes after the last one, or before the first one.
    /// - Parameter span: a number of intervals, or seconds.
    func loop(
        isOut: Bool, isDuration: Bool, _ type: ScriptValue, _ span: ScriptValue, _ file: ScriptFile
    ) throws(ScriptFailure) -> ScriptValue {
        let (times, frame) = (times(file), frame)
        let now = try plain(at: frame, file)
        let span = span.isTrue ? try span.number() : 0
        if times.count < 2, !(isDuration && span != 0) { return value(now) }
        guard let first = times.first, let last = times.last else { return value(now) }
        let edge = isOut ? last : first
        if isOut ? frame <= edge : frame >= edge { return value(now) }
        let length = isDuration ? duration(isOut, edge, span, file) : intervals(times, isOut, span)
        let over = (frame - edge).magnitude
        let rounds = (over / length).rounded(.down)
        let within = over - rounds * length
        guard length > 0 else { return value(now) }
        func at(_ distance: Double) throws(ScriptFailure) -> [Double] { try plain(at: isOut ? edge - distance : edge + distance, file) }
        switch type.isTrue ? try type.string().lowercased() : "cycle" {
        case "pingpong":
            return value(try at(rounds.truncatingRemainder(dividingBy: 2) == 0 ? within : length - within))
        case "continue":
            let step = 0.001
            let start = try at(0)
            let after = try at(step)
            return value(zip(start, after).map { isList ? $0 + ($0 - $1) * (over / step) : $0 + ($0 - $1) * over / step })
        case "offset":
            let found = try at(length - within)
            let start = try at(0)
            let end = try at(length)
            return value(found.indices.map { found[$0] + (start[$0] - end[$0]) * (rounds + 1) })
        default: return value(try at(length - within))
        }
    }

    private func intervals(_ times: [Double], _ isOut: Bool, _ count: Double) -> Double {
        let last = times.count - 1
        let spans = count == 0 || count.isNaN || count > Double(last) ? last : max(0, Int(saturating: count.rounded(.down)))
        return isOut ? times[last] - times[last - spans] : times[spans] - times[0]
    }

    private func duration(_ isOut: Bool, _ edge: Double, _ seconds: Double, _ file: ScriptFile) -> Double {
        if seconds != 0 { return (seconds * file.rate).magnitude }
        return max(0, isOut ? edge - layer.inPoint : layer.outPoint - edge)
    }

    // MARK: - Chance

    /// Smooth chance around the value.
    func wiggle(_ arguments: [ScriptValue], _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        guard arguments.count == 2 || arguments.count == 3, let seed = file.number(of: self) else { throw .unsupported }
        let frequency = try arguments[0].number()
        let amount = try arguments[1].number()
        let octaves = arguments.count > 2 ? try arguments[2].number() : 1
        let time = frame / file.rate
        guard frequency.isFinite, octaves.isFinite else { throw .unsupported }
        let count = min(max(Int(saturating: octaves.rounded(.down)), 1), 8)
        let value = try plain(at: time * file.rate, file)
        try file.step(10 * count)
        file.hasChanged = true
        var waves: [Double] = []
        for part in value.indices {
            var (result, height, rate) = (0.0, 1.0, frequency)
            for octave in 0..<count {
                let place = time * rate
                let from = place.rounded(.down)
                let t = place - from
                let smoothed = t * t * (3 - 2 * t)
                guard let start = Int(checked: from), start.magnitude < 1 << 30 else { throw .unsupported }
                let left = ScriptNoise.value(seed, start, part * 8 + octave)
                let right = ScriptNoise.value(seed, start + 1, part * 8 + octave)
                result += height * (2 * (left + (right - left) * smoothed) - 1)
                height *= 0.5
                rate *= 2
            }
            waves.append(result * amount)
        }
        return self.value(zip(value, waves).map { $0 + $1 })
    }
}

/// The same numbers as those of the engine's scripts.
enum ScriptNoise {
    static func value(_ a: Int, _ b: Int, _ c: Int) -> Double {
        func word(_ number: Int) -> UInt32 { UInt32(truncatingIfNeeded: number) }
        var hash = word(a) &* 0x9E37_79B1 ^ word(b) &* 0x85EB_CA77 ^ word(c) &* 0xC2B2_AE3D
        hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
        hash = (hash ^ hash >> 12) &* 0x297A_2D39
        return Double(hash ^ hash >> 15) / 4_294_967_296
    }
}
