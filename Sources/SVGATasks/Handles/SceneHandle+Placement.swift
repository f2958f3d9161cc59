import SVGAExport
import SVGALottie
import SVGAModel
import SVGARender
import SVGASupport

/// Positions of sprites, for apps that handle touches or lay their own views over a movie.
extension SceneHandle {
    /// The output of `svga hit --json`.
    package func hit(frame: Int, x: Double, y: Double) throws(TaskError) -> String {
        let playable = try prepared()
        if let animation = playable as? LottieAnimation {
            let hits = try TaskError.naming(movie.name.path) { () throws(SVGAError) in try animation.hits(x: x, y: y, frame: frame) }
            let report = HitReport(file: movie.name.path, frame: frame, point: PointArgument(x: x, y: y), threshold: 0.5, hit: hits.first)
            return report.json.text(.pretty, escaping: [.short, .controls]) + "\n"
        }
        guard let scene = playable as? SVGAScene else {
            throw .request(
                file: movie.name.path, message: "a Lottie has no keys for hit tests", advice: "\(command: "import") converts it to a movie")
        }
        let hit = try TaskError.naming(movie.name.path) { () throws(SVGAError) in try scene.hit(x: x, y: y, frame: frame) }
        try checkPlayer(scene, frame)
        let report = HitReport(file: movie.name.path, frame: frame, point: PointArgument(x: x, y: y), threshold: 0.5, hit: hit)
        return report.json.text(.pretty, escaping: [.short, .controls]) + "\n"
    }

    /// The placement of a key's sprites, or of a Lottie's layers, as JSON, in pixels of the scene's frames if a size was set, else in points of
    /// the canvas.
    /// - Parameter frames: nil: all frames.
    package func placement(key: String, frames: String?) throws(TaskError) -> String {
        let playable = try prepared()
        let (task, animation) = state.withLock { ($0.task, $0.animation) }
        var selection: FrameSelection?
        if let frames {
            selection = FrameSelection(frames)
            if selection == nil { throw .usage("\(option: "frames") needs \(FrameSelection.expectation), not \"\(frames)\"") }
        }
        let isPixels = task.size != nil || task.scale != nil || task.picture.crop != nil
        let indices = try animation.frameIndices(selection)
        let report: PlacementReport
        if let lottie = playable as? LottieAnimation {
            report = try PlacementReport(
                movie.name.path, layer: key, of: lottie, frames: indices, in: PlacementReport.Space(lottie, isPixels: isPixels),
                limits: task.common.limits)
        } else if let scene = playable as? SVGAScene {
            report = try PlacementReport(
                movie.name.path, key: key, of: scene, frames: indices, in: PlacementReport.Space(scene, isPixels: isPixels),
                limits: task.common.limits)
        } else {
            throw .request(
                file: movie.name.path, message: "a Lottie has no sprites with a placement",
                advice: "\(command: "import") converts it to a movie")
        }
        return report.json.text(.pretty, escaping: [.short, .controls]) + "\n"
    }
}
