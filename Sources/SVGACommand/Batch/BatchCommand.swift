import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import SVGATasks

/// `svga batch`: many jobs of `svga render` in one process, which prepares each movie once.
struct BatchCommand: Command {
    var jobs: FileName?
    var folder = OutputFolder()
    var isLive = false
    var resumes = false
    var results: FileName?
    var isOrdered = false
    var cacheMemory = Amount.cache
    var remote = RemoteOptions()
    /// The template of every job: `svga render` with the options of this command line.
    var template = RenderTask()
    /// The same options as words, which distinguish the jobs of different command lines.
    var words: [String] = []

    static let name = "batch"
    static let abstract = LocalizedText("Render many jobs, such as an avatar and a name for each user", "批量渲染任务，例如每个用户的头像和名字")
    static let examples = [
        "svga batch samples/jobs.jsonl -o out --resume",
        "svga batch samples/jobs.csv -o out --format webp --size 200x0 --force",
    ]

    static let groups: [ParameterGroup<BatchCommand>] =
        [
            ParameterGroup(
                [
                    .argument(\.jobs, "JOBS", help: "JSON (one job per line) or CSV; - is standard input", "JSON（每行一个任务）或 CSV；- 为标准输入")
                        .completed(.files(["json", "jsonl", "csv"])),
                    .option(
                        \.folder, "o", "output", placeholder: "DIR", help: "folder of the outputs, also s3:// or https://",
                        "输出文件夹，也可为 s3:// 或 https://", required: true),
                    .flag(\.isLive, "stdio", help: "read jobs from standard input as they arrive", "作为常驻进程运行：从标准输入逐个接收任务"),
                    .flag(\.resumes, "resume", help: "continue a stopped batch: render only missing outputs", "继续被中断的批处理：只渲染尚未完成的任务"),
                    .option(
                        \.results, "results", placeholder: "FILE", help: "file for the result lines (default: standard output)",
                        "写入结果行的文件（默认：标准输出）"
                    ),
                    .flag(\.template.overwrites, "force", help: "overwrite existing files", "覆盖已有文件"),
                ]),
            ParameterGroup(
                "Jobs", "任务",
                summary: LocalizedText(
                    "--format \(option: "frame") \(option: "size") \(option: "background") …",
                    "--format \(option: "frame") \(option: "size") \(option: "background") 等"),
                note: JobHelp.note,
                RenderTask.choices.map { noted($0) }),
            ParameterGroup(
                "Worker", "工作进程",
                summary: LocalizedText("\(option: "ordered") \(option: "cache-memory")", "\(option: "ordered") \(option: "cache-memory")"),
                note: LocalizedText(
                    """
                    Without \(option: "ordered"), a result is written when its job is done. With it, results
                    wait for those of earlier jobs: at most 256, or 8 per processor with -o -.

                    """,
                    """
                    不加 \(option: "ordered") 时，任务完成即写出结果。加上之后，结果会等待前面的任务：
                    最多 256 个；使用 -o - 时每个处理器最多 8 个。

                    """),
                [
                    .flag(\.isOrdered, "ordered", help: "write results in the order of the jobs", "按任务的顺序写出结果"),
                    .option(
                        \.cacheMemory, "cache-memory", placeholder: "N", help: "memory for prepared movies in bytes (default 512m)",
                        "已准备好的动画可占用的内存字节数（默认 512m）"),
                ]),
            RemoteOptions.group.at(\BatchCommand.remote),
        ]
        + RenderTask.groups.map { $0.map(noted) }

    /// The maximum number of concurrent jobs. Each worker takes memory and reads jobs ahead.
    private static let maximumWorkers = 1024

    /// Options of jobs that do not change the output.
    private static let harmless: Set<String> = ["threads", "timeout"]

    private static func noted(_ parameter: Parameter<RenderTask>) -> Parameter<BatchCommand> {
        let changesOutput = parameter.info.scope != .commandLine && harmless.isDisjoint(with: parameter.info.names)
        let option = parameter.at(\BatchCommand.template)
        return changesOutput ? option.recorded { $0.words += ["--" + $1, $2] } : option
    }

