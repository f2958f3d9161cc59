// The option table. A task declares each option once, with names, type and help. The command line, `--help`, manual pages, shell completions, JSON
// options and the page use this declaration.

package import SVGASupport

/// A type that can be parsed from one word of a command line.
package protocol ExpressibleByArgument: Sendable {
    /// Returns nil if the word is invalid.
    init?(argument: String)
    /// The expected value, after the word "needs" in a message: `a whole number`.
    static var expectation: TaskText { get }
    /// The allowed words, if they can be listed.
    static var allValueStrings: [String] { get }
    /// Whether shells complete file names.
    static var isFile: Bool { get }
    /// Whether the file may be this URL.
    static func acceptsAddress(_ name: String) -> Bool
    /// Advice for an invalid word; nil: suggest the most similar allowed word.
    static func advice(on word: String) -> TaskText?
}

extension ExpressibleByArgument {
    package static var allValueStrings: [String] { [] }
    package static var isFile: Bool { false }
    package static func acceptsAddress(_ name: String) -> Bool { false }
    package static func advice(on word: String) -> TaskText? { nil }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
    package init?(argument: String) { self.init(rawValue: argument) }
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var expectation: TaskText { "one of \(allValueStrings.joined(separator: ", "))" }
}

/// The words are the names of the cases.
extension ExpressibleByArgument where Self: CaseIterable {
    package init?(argument: String) {
        guard let value = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
        self = value
    }
    package static var allValueStrings: [String] { allCases.map { "\($0)" } }
    package static var expectation: TaskText { "one of \(allValueStrings.joined(separator: ", "))" }
}

/// A parameter's description for help and completions, independent of the command.
package struct ParameterInfo: Sendable {
    package enum Kind: Sendable { case flag, option, argument }

    package let kind: Kind
    /// For example `o` and `output`, short names first; an argument has no name.
    package let names: [String]
    /// The placeholder for the value in the help.
    package let placeholder: String
    package let help: LocalizedText
    package var values: [String] = []
    package var isFile = false
    package var isRequired = false
    /// Whether the argument takes all remaining words.
    package var isRepeated = false
    package var scope = Scope.all
    /// The label of the option's own field on the page; nil: the page lists it under "More options".
    package var field: Message?
    /// nil: it follows from the type or the placeholder.
    package var completion: ValueCompletion?

    package init(
        kind: Kind, names: [String], placeholder: String, help: LocalizedText, values: [String] = [], isFile: Bool = false,
        isRequired: Bool = false, isRepeated: Bool = false
    ) {
        self.kind = kind
        self.names = names
        self.placeholder = placeholder
        self.help = help
        self.values = values
        self.isFile = isFile
        self.isRequired = isRequired
        self.isRepeated = isRepeated
    }
}

/// The value of an option by key: the word after `KEY=` on a command line, or its parts in JSON.
package enum KeyedValue: Sendable {
    case word(String)
    case parts([JSONValue.Member])
}

