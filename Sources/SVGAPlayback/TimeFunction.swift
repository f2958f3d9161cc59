import SVGASupport

/// How far a movement has come when a part of its time has passed: 0…1 to 0…1, as `CAMediaTimingFunction` and CSS's `ease` have it.
///
/// ```swift
/// await player.play(from: .frame(0), to: .frame(40), timeFunction: .easeInOut)
/// await player.play(to: .percentage(1), timeFunction: TimeFunction { $0 * $0 })
/// ```
public struct TimeFunction: Sendable {
    private enum Kind: Sendable {
        case linear
        case cubicBezier(CubicEasing)
        case custom(@Sendable (Double) -> Double)
    }

    private let kind: Kind

    /// The same pace from the beginning to the end.
    public static let linear = TimeFunction(.linear)
    /// Begins slowly: the Bézier curve (0.42, 0, 1, 1).
    public static let easeIn = TimeFunction(.cubicBezier(.easeIn))
    /// Ends slowly: the Bézier curve (0, 0, 0.58, 1).
    public static let easeOut = TimeFunction(.cubicBezier(.easeOut))
    /// Begins and ends slowly: the Bézier curve (0.42, 0, 0.58, 1).
    public static let easeInOut = TimeFunction(.cubicBezier(.easeInOut))

    /// A Bézier curve from (0, 0) to (1, 1) with these two control points. x is time and y is progress.
    ///
    /// The curve is found for a time to within 10⁻¹⁵, and a later time never gives an earlier point of it.
    ///
    /// `x1` and `x2` are clamped to 0…1, so that there is one point for each time. `y1` and `y2` are any finite numbers; a movement that goes
    /// beyond its ends stays at them.
    public static func cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double) -> TimeFunction {
        TimeFunction(.cubicBezier(CubicEasing(x1: x1, y1: y1, x2: x2, y2: y2)))
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
            case .cubicBezier(let curve): curve.monotoneProgress(time)
            case .custom(let function): function(time)
            }
        return progress.isNaN ? time : min(max(progress, 0), 1)
    }
}
