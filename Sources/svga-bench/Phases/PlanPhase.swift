import SVGARender

/// What to draw, for each frame.
final class PlanPhase: Phase {
    private let subject: Subject
    private var plan = DisplayList()

    init(_ subject: Subject) { self.subject = subject }

    func run() {
        for frame in subject.frames { plan.build(frame: frame, of: subject.scene) }
    }
}
