// The grammar of the command line. A command declares its parameters once; parsing, `--help` and shell completions all use that
// declaration. The types are named like those of swift-argument-parser, which could replace them.

import SVGASupport

/// A type that one word of a command line can be read as.
protocol ExpressibleByArgument: Sendable {
    /// Returns nil where the word is not of this type.
    init?(argument: String)
    /// What is expected, for a message after the word "needs": `a whole number`.
    static var expectation: String { get }
    /// The allowed words, where they can be listed.
    static var allValueStrings: [String] { get }
    /// Whether shells complete the names of files.
    static var isFile: Bool { get }
    /// What to do about a word that is not of this type; nil if there is no better advice than the nearest allowed word.
    static func advice(on word: String) -> String?
}

extension ExpressibleByArgument {
    static var allValueStrings: [String] { [] }
    static var isFile: Bool { false }
    static func advice(on word: String) -> String? { nil }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
    init?(argument: String) { self.init(rawValue: argument) }
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    static var expectation: String { "one of " + allValueStrings.joined(separator: ", ") }
}

/// The words are the names of the cases.
extension ExpressibleByArgument where Self: CaseIterable {
    init?(argument: String) {
        guard let value = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
        self = value
    }
    static var allValueStrings: [String] { allCases.map { "\($0)" } }
    static var expectation: String { "one of " + allValueStrings.joined(separator: ", ") }
}

/// A command line that cannot be understood. `advice` says what to do about it, or is empty.
struct UsageError: Error, Hashable {
    var message: String
    var advice = ""
}

/// What help and completions need to know about a parameter, whatever command it belongs to.
struct ParameterInfo: Sendable {
    enum Kind: Sendable { case flag, option, argument }

    let kind: Kind
    /// Such as `-o` and `--output`; an argument has none.
    let names: [String]
    /// What stands for the value in help.
    let placeholder: String
    let help: String
    var values: [String] = []
    var isFile = false
    var isRequired = false
    /// Whether the argument takes all remaining words.
    var isRepeated = false
}

/// What an option sets for a key: the word after `KEY=` of a command line, or its parts, as JSON has them.
enum KeyedValue: Sendable {
    case word(String)
    case parts([JSONValue.Member])
}