/// One flag, option or argument of a command of type `Root`.
package struct Parameter<Root>: Sendable {
    package typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable
    package typealias KeyedStore = @Sendable (inout Root, _ key: String, KeyedValue) throws(TaskError) -> Void

    package var info: ParameterInfo
    package let store: @Sendable (inout Root, String) throws(TaskError) -> Void
    /// For options by key: stores a separate key and value, so that a key may contain any character. nil for other options.
    package var storeKeyed: KeyedStore?

    package static func flag(_ path: Path<Bool>, _ names: String..., help: TaskText, _ chinese: TaskText) -> Self {
        Self(info: ParameterInfo(kind: .flag, names: names, placeholder: "", help: LocalizedText(help, chinese))) { root, word in
            root[keyPath: path] = word != JSONOptions.off
        }
    }

    /// An option with a specific grammar and specific error messages.
    package static func parsed(
        _ name: String, _ placeholder: String, help: TaskText, _ chinese: TaskText,
        store: @escaping @Sendable (inout Root, String) throws(TaskError) -> Void
    ) -> Self {
        Self(
            info: ParameterInfo(kind: .option, names: [name], placeholder: placeholder, help: LocalizedText(help, chinese)), store: store)
    }

    /// An option `KEY=VALUE`.
    /// - Parameters:
    ///   - split: splits a word of a command line.
    ///   - store: stores the key and the value from a command line or from JSON.
    package static func keyed(
        _ name: String, _ placeholder: String, help: TaskText, _ chinese: TaskText,
        split: @escaping @Sendable (String) throws(TaskError) -> (key: String, value: String), store: @escaping KeyedStore
    ) -> Self {
        Self(
            info: ParameterInfo(kind: .option, names: [name], placeholder: placeholder, help: LocalizedText(help, chinese)),
            store: { (root, word) throws(TaskError) in
                let (key, value) = try split(word)
                try store(&root, key, .word(value))
            }, storeKeyed: store)
    }

    /// An option whose value is passed to `set`, so that several options may append to one list.
    package static func option<Value: ExpressibleByArgument>(
        _ names: String..., as type: Value.Type, _ placeholder: String, help: TaskText, _ chinese: TaskText, required: Bool = false,
        set: @escaping @Sendable (inout Root, Value) -> Void
    ) -> Self {
        valued(.option, names, placeholder, LocalizedText(help, chinese), required, set)
    }

    package static func option<Value: ExpressibleByArgument>(
        _ path: Path<Value>, _ names: String..., placeholder: String, help: TaskText, _ chinese: TaskText, required: Bool = false
    ) -> Self {
        valued(.option, names, placeholder, LocalizedText(help, chinese), required) { $0[keyPath: path] = $1 }
    }

    package static func option<Value: ExpressibleByArgument>(
        _ path: Path<Value?>, _ names: String..., placeholder: String, help: TaskText, _ chinese: TaskText
    ) -> Self {
        valued(.option, names, placeholder, LocalizedText(help, chinese), false) { $0[keyPath: path] = $1 }
    }

    /// A repeatable option; the values keep their order.
    package static func option<Value: ExpressibleByArgument>(
        _ path: Path<[Value]>, _ names: String..., placeholder: String, help: TaskText, _ chinese: TaskText
    ) -> Self {
        valued(.option, names, placeholder, LocalizedText(help, chinese), false) { $0[keyPath: path].append($1) }
    }

    package static func argument<Value: ExpressibleByArgument>(
        _ path: Path<Value>, _ placeholder: String, help: TaskText, _ chinese: TaskText
    )
        -> Self
    {
        valued(.argument, [], placeholder, LocalizedText(help, chinese), true) { $0[keyPath: path] = $1 }
    }

    package static func argument<Value: ExpressibleByArgument>(
        _ path: Path<Value?>, _ placeholder: String, help: TaskText, _ chinese: TaskText
    )
        -> Self
    {
        valued(.argument, [], placeholder, LocalizedText(help, chinese), false) { $0[keyPath: path] = $1 }
    }

    /// Takes all remaining words; at least one if it is required.
    package static func arguments<Value: ExpressibleByArgument>(
        _ path: Path<[Value]>, _ placeholder: String, help: TaskText, _ chinese: TaskText, required: Bool = true
    ) -> Self {
        var parameter = valued(.argument, [], placeholder, LocalizedText(help, chinese), required) { (root, value: Value) in
            root[keyPath: path].append(value)
        }
        parameter.info.isRepeated = true
        return parameter
    }

    private static func valued<Value: ExpressibleByArgument>(
        _ kind: ParameterInfo.Kind, _ names: [String], _ placeholder: String, _ help: LocalizedText, _ required: Bool,
        _ set: @escaping @Sendable (inout Root, Value) -> Void
    ) -> Self {
        let info = ParameterInfo(
            kind: kind, names: names, placeholder: placeholder, help: help, values: Value.allValueStrings, isFile: Value.isFile,
            isRequired: required)
        let label: TaskText = if let name = names.last { "\(option: name)" } else { TaskText(verbatim: placeholder) }
        return Self(info: info) { (root, word) throws(TaskError) in
            if Value.isFile, !Value.acceptsAddress(word) { try FileName.checkAddress(word, label) }
            guard let value = Value(argument: word) else {
                throw .usage(
                    "\(label) needs \(Value.expectation), not \"\(word)\"",
                    advice: Value.advice(on: word) ?? Advice.suggestion(for: word, among: Value.allValueStrings))
            }
            set(&root, value)
        }
    }

    /// The same parameter, which also passes its words to `record`.
    package func recorded(_ record: @escaping @Sendable (inout Root, _ name: String, _ word: String) -> Void) -> Self {
        let name = info.names.last ?? info.placeholder
        var parameter = Self(info: info) { (root, word) throws(TaskError) in
            try store(&root, word)
            record(&root, name, word)
        }
        parameter.storeKeyed = storeKeyed
        return parameter
    }

    /// The same parameter for a command that contains `Root` as an option group.
    package func at<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> Parameter<Outer> {
        var parameter = Parameter<Outer>(info: info) { (outer, word) throws(TaskError) in try store(&outer[keyPath: path], word) }
        if let storeKeyed {
            parameter.storeKeyed = { (outer, key, value) throws(TaskError) in try storeKeyed(&outer[keyPath: path], key, value) }
        }
        return parameter
    }
}

/// A parameter group's description for the help.
package struct GroupInfo: Sendable {
    /// The English name of the group's help page.
    package let name: String
    package let title: LocalizedText
    /// If set, a command's help shows only this line, which refers to the group's help page.
    package let summary: LocalizedText?
    /// Complete lines after the parameters of the help page.
    package let note: LocalizedText?
    package let parameters: [ParameterInfo]

    /// The name of the group's help topic.
    package var topic: String { name.lowercased() }
}

/// A named group of parameters. Commands that share a group use one declaration.
package struct ParameterGroup<Root>: Sendable {
    package let name: String
    package let title: LocalizedText
    package let summary: LocalizedText?
    package let note: LocalizedText?
    package let parameters: [Parameter<Root>]

    package init(
        _ name: String, _ chinese: TaskText, summary: LocalizedText? = nil, note: LocalizedText? = nil, _ parameters: [Parameter<Root>]
    ) {
        self.name = name
        title = LocalizedText(TaskText(verbatim: name), chinese)
        self.summary = summary
        self.note = note
        self.parameters = parameters
    }

    /// The specific options of a command.
    package init(note: LocalizedText? = nil, _ parameters: [Parameter<Root>]) {
        self.init("Options", "选项", note: note, parameters)
    }

    package func at<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> ParameterGroup<Outer> {
        map { $0.at(path) }
    }

    /// The same group with other parameters.
    package func map<Outer>(_ change: (Parameter<Root>) -> Parameter<Outer>) -> ParameterGroup<Outer> {
        ParameterGroup<Outer>(name, title.chinese, summary: summary, note: note, parameters.map(change))
    }

    package var info: GroupInfo {
        let topic = name.lowercased()
        let line = summary.map { LocalizedText("\($0.english) (\(help: topic))", "\($0.chinese)（见 \(help: topic)）") }
        return GroupInfo(name: name, title: title, summary: line, note: note, parameters: parameters.map(\.info))
    }
}
