import SVGACheck
import SVGAEmulation
import SVGAExport
import SVGAModel
import SVGASupport
import SVGATasks

/// `svga diff`: lists the differences between two movies.
struct DiffCommand: TaskCommand {
    var first = FileName()
    var second = FileName()
    /// Additional arguments from git.
    var additionalArguments: [String] = []
    var task = DiffTask()
    var picture: FileName?
    var overwrites = false
    var isJSON = false
    var progress = ProgressMode.auto

    static let name = "diff"
    static let abstract = LocalizedText("Compare two movies; exit 1 if they differ", "比较两个动画；有差异则退出码为 1")
    static let examples = [
        "svga diff samples/gift.svga samples/features/gift-sound.svga --pixels",
        "svga diff samples/gift.svga samples/like.svga --picture worst.png --json",
    ]

    static let groups = optionGroups(
        [
            .argument(\.first, "A", help: "a movie; - is standard input", "动画；- 为标准输入").completed(.animations),
            .argument(\.second, "B", help: "another", "另一个动画").completed(.animations),
            .arguments(
                \.additionalArguments, "GIT…", help: "extra arguments that git passes; the exit code is then 0", "git 传入的附加参数；此时退出码为 0",
                required: false),
        ] + taskOptions + [
            .option(
                \.picture, "picture", placeholder: "FILE.png",
                help: "write the frame that differs most: A, amplified difference, B",
                "写出差异最大的一帧：A、放大后的差异、B"),
            DiffTask.playerOption.at(\.task),
            .flag(\.overwrites, "force", help: "overwrite an existing image", "覆盖已有的图片"),
            .flag(\.isJSON, "json", help: "print JSON", "以 JSON 输出"),
            DiffTask.threadOption.at(\.task),
            .option(
                \.progress, "progress", placeholder: "MODE", help: "progress: auto (on a terminal), json (in lines) or none",
                "进度：auto（仅在终端显示）、json（逐行）或 none"),
        ], note: note)

    private static let note = LocalizedText(
        """
        To use it in git diff: git config diff.svga.command 'svga diff'
          echo '*.svga diff=svga' >> .gitattributes; git log -p --ext-diff

        """,
        """
        在 git diff 中使用：git config diff.svga.command 'svga diff'
          echo '*.svga diff=svga' >> .gitattributes; git log -p --ext-diff

        """)

    private var gitCall: GitCall? { GitCall([first.path, second.path] + additionalArguments) }

    func validate() throws(TaskError) {
        if let word = additionalArguments.first, gitCall == nil {
            throw .usage("unexpected argument \"\(word)\"", advice: "svga help diff")
        }
        if isJSON && gitCall != nil { throw .usage("git cannot show JSON as a diff", advice: "leave --json out") }
        if first.isStandardStream && second.isStandardStream { throw .usage("standard input (-) can be read only once") }
        if let picture, picture.isStandardStream {
            throw .usage("--picture cannot be written to standard output, where the report is printed", advice: "name a file")
        }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        if let gitCall { return try await run(gitCall, in: context) }
        let options = task.readOptions
        let before = try InputFile(first, options: options, context: context.task)
        let after = try InputFile(second, options: options, context: context.task)
        context.clock.finish("read")
        return try await compare(before, after, titles: nil, context) ? .done : .findings
    }

    /// Runs as git's external diff. Git stops at a nonzero exit code, so the exit code is 0.
    private func run(_ call: GitCall, in context: CommandContext) async throws(TaskError) -> ExitCode {
        do throws(TaskError) {
            let before = try call.file(call.old, task.readOptions, context)
            let after = try call.file(call.new, isNew: true, task.readOptions, context)
            context.clock.finish("read")
            if let before, let after {
                let titles = (call.title(call.old), call.title(call.new, isNew: true))
                _ = try await compare(before, after, titles: titles, context)
            } else if let only = before ?? after {
                let style: TextStream.Style = after == nil ? .red : .cyan
                let line = "\(after == nil ? "-" : "+") \(context.output.text(call.summary(of: only)))".printable
                try context.print(context.output.styled(line, style) + "\n")
            }
        } catch {
            switch error {
            case .standardOutput, .interrupted: throw error
            default: try context.print("svga: " + error.text(as: context.output.wording) + "\n")
            }
        }
        return .done
    }

    /// Prints the differences.
    /// - Returns: whether there are none.
    private func compare(
        _ before: InputFile, _ after: InputFile, titles: (String, String)?, _ context: CommandContext
    ) async throws(TaskError) -> Bool {
        let reporter = ProgressReporter(progress, isQuiet: common.isQuiet, stream: context.errors)
        defer { reporter.finish() }
        var result = try await task.run(before, after, titles: titles, wantsPicture: picture != nil, in: context.task(reporter))
        reporter.finish()
        if let picture {
            if let drawn = result.picture {
                try drawn.writePNG(to: picture, overwriting: overwrites)
                result.report.pixels?.picture = picture.path
                context.clock.finish("picture")
            } else if !common.isQuiet {
                context.report(note: "svga: \(picture.path): not written, because no frame differs")
            }
        }
        if isJSON {
            try context.print(json: result.report.json)
        } else {
            try context.print(DiffText(result.report, isVerbose: common.isVerbose, screen: context.output).text)
        }
        return result.report.isSame
    }
}
