import SVGAExport
import SVGAModel
import SVGARender
import SVGASupport

/// Positions of sprites and layers, for apps that handle touches or lay their own views over an animation.
extension SceneHandle {
    /// The output of `svga hit --json`.
    package func hit(frame: Int, x: Double, y: Double) throws(TaskError) -> String {
        let animation = try prepared()
        let report = try HitReport(movie.name.path, animation, frame: frame, PointArgument(x: x, y: y), threshold: 0.5)
        if let scene = animation as? SVGAScene { try checkPlayer(scene, frame) }
        return report.json.text(.pretty, escaping: [.short, .controls]) + "\n"
    }

    /// The placement of a key's sprites, or of a Lottie's layers, as JSON, in pixels of the scene's frames if a size was set, else in points of
    /// the canvas.
    /// - Parameter frames: nil: all frames.
    package func placement(key: String, frames: String?) throws(TaskError) -> String {
        let animation = try prepared()
        let (task, input) = state.withLock { ($0.task, $0.animation) }
        var selection: FrameSelection?
        if let frames {
            selection = FrameSelection(frames)
            if selection == nil { throw .usage("\(option: "frames") needs \(FrameSelection.expectation), not \"\(frames)\"") }
        }
        let report = try PlacementReport(
            movie.name.path, key: key, of: animation, frames: try input.frameIndices(selection),
            isPixels: task.size != nil || task.scale != nil || task.picture.crop != nil, limits: task.common.limits)
        return report.json.text(.pretty, escaping: [.short, .controls]) + "\n"
    }
}
