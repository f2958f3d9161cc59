import SVGAPlatform
package import SVGASupport

/// The easing between two keyframes: maps the elapsed share of the time, 0…1, to the progress of the value.
package enum Easing: Hashable, Sendable {
    case linear
    /// Holds the value of the first keyframe until the next one.
    case hold
    case bezier(CubicEasing)
    case eased(Direction, Family)

    package enum Direction: String, CaseIterable, Sendable {
        case easeIn = "ease-in"
        case easeOut = "ease-out"
        case easeInOut = "ease-in-out"
    }

    package enum Family: String, CaseIterable, Sendable {
        case quad, cubic, quart, sine, expo, back, elastic, bounce

        /// Ease-in; the other directions are derived from it.
        fileprivate func callAsFunction(_ t: Double) -> Double {
            switch self {
            case .quad: return t * t
            case .cubic: return t * t * t
            case .quart: return t * t * t * t
            case .sine: return 1 - cos(t * .pi / 2)
            case .expo: return t <= 0 ? 0 : exp2(10 * t - 10) - (1 - t) / 1024
            case .back: return t * t * (2.70158 * t - 1.70158)
            case .elastic: return -exp2(10 * t - 10) * sin((10 * t - 10.75) * 2 * .pi / 3)
            case .bounce: return 1 - Easing.bounced(1 - t)
            }
        }
    }

    /// CSS's easing keywords, which have no family.
    private static let plain: [String: Easing] = [
        "linear": .linear, "hold": .hold,
        "ease": .bezier(.ease),
        "ease-in": .bezier(.easeIn),
        "ease-out": .bezier(.easeOut),
        "ease-in-out": .bezier(.easeInOut),
    ]

    /// All named easings, in a fixed order.
    package static let names: [String] =
        ["linear", "hold", "ease", "ease-in", "ease-out", "ease-in-out"]
        + Family.allCases.flatMap { family in Direction.allCases.map { "\($0.rawValue)-\(family.rawValue)" } }

    /// Parses a name, or `cubic-bezier(x1, y1, x2, y2)`.
    package init?(_ text: String) {
        if let plain = Easing.plain[text] {
            self = plain
        } else if let (direction, family) = Easing.parts(text) {
            self = .eased(direction, family)
        } else if let bezier = Easing.bezier(text) {
            self = bezier
        } else {
            return nil
        }
    }

    private static func parts(_ text: String) -> (Direction, Family)? {
        guard let dash = text.lastIndex(of: "-"), let direction = Direction(rawValue: String(text[..<dash])),
            let family = Family(rawValue: String(text[text.index(after: dash)...]))
        else { return nil }
        return (direction, family)
    }

    private static func bezier(_ text: String) -> Easing? {
        let start = "cubic-bezier("
        guard text.utf8.count <= 200, text.hasPrefix(start), text.hasSuffix(")") else { return nil }
        let numbers = text.dropFirst(start.count).dropLast().split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) ?? .nan }
        guard numbers.count == 4, numbers.allSatisfy({ $0.magnitude <= 100 }), 0...1 ~= numbers[0], 0...1 ~= numbers[2] else { return nil }
        return .bezier(CubicEasing(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3]))
    }

    /// - Parameter time: 0…1.
    /// - Returns: 0 at 0 and 1 at 1; in between it may be outside 0…1.
    package func callAsFunction(_ time: Double) -> Double {
        if time >= 1 { return 1 }
        if time <= 0 { return 0 }
        switch self {
        case .linear: return time
        case .hold: return 0
        case .bezier(let curve): return curve.progress(time)
        case .eased(.easeIn, let family): return family(time)
        case .eased(.easeOut, let family): return 1 - family(1 - time)
        case .eased(.easeInOut, let family): return time < 0.5 ? family(2 * time) / 2 : 1 - family(2 - 2 * time) / 2
        }
    }

    /// Falls and bounces three times.
    private static func bounced(_ t: Double) -> Double {
        let bounces: [(end: Double, middle: Double, height: Double)] = [
            (1 / 2.75, 0, 0), (2 / 2.75, 1.5 / 2.75, 0.75), (2.5 / 2.75, 2.25 / 2.75, 0.9375), (.infinity, 2.625 / 2.75, 0.984375),
        ]
        let bounce = bounces.first { t < $0.end } ?? bounces[3]
        return 7.5625 * (t - bounce.middle) * (t - bounce.middle) + bounce.height
    }
}