    func validate() throws(TaskError) {
        if isLive {
            if jobs != nil { throw .usage("--stdio reads jobs from standard input alone", advice: "leave JOBS out") }
            if resumes { throw .usage("--stdio keeps no record, so there is nothing to resume") }
        } else if jobs == nil {
            throw .usage("JOBS is missing", advice: "usage: \(Self.info.usage), or --stdio")
        }
        if folder.isStandardOutput {
            guard isLive else {
                throw .usage(
                    "a folder of files cannot be written to standard output", advice: "name a folder with -o, or add \(option: "stdio")")
            }
            if results != nil { throw .usage("\(option: "results") cannot be combined with bytes on standard output") }
        }
        if template.substitution.standardInputCount > 0 {
            throw .usage("standard input cannot provide a file for all jobs", advice: "name a file")
        }
        try template.validate(inputs: [FileName(path: "a")])
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let start = ContinuousClock.now
        try refuseJobsAsResults()
        let source = jobs ?? FileName(path: "-")
        let destination = try makeDestination()
        let input = try JobSource(source, context)
        let count = try input.count()
        let record = isLive ? nil : try makeRecord(destination, source)
        // The name - is standard output, the default.
        let output = try results.flatMap { (file) throws(TaskError) in
            try file.isStandardStream ? nil : ResultFile(file.path, isOverwriting: resumes || template.overwrites)
        }
        let lines = BatchResults(
            isLive ? .none : template.work.progress, isQuiet: template.common.isQuiet, errors: context.errors
        ) { (line) throws(TaskError) in
            if let output { try output.write(line) } else { try context.print(line) }
        }
        if lines.showsProgress, let count { lines.setTotal(count) }
        let run = BatchRun(options(destination, source, context), record: record, results: lines, context: context.task)
        defer {
            record?.unlock()
            lines.finish()
            if !template.common.isQuiet, !isLive {
                context.report(note: summary(lines.counts, (ContinuousClock.now - start) / .seconds(1)))
            }
            if template.common.isVerbose || template.common.showsPhaseTimes {
                context.report(note: "svga: perf: \(run.perf(lines.counts.done))")
            }
        }
        if isLive, let stop = context.stop {
            let live = try LiveInput(input.more)
            stop.drains { live.stop() }
            try await run.run { () throws(SVGAError) in try live.more() }
            if live.isStopped { return .interrupted }
        } else {
            try await run.run(input.more)
        }
        return lines.counts.failed > 0 ? .partFailed : .done
    }

    /// Throws if the results would overwrite the jobs file before it is read.
    private func refuseJobsAsResults() throws(TaskError) {
        guard let jobs, let results, !jobs.isStandardStream, !results.isStandardStream, jobs.isRegular,
            let read = FilePath(jobs.path).status, let written = FilePath(results.path).status,
            read.st_dev == written.st_dev, read.st_ino == written.st_ino
        else { return }
        throw .request(file: results.path, message: "this file contains the jobs", advice: "name another one with --results")
    }

    private var files: RemoteFiles {
        var remote = remote
        remote.allowsPrivateHosts = template.substitution.url.allowsPrivateHosts
        return remote.files(environment: ProcessEnvironment.values(ObjectStore.variables))
    }

    /// Creates the folder of the outputs.
    private func makeDestination() throws(TaskError) -> BatchDestination {
        if folder.isStandardOutput { return .standardOutput }
        if folder.isRemote { return .remote(files, folder.name) }
        let path = FilePath(folder.name).addingTrailingSlash().string
        try makeFolder(path)
        TemporaryFiles.removeStaleFiles(in: FilePath(path))
        return .folder(path)
    }

    /// The record is in the folder of the outputs, or beside the job file if the outputs are on a server.
    private func makeRecord(_ destination: BatchDestination, _ source: FileName) throws(TaskError) -> BatchRecord {
        try BatchRecord(
            folder: destination.isFolder ? destination.folder : FilePath(source.path).folderPrefix.string, jobs: source.path,
            resumes: resumes, isOverwriting: template.overwrites, remote: destination.isRemote ? folder.name : nil)
    }

