// The command-line grammar: parses words into the values that the option table declares.

import SVGATasks

/// One subcommand: its parameters fill it, ``validate()`` checks it, and it runs.
protocol Command: Sendable {
    static var name: String { get }
    /// One line without a period.
    static var abstract: LocalizedText { get }
    /// Complete command lines that work in the project's folder.
    static var examples: [String] { get }
    static var groups: [ParameterGroup<Self>] { get }

    init()
    /// Checks combinations of parameters.
    func validate() throws(TaskError)
    func run(in context: CommandContext) async throws(TaskError) -> ExitCode
}

/// A command with the common options.
protocol LimitedCommand: Command {
    var common: CommonOptions { get set }
}

/// A command that runs one task.
protocol TaskCommand: LimitedCommand {
    associatedtype Work: LimitedTask
    var task: Work { get set }
}

extension TaskCommand {
    var common: CommonOptions {
        get { task.common }
        set { task.common = newValue }
    }

    static var taskOptions: [Parameter<Self>] { Work.options.map { $0.at(\.task) } }

    /// The group "Options", other groups of the command, and the groups of the task.
    static func optionGroups(
        _ options: [Parameter<Self>], note: LocalizedText? = nil, _ others: [ParameterGroup<Self>] = []
    ) -> [ParameterGroup<Self>] {
        [ParameterGroup(note: note, options)] + others + Work.groups.map { $0.at(\.task) }
    }

    func validate() throws(TaskError) { try task.validate() }
}

extension Command {
    func validate() throws(TaskError) {}

    static var info: CommandInfo {
        CommandInfo(name: name, abstract: abstract, examples: examples, groups: groups.map(\.info))
    }

    /// Parses the words after the command's name. `--` ends the options; a single `-` is an argument.
    static func parse(_ words: [String]) throws(TaskError) -> Self {
        let parameters = groups.flatMap(\.parameters)
        let arguments = parameters.filter { $0.info.kind == .argument }
        var named: [String: Parameter<Self>] = [:]
        // A command's specific options take precedence over a limit of the same name.
        for parameter in parameters { for name in parameter.info.flags where named[name] == nil { named[name] = parameter } }
        var command = Self()
        var seen: Set<String> = []
        var argumentCount = 0
        var remaining = words[...]

        func parameter(_ name: String) throws(TaskError) -> Parameter<Self> {
            guard let parameter = named[name] else {
                let long = named.keys.filter { $0.hasPrefix("--") }.sorted() + ["--help"]
                let advice = ArgumentAdvice.option(for: name, among: long) ?? Advice.suggestion(for: name, among: long)
                throw .usage("unknown option \(name)", advice: advice)
            }
            seen.formUnion(parameter.info.names)
            return parameter
        }
        func nextValue(of name: String, _ info: ParameterInfo) throws(TaskError) -> String {
            guard let word = remaining.first, word == "-" || !word.hasPrefix("-") || word.isNegativeNumber else {
                let form: TaskText = remaining.isEmpty || name.count == 2 ? "" : "write a value that starts with - as \(name)=VALUE"
                throw .usage("\(name) needs a value (\(info.placeholder))", advice: form)
            }
            remaining.removeFirst()
            return word
        }

        while let word = remaining.popFirst() {
            if word == "--" {
                for word in remaining { try take(word) }
                remaining = []
            } else if word == "-" || !word.hasPrefix("-") {
                try take(word)
            } else if word.hasPrefix("--") {
                let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let option = try parameter(halves[0])
                if option.info.kind == .flag {
                    guard halves.count == 1 else { throw .usage("\(halves[0]) takes no value") }
                    try option.store(&command, "")
                } else {
                    try option.store(&command, halves.count == 2 ? halves[1] : nextValue(of: halves[0], option.info))
                }
            } else {
                var letters = word.dropFirst()
                while let letter = letters.popFirst() {
                    let option = try parameter("-\(letter)")
                    if option.info.kind == .flag {
                        try option.store(&command, "")
                    } else {
                        try option.store(&command, letters.isEmpty ? nextValue(of: "-\(letter)", option.info) : String(letters))
                        letters = ""
                    }
                }
            }
        }
        func take(_ word: String) throws(TaskError) {
            guard let last = arguments.last, argumentCount < arguments.count || last.info.isRepeated else {
                throw .usage("unexpected argument \"\(word)\"", advice: "svga help \(name)")
            }
            try arguments[min(argumentCount, arguments.count - 1)].store(&command, word)
            argumentCount += 1
        }

        for (index, argument) in arguments.enumerated() where argument.info.isRequired && index >= argumentCount {
            throw .usage("\(argument.info.placeholder) is missing", advice: "usage: \(info.usage)")
        }
        for option in parameters where option.info.isRequired && option.info.kind == .option {
            guard !seen.isDisjoint(with: option.info.names) else {
                let form = option.info.flags.first ?? ""
                throw .usage("\(form) \(option.info.placeholder) is missing", advice: "usage: \(info.usage)")
            }
        }
        try command.validate()
        return command
    }
}

extension String {
    /// For example `-5` or `-.5`: a value, not an option.
    fileprivate var isNegativeNumber: Bool {
        guard hasPrefix("-"), let next = dropFirst().first else { return false }
        return next.isASCII && next.isNumber || next == "."
    }
}

private enum ArgumentAdvice {
    /// The option of this command for another program's option name; nil if there is none.
    static func option(for name: String, among options: [String]) -> TaskText? {
        for (option, form, names) in otherNames where names.contains(name) && options.contains(option) { return "use \(form)" }
        return nil
    }

    private static let otherNames: [(option: String, form: String, names: Set<String>)] = [
        ("--size", "--size N for a width of N pixels", ["--width", "-w", "--resize"]),
        ("--size", "--size 0xN for a height of N pixels", ["--height"]),
        ("--force", "--force", ["-f", "-y", "--overwrite", "--yes"]),
        ("--output", "-o OUT", ["--out", "--out-file", "--dest", "--outfile"]),
        ("--set-image", "--set-image KEY=FILE", ["--image", "--avatar", "--replace", "--replace-image"]),
        ("--set-text", "--set-text KEY=TEXT", ["--text", "--name", "--replace-text"]),
        ("--background", "--background COLOR", ["--bg", "--bgcolor"]),
        ("--to", "--to FORMAT", ["--format", "--type"]),
    ]
}

/// A command's description for help and completions.
struct CommandInfo: Sendable {
    let name: String
    let abstract: LocalizedText
    let examples: [String]
    let groups: [GroupInfo]

    var parameters: [ParameterInfo] { groups.flatMap(\.parameters) }

    /// `svga render IN -o OUT [options]`
    var usage: String {
        var words = ["svga", name]
        for info in parameters where info.kind == .argument {
            words.append(info.isRequired ? info.placeholder : "[\(info.placeholder)]")
        }
        for info in parameters where info.kind == .option && info.isRequired {
            words.append("\(info.flags.first ?? "") \(info.placeholder)")
        }
        return words.joined(separator: " ") + " [options]"
    }
}
