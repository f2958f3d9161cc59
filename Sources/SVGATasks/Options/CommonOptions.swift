import SVGAEmulation
package import SVGAFormat
package import SVGAModel
import SVGASupport

/// The options of all commands that read a movie.
package struct CommonOptions: Sendable {
    package var isQuiet = false
    package var isVerbose = false
    package var showsPhaseTimes = false
    package var isStrict = false
    /// The warnings that ``isStrict`` does not make errors.
    package var allowedWarnings: Set<WarningCode> = []
    /// The diagnostics of a file that ``isStrict`` does not make errors.
    package var allowedDiagnostics: Set<Diagnostic.Code> = []
    /// The time limit in seconds of wall-clock time.
    package var timeout: Seconds?
    /// Texts for people; nil: the environment's language, and English in JSON.
    package var language: TextLanguage?
    package var limits = ReadLimits.default

    package init(limits: ReadLimits = .default) { self.limits = limits }

    package static let group = ParameterGroup<CommonOptions>(
        "Common", "通用",
        summary:
            "\(option: "q") \(option: "v") -h \(option: "perf") \(option: "strict") \(option: "allow") \(option: "timeout") \(option: "lang")",
        [
            .flag(\.isQuiet, "q", "quiet", help: "print no progress and no warnings", "不显示进度和警告").scoped(.commandLine),
            .flag(
                \.isVerbose, "v", "verbose", help: "print more on standard error, such as warnings about a file",
                "在标准错误输出更多信息，例如文件的警告"
            ).scoped(.commandLine),
            .flag(\.showsPhaseTimes, "perf", help: "print the time of each phase on standard error", "在标准错误输出各阶段的耗时")
                .scoped(.commandLine),
            .flag(\.isStrict, "strict", help: "treat warnings as errors", "把警告当作错误"),
            .option(
                "allow", as: WarningCodes.self, "CODES", help: "with \(option: "strict"): permit warnings, such as SVGA403,SVGA404",
                "配合 \(option: "strict")：允许这些警告，例如 SVGA403,SVGA404"
            ) {
                $0.allowedWarnings.formUnion($1.codes)
                $0.allowedDiagnostics.formUnion($1.diagnostics)
            },
            .option(
                \.timeout, "timeout", placeholder: "SECONDS", help: "stop after S seconds, with exit code 4 and no partial file",
                "超过 SECONDS 秒即停止，退出码为 4，不留下不完整的文件"
            ).scoped(.operators),
            .option(
                \.language, "lang", placeholder: "LANG",
                help: "language of texts: en or zh; default: the locale, and English in JSON",
                "文字的语言：en 或 zh；默认取决于区域设置，JSON 中为英文"
            ).scoped(.commandLine),
        ])

    package static let limitGroup = LimitOptions.group.at(\CommonOptions.limits).scoped(.operators)

    package var readOptions: ReadOptions { readOptions(as: nil) }

    /// Whether a movie is read the same with other options. Limits that apply only to drawing are ignored.
    package func readsLike(_ other: CommonOptions) -> Bool {
        var limits = limits
        (limits.canvasPixels, limits.memory) = (other.limits.canvasPixels, other.limits.memory)
        return limits == other.limits && isStrict == other.isStrict && allowedDiagnostics == other.allowedDiagnostics
    }

    /// - Parameter player: the emulated player; nil: this library's own rules.
    package func readOptions(as player: PublicPlayer?) -> ReadOptions {
        var options = ReadOptions(limits: limits, isStrict: isStrict, player: player)
        options.allowedCodes = allowedDiagnostics
        return options
    }
}

/// A language of help, errors and reports.
package enum TextLanguage: String, CaseIterable, Sendable, ExpressibleByArgument {
    case en, zh

    package func apply(to wording: Wording) -> Wording { self == .zh ? wording.inChinese : wording }
}

/// The options for limits, one for each name in `ReadLimits.names`.
package enum LimitOptions {
    package static let group = ParameterGroup<ReadLimits>(
        "Limits", "限制", summary: LocalizedText("\(option: "max-inflated-bytes") N and others", "\(option: "max-inflated-bytes") N 等"),
        note: LocalizedText(
            "A file that exceeds a limit ends with exit code 4. N may have the unit k, m or g\n(of 1000) or ki, mi or gi (of 1024).\n",
            "文件超出上限则退出码为 4。N 可带单位 k、m、g（以 1000 为进制）\n或 ki、mi、gi（以 1024 为进制）。\n"),
        ReadLimits.names.map { name in
            let usual = text(ReadLimits.default[keyPath: name.limit])
            return .option(
                LimitOptions.name(of: name.name), as: Amount.self, "N", help: "\(name.help) (\(usual))",
                "\(chinese[name.name] ?? name.help)（\(usual)）"
            ) { limits, amount in limits[keyPath: name.limit] = amount.value }
        })

    /// The name of a limit's option.
    package static func name(of limit: String) -> String { "max-" + limit.kebabCase }

    private static let chinese = [
        "inputBytes": "文件的字节数",
        "inflatedBytes": "所有条目解压后的字节数合计",
        "documentBytes": "protobuf 或 JSON 文档占用的内存字节数",
        "entries": "ZIP 中的条目数",
        "sprites": "元素数",
        "frames": "动画的帧数",
        "spriteFrames": "所有元素的帧数合计",
        "images": "图片和声音的个数",
        "keyBytes": "一个 key 的字节数",
        "imagePixels": "一张图片的像素数",
        "decodedBytes": "所有图片解码后的字节数",
        "pathSegments": "所有不同路径的线段数合计",
        "dashes": "一条描边的虚线段数",
        "canvasPixels": "输出的像素数",
        "memory": "绘制和编码占用的内存字节数",
        "expressionSteps": "Lottie 表达式的步数；0 表示忽略表达式",
        "work": "绘制一帧的工作量，单位为单核 0.2 ns",
    ]

    /// A limit as an option's value, with a unit if that is exact.
    private static func text(_ value: Int) -> String {
        for (shift, suffix) in [(30, "gi"), (20, "mi")] where value > 0 && value % (1 << shift) == 0 { return "\(value >> shift)\(suffix)" }
        return String(value)
    }
}

/// How a command reports progress.
package enum ProgressMode: String, CaseIterable, ExpressibleByArgument {
    /// One line on the terminal, rewritten at each step.
    case auto
    /// One line of JSON for each step.
    case json
    case none
}
