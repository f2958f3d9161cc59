package import SVGAExport
import SVGAModel
package import SVGAPixels
package import SVGARender
package import SVGASupport

/// Finds the bounds of a key, or of a Lottie's layers, in each frame.
package struct BoundsTask: LimitedTask {
    package var key = ""
    /// nil: all frames.
    package var frames: FrameSelection?
    /// The output size; nil: points of the canvas.
    package var size: PixelSize?
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
        .option(
            \.size, "size", placeholder: "WxH", help: "print pixels of this output size, not points; 0 keeps the aspect ratio",
            "以此输出尺寸的像素代替点；一边为 0 则保持宽高比"),
    ]

    package static var groups: [ParameterGroup<BoundsTask>] { [SubstitutionOptions.group.at(\.substitution)] + commonGroups }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> BoundsReport {
        let file = try InputAnimation(input, options: common.readOptions, context: context)
        context.finished("read")
        let indices = try file.frameIndices(frames)
        let animation = try file.positioned(
            RenderOptions(size, limits: common.limits), substitution, common, frames: indices, context: context)
        context.finished("prepare")
        let report = try BoundsReport(
            file.name, key: key, of: animation, frames: indices, isPixels: size != nil, limits: common.limits)
        context.finished("look")
        return report
    }
}

/// The report of `svga bounds`.
package struct BoundsReport: Sendable {
    package struct Row: Sendable {
        package let frame: Int
        /// In the report's space; nil if the key is not visible.
        package let bounds: SVGARect?
        /// The key's sprites, in the order of the file.
        package let placements: [Placement]
    }

    package let file: String
    package let key: String
    package let space: PlacementReport.Space
    /// In the requested order.
    package let frames: [Row]

    /// - Parameter isPixels: whether a size was chosen.
    fileprivate init(
        _ file: String, key: String, of animation: some PositionedAnimation, frames indices: [Int], isPixels: Bool, limits: ReadLimits
    ) throws(TaskError) {
        let space = PlacementReport.Space(animation, isPixels: isPixels)
        let parts = try TaskError.naming(file) { () throws(SVGAError) in try animation.positionedParts(ofKey: key) }
        var rows: [Row] = []
        for row in try PlacementReport.rows(file, of: parts, frames: indices, limits: limits) {
            if Task.isCancelled { throw .interrupted }
            let bounds = try TaskError.naming(file) { () throws(SVGAError) in try parts.bounds(row.frame) }
            rows.append(Row(frame: row.frame, bounds: bounds.map { space.transform.boundingBox(of: $0) }, placements: row.placements))
        }
        (self.file, self.key, self.space, frames) = (file, key, space, rows)
    }

    package var isVisible: Bool { frames.contains { $0.bounds != nil } }
}

extension BoundsReport: JSONRepresentable {
    /// The stable JSON of `--json`: members keep their meaning. `bounds` is null if the key is not visible.
    /// `sprites` has the placement of each sprite, as in ``PlacementReport``.
    package var json: JSONValue {
        let rows = frames.map { row -> JSONValue in
            let bounds = row.bounds.map { bounds -> JSONValue in
                ["x": bounds.x, "y": bounds.y, "width": bounds.width, "height": bounds.height]
            }
            return ["frame": row.frame, "bounds": bounds, "sprites": row.placements.map { $0.json(in: space) }]
        }
        return [
            "schema": 1, "file": file, "key": key, "unit": space.unit, "width": space.width, "height": space.height, "frames": rows,
        ]
    }
}
