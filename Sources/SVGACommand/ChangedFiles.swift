import SVGAExport
import SVGAFormat
import SVGASupport
import SVGATasks

/// The outputs of a command that changes files: a file, a folder, in place, or only a report.
struct ChangedFiles {
    struct Step: Hashable, Sendable {
        let input: FileName
        /// nil if nothing is written.
        let output: String?
    }

    let steps: [Step]
    /// Several files, or a folder: the report is a list, and a failed file does not stop the others.
    let isBatch: Bool
    /// Created if it does not exist.
    private let folder: String?

    /// - Parameter output: nil: the inputs themselves with `isInPlace`, else nothing.
    init(_ inputs: [FileName], output: FileName?, isInPlace: Bool) throws(TaskError) {
        isBatch = inputs.count > 1 || inputs.contains(where: \.isFolder) || output?.isFolderName == true
        if let output, isBatch {
            let plan = try BatchPlan(inputs, output: output)
            steps = plan.steps.map { Step(input: $0.input, output: $0.output) }
            folder = plan.folder
            return
        }
        folder = nil
        steps = try BatchPlan.movies(of: inputs).map { Step(input: $0, output: output?.path ?? (isInPlace ? $0.path : nil)) }
    }

    /// Throws for combinations of inputs and options that all these commands reject.
    static func check(
        _ name: String, _ inputs: [FileName], output: FileName?, _ writing: WritingOptions
    ) throws(TaskError) {
        let isDry = writing.isDry
        let isStandardInput = inputs.contains(where: \.isStandardStream)
        if isStandardInput && inputs.count > 1 { throw .usage("standard input (-) cannot be combined with other inputs") }
        if writing.isInPlace {
            if output != nil || isDry {
                throw .usage("--in-place replaces the inputs, so it cannot be combined with \(isDry ? "--dry-run" : "-o")")
            }
            if isStandardInput { throw .usage("standard input (-) cannot be replaced") }
            return
        }
        try check(name, output: output, isDry: isDry, isJSON: writing.isJSON, advice: "or --in-place, or only report with --dry-run")
        if inputs.count > 1 && output?.isStandardStream == true {
            throw .usage("several files cannot be written to standard output", advice: "name a folder with -o")
        }
    }

    /// The checks for a command with one input.
    static func check(
        _ name: String, output: FileName?, isDry: Bool, isJSON: Bool, advice: TaskText = "or only report with --dry-run"
    ) throws(TaskError) {
        guard let output else {
            if isDry { return }
            throw .usage("\(name) needs -o OUT", advice: advice)
        }
        if isDry { throw .usage("--dry-run writes nothing, so it cannot be combined with -o") }
        if isJSON && output.isStandardStream { throw .usage("--json and -o - both need standard output") }
    }

    /// Changes the files in order. If one of several files fails, its error is reported and the next file follows.
    func run<Report: ChangeReport>(
        _ context: CommandContext, _ change: (Step) async throws(TaskError) -> Report
    ) async throws(TaskError) -> (reports: [Report], code: ExitCode) {
        guard isBatch else {
            var reports: [Report] = []
            for step in steps { reports.append(try await change(step)) }
            return (reports, .done)
        }
        if let folder { try ChangedFiles.make(folder) }
        var reports: [Report] = []
        let code = try await context.forEach(steps) { (step) throws(TaskError) in
            reports.append(try await change(step))
        } failed: {
            reports.append(Report(file: $0.input.path, error: $1.line))
        }
        return (reports, code)
    }

    /// Creates a folder and its missing parents. An existing folder is reused.
    static func make(_ folder: String) throws(TaskError) {
        var made: [FilePath] = []
        try TaskError.naming(folder) { () throws(FileError) in
            try TemporaryFiles.makeMissingFolders(FilePath(folder).removingTrailingSlashes(), made: &made)
        }
    }
}
