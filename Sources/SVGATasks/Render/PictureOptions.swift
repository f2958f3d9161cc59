import SVGAEmulation
package import SVGAModel
import SVGAPixels
package import SVGARender
import SVGASupport

/// The less common drawing options of `svga render`.
package struct PictureOptions: Sendable {
    package var crop: CropArgument?
    /// How the canvas fills a size of another aspect ratio; nil: ``CanvasFit/Mode/contain``.
    package var fit: CanvasFit.Mode?
    package var gravity: CanvasFit.Gravity?
    package var only: String?
    package var filter: RenderOptions.Filter?
    package var player: PublicPlayer?

    package static let group = ParameterGroup<PictureOptions>(
        "Picture", "画面", summary: "\(options: "crop", "fit", "gravity", "only", "filter", "player")",
        [
            .option(\.crop, "crop", placeholder: "x,y,w,h", help: "draw only this part of the canvas, in points", "只绘制画布的这一部分，单位为点"),
            .option(
                \.fit, "fit", placeholder: "FIT", help: "other aspect ratio: contain (default), cover or fill (stretches)",
                "宽高比不同时：contain（默认）、cover 或 fill（拉伸）"),
            .option(
                \.gravity, "gravity", placeholder: "SIDE", help: "alignment of fit: center (default), top, bottom-right …",
                "fit 的对齐：center（默认）、top、bottom-right 等"),
            .option(\.only, "only", placeholder: "KEY", help: "draw only the sprites of this key", "只绘制此 imageKey 的元素"),
            .option(
                \.filter, "filter", placeholder: "FILTER", help: "bilinear (like players) or best (default below half size)",
                "bilinear（与播放器一致）或 best（缩小到一半以下时的默认值）"
            ).field("Best quality when scaled down"),
            .option(
                \.player, "player", placeholder: "PLAYER",
                help: "draw like ios, android, web, web-lite, flutter, harmony or wechat; android@2.4 is a version",
                "按 ios、android、web、web-lite、flutter、harmony 或 wechat 的画法绘制；android@2.4 表示版本"
            ).field("Show"),
        ])

    /// Throws for a crop rect outside the canvas, which is probably a mistake.
    package func check(_ canvas: (width: Int, height: Int)) throws(SVGAError) {
        guard let part = crop?.rect else { return }
        guard part.width > 0, part.height > 0, part.x >= 0, part.y >= 0, part.maxX <= Double(canvas.width),
            part.maxY <= Double(canvas.height)
        else {
            throw .emptyOutput(reason: "the crop is not within the canvas of \(canvas.width) × \(canvas.height) points")
        }
    }
}

extension RenderOptions.Filter: ExpressibleByArgument {}

extension CanvasFit.Mode: ExpressibleByArgument {}

extension CanvasFit.Gravity: ExpressibleByArgument {}

extension PublicPlayer: ExpressibleByArgument {
    package init?(argument: String) { self.init(name: argument) }

    package static var allValueStrings: [String] { allVersions.map(\.name) }
}

/// Options for threads, progress and the release gate.
package struct WorkOptions: Sendable {
    package var threads: PositiveCount?
    package var progress = ProgressMode.auto
    package var budget: FileName?

    package static let group = ParameterGroup<WorkOptions>(
        "Work", "运行", summary: "\(options: "threads", "progress", "budget")",
        [
            .option(\.threads, "threads", placeholder: "N", help: "number of threads (default: one per processor)", "线程数（默认每个处理器一个）")
                .scoped(.operators),
            .option(
                \.progress, "progress", placeholder: "MODE", help: "progress: auto (on a terminal), json (in lines) or none",
                "进度：auto（仅在终端显示）、json（逐行）或 none"
            ).scoped(.commandLine),
            .option(
                \.budget, "budget", placeholder: "FILE", help: "refuse a movie that exceeds these limits (\(help: "budget"))",
                "拒绝超出这些限额的动画（见 \(help: "budget")）"
            ).scoped(.operators),
        ])
}
