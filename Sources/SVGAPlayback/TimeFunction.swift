import SVGASupport

/// Maps the elapsed fraction of time to progress, both 0…1, as `CAMediaTimingFunction` and CSS's `ease` do.
public struct TimeFunction: Sendable {
    private enum Kind: Sendable {
        case linear
        case cubicBezier(CubicEasing)
        case custom(@Sendable (Double) -> Double)
    }

    private let kind: Kind

    /// Constant speed.
    public static let linear = TimeFunction(.linear)
    /// Starts slowly: the Bézier curve (0.42, 0, 1, 1).
    public static let easeIn = TimeFunction(.cubicBezier(.easeIn))
    /// Ends slowly: the Bézier curve (0, 0, 0.58, 1).
    public static let easeOut = TimeFunction(.cubicBezier(.easeOut))
    /// Starts and ends slowly: the Bézier curve (0.42, 0, 0.58, 1).
    public static let easeInOut = TimeFunction(.cubicBezier(.easeInOut))

    /// A Bézier curve from (0, 0) to (1, 1) with these two control points. x is time and y is progress.
    ///
    /// The curve is evaluated to within 10⁻¹⁵ of a time, and is monotonic in time.
    ///
    /// `x1` and `x2` are clamped to 0…1, so that there is one point for each time. `y1` and `y2` are any finite numbers; progress outside 0…1 is
    /// clamped.
    public static func cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double) -> TimeFunction {
        TimeFunction(.cubicBezier(CubicEasing(x1: x1, y1: y1, x2: x2, y2: y2)))
    }

    /// Any other function from 0…1 to progress. The result is clamped to 0…1; NaN counts as `linear`.
    ///
    /// It is called often and from any thread, must be pure, and must not use the player. The progress may decrease. The player samples it every
    /// quarter of a frame's duration to find the time of the next frame; the frame at a time is always exact.
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
