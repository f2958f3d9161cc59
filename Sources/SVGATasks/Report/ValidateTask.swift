package import SVGACheck
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// Finds faults of a file, and differences between players.
package struct ValidateTask: OptionTask {
    package enum Denial: String, CaseIterable, ExpressibleByArgument { case warnings }

    package var denial: Denial?
    package var players: [PlayerList] = []
    package var maximumBytes: ByteSize?
    package var maximumMemory: ByteSize?
    package var maximumCanvas: PixelSize?
    package var maximumDuration: Seconds?
    package var maximumFPS: PositiveCount?
    package var requiredKeys: [CommaList] = []
    package var ignored: [CommaList] = []
    package var budget: FileName?
    package var common = CommonOptions()

    package static let name = "validate"

    package init() {}

    package static let options: [Parameter<ValidateTask>] = [
        .option(
            \.players, "player", placeholder: "PLAYER",
            help: "players to check: ios, android, web, web-lite, flutter, harmony, wechat, or all; android@2.4 is a version",
            "要检查的播放器：ios、android、web、web-lite、flutter、harmony、wechat，或 all；android@2.4 表示版本"),
        .option(
            \.denial, "deny", placeholder: "warnings", help: "fail for every warning (exit code 1)",
            "任何警告都算失败（退出码 1）"),
        .option(
            \.ignored, "ignore", placeholder: "CODES", help: "do not report these codes: SVGA110,SVGA011 (\(help: "SVGA110"))",
            "不报告这些代码：SVGA110,SVGA011（见 \(help: "SVGA110")）"),
        .option(
            \.requiredKeys, "require-keys", placeholder: "KEYS", help: "require a visible sprite for each key: user1,name",
            "要求每个 imageKey 都有可见元素：user1,name"),
        .option(
            \.maximumBytes, "max-bytes", placeholder: "N", help: "maximum file size: 500k, 2m (k is 1000 bytes)",
            "文件大小的上限：500k、2m（k 为 1000 字节）"),
        .option(
            \.maximumMemory, "max-image-memory", placeholder: "N", help: "maximum bytes of all decoded images",
            "所有图片解码后占用的字节数上限"),
        .option(
            \.maximumCanvas, "max-canvas", placeholder: "WxH", help: "maximum canvas size in points; 0 allows any",
            "画布尺寸上限，单位为点；0 表示不限"),
        .option(\.maximumDuration, "max-duration", placeholder: "S", help: "maximum duration in seconds", "动画时长的上限，单位为秒"),
        .option(\.maximumFPS, "max-fps", placeholder: "N", help: "maximum frame rate in fps", "帧率上限，单位为 fps"),
        .option(
            \.budget, "budget", placeholder: "FILE", help: "a JSON file with limits (\(help: "budget"))",
            "写有限额的 JSON 文件（见 \(help: "budget")）"),
    ]

    package func validate() throws(TaskError) { _ = try ignoredCodes() }

    private func ignoredCodes() throws(TaskError) -> Set<FindingCode> {
        var codes: Set<FindingCode> = []
        for name in ignored.flatMap(\.words) {
            guard let code = FindingCode(name: name.uppercased()) else {
                let advice = Advice.suggestion(for: name, among: FindingCode.allCases.map(\.name))
                throw .usage("there is no code \(name)", advice: advice)
            }
            codes.insert(code)
        }
        return codes
    }

    private func bounds(_ context: TaskContext) throws(TaskError) -> FileBounds {
        var bounds = FileBounds(bytes: maximumBytes?.value, memoryBytes: maximumMemory?.value)
        bounds.canvas = maximumCanvas.map { ($0.width, $0.height) }
        bounds.seconds = maximumDuration?.value
        bounds.fps = maximumFPS?.value
        bounds.keys = requiredKeys.flatMap(\.words)
        if let budget { bounds.budget = try BudgetFile.read(budget, common.limits, context) }
        return bounds
    }

    /// The findings and the report.
    package struct Result: Sendable {
        package let validation: Validation
        package let report: ValidationReport
    }

    package func run(_ file: FileName, in context: TaskContext) throws(TaskError) -> Result {
        try run(try InputFile.bytes(of: file, limits: common.limits, context: context), name: file.path, in: context)
    }

    package func run(_ bytes: [UInt8], name: String, in context: TaskContext = TaskContext()) throws(TaskError) -> Result {
        let ignored = try ignoredCodes()
        let bounds = try bounds(context)
        let players: Set<PublicPlayer> = players.reduce(into: []) { $0.formUnion($1.players) }
        let validation = try TaskError.naming(name) { () throws(SVGAError) in
            try Validation(bytes, read: common.readOptions, players: players, bounds: bounds, ignoring: ignored)
        }
        if Task.isCancelled { throw .interrupted }
        return Result(
            validation: validation, report: ValidationReport(name, validation, players: players, denyingWarnings: denial == .warnings))
    }
}

extension TaskError {
    /// The error as a finding if the file causes it.
    package var unreadable: Finding? {
        switch self {
        case .read(_, let error), .render(_, let error): Finding(error)
        default: nil
        }
    }
}
