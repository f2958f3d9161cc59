package import SVGAExport
package import SVGAModel
package import SVGARender
import SVGASupport

/// Finds the placement of a key's sprites, or of a Lottie's layers, in each frame, so that an app can lay its own views over them.
package struct PlacementTask: Sendable {
    package var key: String
    /// nil: all frames.
    package var frames: FrameSelection?
    /// The output size; nil: points of the canvas.
    package var size: PixelSize?
    package var common = CommonOptions()

    package init(key: String, frames: FrameSelection? = nil, size: PixelSize? = nil, common: CommonOptions = CommonOptions()) {
        (self.key, self.frames, self.size, self.common) = (key, frames, size, common)
    }

    package func run(_ input: InputAnimation, in context: TaskContext) throws(TaskError) -> PlacementReport {
        let indices = try input.frameIndices(frames)
        let animation = try input.positioned(
            RenderOptions(size, limits: common.limits), SubstitutionOptions(), common, frames: indices, context: context)
        context.finished("prepare")
        let report = try PlacementReport(
            input.name, key: key, of: animation, frames: indices, isPixels: size != nil, limits: common.limits)
        context.finished("look")
        return report
    }
}

extension RenderOptions {
    /// The options of `svga render --size`; nil: one pixel per point.
    package init(_ size: PixelSize?, limits: ReadLimits) {
        self.init(limits: limits)
        fit = CanvasFit(.contain)
        if let size { self.size = .pixels(width: size.width, height: size.height) }
    }
}

extension InputAnimation {
    /// The animation with substitutions, whose sprites or layers have positions.
    /// - Parameter frames: the frames whose warnings are reported.
    package func positioned(
        _ options: RenderOptions, _ substitution: SubstitutionOptions, _ common: CommonOptions, frames: [Int], context: TaskContext
    ) throws(TaskError) -> any PositionedAnimation {
        switch self {
        case .movie(let file):
            let scene = try file.scene(options, substitution, common, context: context)
            try common.warnAboutTexts(of: scene, file.name, in: frames, context)
            return scene
        case .lottie(let file): return try file.animation(options, substitution, common, context: context)
        }
    }
}
