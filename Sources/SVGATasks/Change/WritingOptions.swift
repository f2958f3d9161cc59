package import SVGAFormat
import SVGASupport

/// The report of a command on one of several files.
package protocol ChangeReport {
    /// The report for a file that failed.
    init(file: String, error: String)
}

/// The output options of the commands that change files.
package struct WritingOptions: Sendable {
    package var isInPlace = false
    package var format: MovieFormat?
    package var allowsPlayerFindings = false
    package var isDry = false
    package var isJSON = false
    package var overwrites = false

    package init() {}

    package static let group = ParameterGroup<WritingOptions>(
        "Output", "输出", summary: "\(option: "in-place") \(option: "to") \(option: "dry-run") \(option: "json") \(option: "force")",
        [
            .flag(\.isInPlace, "in-place", help: "replace the input files", "直接改写输入文件"),
            format(\.format), playerFindings(\.allowsPlayerFindings),
            .flag(\.isDry, "dry-run", help: "print the report, but write nothing", "只输出报告，不写文件"),
            .flag(\.isJSON, "json", help: "print the report as JSON", "以 JSON 输出报告"),
            .flag(\.overwrites, "force", help: "overwrite OUT", "覆盖 OUT"),
        ])

    /// The options of a command that chooses the container and proves the result itself.
    package static let proven = group.parameters.filter { ["in-place", "dry-run", "json", "force"].contains($0.info.names.last ?? "") }

    /// The option for the container of the result.
    package static func format<Root>(_ path: Parameter<Root>.Path<MovieFormat?>) -> Parameter<Root> {
        .option(
            path, "to", placeholder: "FORMAT", help: "format: 2, 1-json or 1-binary (default: as IN)", "格式：2、1-json 或 1-binary（默认与 IN 相同）")
    }

    /// The option that skips the comparison of players.
    package static func playerFindings<Root>(_ path: Parameter<Root>.Path<Bool>) -> Parameter<Root> {
        .flag(path, "allow-player-findings", help: "write even if a player renders the result worse", "即使结果在某个播放器中显示变差也写入").scoped(
            .notOnPage)
    }
}
