import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// `svga validate`: what is wrong with files, and what players would show otherwise.
struct ValidateCommand: LimitedCommand {
    var inputs: [FileName] = []
    var task = ValidateTask()
    var isJSON = false
    var isSARIF = false

    var common: CommonOptions {
        get { task.common }
        set { task.common = newValue }
    }

    static let name = "validate"
    static let abstract = "Finds faults and what players show otherwise; exit 1 on findings"
    static let examples = [
        "svga validate samples/gift.svga --player android,web",
        "svga validate samples/gift.svga --require-keys user1,name --max-bytes 500k",
    ]

    static let groups: [ParameterGroup<ValidateCommand>] =
        [
            ParameterGroup(
                "Options",
                [.arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input")]
                    + ValidateTask.options.map { $0.at(\ValidateCommand.task) } + [
                        .flag(\.isJSON, "json", help: "everything as JSON: one object, or an array for several files"),
                        .flag(\.isSARIF, "sarif", help: "everything as SARIF 2.1.0, which CI services show"),
                    ])
        ] + ValidateTask.commonGroups.map { $0.at(\ValidateCommand.task) }

    func validate() throws(TaskError) {
        if inputs.count(where: \.isStandardStream) > 1 { throw .usage("standard input (-) can be read only once") }
        if isJSON && isSARIF { throw .usage("--json and --sarif both need standard output") }
        try task.validate()
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let clock = PhaseClock()
        var reports: [ValidationReport] = []
        var failures: [ExitCode] = []
        let files = try BatchPlan.movies(of: inputs)
        let isList = files.count > 1 || files != inputs
        var table = files == inputs ? nil : MovieTable(count: files.count)
        for file in files {
            if Task.isCancelled { throw .interrupted }
            do throws(TaskError) {
                let result = try task.run(file, in: context.task)
                reports.append(result.report)
                table?.add(file.path, result.validation)
            } catch {
                guard let finding = error.unreadable else { throw error }
                context.report(error)
                failures.append(error.exitCode)
                reports.append(ValidationReport(file.path, unreadable: finding))
                table?.add(unreadable: file.path)
            }
            clock.finish("check")
            // Of a folder, only files with findings are listed before the table.
            if !isJSON, !isSARIF, let report = reports.last, report.bytes != nil, files == inputs || !report.findings.isEmpty {
                try context.print(ValidationText(report, isVerbose: common.isVerbose, screen: context.output).text)
            }
        }
        if isJSON {
            try context.print(json: reports.map(\.json), isList: isList)
        } else if isSARIF {
            try context.print(json: SARIFLog(reports).json)
        } else if isList {
            if let table { try context.print(table.text(context.output.forReport)) }
            try context.print(ValidationText.summary(reports) + "\n")
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        if !failures.isEmpty { return ExitCode.batch(failures, of: files.count) }
        return reports.contains(where: \.hasFailed) ? .findings : .done
    }
}
