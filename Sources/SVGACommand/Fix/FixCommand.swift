import SVGACheck
import SVGAEdit
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga fix`: changes movies so that players show them as they are drawn here.
struct FixCommand: TaskCommand {
    var inputs: [FileName] = []
    var output: FileName?
    var task = FixTask()
    var writing = WritingOptions()

    static let name = "fix"
    static let abstract = LocalizedText("Repair files for players; each repair is proven by drawing", "为播放器修复文件；每项修复都经过逐帧绘制验证")
    static let examples = [
        "svga fix samples/features/clips.svga -o fixed.svga --for web,web-lite",
        "svga fix samples/features/gift-mattes.svga --for all --dry-run --json",
    ]

    static let groups = optionGroups(
        [
            .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input", "文件、存放 .svga 文件的文件夹，或表示标准输入的 -"),
            .option(
                \.output, "o", "output", placeholder: "OUT", help: "a file, or - for standard output; a folder for several",
                "文件，或表示标准输出的 -；多个输入用文件夹"),
        ] + taskOptions + WritingOptions.proven.map { $0.at(\.writing) })

    func validate() throws(TaskError) {
        try task.validate()
        try ChangedFiles.check("fix", inputs, output: output, writing)
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let files = try ChangedFiles(inputs, output: output, isInPlace: writing.isInPlace)
        let (reports, code) = try await files.run(context) { (step) throws(TaskError) -> FixReport in
            let report = try fix(step, context.task)
            if !common.isQuiet && !writing.isJSON {
                let text = FixText(report, screen: context.errors)
                context.note(files.isBatch && !common.isVerbose ? text.line : text.text)
            }
            return report
        }
        let list: JSONValue = ["schema": 1, "files": reports.map(\.members)]
        if writing.isJSON, let json = files.isBatch ? list : reports.first?.json { try context.print(json: json) }
        return code
    }

    private func fix(_ step: ChangedFiles.Step, _ running: TaskContext) throws(TaskError) -> FixReport {
        let bytes = try InputFile.bytes(of: step.input, limits: common.limits, context: running)
        running.finished("read")
        // Opened before the work, which may take minutes: an existing file is an error at once.
        let file = try step.output.map { (path) throws(TaskError) in
            try OutputFile.open(path, overwriting: writing.overwrites || writing.isInPlace)
        }
        let repair = try task.run(bytes, of: step.input, in: running)
        // An unchanged file keeps its modification time.
        if !writing.isInPlace || repair.bytes != bytes { try file?.finish(repair.bytes) }
        running.finished("write")
        return FixReport(repair, file: step.input.path, output: step.output, bytesBefore: bytes.count)
    }
}

/// The report as text: the players before and after, the repairs, and what remains.
struct FixText {
    private let report: FixReport
    private let screen: TextStream

    init(_ report: FixReport, screen: TextStream) { (self.report, self.screen) = (report, screen) }

    /// One line, such as `gift.svga: 2 repairs, 1 finding remains; out.svga has 45 kB`.
    var line: String {
        let repairs: Message = report.changes.isEmpty ? "nothing was changed" : Units.count(report.changes.count, "repair")
        let rest: Message = report.remainders.isEmpty ? "" : ", not repaired: \(Units.count(report.remainders.count, "finding"))"
        let size: Message = report.bytesAfter.map { Units.bytes($0) } ?? ""
        let end: Message = report.output.map { "; \($0) has \(size)" } ?? "; nothing was written, it would have \(size)"
        return screen.text("svga: \(report.file): \(repairs + rest + end)").printable
    }

    var text: String {
        var lines = [line]
        for player in report.players {
            let (before, after) = (screen.text(player.before.verdict.text), screen.text(player.after.verdict.text))
            lines.append("  " + player.player.fullTitle.padded(columns: 16) + "  " + (before == after ? before : "\(before) → \(after)"))
        }
        for change in report.changes { lines.append("  \(change.step): \(screen.text(change.note))".printable) }
        var shown: Set<String> = []
        for remainder in report.remainders {
            let finding = screen.text(PlayerFindingText.text(remainder.finding))
            let line = "  " + screen.text("not repaired: \(finding): \(remainder.reason)").printable
            // Many sprites may have the same finding.
            if shown.insert("\(remainder.finding.code) \(remainder.reason)").inserted { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }
}