/// One flag, option or argument of a command of type `Root`.
struct Parameter<Root>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable
    typealias KeyedStore = @Sendable (inout Root, _ key: String, KeyedValue) throws(UsageError) -> Void

    var info: ParameterInfo
    let store: @Sendable (inout Root, String) throws(UsageError) -> Void
    /// For options by key: takes the key and the value apart, so that a key may have every character. nil for other options.
    var storeKeyed: KeyedStore?

    static func flag(_ path: Path<Bool>, _ names: String..., help: String) -> Self {
        Self(info: ParameterInfo(kind: .flag, names: names, placeholder: "", help: help)) { root, _ in root[keyPath: path] = true }
    }

    /// An option whose value has its own grammar and its own error messages.
    static func parsed(
        _ name: String, _ placeholder: String, help: String,
        store: @escaping @Sendable (inout Root, String) throws(UsageError) -> Void
    ) -> Self {
        Self(info: ParameterInfo(kind: .option, names: [name], placeholder: placeholder, help: help), store: store)
    }

    /// An option `KEY=VALUE`.
    /// - Parameters:
    ///   - split: takes a word of a command line apart.
    ///   - store: takes the key and the value, from a command line and from JSON.
    static func keyed(
        _ name: String, _ placeholder: String, help: String,
        split: @escaping @Sendable (String) throws(UsageError) -> (key: String, value: String), store: @escaping KeyedStore
    ) -> Self {
        Self(
            info: ParameterInfo(kind: .option, names: [name], placeholder: placeholder, help: help),
            store: { (root, word) throws(UsageError) in
                let (key, value) = try split(word)
                try store(&root, key, .word(value))
            }, storeKeyed: store)
    }

    /// An option whose value goes wherever `set` puts it, so that several options may append to one ordered list.
    static func option<Value: ExpressibleByArgument>(
        _ names: String..., as type: Value.Type, _ placeholder: String, help: String, required: Bool = false,
        set: @escaping @Sendable (inout Root, Value) -> Void
    ) -> Self {
        valued(.option, names, placeholder, help, required, set)
    }

    static func option<Value: ExpressibleByArgument>(
        _ path: Path<Value>, _ names: String..., placeholder: String, help: String, required: Bool = false
    ) -> Self {
        valued(.option, names, placeholder, help, required) { $0[keyPath: path] = $1 }
    }

    static func option<Value: ExpressibleByArgument>(
        _ path: Path<Value?>, _ names: String..., placeholder: String, help: String
    ) -> Self {
        valued(.option, names, placeholder, help, false) { $0[keyPath: path] = $1 }
    }

    /// May be repeated; the values keep their order.
    static func option<Value: ExpressibleByArgument>(
        _ path: Path<[Value]>, _ names: String..., placeholder: String, help: String
    ) -> Self {
        valued(.option, names, placeholder, help, false) { $0[keyPath: path].append($1) }
    }

    static func argument<Value: ExpressibleByArgument>(_ path: Path<Value>, _ placeholder: String, help: String) -> Self {
        valued(.argument, [], placeholder, help, true) { $0[keyPath: path] = $1 }
    }

    static func argument<Value: ExpressibleByArgument>(_ path: Path<Value?>, _ placeholder: String, help: String) -> Self {
        valued(.argument, [], placeholder, help, false) { $0[keyPath: path] = $1 }
    }

    /// Takes all remaining words; at least one if it is required.
    static func arguments<Value: ExpressibleByArgument>(
        _ path: Path<[Value]>, _ placeholder: String, help: String, required: Bool = true
    ) -> Self {
        var parameter = valued(.argument, [], placeholder, help, required) { (root, value: Value) in root[keyPath: path].append(value) }
        parameter.info.isRepeated = true
        return parameter
    }

    private static func valued<Value: ExpressibleByArgument>(
        _ kind: ParameterInfo.Kind, _ names: [String], _ placeholder: String, _ help: String, _ required: Bool,
        _ set: @escaping @Sendable (inout Root, Value) -> Void
    ) -> Self {
        let info = ParameterInfo(
            kind: kind, names: names, placeholder: placeholder, help: help, values: Value.allValueStrings, isFile: Value.isFile,
            isRequired: required)
        let label = names.last ?? placeholder
        return Self(info: info) { (root, word) throws(UsageError) in
            if Value.isFile { try FileName.checkAddress(word, label) }
            guard let value = Value(argument: word) else {
                throw UsageError(
                    message: "\(label) needs \(Value.expectation), not \"\(word)\"",
                    advice: Value.advice(on: word) ?? Advice.meant(by: word, among: Value.allValueStrings))
            }
            set(&root, value)
        }
    }

    /// The same parameter, which also tells what it was given.
    func recorded(_ record: @escaping @Sendable (inout Root, _ name: String, _ word: String) -> Void) -> Self {
        let name = info.names.last ?? info.placeholder
        var parameter = Self(info: info) { (root, word) throws(UsageError) in
            try store(&root, word)
            record(&root, name, word)
        }
        parameter.storeKeyed = storeKeyed
        return parameter
    }

    /// The same parameter for a command that holds a `Root` as a group of options.
    func at<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> Parameter<Outer> {
        var parameter = Parameter<Outer>(info: info) { (outer, word) throws(UsageError) in try store(&outer[keyPath: path], word) }
        if let storeKeyed {
            parameter.storeKeyed = { (outer, key, value) throws(UsageError) in try storeKeyed(&outer[keyPath: path], key, value) }
        }
        return parameter
    }
}

/// What help shows about a group of parameters.
struct GroupInfo: Sendable {
    let title: String
    /// If set, the help of a command shows only this line, and `svga help <title>` shows the whole group.
    var summary: String?
    /// Whole lines that `svga help <title>` shows after the parameters.
    var note = ""
    let parameters: [ParameterInfo]
}

/// Parameters that stand together in help. A group that several commands share is declared once.
struct ParameterGroup<Root>: Sendable {
    let title: String
    let summary: String?
    let note: String
    let parameters: [Parameter<Root>]

    init(_ title: String, summary: String? = nil, note: String = "", _ parameters: [Parameter<Root>]) {
        self.title = title
        self.summary = summary
        self.note = note
        self.parameters = parameters
    }

