import SVGAModel
import SVGAPlatform
import SVGASupport

/// The names that a job's members may have: those of `svga render`'s options, without the dashes, and a few of its own.
enum JobKeys {
    enum Kind { case own, flag, valued, keyed }

    /// Said once, for the whole batch.
    private static let batchOnly: Set<String> = ["output", "progress", "quiet", "verbose", "perf"]
    static let keyed: Set<String> = ["set-image", "set-text", "text-style", "set-value"]
    private static let own = ["id", "input", "output"]

    /// By long name.
    static let parameters: [String: Parameter<RenderCommand>] = {
        var parameters: [String: Parameter<RenderCommand>] = [:]
        for parameter in RenderCommand.groups.flatMap(\.parameters) {
            for name in parameter.info.names where name.hasPrefix("--") && !batchOnly.contains(String(name.dropFirst(2))) {
                parameters[String(name.dropFirst(2))] = parameter
            }
        }
        return parameters
    }()

    static func kind(of name: String) throws(UsageError) -> Kind {
        if own.contains(name) { return .own }
        guard let parameter = parameters[name] else {
            if batchOnly.contains(name) { throw UsageError(message: "\(name) is for the whole batch, not for a job") }
            let advice = Advice.meant(by: name, among: own + parameters.keys.sorted())
            throw UsageError(message: "a job has no \"\(name)\"", advice: advice.isEmpty ? "see svga help jobs" : advice)
        }
        return parameter.info.kind == .flag ? .flag : keyed.contains(name) ? .keyed : .valued
    }
}

/// One job as options of `svga render`. Their values are not looked at before the job runs.
struct BatchJob: Sendable {
    struct Option: Sendable {
        /// Without dashes.
        let name: String
        let word: String
    }

    let line: Int
    /// Given back with the result, whatever it is.
    let id: JSONValue?
    let input: String
    /// A name in the batch's folder; a `/` at its end is a folder for frames.
    let output: String
    let options: [Option]
    /// Of everything that the job says, and the batch for all jobs.
    let hash: UInt64
    /// What an earlier run knows of it.
    var earlier = BatchRecord.State.unknown

    /// - Parameters:
    ///   - members: as ``JobFile`` reads them.
    ///   - folder: empty, or with a slash at its end: names of files are relative to it.
    ///   - seed: a hash of what the batch says for all jobs.
    init(_ members: [JSONValue.Member], line: Int, folder: String, seed: StableHash) throws(UsageError) {
        self.line = line
        var input: String?
        var output: String?
        var id: JSONValue?
        var options: [Option] = []
        for member in members {
            switch try JobKeys.kind(of: member.name) {
            case .own where member.name == "id": id = member.value
            case .own:
                guard case .string(let text) = member.value, !text.isEmpty else {
                    throw UsageError(message: "\(member.name) needs the name of a file")
                }
                if member.name == "input" { input = try BatchJob.path(text, in: folder, of: "input") } else { output = text }
            case .flag:
                guard case .bool(let isOn) = member.value else { throw UsageError(message: "\(member.name) needs true or false") }
                if isOn { options.append(Option(name: member.name, word: "")) }
            case .valued, .keyed: options += try BatchJob.options(member.name, member.value, folder)
            }
        }
        guard let input else { throw UsageError(message: "the job has no input") }
        guard let output else { throw UsageError(message: "the job has no output") }
        self.input = input
        self.output = try BatchJob.outputName(output)
        self.id = id
        self.options = options
        var hash = seed
        for word in [input, self.output] + options.flatMap({ [$0.name, $0.word] }) {
            guard !word.utf8.contains(0) else { throw UsageError(message: "a text has the character U+0000 in it") }
            hash.add(word)
        }
        self.hash = hash.value
    }

    // MARK: Reading

