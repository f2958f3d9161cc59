import SVGACheck
import SVGAEmulation
import SVGAExport
package import SVGAFormat
package import SVGAModel
package import SVGAPixels
import SVGARender
import SVGASupport

/// Finds the differences between two movies.
package struct DiffTask: OptionTask {
    package var comparesPixels = false
    package var player: PublicPlayer?
    package var threads: PositiveCount?
    package var common = CommonOptions()

    package static let name = "diff"

    package init() {}

    package static let options: [Parameter<DiffTask>] = [
        .flag(\.comparesPixels, "pixels", help: "also render and compare all frames", "同时渲染两者的所有帧并比较")
    ]
    package static let playerOption = Parameter<DiffTask>.option(
        \.player, "player", placeholder: "PLAYER", help: "read and draw both like this player", "两者都按此播放器的规则读取和绘制")
    package static let threadOption = Parameter<DiffTask>.option(
        \.threads, "threads", placeholder: "N", help: "number of threads (default: one per processor)", "线程数（默认每个处理器一个）")

    package static var parameters: [String: Parameter<DiffTask>] {
        JSONOptions.parameters([ParameterGroup(options + [playerOption, threadOption])] + groups)
    }

    package var readOptions: ReadOptions { common.readOptions(as: player) }

    /// The report, and the image of the worst frame if requested.
    package struct Result: Sendable {
        package var report: DiffReport
        /// The frame before, the difference, and the frame after; nil if no frame differs.
        package let picture: Pixmap?
    }

    /// - Parameters:
    ///   - titles: the names of the movies in the report; nil: their file names.
    ///   - wantsPicture: whether to draw the frame that differs most.
    package func run(
        _ before: InputFile, _ after: InputFile, titles: (String, String)? = nil, wantsPicture: Bool = false, in context: TaskContext
    ) async throws(TaskError) -> Result {
        let difference = MovieDifference(before.movie, after.movie, limits: common.limits)
        context.finished("compare")
        let (first, second) = titles ?? (before.name, after.name)
        var report = DiffReport(before: first, after: second, difference)
        guard comparesPixels || wantsPicture else { return Result(report: report, picture: nil) }
        let (pixels, picture) = try await comparePixels(before, after, wantsPicture: wantsPicture, context)
        report.pixels = pixels
        return Result(report: report, picture: picture)
    }

    private func comparePixels(
        _ before: InputFile, _ after: InputFile, wantsPicture: Bool, _ context: TaskContext
    ) async throws(TaskError) -> (DiffReport.Pixels, Pixmap?) {
        let left = try scene(before)
        let right = try scene(after)
        context.finished("prepare")
        var comparison = FrameComparison(left, right)
        comparison.skipsAlikeFrames = true
        let differences: [FrameComparison.Difference]
        do throws(ComparisonError) {
            differences = try await comparison.differences(
                threads: threads?.value ?? context.processorCount,
                progress: { done, total in context.progress(TaskProgress(done: done, total: total)) })
        } catch {
            switch error {
            case .render(let error, let isSecond): throw .render(file: (isSecond ? after : before).name, error)
            case .cancelled: throw .interrupted
            }
        }
        context.finished("render")
        let pixels = DiffReport.Pixels(comparison, differences, isPart: left.size != right.size)
        guard wantsPicture, let worst = pixels.worst else { return (pixels, nil) }
        let old = try before.drawing { () throws(SVGAError) in try left.pixmap(frame: worst.frame) }
        let new = try after.drawing { () throws(SVGAError) in try right.pixmap(frame: worst.frame) }
        return (pixels, DifferencePicture.make(old, new))
    }

    private func scene(_ file: InputFile) throws(TaskError) -> SVGAScene {
        try file.drawing { () throws(SVGAError) in try SVGAScene(file.movie, options: RenderOptions(limits: common.limits)) }
    }
}

extension SVGAScene {
    fileprivate var size: [Int] { [widthPixels, heightPixels] }
}
