package import SVGACheck
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// Finds what is wrong with a file, and what players would show otherwise.
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
    package var common = CommonOptions()

    package static let name = "validate"

    package init() {}

    package static let options: [Parameter<ValidateTask>] = [
        .option(
            \.players, "player", placeholder: "PLAYER",
            help: "ios, android, web, web-lite, flutter, several with commas, or all", "ios、android、web、web-lite、flutter，多个用逗号分隔，或 all"),
        .option(
            \.denial, "deny", placeholder: "warnings", help: "any warning is a finding, not only players' and bounds'",
            "任何警告都算问题，不限于播放器差异和超出上限"),
        .option(
            \.ignored, "ignore", placeholder: "CODES", help: "leave these out: SVGA110,SVGA011 (\(help: "SVGA110"))",
            "不报告这些代码：SVGA110,SVGA011（见 \(help: "SVGA110")）"),
        .option(
            \.requiredKeys, "require-keys", placeholder: "KEYS", help: "each must be a visible sprite's: user1,name",
            "每个键都须有可见元素：user1,name"),
        .option(
            \.maximumBytes, "max-bytes", placeholder: "N", help: "the file may be this large: 500k, 2m (k is 1000 bytes)",
            "文件大小不得超过：500k、2m（k 为 1000 字节）"),
        .option(
            \.maximumMemory, "max-image-memory", placeholder: "N", help: "its images, decoded, may take this many bytes",
            "图片解码后占用的字节数不得超过此值"),
        .option(\.maximumCanvas, "max-canvas", placeholder: "WxH", help: "the canvas may have so many points; 0 is any", "画布点数上限；0 表示不限"),
        .option(\.maximumDuration, "max-duration", placeholder: "S", help: "the movie may take so many seconds", "动画时长上限，单位为秒"),
        .option(\.maximumFPS, "max-fps", placeholder: "N", help: "the movie may have so many frames a second", "每秒帧数上限"),
    ]

    package func validate() throws(TaskError) { _ = try ignoredCodes() }

    private func ignoredCodes() throws(TaskError) -> Set<FindingCode> {
        var codes: Set<FindingCode> = []
        for name in ignored.flatMap(\.words) {
            guard let code = FindingCode(name: name.uppercased()) else {
                let advice = Advice.meant(by: name, among: FindingCode.allCases.map(\.name))
                throw .usage("there is no code \(name)", advice: advice)
            }
            codes.insert(code)
        }
        return codes
    }

    private var bounds: FileBounds {
        var bounds = FileBounds(bytes: maximumBytes?.value, memoryBytes: maximumMemory?.value)
        bounds.canvas = maximumCanvas.map { ($0.width, $0.height) }
        bounds.seconds = maximumDuration?.value
        bounds.fps = maximumFPS?.value
        bounds.keys = requiredKeys.flatMap(\.words)
        return bounds
    }

    /// What was found, and what is said of it.
    package struct Result: Sendable {
        package let validation: Validation
        package let report: ValidationReport
    }

    package func run(_ file: FileName, in context: TaskContext) throws(TaskError) -> Result {
        try run(try InputFile.bytes(of: file, limits: common.limits, context: context), name: file.path)
    }

    package func run(_ bytes: [UInt8], name: String) throws(TaskError) -> Result {
        var ignored: Set<FindingCode> = []
        ignored = try ignoredCodes()
        let validation = try TaskError.naming(name) { () throws(CheckError) in
            try Validation(
                bytes, read: common.readOptions, players: players.reduce(into: []) { $0.formUnion($1.players) }, bounds: bounds,
                ignoring: ignored)
        }
        if Task.isCancelled { throw .interrupted }
        return Result(
            validation: validation, report: ValidationReport(name, validation, denyingWarnings: denial == .warnings))
    }
}

extension TaskError {
    /// The error as a finding, where the file is the cause.
    package var unreadable: Finding? {
        switch self {
        case .read(_, let error): Finding(.read(error))
        case .render(_, let error): Finding(.render(error))
        default: nil
        }
    }
}
