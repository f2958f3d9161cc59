import SVGAExport
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The allowed members of a job: the options of `svga render` without dashes, and `id`, `input` and `output`.
enum JobKeys {
    static let jobOnly = ["id", "input", "output"]

    /// By long name. Only the command line permits private hosts, because jobs may come from others.
    static let parameters = RenderTask.parameters.filter { $0.value.info.scope.contains(.jobs) }

    static func info(_ name: String) throws(TaskError) -> ParameterInfo {
        if let parameter = parameters[name] { return parameter.info }
        if RenderTask.parameters[name] != nil { throw .usage("\(name) applies to the entire batch, not to a job") }
        let advice = Advice.suggestion(for: name, among: jobOnly + parameters.keys.sorted())
        throw .usage("\"\(name)\" is not an option of a job", advice: advice.isEmpty ? "see svga help jobs" : advice)
    }
}

/// One job as options of `svga render`. The values are parsed when the job runs.
struct BatchJob: Sendable {
    let line: Int
    /// Any JSON value, which the result repeats.
    let id: JSONValue?
    let input: String
    /// A name in the batch's folder; a trailing `/` means a folder of frames.
    let output: String
    let options: [JSONOptions.Option]
    /// The hash of the job and of the batch's options; ``note(inputs:)`` adds the input files.
    private(set) var hash: UInt64
    /// The hash of the output's name.
    let outputHash: UInt64
    /// nil until the job's options are parsed.
    var rendering: JobRendering?
    /// The URLs among the inputs.
    let remote: RemoteJob
    /// Cancels the job on request of a live batch's client.
    let cancellation = JobCancellation()
    /// The state from an earlier run.
    var earlier = BatchRecord.State.unknown

    /// - Parameters:
    ///   - members: as parsed by ``JobFile``.
    ///   - folder: the base folder of file names: empty, or ending with a slash.
    ///   - seed: the hash of the batch's options.
    ///   - remote: receives the URLs. The caller releases them, also after an error.
    init(
        _ members: [JSONValue.Member], line: Int, folder: String, seed: StableHash, remote: inout RemoteJob
    ) throws(TaskError) {
        self.line = line
        var input: String?
        var output: String?
        var id: JSONValue?
        var options: [JSONOptions.Option] = []
        for written in members {
            let member = try remote.localized(written)
            guard JobKeys.jobOnly.contains(member.name) else {
                options += try JSONOptions.options(member, JobKeys.info(member.name), folder: folder)
                continue
            }
            if member.name == "id" {
                id = member.value
                continue
            }
            guard case .string(let text) = member.value, !text.isEmpty else { throw .usage("\(member.name) needs a file name") }
            if member.name == "input" { input = try JSONOptions.path(text, in: folder, of: "input") } else { output = text }
        }
        guard let input else { throw .usage("the job has no input") }
        guard let output else { throw .usage("the job has no output") }
        self.input = input
        self.output = try BatchJob.outputName(output)
        self.id = id
        self.options = options
        self.remote = remote
        var hash = seed
        for word in [input, self.output] + options.flatMap({ [$0.name, $0.word] }) {
            guard !word.utf8.contains(0) else { throw .usage("a text contains the character U+0000") }
            hash.add(remote.identity(word))
        }
        self.hash = hash.value
        outputHash = StableHash.of(self.output)
    }

    /// Adds the current state of the input files to the hash, so that a job with changed inputs runs again.
    mutating func note(inputs: [FileName]) {
        var hash = StableHash()
        hash.add("\(hash.value) \(self.hash)")
        for input in inputs.sorted(by: { ByteKey($0.path) < ByteKey($1.path) }) {
            hash.add(remote.identity(input.path))
            // The state of a remote file is not known before it is downloaded.
            if remote.inputs.contains(where: { $0.path == input.path }) { continue }
            guard let status = FilePath(input.path).status else { continue }
            // Writing, replacing or renaming a file changes its change time. Device and inode numbers are not stable across a restart on every file
            // system.
            let (written, changed) = (status.modificationTime, status.statusChangeTime)
            hash.add("\(status.st_size) \(written.tv_sec) \(written.tv_nsec) \(changed.tv_sec) \(changed.tv_nsec)")
        }
        self.hash = hash.value
    }

    // MARK: Reading

    /// The normalized name, so that equal files have equal names.
    private static func outputName(_ name: String) throws(TaskError) -> String {
        try FileName.checkAddress(name, "output")
        let path = FilePath(name)
        let parts = path.components.filter { !$0.isCurrentFolder }
        guard !path.isAbsolute, let first = parts.first, parts.allSatisfy(\.isName) else {
            throw .usage("output must be a file name in the batch's folder, not \"\(name)\"")
        }
        guard !first.hasPrefix(TemporaryFiles.namePrefix) else {
            throw .usage("names that begin with \(TemporaryFiles.namePrefix) are reserved for the batch itself")
        }
        let plain = path.lexicallyNormalized()
        return (path.endsWithSlash ? plain.addingTrailingSlash() : plain).string
    }

    // MARK: Running

    /// - Parameters:
    ///   - template: the batch's options for all jobs.
    ///   - folder: the output folder, with a trailing slash.
    func rendering(_ template: RenderTask, folder: String) throws(TaskError) -> JobRendering {
        var task = template
        task.clearConflicting(of: Set(options.map(\.name)))
        for option in options {
            if let parameter = JobKeys.parameters[option.name] { try option.store(&task, parameter) }
        }
        let input = FileName(path: self.input)
        guard !input.isFolder else { throw .usage("\(self.input) is a folder", advice: "a job needs a single movie") }
        var outputFile = FileName(path: folder + output)
        let ending = FilePath(output).extension?.lowercased() ?? ""
        let format = task.namedFormat ?? OutputFormat(extension: ending)
        if format?.isSequence == true, !outputFile.isFolderName {
            // A path for frames is a pattern, so the folder's name is escaped.
            outputFile = FileName(path: FramePattern.escaped(folder) + output)
        }
        try task.validate(inputs: [input])
        return JobRendering(input: input, output: outputFile, task: task)
    }
}

/// A job's rendering: one movie and one output.
struct JobRendering: Sendable {
    let input: FileName
    let output: FileName
    var task: RenderTask

    /// All files that affect the output, except the system's fonts.
    func inputFiles(_ context: TaskContext) -> [FileName] {
        var files = [input] + task.substitution.files(limits: task.common.limits, context: context)
        if case .file(let sound)? = task.encoding.audio { files.append(sound) }
        if let budget = task.work.budget { files.append(budget) }
        if input.path.lowercased().hasSuffix(".json"),
            case .lottie(let lottie)? = try? InputAnimation(input, options: task.common.readOptions, context: context)
        {
            files += lottie.externalImageCandidates(of: input)
        }
        return files
    }

    /// Whether the job is complete as soon as its output exists.
    var hasOneFile: Bool {
        guard let renderOutput = try? RenderOutput(output, format: task.namedFormat, frameCount: 1) else { return false }
        switch renderOutput.format {
        case .sheet, .js: return false
        case .mp4: return task.encoding.alpha == nil
        default: return !renderOutput.format.isSequence || !output.isFolderName
        }
    }
}
