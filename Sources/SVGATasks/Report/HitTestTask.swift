import SVGAExport
import SVGAModel
package import SVGARender
package import SVGASupport

/// Finds the key, or a Lottie's layer, at a point of a frame.
package struct HitTestTask: LimitedTask {
    package var frame = 0
    package var point = PointArgument(x: 0, y: 0)
    package var threshold = Fraction(value: 0.5)
    package var substitution = SubstitutionOptions()
    package var common = CommonOptions()

    package init() {}

    package static let options: [Parameter<HitTestTask>] = [
        .option(\.frame, "frame", placeholder: "N", help: "the frame, counted from 0", "帧号，从 0 开始", required: true),
        .option(
            \.point, "at", placeholder: "X,Y", help: "the point on the canvas, in points from the top left", "画布上的点，以左上角为原点，单位为点",
            required: true),
        .option(
            \.threshold, "threshold", placeholder: "A", help: "minimum alpha at that point, 0 to 1 (default 0.5)",
            "该点的最低 alpha，0 到 1（默认 0.5）"),
    ]

    package static var groups: [ParameterGroup<HitTestTask>] { [SubstitutionOptions.group.at(\.substitution)] + commonGroups }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> HitReport {
        let file = try InputAnimation(input, options: common.readOptions, context: context)
        context.finished("read")
        // Throws for a frame index outside the movie.
        _ = try file.frameIndices(FrameSelection(frame: frame))
        let animation = try file.positioned(
            RenderOptions(limits: common.limits), substitution, common, frames: [frame], context: context)
        context.finished("prepare")
        let report = try HitReport(file.name, animation, frame: frame, point, threshold: threshold.value)
        context.finished("look")
        return report
    }
}

/// The report of `svga hit`.
package struct HitReport: Sendable {
    package let file: String
    package let frame: Int
    package let point: PointArgument
    package let threshold: Double
    package let hit: Hit?

    init(
        _ file: String, _ animation: some PositionedAnimation, frame: Int, _ point: PointArgument, threshold: Double
    ) throws(TaskError) {
        (self.file, self.frame, self.point, self.threshold) = (file, frame, point, threshold)
        hit = try TaskError.naming(file) { () throws(SVGAError) in
            try animation.hit(x: point.x, y: point.y, frame: frame, alphaThreshold: threshold, among: nil)
        }
    }
}

extension HitReport: JSONRepresentable {
    /// The stable JSON of `--json`: members keep their meaning. `key` is the key that replaces the sprite, and `imageKey` is the sprite's imageKey
    /// in the file. `alpha` (0 to 1) is the alpha of the sprite at the point.
    package var json: JSONValue {
        let found = hit.map { hit -> JSONValue in
            ["key": hit.key, "imageKey": hit.imageKey, "spriteIndex": hit.spriteIndex, "alpha": hit.alpha]
        }
        return ["schema": 1, "file": file, "frame": frame, "x": point.x, "y": point.y, "threshold": threshold, "hit": found]
    }
}

/// `X,Y` in points of the canvas.
package struct PointArgument: ExpressibleByArgument, Hashable {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double(argument: String($0)) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
        self.init(x: x, y: y)
    }

    package static var expectation: TaskText { "X,Y such as 375,300" }
}
