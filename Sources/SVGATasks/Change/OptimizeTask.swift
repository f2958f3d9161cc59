package import SVGAEdit
import SVGAEmulation
import SVGAExport
package import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import SVGAVideo

/// Reduces the size of a file that renders the same.
package struct OptimizeTask: OptionTask {
    /// nil keeps the container of the input.
    package var format: MovieFormat?
    package var lossy = LossyOptions()
    package var keptKeys: [String] = []
    package var renamesKeys = false
    package var cropsMargins = false
    package var effort: Effort?
    package var usesZopfli = false
    package var usesWebP = false
    package var players: [PlayerList] = []
    package var allowsPlayerFindings = false
    package var common = CommonOptions()

    package static let name = "optimize"

    package init() {}

    package static let options: [Parameter<OptimizeTask>] = [
        .option(
            \.keptKeys, "keep", placeholder: "KEY", help: "keep this key even if it is never visible; repeatable", "即使从不可见也保留此 imageKey；可重复"
        ),
        .flag(\.renamesKeys, "rename-keys", help: "merge identical images under one key", "把相同的图片合并到一个 imageKey"),
        .flag(
            \.cropsMargins, "crop", help: "trim transparent margins; images set later by key are placed differently",
            "裁掉透明边缘；之后按 imageKey 替换的图片位置会改变"
        ).field("Trim transparent margins"),
        .option(
            \.effort, "effort", placeholder: "N", help: "effort, 0 (fastest) to 6 (smallest); default 5",
            "压缩力度，0（最快）到 6（最小）；默认 5"
        ).field("Effort"),
        .flag(
            \.usesZopfli, "zopfli", help: "the same as \(option: "effort", "6"): Zopfli, much slower",
            "同 \(option: "effort", "6")：Zopfli，慢得多"
        ).scoped(.notOnPage),
        .flag(\.usesWebP, "webp", help: "use WebP if smaller; older players cannot draw it", "WebP 更小时使用 WebP；旧版播放器无法绘制").field(
            "WebP if smaller"),
        .option(
            \.players, "player", placeholder: "PLAYER", help: "use only what these players read: ios,web … or all",
            "只用这些播放器能读取的格式：ios,web 等，或 all"),
    ]

    package static var groups: [ParameterGroup<OptimizeTask>] { [LossyOptions.group.at(\.lossy)] + commonGroups }

    package static let parameters = JSONOptions.parameters(
        [ParameterGroup(options + [WritingOptions.format(\.format), WritingOptions.playerFindings(\.allowsPlayerFindings)])]
            + groups)

    package func validate() throws(TaskError) {
        if usesZopfli, let effort, effort.value < OptimizeOptions.zopfliEffort {
            throw .usage("\(option: "zopfli") is \(option: "effort", "6"), not \(option: "effort", "\(effort.value)")")
        }
        let isArchive = format.map { $0.container != .zlib } ?? false
        if isArchive, let player = selectedPlayers.sorted(by: { $0.name < $1.name }).first(where: { $0.profile.archives == .never }) {
            throw .usage("\(option: "to", "\(format?.name ?? "")"): the \(player.title) player cannot open 1.x archives")
        }
    }

    /// nil: the usual one.
    var chosenEffort: Int? { usesZopfli ? OptimizeOptions.zopfliEffort : effort?.value }

    private var selectedPlayers: Set<PublicPlayer> { players.reduce(into: []) { $0.formUnion($1.players) } }

    /// Prepares what all files need, before any file is read.
    package func prepare() throws(TaskError) -> SoundRecoding? { try SoundRecodingChoice.recoding(lossy.audioBitrate) }

    /// - Parameter sounds: the result of ``prepare()``.
    package func run(
        _ bytes: [UInt8], of input: FileName, sounds: SoundRecoding?, in context: TaskContext
    ) async throws(TaskError) -> Optimization {
        let result = try await optimize(bytes, of: input, sounds, context)
        context.finished("optimize")
        // After keys are renamed, findings of the input and the output cannot be matched.
        if !allowsPlayerFindings && !renamesKeys {
            let remark = try PlayerFindingGuard.check(
                result.bytes, since: [bytes], name: input.path, isConverted: format != nil, limits: common.limits)
            if let remark { context.remark("", remark) }
            context.finished("players")
        }
        return result
    }

    private func optimize(
        _ bytes: [UInt8], of input: FileName, _ sounds: SoundRecoding?, _ context: TaskContext
    ) async throws(TaskError) -> Optimization {
        do throws(SVGAError) {
            return try await Optimizer.optimize(bytes, options: options(context), sounds: sounds) { done, total in
                context.progress(TaskProgress(done: done, total: total))
            }
        } catch {
            throw taskError(error, input)
        }
    }

    private func options(_ context: TaskContext) -> OptimizeOptions {
        var options = OptimizeOptions()
        options.format = format
        options.keptKeys = keptKeys
        options.renamesKeys = renamesKeys
        options.cropsMargins = cropsMargins
        if let chosenEffort { options.effort = chosenEffort }
        options.usesWebP = usesWebP
        options.players = selectedPlayers
        lossy.apply(to: &options)
        options.limits = common.limits
        options.threadCount = context.processorCount
        return options
    }

    private func taskError(_ error: SVGAError, _ input: FileName) -> TaskError {
        switch error.detail {
        case .unsupported:
            .conversion(
                file: input.path, message: TaskText(error.message), advice: "convert it first, with \(option: "drop-unsupported")")
        case .library: .conversion(file: input.path, message: TaskText(error.message))
        case .target(_, _, nil, _) where lossy.quality != nil:
            .conversion(
                file: input.path, message: TaskText(error.message), advice: "choose a larger target, or lower \(option: "quality")")
        default: error.taskError(file: input.path)
        }
    }

    /// With ``CommonOptions/isStrict``, throws for a file with faults.
    package func refuseFaults(_ bytes: [UInt8], of input: FileName) throws(TaskError) {
        guard common.isStrict else { return }
        _ = try TaskError.naming(input.path) { () throws(SVGAError) in try VideoEntity(bytes: bytes, options: common.readOptions) }
    }
}
