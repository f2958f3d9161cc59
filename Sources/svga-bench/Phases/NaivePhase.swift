import SVGARender

/// Each frame drawn as a textbook has it; its plan is made on the way, as when painting.
final class NaivePhase: Phase {
    private let frames: [Int]
    private let painter: NaivePainter

    init(_ subject: Subject) throws {
        frames = subject.frames
        painter = try NaivePainter(subject.scene)
    }

    func run() throws {
        for frame in frames { try painter.paint(frame: frame) }
    }
}
