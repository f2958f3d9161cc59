import SVGAExport
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga convert`: converts files to another SVGA format or to Lottie.
struct ConvertCommand: TaskCommand {
    var inputs: [FileName] = []
    var output = FileName()
    var task = ConvertTask()
    var overwrites = false
    var isJSON = false

    static let name = "convert"
    static let abstract = LocalizedText(
        "Convert files to SVGA 2.x, SVGA 1.x (JSON or protobuf) or Lottie", "转换为 SVGA 2.x、SVGA 1.x（JSON 或 protobuf）或 Lottie")
    static let examples = [
        "svga convert samples/features/gift-1x-json.svga -o gift.svga --to 2 --verify",
        "svga convert samples/gift.svga -o gift.json --to lottie --images beside",
    ]

    static let groups = optionGroups(
        [
            .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input", "文件、存放 .svga 文件的文件夹，或表示标准输入的 -"),
            .option(
                \.output, "o", "output", placeholder: "OUT", help: "a file, or - for standard output; a folder for several",
                "文件，或表示标准输出的 -；多个输入用文件夹",
                required: true),
        ] + taskOptions + [
            .flag(\.overwrites, "force", help: "overwrite existing files, even the input", "覆盖已有文件，包括输入文件"),
            .flag(\.isJSON, "json", help: "print the report as JSON", "以 JSON 输出报告"),
        ])

    func validate() throws(TaskError) {
        try task.validate()
        let isAlone = output.path.lowercased().hasSuffix(".json") || output.isFolderName || BatchPlan.isNeeded(inputs, output: output)
        if task.images == .beside && (task.format != .lottie || !isAlone) {
            throw .usage("--images beside needs --to lottie, and a .json file or a folder with -o")
        }
        if isJSON && output.isStandardStream { throw .usage("--json and -o - both need standard output") }
        if inputs.count > 1 && output.isStandardStream {
            throw .usage("several files cannot be written to standard output", advice: "name a folder with -o")
        }
        if inputs.count > 1 && inputs.contains(where: \.isStandardStream) {
            throw .usage("standard input (-) cannot be combined with other inputs")
        }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let batch =
            BatchPlan.isNeeded(inputs, output: output) ? try BatchPlan(inputs, output: output, outputName: task.format.fileName) : nil
        let steps = batch?.steps ?? inputs.map { BatchPlan.Step(input: $0, output: output.path) }
        var reports: [ConversionReport] = []
        let code = try await context.forEach(steps) { (step) throws(TaskError) in
            let report = try await convert(step, folder: batch?.folder, context)
            reports.append(report)
            if !common.isQuiet { context.report(note: report.line) }
        } failed: { step, error in
            reports.append(ConversionReport(file: step.input.path, output: step.output, to: task.format.name, error: error.line))
        }
        if isJSON { try context.print(json: ["schema": 1, "files": reports]) }
        return code
    }

    private func convert(
        _ step: BatchPlan.Step, folder: String?, _ context: CommandContext
    ) async throws(TaskError) -> ConversionReport {
        let result = try await task.run(step.input, output: step.output, in: context.task)
        if Task.isCancelled { throw .interrupted }
        if let folder { try ChangedFiles.make(folder) }
        try result.converted.write(to: step.output, overwriting: overwrites)
        return ConversionReport(
            file: step.input.path, output: step.output, from: ConversionReport.name(of: result.container), to: task.format.name,
            bytesBefore: result.bytesBefore, bytesAfter: result.converted.count, dropped: result.converted.dropped,
            framesVerified: result.converted.framesVerified)
    }
}

extension ConversionReport {
    /// One line of text.
    var line: Message {
        guard let from, let bytesBefore, let bytesAfter else { return Message(verbatim: error ?? "") }
        var line: Message = "\(file): \(from) → \(to), \(Units.bytes(bytesBefore)) → \(Units.bytes(bytesAfter))"
        if let framesVerified { line += ", \(Units.count(framesVerified, "frame")) identical" }
        if !dropped.isEmpty { line += ", left out: \(dropped.joined(separator: ", "))" }
        return line
    }
}