    private func options(_ destination: BatchDestination, _ source: FileName, _ context: CommandContext) -> BatchRun.Options {
        var seed = StableHash()
        for word in words { seed.add(word) }
        let workers = min(template.work.threads?.value ?? context.processorCount, BatchCommand.maximumWorkers)
        var template = template
        // The threads are shared by the batch. A job may request the same number.
        template.work.threads = nil
        let jobFolder = FilePath(source.path).folderPrefix.string
        return BatchRun.Options(
            template: template, seed: seed, destination: destination, remote: files, jobFile: source.path, jobFolder: jobFolder,
            workers: workers, cacheBytes: cacheMemory.value, isLive: isLive, isOrdered: isOrdered)
    }

    private func makeFolder(_ path: String) throws(TaskError) {
        var made: [FilePath] = []
        defer { TemporaryFiles.keep(made) }
        try TaskError.naming(path) { () throws(FileError) in
            try TemporaryFiles.makeMissingFolders(FilePath(path).removingTrailingSlashes(), made: &made)
        }
    }

    private func summary(_ counts: BatchResults.Counts, _ seconds: Double) -> Message {
        var parts: [Message] = ["\(Units.count(counts.done, "job")) done in \(Units.seconds(seconds))"]
        if seconds > 0, counts.done > 0 { parts[0] += " (\(Units.decimal(Double(counts.done) / seconds, places: 1))/s)" }
        if counts.found > 0 { parts.append("\(counts.found) done earlier") }
        if counts.failed > 0 { parts.append("\(counts.failed) failed") }
        if counts.warned > 0 { parts.append("\(counts.warned) with warnings") }
        parts.append(Units.bytes(counts.bytes))
        return "svga: \(parts.joined(separator: ", "))"
    }
}

extension Amount {
    /// Enough for about ten average movies, and a quarter of the memory for drawing one.
    fileprivate static var cache: Amount { Amount(value: 512 << 20) }
}

/// The source of a job file's bytes.
private struct JobSource: Sendable {
    let more: @Sendable () throws(SVGAError) -> [UInt8]
    /// nil: a stream, which can be read only once.
    private let path: String?

    init(_ file: FileName, _ context: CommandContext) throws(TaskError) {
        if file.isStandardStream {
            path = nil
            let isRead = Locked(false)
            more = { () throws(SVGAError) in
                if let part = context.readInputPart { return try part() }
                let wasRead = isRead.withLock { wasRead in
                    defer { wasRead = true }
                    return wasRead
                }
                return wasRead ? [] : try context.task.readStandardInput(.max)
            }
            return
        }
        let input = try OpenedFile(file.path)
        path = input.isRegular ? file.path : nil
        more = { () throws(SVGAError) in try DescriptorReader.readPart(input.descriptor) }
    }

    /// The number of jobs; nil if it is unknown before the end of a stream.
    /// - Throws: if the file cannot be parsed to its end, before any job runs.
    func count() throws(TaskError) -> Int? {
        guard let path else { return nil }
        let input = try OpenedFile(path)
        var jobs = JobFile { () throws(SVGAError) in try DescriptorReader.readPart(input.descriptor) }
        do throws(JobFileError) {
            return try jobs.count()
        } catch {
            switch error {
            case .reading(let error): throw .read(file: path, error)
            case .header(let error): throw error
            case .broken(let error): throw error.asInputError(file: path)
            }
        }
    }
}

/// A file that is read from its start.
private final class OpenedFile: Sendable {
    let descriptor: Int32
    let isRegular: Bool

    init(_ path: String) throws(TaskError) {
        descriptor = open(FilePath(path).cString, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .read(file: path, .file(reason: errorText(errno))) }
        var status = stat()
        isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    deinit { close(descriptor) }
}

/// The file of `--results`. It is written line by line, so that results can be read while the batch runs, or after it was killed.
private final class ResultFile: Sendable {
    private let path: String
    private let descriptor: Int32

    init(_ path: String, isOverwriting: Bool) throws(TaskError) {
        self.path = path
        descriptor = open(FilePath(path).cString, O_WRONLY | O_CREAT | O_CLOEXEC | (isOverwriting ? O_TRUNC : O_EXCL), 0o666)
        guard descriptor >= 0 else {
            throw .export(output: path, errno == EEXIST ? .exists(path: path) : .file(path: path, reason: errorText(errno)))
        }
    }

