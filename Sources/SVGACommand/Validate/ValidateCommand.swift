import SVGACheck
import SVGAFormat
import SVGARender

/// `svga validate`: what is wrong with files, and what players would show otherwise.
struct ValidateCommand: Command {
    enum Denial: String, CaseIterable, ExpressibleByArgument { case warnings }

    var inputs: [FileName] = []
    var denial: Denial?
    var players: [PlayerList] = []
    var maximumBytes: Amount?
    var maximumMemory: Amount?
    var isJSON = false
    var common = CommonOptions()

    static let name = "validate"
    static let abstract = "Finds faults and what players show otherwise; exit 1 on findings"
    static let examples = [
        "svga validate samples/gift.svga --player android,web",
        "svga validate samples/gift.svga samples/badge.svga --max-bytes 500k --json",
    ]

    static let groups: [ParameterGroup<ValidateCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "files to check; - is standard input"),
                .option(
                    \.players, "--player", placeholder: "PLAYER",
                    help: "ios, android, web, web-lite, flutter, several with commas, or all"),
                .option(\.denial, "--deny", placeholder: "warnings", help: "any warning is a finding, not only players' and bounds'"),
                .option(\.maximumBytes, "--max-bytes", placeholder: "N", help: "the file may be this large; N may end in k, m or g"),
                .option(\.maximumMemory, "--max-memory", placeholder: "N", help: "its images, decoded, may take this many bytes"),
                .flag(\.isJSON, "--json", help: "everything as JSON: one object, or an array for several files"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if inputs.count(where: \.isStandardStream) > 1 { throw UsageError(message: "standard input (-) can be read only once") }
    }

    private var options: ValidationOptions {
        var options = ValidationOptions()
        options.read = common.readOptions
        options.players = players.reduce(into: []) { $0.formUnion($1.players) }
        options.maximumBytes = maximumBytes?.value
        options.maximumMemoryBytes = maximumMemory?.value
        return options
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        var reports: [ValidationReport] = []
        var failures: [ExitCode] = []
        for file in inputs {
            if Task.isCancelled { throw .interrupted }
            do throws(CommandError) {
                reports.append(ValidationReport(file.path, try check(file, context), self))
            } catch {
                guard let finding = error.unreadable else { throw error }
                context.report(error)
                failures.append(error.exitCode)
                reports.append(ValidationReport(file.path, unreadable: finding))
            }
            clock.finish("check")
            if !isJSON, let report = reports.last, report.bytes != nil {
                try context.print(ValidationText(report, isVerbose: common.isVerbose, screen: context.output).text)
            }
        }
        if isJSON {
            try context.print(JSONText.text(reports, isList: inputs.count > 1))
        } else if inputs.count > 1 {
            try context.print(ValidationText.summary(reports) + "\n")
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        if let first = failures.first {
            return failures.count == inputs.count && failures.allSatisfy { $0 == first } ? first : .partFailed
        }
        return reports.contains(where: \.hasFailed) ? .findings : .done
    }

    private func check(_ file: FileName, _ context: CommandContext) throws(CommandError) -> Validation {
        let bytes = try InputFile.bytes(of: file, limits: common.limits, context: context)
        do throws(ValidationError) {
            return try Validation(bytes, options: options)
        } catch {
            switch error {
            case .read(let error): throw .read(file: file.path, error)
            case .render(let error): throw .render(file: file.path, error)
            }
        }
    }
}

extension CommandError {
    /// As a finding, where the file is to blame.
    fileprivate var unreadable: Finding? {
        switch self {
        case .read(_, let error): Finding(.read(error))
        case .render(_, let error): Finding(.render(error))
        default: nil
        }
    }
}
