import SVGAExport
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The names that a job's members may have: those of `svga render`'s options, without the dashes, and a few of its own.
enum JobKeys {
    /// Said once, for the whole batch.
    private static let batchOnly: Set<String> = ["output", "progress", "quiet", "verbose", "perf"]
    static let own = ["id", "input", "output"]

    /// By long name.
    static let parameters = RenderTask.parameters.filter { !batchOnly.contains($0.key) }

    static func info(_ name: String) throws(TaskError) -> ParameterInfo {
        if let parameter = parameters[name] { return parameter.info }
        if batchOnly.contains(name) { throw .usage("\(name) is for the whole batch, not for a job") }
        let advice = Advice.meant(by: name, among: own + parameters.keys.sorted())
        throw .usage("a job has no \"\(name)\"", advice: advice.isEmpty ? "see svga help jobs" : advice)
    }
}

/// One job as options of `svga render`. Their values are not looked at before the job runs.
struct BatchJob: Sendable {
    let line: Int
    /// Given back with the result, whatever it is.
    let id: JSONValue?
    let input: String
    /// A name in the batch's folder; a `/` at its end is a folder for frames.
    let output: String
    let options: [JSONOptions.Option]
    /// Of everything that the job says, and the batch for all jobs; ``note(inputs:)`` adds the files that it reads.
    private(set) var hash: UInt64
    /// Of the output's name.
    let outputHash: UInt64
    /// Once it is known.
    var rendering: JobRendering?
    /// What an earlier run knows of it.
    var earlier = BatchRecord.State.unknown

    /// - Parameters:
    ///   - members: as ``JobFile`` reads them.
    ///   - folder: empty, or with a slash at its end: names of files are relative to it.
    ///   - seed: a hash of what the batch says for all jobs.
    init(_ members: [JSONValue.Member], line: Int, folder: String, seed: StableHash) throws(TaskError) {
        self.line = line
        var input: String?
        var output: String?
        var id: JSONValue?
        var options: [JSONOptions.Option] = []
        for member in members {
            guard JobKeys.own.contains(member.name) else {
                options += try JSONOptions.options(member, JobKeys.info(member.name), folder: folder)
                continue
            }
            if member.name == "id" {
                id = member.value
                continue
            }
            guard case .string(let text) = member.value, !text.isEmpty else { throw .usage("\(member.name) needs the name of a file") }
            if member.name == "input" { input = try JSONOptions.path(text, in: folder, of: "input") } else { output = text }
        }
        guard let input else { throw .usage("the job has no input") }
        guard let output else { throw .usage("the job has no output") }
        self.input = input
        self.output = try BatchJob.outputName(output)
        self.id = id
        self.options = options
        var hash = seed
        for word in [input, self.output] + options.flatMap({ [$0.name, $0.word] }) {
            guard !word.utf8.contains(0) else { throw .usage("a text has the character U+0000 in it") }
            hash.add(word)
        }
        self.hash = hash.value
        outputHash = StableHash.of(self.output)
    }

    /// Adds what the files that the job reads are now, so that a job whose inputs change is another.
    mutating func note(inputs: [FileName]) {
        var hash = StableHash()
        hash.add("\(hash.value) \(self.hash)")
        for input in inputs.sorted(by: { ByteKey($0.path) < ByteKey($1.path) }) {
            hash.add(input.path)
            guard let status = FilePath(input.path).status else { continue }
            // A file that is written, replaced or renamed has another time of change. The numbers of devices and of files do not outlive a
            // restart on every file system.
            let (written, changed) = (status.modificationTime, status.statusChangeTime)
            hash.add("\(status.st_size) \(written.tv_sec) \(written.tv_nsec) \(changed.tv_sec) \(changed.tv_nsec)")
        }
        self.hash = hash.value
    }

    // MARK: Reading

    /// A name without detours, so that equal files have equal names.
    private static func outputName(_ name: String) throws(TaskError) -> String {
        try FileName.checkAddress(name, "output")
        let path = FilePath(name)
        let parts = path.components.filter { !$0.isCurrentFolder }
        guard !path.isAbsolute, let first = parts.first, parts.allSatisfy(\.isName) else {
            throw .usage("output has to be a name in the batch's folder, not \"\(name)\"")
        }
        guard !first.hasPrefix(TemporaryFiles.namePrefix) else {
            throw .usage("names that begin with \(TemporaryFiles.namePrefix) are for the batch itself")
        }
        let plain = path.lexicallyNormalized()
        return (path.endsWithSlash ? plain.addingTrailingSlash() : plain).string
    }

    // MARK: Running

    /// - Parameters:
    ///   - template: has what the batch says for all jobs.
    ///   - folder: of all outputs, with a slash at its end.
    func rendering(_ template: RenderTask, folder: String) throws(TaskError) -> JobRendering {
        var task = template
        task.clearConflicting(of: Set(options.map(\.name)))
        for option in options {
            if let parameter = JobKeys.parameters[option.name] { try option.store(&task, parameter) }
        }
        let input = FileName(path: self.input)
        guard !input.isFolder else { throw .usage("\(self.input) is a folder", advice: "a job takes one movie") }
        var place = FileName(path: folder + output)
        let ending = FilePath(output).extension?.lowercased() ?? ""
        let format = task.format ?? OutputFormat(extension: ending)
        if format?.isSequence == true, !place.isFolderName {
            // A path for frames is a pattern, and the folder's own name is none.
            place = FileName(path: FramePattern.escaped(folder) + output)
        }
        try task.validate(inputs: [input])
        return JobRendering(input: input, output: place, task: task)
    }
}

/// What a job asks for: one movie that becomes one output.
struct JobRendering: Sendable {
    let input: FileName
    let output: FileName
    var task: RenderTask

    /// Every file that is read: what is made is other if one of them is. Fonts of the system are not among them.
    func inputFiles(_ context: TaskContext) -> [FileName] {
        var files = [input] + task.substitution.files(limits: task.common.limits, context: context)
        if case .file(let sound)? = task.encoding.audio { files.append(sound) }
        if input.path.lowercased().hasSuffix(".json"),
            case .lottie(let lottie)? = try? InputAnimation(input, options: task.common.readOptions, context: context)
        {
            files += lottie.filesBeside(input)
        }
        return files
    }

    /// Whether everything is there as soon as the output is.
    var hasOneFile: Bool {
        guard let place = try? RenderOutput(output, format: task.format, frameCount: 1) else { return false }
        switch place.format {
        case .sheet, .js: return false
        case .mp4: return task.encoding.alpha == nil
        default: return !place.format.isSequence || !output.isFolderName
        }
    }
}
