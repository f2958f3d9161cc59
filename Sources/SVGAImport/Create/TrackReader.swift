import SVGAModel
import SVGASupport

/// Reads the animatable properties of a sprite or a shape: each is a value, or a list of keyframes in `keyframes`.
struct TrackReader {
    enum Kind {
        case number
        /// 0 or more.
        case length
        /// 0…1.
        case part
        case pair
        /// One number for both axes, or two.
        case scale
        case color
    }

    private let owner: SpecMembers
    private let keyframes: SpecMembers?
    private let clock: SpecClock

    init(_ owner: SpecMembers, _ kind: SpecObject, clock: SpecClock) throws(CreateError) {
        self.owner = owner
        self.clock = clock
        keyframes = try owner["keyframes"].map { (node) throws(CreateError) in try node.object(kind) }
    }

    /// The location of a property; nil if it is missing.
    func location(of name: String) -> SpecNode? { owner[name] ?? keyframes?[name] }

    /// - Returns: nil if the property is missing.
    func read(_ name: String, _ kind: Kind) throws(CreateError) -> Track? {
        guard let node = keyframes?[name] else {
            return try owner[name].map { (node) throws(CreateError) in Track(try TrackReader.value(node, kind)) }
        }
        if let fixed = owner[name] { throw fixed.failure("is also in keyframes", advice: "leave one of the two out") }
        guard case .object = node.value else { return try track(node, kind, nil) }
        let track = try node.object(.track)
        return try self.track(track.required("keys"), kind, track)
    }

    private func track(_ list: SpecNode, _ kind: Kind, _ options: SpecMembers?) throws(CreateError) -> Track {
        var keys: [Track.Key] = []
        for node in try list.elements() {
            let members = try node.object(.key)
            let at = try members.required("at")
            let key = Track.Key(
                at: try at.time(clock), value: try TrackReader.value(members.required("value"), kind),
                easing: try members["ease"].map { (node) throws(CreateError) in try TrackReader.easing(node) } ?? .linear)
            if let last = keys.last, key.at < last.at { throw at.failure("comes before the keyframe above it") }
            keys.append(key)
        }
        let cycle = try options?["repeat"]?.choice(Track.Cycle.allCases.map { ($0.rawValue, $0) })
        let times = try options?["times"].map { (node) throws(CreateError) in try node.number(0.01...1e6) }
        if cycle == nil { try options?.refuse(["times"], "needs repeat") }
        guard let first = keys.first, let last = keys.last, let track = Track(keys, cycle: cycle, times: times) else {
            throw list.failure("needs at least one keyframe")
        }
        // A cycle shorter than a thousandth of a frame would only flicker.
        if cycle != nil, last.at - first.at < 0.001 / clock.fps { throw list.failure("needs two keyframes at different times to repeat") }
        return track
    }

    private static func easing(_ node: SpecNode) throws(CreateError) -> Easing {
        let text = try node.string()
        guard let easing = Easing(text) else {
            if text.hasPrefix("cubic-bezier") {
                throw node.failure("needs cubic-bezier(x1, y1, x2, y2) with x1 and x2 from 0 to 1, not \(text.quoted)")
            }
            throw node.unknownWord(text, among: Easing.names + ["cubic-bezier(x1, y1, x2, y2)"])
        }
        return easing
    }

    private static func value(_ node: SpecNode, _ kind: Kind) throws(CreateError) -> SIMD4<Double> {
        switch kind {
        case .number: return SIMD4(try node.number(), 0, 0, 0)
        case .length: return SIMD4(try node.number(0...SpecNode.maximumMagnitude), 0, 0, 0)
        case .part: return SIMD4(try node.number(0...1), 0, 0, 0)
        case .pair:
            let (x, y) = try node.pair()
            return SIMD4(x, y, 0, 0)
        case .scale:
            if case .array = node.value {
                let (x, y) = try node.pair(-1000...1000)
                return SIMD4(x, y, 0, 0)
            }
            let both = try node.number(-1000...1000)
            return SIMD4(both, both, 0, 0)
        case .color: return try node.color().lanes
        }
    }
}
