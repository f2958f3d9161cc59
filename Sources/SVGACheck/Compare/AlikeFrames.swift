import SVGAEmulation
import SVGARender

/// The frames of two movies that look alike because their draw calls and their images are equal. They are found without drawing.
struct AlikeFrames: Sendable {
    private let first: SceneCalls
    private let second: SceneCalls

    /// Returns nil if frames with equal draw calls may look different: because of other images, another size, substitutions or an emulated player.
    init?(_ first: SVGAScene, _ second: SVGAScene) {
        for scene in [first, second] where scene.emulation != nil || scene.layers.contains(where: { $0.content != nil }) { return nil }
        guard first.options == second.options, let pictures = first.movie.pictureFingerprint, pictures == second.movie.pictureFingerprint
        else { return nil }
        (self.first, self.second) = (SceneCalls(first), SceneCalls(second))
    }

    /// False for a frame whose draw calls are too much work to compare.
    func contains(_ frame: Int) -> Bool {
        guard let one = try? first.calls(frame: frame), let other = try? second.calls(frame: frame) else { return false }
        return one.draws(like: other)
    }
}
