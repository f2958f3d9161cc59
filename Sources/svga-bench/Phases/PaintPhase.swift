import SVGARender

/// Each frame drawn; its plan is made on the way.
final class PaintPhase: Phase {
    private let frames: [Int]
    private let painter: FramePainter

    init(_ subject: Subject) throws {
        frames = subject.frames
        painter = try subject.scene.makePainter()
    }

    func run() throws {
        for frame in frames { try painter.paint(frame: frame) }
    }
}
