import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// `svga validate`: finds faults of files and differences between players.
struct ValidateCommand: TaskCommand {
    var inputs: [FileName] = []
    var task = ValidateTask()
    var isJSON = false
    var isSARIF = false

    static let name = "validate"
    static let abstract = LocalizedText("Find faults and differences between players; exit 1 on findings", "检查错误和播放器之间的显示差异；发现问题则退出码为 1")
    static let examples = [
        "svga validate samples/gift.svga --player android,web",
        "svga validate samples/gift.svga --require-keys user1,name --max-bytes 500k",
    ]

    static let groups = optionGroups(
        [.arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input", "文件、存放 .svga 文件的文件夹，或表示标准输入的 -")]
            + taskOptions + [
                .flag(
                    \.isJSON, "json", help: "print JSON: one object, or an array for several files", "以 JSON 输出：一个文件为对象，多个文件为数组"
                ),
                .flag(\.isSARIF, "sarif", help: "print SARIF 2.1.0, for CI services", "以 SARIF 2.1.0 输出，供 CI 服务使用"),
            ])

    func validate() throws(TaskError) {
        if inputs.count(where: \.isStandardStream) > 1 { throw .usage("standard input (-) can be read only once") }
        if isJSON && isSARIF { throw .usage("--json and --sarif both need standard output") }
        try task.validate()
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        var reports: [ValidationReport] = []
        let files = try BatchPlan.movies(of: inputs)
        var table = files == inputs ? nil : MovieTable(count: files.count, context.output.forReport)
        let code = try await context.forEach(files) { (file) throws(TaskError) in
            let result = try task.run(file, in: context.task)
            reports.append(result.report)
            table?.add(result)
            context.clock.finish("check")
            // For a folder, only files with findings are listed before the table.
            if !isJSON, !isSARIF, table == nil || !result.report.findings.isEmpty {
                try context.print(ValidationText(result.report, isVerbose: common.isVerbose, screen: context.output).text)
            }
        } failed: { file, error in
            guard let finding = error.unreadable else { return }
            reports.append(ValidationReport(file.path, unreadable: finding))
            table?.add(unreadable: file.path)
        }
        if isJSON {
            try context.print(json: reports.map(\.json), isList: files.count > 1 || table != nil)
        } else if isSARIF {
            try context.print(json: SARIFLog(reports).json)
        } else if files.count > 1 || table != nil {
            if let table { try context.print(table.text) }
            try context.print(context.output.text(ValidationText.summary(reports)) + "\n")
        }
        return code == .done && reports.contains(where: \.hasFailed) ? .findings : code
    }
}
