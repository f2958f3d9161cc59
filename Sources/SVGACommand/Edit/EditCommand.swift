import SVGAEdit
import SVGASupport
import SVGATasks

/// `svga edit`: edits movie files directly.
struct EditCommand: TaskCommand {
    var inputs: [FileName] = []
    var output: FileName?
    var task = EditTask()
    var writing = WritingOptions()

    static let name = "edit"
    static let abstract = LocalizedText(
        "Change images, texts, keys, frames, size and sounds, step by step", "按给出的顺序修改图片、文字、imageKey、帧、尺寸和声音")
    static let examples = [
        "svga edit samples/gift.svga -o out.svga --set-image user1=samples/photo.jpg",
        "svga edit samples/gift.svga -o out.svga --trim 0-44 --scale 0.5",
    ]

    static let groups = optionGroups(
        [
            .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input", "文件、存放 .svga 文件的文件夹，或表示标准输入的 -"),
            .option(
                \.output, "o", "output", placeholder: "OUT", help: "a file, or - for standard output; a folder for several",
                "文件，或表示标准输出的 -；多个输入用文件夹"),
        ] + taskOptions, [WritingOptions.group.at(\.writing)])

    func validate() throws(TaskError) {
        try task.validate()
        try ChangedFiles.check("edit", inputs, output: output, writing)
        let files = task.requests.compactMap(\.file)
        let streams = (inputs + files).count(where: \.isStandardStream)
        let isBatch = inputs.count > 1 || inputs.contains(where: \.isFolder)
        if streams > 1 || isBatch && files.contains(where: \.isStandardStream) { throw .usage("standard input (-) can be read only once") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let files = try ChangedFiles(inputs, output: output, isInPlace: writing.isInPlace)
        let (reports, code) = try await files.run(context) { (step) throws(TaskError) -> EditReport in
            let report = try edit(step, context.task)
            if !common.isQuiet && !writing.isJSON { context.report(note: "svga: \(report.line)") }
            return report
        }
        let list: JSONValue = ["schema": 1, "files": reports.map(\.members)]
        if writing.isJSON, let json = files.isBatch ? list : reports.first?.json { try context.print(json: json) }
        return code
    }

    private func edit(_ step: ChangedFiles.Step, _ running: TaskContext) throws(TaskError) -> EditReport {
        var task = task
        (task.format, task.allowsPlayerFindings) = (writing.format, writing.allowsPlayerFindings)
        let bytes = try InputFile.bytes(of: step.input, limits: common.limits, context: running)
        let result = try task.run(bytes, of: step.input, output: step.output, in: running)
        if let output = step.output {
            try OutputFile.open(output, overwriting: writing.overwrites || writing.isInPlace).finish(result.bytes)
        }
        running.finished("write")
        return EditReport(
            file: step.input.path, output: step.output, edits: result.edits, warnings: result.warnings, bytesBefore: bytes.count,
            bytesAfter: result.bytes.count)
    }
}

extension EditReport {
    /// One line of text.
    var line: Message {
        let size: Message = bytesAfter.map { Units.bytes($0) } ?? ""
        let done = edits.joined(separator: "; ")
        return output.map { "\(file): \(done); \($0) has \(size)" } ?? "\(file): \(done); nothing was written, it would have \(size)"
    }
}