    deinit { close(descriptor) }

    func write(_ line: [UInt8]) throws(TaskError) {
        do throws(TextStream.WriteFailure) {
            try StandardStreams.writeAll(line, to: descriptor)
        } catch {
            throw .export(output: path, .file(path: path, reason: error.reason))
        }
    }
}

/// The note of `svga help jobs`, after the options, which apply to all jobs.
private enum JobHelp {
    static let note = LocalizedText(
        """
        These and all other options of svga render apply to all jobs. A job may override
        them. A job is a JSON object with option names without dashes:
          {"id": 7, "input": "gift.svga", "output": "7.png", "frame": 66,
           "set-image": {"user1": "7.jpg,fit=cover"}, "set-text": {"name": "Ann"}}
        Use an array to repeat an option, and true for a flag. File names are relative
        to the job file, outputs to DIR. The first line of a CSV names its columns:
          id,input,output,frame,set-image.user1,set-text.name
          7,gift.svga,7.png,66,7.jpg,Ann
        An empty value equals an absent one: the key keeps its image.
        Each finished job prints a line of JSON:
          {"id":7,"line":1,"output":"7.png","ok":true,"bytes":98765,"ms":12.5}
          {"line":2,"ok":false,"code":2,"error":"the job has no output"}
        A job with warnings also has "warnings", a list of their codes and messages.
        --timeout applies to each job, --threads to all together. The default --effort
        is 3 for a single PNG, and 2 for WebP without --quality. If some jobs fail, the
        exit code is 6. DIR/.svga-batch-JOBS records finished jobs for --resume.
        After SIGTERM or SIGHUP, --stdio reads no more jobs, answers those it has read,
        and exits with 143 or 129. A second signal ends it at once; jobs without an
        answer are not done. The line {"cancel": 7} cancels the jobs with the id 7:
        their answer has the code 130. With -o -, the bytes of an output follow its
        answer; "bytes" is their number, and "files" lists several files.
        The input, pictures, fonts and sound may be https:// or s3:// URLs, and -o may
        be such a folder: see svga help remote. --resume does not look at files on
        servers; DIR is then recorded in .svga-batch-JOBS beside JOBS.

        """,
        """
        以上选项和 svga render 的其他所有选项对全部任务有效；任务也可以有自己的选项。
        任务是一个 JSON 对象，字段名就是去掉短横线的选项名：
          {"id": 7, "input": "gift.svga", "output": "7.png", "frame": 66,
           "set-image": {"user1": "7.jpg,fit=cover"}, "set-text": {"name": "Ann"}}
        数组表示重复的选项，true 表示不带值的选项。文件名相对于任务文件的文件夹，
        输出相对于 DIR。CSV 的第一行是列名：
          id,input,output,frame,set-image.user1,set-text.name
          7,gift.svga,7.png,66,7.jpg,Ann
        空值等于没有给出：该 imageKey 保持原来的图片。
        每个任务完成时输出一行 JSON：
          {"id":7,"line":1,"output":"7.png","ok":true,"bytes":98765,"ms":12.5}
          {"line":2,"ok":false,"code":2,"error":"the job has no output"}
        有警告的任务另有 "warnings"，列出警告的代码和内容。
        --timeout 针对每个任务，--threads 针对全部任务。若未给出 --effort，
        单张 PNG 按 3、没有 --quality 的 WebP 按 2 压缩。有任务失败则退出码为 6。
        DIR/.svga-batch-JOBS 记录已完成的任务，供 --resume 使用。
        收到 SIGTERM 或 SIGHUP 后，--stdio 不再接收新任务，答复已读入的任务，
        再以 143 或 129 退出。第二个信号使其立即结束；没有答复的任务就是没有完成。
        一行 {"cancel": 7} 取消 id 为 7 的任务，其答复的 code 为 130。
        使用 -o - 时，输出的字节紧跟在答复之后：
        字节数为 "bytes"，多个文件列在 "files" 中。
        输入、图片、字体和声音可为 https:// 或 s3:// URL，-o 也可为这样的文件夹：
        见 svga help remote。--resume 不检查服务器上的文件，
        记录为 JOBS 旁的 .svga-batch-JOBS。

        """)
}
