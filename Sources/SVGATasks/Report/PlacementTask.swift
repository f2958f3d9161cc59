package import SVGAExport
package import SVGAModel
package import SVGARender
import SVGASupport

/// Finds the placement of a key's sprites in each frame, so that an app can lay its own views over them.
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

    package func run(_ file: InputFile, in context: TaskContext) throws(TaskError) -> PlacementReport {
        let indices = try InputAnimation.movie(file).frameIndices(frames)
        let scene = try file.scene(RenderOptions(size, limits: common.limits), SubstitutionOptions(), common, context: context)
        context.finished("prepare")
        let space = PlacementReport.Space(scene, isPixels: size != nil)
        let report = try PlacementReport(file.name, key: key, of: scene, frames: indices, in: space, limits: common.limits)
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
