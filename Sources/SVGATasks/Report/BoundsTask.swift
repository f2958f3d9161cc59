package import SVGAExport
import SVGAModel
package import SVGAPixels
import SVGARender
package import SVGASupport

/// Finds the bounds of a key in each frame.
package struct BoundsTask: LimitedTask {
    package var key = ""
    /// nil: all frames.
    package var frames: FrameSelection?
    package var substitution = SubstitutionOptions()
    package var common = CommonOptions()

    package init() {}

    package static let options: [Parameter<BoundsTask>] = [
        .option(
            \.key, "key", placeholder: "KEY", help: "the imageKey; svga inspect \(option: "keys") IN lists them",
            "imageKey；svga inspect \(option: "keys") IN 可列出",
            required: true),
        .option(
            \.frames, "frames", placeholder: "LIST", help: "frames, such as 0,8,20-40,60-90:5 (default: all)",
            "帧的列表，例如 0,8,20-40,60-90:5（默认全部）"),
    ]

    package static var groups: [ParameterGroup<BoundsTask>] { [SubstitutionOptions.group.at(\.substitution)] + commonGroups }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> BoundsReport {
        let file = try InputFile(input, options: common.readOptions, context: context)
        context.finished("read")
        let indices = try InputAnimation.movie(file).frameIndices(frames)
        let scene = try file.scene(RenderOptions(limits: common.limits), substitution, common, context: context)
        try common.warnAboutTexts(of: scene, file.name, in: indices, context)
        context.finished("prepare")
        var rows: [BoundsReport.Row] = []
        for frame in indices {
            if Task.isCancelled { throw .interrupted }
            let bounds = try file.drawing { () throws(SVGAError) in try scene.bounds(ofKey: key, frame: frame) }
            rows.append(BoundsReport.Row(frame: frame, bounds: bounds))
        }
        context.finished("look")
        return BoundsReport(file: file.name, key: key, frames: rows)
    }
}

/// The report of `svga bounds`.
package struct BoundsReport: Sendable {
    package struct Row: Sendable {
        package let frame: Int
        /// In points of the canvas; nil if the key is not visible.
        package let bounds: SVGARect?
    }

    package let file: String
    package let key: String
    /// In the requested order.
    package let frames: [Row]

    package var isVisible: Bool { frames.contains { $0.bounds != nil } }
}

extension BoundsReport: JSONRepresentable {
    /// The stable JSON of `--json`: members keep their meaning. `bounds` is null if the key is not visible.
    package var json: JSONValue {
        let rows = frames.map { row -> JSONValue in
            let bounds = row.bounds.map { bounds -> JSONValue in
                ["x": bounds.x, "y": bounds.y, "width": bounds.width, "height": bounds.height]
            }
            return ["frame": row.frame, "bounds": bounds]
        }
        return ["schema": 1, "file": file, "key": key, "frames": rows]
    }
}
