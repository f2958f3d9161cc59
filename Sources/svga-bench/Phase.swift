/// The phases, in the order data walks through them, then the two yardsticks of paint.
enum PhaseName: String, CaseIterable, Codable {
    case inflate, decode, resolve, image, scene, plan, paint, naive, limit

    /// Whether it does its work once for each frame.
    var isPerFrame: Bool {
        switch self {
        case .inflate, .decode, .resolve, .image, .scene: false
        case .plan, .paint, .naive, .limit: true
        }
    }

    func make(_ subject: Subject) throws -> any Phase {
        switch self {
        case .inflate: InflatePhase(subject)
        case .decode: try DecodePhase(subject)
        case .resolve: try ResolvePhase(subject)
        case .image: ImagePhase(subject)
        case .scene: ScenePhase(subject)
        case .plan: PlanPhase(subject)
        case .paint: try PaintPhase(subject)
        case .naive: try NaivePhase(subject)
        case .limit: LimitPhase(subject)
        }
    }
}

/// One thing that is measured. What it needs is made by its initializer, so that a run does the work alone.
protocol Phase: AnyObject {
    func run() throws
}
