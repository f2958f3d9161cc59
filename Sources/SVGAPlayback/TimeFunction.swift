/// How far a movement has come when a part of its time has passed: 0…1 to 0…1, as `CAMediaTimingFunction` and CSS's `ease` have it.
///
/// ```swift
/// await player.play(from: .frame(0), to: .frame(40), timeFunction: .easeInOut)
/// await player.play(to: .percentage(1), timeFunction: TimeFunction { $0 * $0 })
/// ```
public struct TimeFunction: Sendable {
    private enum Kind: Sendable {
        case linear
        case cubicBezier(CubicBezier)
        case custom(@Sendable (Double) -> Double)
    }

    private let kind: Kind

    /// The same pace from the beginning to the end.
    public static let linear = TimeFunction(.linear)
    /// Begins slowly: the Bézier curve (0.42, 0, 1, 1).
    public static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    /// Ends slowly: the Bézier curve (0, 0, 0.58, 1).
    public static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    /// Begins and ends slowly: the Bézier curve (0.42, 0, 0.58, 1).
    public static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// A Bézier curve from (0, 0) to (1, 1) with these two control points. x is time and y is progress.
    ///
    /// The curve is found for a time to within 10⁻¹⁵, and a later time never gives an earlier point of it.
    ///
    /// `x1` and `x2` are clamped to 0…1, so that there is one point for each time. `y1` and `y2` are any finite numbers; a movement that goes
    /// beyond its ends stays at them.
    public static func cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double) -> TimeFunction {
        TimeFunction(.cubicBezier(CubicBezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2)))
    }

    /// Any other function. It gets 0…1 and returns the progress. The result is clamped to 0…1; NaN is taken as `linear`.
    ///
    /// It is called from any thread, often, must always return the same for the same time, and must not use the player. The progress may also
    /// go back. The player samples it every quarter of a frame's time to find out when the next frame is due; what is shown at a time is always
    /// exact.
    public init(_ progress: @escaping @Sendable (_ time: Double) -> Double) { self.init(.custom(progress)) }

    private init(_ kind: Kind) { self.kind = kind }

    package var isLinear: Bool { if case .linear = kind { true } else { false } }

    /// - Parameter time: 0…1.
    /// - Returns: 0…1.
    package func progress(at time: Double) -> Double {
        let progress =
            switch kind {
            case .linear: time
            case .cubicBezier(let curve): curve.y(atX: time)
            case .custom(let function): function(time)
            }
        return progress.isNaN ? time : min(max(progress, 0), 1)
    }
}

/// From (0, 0) to (1, 1).
private struct CubicBezier: Sendable {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double

    func y(atX x: Double) -> Double {
        // Without this, rounding could keep a movement just before its end.
        if x <= 0 || x >= 1 { return x }
        let y = CubicBezier.coordinate(y1, y2, at: parameter(atX: x))
        // A curve that does not go beyond 1 gets there with the last moment only; rounding could bring it there before.
        return max(y1, y2) <= 1 ? min(y, 1.0.nextDown) : y
    }

    /// By bisection. Two times choose the same halves up to the one that separates them, so the later time never gets the smaller parameter.
    private func parameter(atX x: Double) -> Double {
        var low = 0.0
        var width = 0.5
        // 2⁻⁵² is as fine as a Double just below 1.
        for _ in 0..<52 {
            if CubicBezier.coordinate(x1, x2, at: low + width) <= x { low += width }
            width /= 2
        }
        return low
    }

    private static func coordinate(_ first: Double, _ second: Double, at t: Double) -> Double {
        let rest = 1 - t
        return t * (3 * rest * (rest * first + t * second) + t * t)
    }
}