    func at<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> ParameterGroup<Outer> {
        ParameterGroup<Outer>(title, summary: summary, note: note, parameters.map { $0.at(path) })
    }

    var info: GroupInfo { GroupInfo(title: title, summary: summary, note: note, parameters: parameters.map(\.info)) }
}

/// One subcommand: a value that its parameters fill, checked by ``validate()`` and then run.
protocol Command: Sendable {
    static var name: String { get }
    /// One line without a full stop.
    static var abstract: String { get }
    /// Whole command lines that work in the project's folder.
    static var examples: [String] { get }
    static var groups: [ParameterGroup<Self>] { get }

    init()
    /// Checks what concerns several parameters at once.
    func validate() throws(UsageError)
    func run(in context: CommandContext) async throws(CommandError) -> ExitCode
}

extension Command {
    func validate() throws(UsageError) {}

    static var info: CommandInfo {
        CommandInfo(name: name, abstract: abstract, examples: examples, groups: groups.map(\.info))
    }

    /// Reads the words after the command's name. `--` ends the options; `-` alone is an argument.
    static func parse(_ words: [String]) throws(UsageError) -> Self {
        let parameters = groups.flatMap(\.parameters)
        let arguments = parameters.filter { $0.info.kind == .argument }
        var named: [String: Parameter<Self>] = [:]
        // A command's own options come first, and go before a limit of the same name.
        for parameter in parameters { for name in parameter.info.names where named[name] == nil { named[name] = parameter } }
        var command = Self()
        var seen: Set<String> = []
        var argumentCount = 0
        var rest = words[...]

        func parameter(_ name: String) throws(UsageError) -> Parameter<Self> {
            guard let parameter = named[name] else {
                let long = named.keys.filter { $0.hasPrefix("--") }.sorted() + ["--help"]
                let advice = Advice.option(for: name, among: long) ?? Advice.meant(by: name, among: long)
                throw UsageError(message: "unknown option \(name)", advice: advice)
            }
            seen.formUnion(parameter.info.names)
            return parameter
        }
        func nextValue(of name: String, _ info: ParameterInfo) throws(UsageError) -> String {
            guard let word = rest.first, word == "-" || !word.hasPrefix("-") || word.isNegativeNumber else {
                let form = rest.isEmpty || name.count == 2 ? "" : "a value that starts with - is written \(name)=VALUE"
                throw UsageError(message: "\(name) needs a value (\(info.placeholder))", advice: form)
            }
            rest.removeFirst()
            return word
        }

        while let word = rest.popFirst() {
            if word == "--" {
                for word in rest { try take(word) }
                rest = []
            } else if word == "-" || !word.hasPrefix("-") {
                try take(word)
            } else if word.hasPrefix("--") {
                let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let option = try parameter(halves[0])
                if option.info.kind == .flag {
                    guard halves.count == 1 else { throw UsageError(message: "\(halves[0]) takes no value") }
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
        func take(_ word: String) throws(UsageError) {
            guard let last = arguments.last, argumentCount < arguments.count || last.info.isRepeated else {
                throw UsageError(message: "\"\(word)\" is one argument too many", advice: "svga help \(name)")
            }
            try arguments[min(argumentCount, arguments.count - 1)].store(&command, word)
            argumentCount += 1
        }

        for (index, argument) in arguments.enumerated() where argument.info.isRequired && index >= argumentCount {
            throw UsageError(message: "\(argument.info.placeholder) is missing", advice: "usage: " + info.usage)
        }
        for option in parameters where option.info.isRequired && option.info.kind == .option {
            guard !seen.isDisjoint(with: option.info.names) else {
                let form = option.info.names.first ?? ""
                throw UsageError(message: "\(form) \(option.info.placeholder) is missing", advice: "usage: " + info.usage)
            }
        }
        try command.validate()
        return command
    }
}

extension String {
    /// Such as `-5` or `-.5`: a value, not an option.
    fileprivate var isNegativeNumber: Bool {
        guard hasPrefix("-"), let next = dropFirst().first else { return false }
        return next.isASCII && next.isNumber || next == "."
    }
}

/// What help and completions need to know of a command.
struct CommandInfo: Sendable {
    let name: String
    let abstract: String
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
            words.append("\(info.names.first ?? "") \(info.placeholder)")
        }
        return words.joined(separator: " ") + " [options]"
    }
}