    /// A list is the option several times; an object is its values by key.
    private static func options(_ name: String, _ value: JSONValue, _ folder: String) throws(UsageError) -> [Option] {
        switch value {
        case .null: return []
        case .array(let values):
            var options: [Option] = []
            for value in values { options.append(try option(name, try word(value, name), folder)) }
            return options
        case .object(let members) where JobKeys.keyed.contains(name):
            var options: [Option] = []
            for member in members {
                // On the command line a key ends at the first =.
                if member.name.contains("="), name != "set-value" {
                    throw UsageError(message: "\(name): a key with = in it", advice: "write it into a file for vars")
                }
                options.append(try option(name, member.name + "=" + (try word(member.value, "\(name) of \(member.name)")), folder))
            }
            return options
        default: return [try option(name, try word(value, name), folder)]
        }
    }

    private static func word(_ value: JSONValue, _ name: String) throws(UsageError) -> String {
        switch value {
        case .string(let text): text
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .null, .bool, .array, .object: throw UsageError(message: "\(name) needs a text or a number")
        }
    }

    /// Names of files become relative to where the program runs.
    private static func option(_ name: String, _ word: String, _ folder: String) throws(UsageError) -> Option {
        if name == "set-image", let sign = word.firstIndex(of: "=") {
            let file = String(word[word.index(after: sign)...])
            return Option(name: name, word: word[...sign] + (try path(file, in: folder, of: name)))
        }
        let isFile = JobKeys.parameters[name]?.info.isFile == true && !(name == "audio" && (word == "keep" || word == "drop"))
        return Option(name: name, word: isFile ? try path(word, in: folder, of: name) : word)
    }

    private static func path(_ name: String, in folder: String, of option: String) throws(UsageError) -> String {
        guard name != "-", !name.hasPrefix("-,") else {
            throw UsageError(message: "\(option): a job cannot read standard input", advice: "a file of that name is ./-")
        }
        return name.hasPrefix("/") ? name : folder + name
    }

    /// A name without detours, so that equal files have equal names.
    private static func outputName(_ name: String) throws(UsageError) -> String {
        guard !name.hasPrefix("/") else { throw UsageError(message: "output has to be a name in the batch's folder, not \"\(name)\"") }
        let parts = name.split(separator: "/").filter { $0 != "." }
        guard let first = parts.first, !parts.contains("..") else {
            throw UsageError(message: "output has to be a name in the batch's folder, not \"\(name)\"")
        }
        guard !first.hasPrefix(TemporaryFiles.namePrefix) else {
            throw UsageError(message: "names that begin with \(TemporaryFiles.namePrefix) are for the batch itself")
        }
        return parts.joined(separator: "/") + (name.hasSuffix("/") ? "/" : "")
    }

    // MARK: Running

    /// Of two that cannot go together, a job's own counts and not that which the batch says for all.
    private static let rivals: [(names: [String], clear: @Sendable (inout RenderCommand) -> Void)] = [
        (["frame", "frames"], { ($0.frame, $0.frames) = (nil, nil) }),
        (["scale", "size"], { ($0.scale, $0.size) = (nil, nil) }),
        (["fps", "every"], { ($0.timing.frameRate, $0.timing.every) = (nil, nil) }),
    ]

    /// - Parameters:
    ///   - template: has what the batch says for all jobs.
    ///   - folder: of all outputs, with a slash at its end.
    func command(_ template: RenderCommand, folder: String) throws(UsageError) -> RenderCommand {
        var command = template
        let names = Set(options.map(\.name))
        for rival in BatchJob.rivals where !names.isDisjoint(with: rival.names) { rival.clear(&command) }
        for option in options { try JobKeys.parameters[option.name]?.store(&command, option.word) }
        command.inputs = [FileName(path: input)]
        guard !command.inputs[0].isFolder else { throw UsageError(message: "\(input) is a folder", advice: "a job takes one movie") }
        command.output = FileName(path: folder + output)
        let ending = output.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let format = command.format ?? OutputFormat(extension: ending)
        if format?.isSequence == true, !command.output.isFolderName {
            // A path for frames is a pattern, and the folder's own name is none.
            command.output = FileName(path: folder.replacing("%", with: "%%") + output)
        }
        try command.validate()
        return command
    }
}
