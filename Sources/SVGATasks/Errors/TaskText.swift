package import SVGASupport

/// A text with references to options, commands and help pages. Each front end has a ``Wording``, which formats them: flags for a shell, JSON members
/// for other languages, fields for the page. Like a ``Message``, it can be translated.
package struct TaskText: Hashable, Sendable {
    fileprivate enum Argument: Hashable, Sendable {
        case text(String)
        case texts(TaskText)
        case option(name: String, value: String)
        case command(name: String, options: TaskText)
        case help(topic: String)
    }

    fileprivate private(set) var formats: [MessageFormat<Argument>] = []

    package var isEmpty: Bool { formats.isEmpty }

    /// A text that is not translated.
    package init(verbatim text: String) { formats = text.isEmpty ? [] : [MessageFormat(verbatim: .text(text))] }

    /// A message of a library.
    package init(_ message: Message) {
        formats = message.formats.map { format in
            format.map { argument in
                switch argument {
                case .text(let text): .text(text)
                case .message(let message): .texts(TaskText(message))
                }
            }
        }
    }

    package static func + (left: TaskText, right: TaskText) -> TaskText {
        var text = left
        text.formats += right.formats
        return text
    }

    package func text(as wording: Wording) -> String {
        formats.reduce(into: "") { text, format in
            text += format.text(wording.translate) { argument in
                switch argument {
                case .text(let text): text
                case .texts(let other): other.text(as: wording)
                case .option(let name, let value): wording.option(name, value)
                case .command(let name, let options): wording.command(name, options)
                case .help(let topic): wording.help(topic)
                }
            }
        }
    }

    /// The text as a message that can be translated later.
    /// - Parameters:
    ///   - wording: for references to commands and help pages.
    ///   - option: the reference to an option.
    package func message(as wording: Wording, option: (_ name: String, _ value: String) -> Message) -> Message {
        Message(
            formats: formats.map { format in
                format.map { argument in
                    switch argument {
                    case .text(let text): .text(text)
                    case .texts(let other): .message(other.message(as: wording, option: option))
                    case .option(let name, let value): .message(option(name, value))
                    case .command(let name, let options): .text(wording.command(name, options))
                    case .help(let topic): .text(wording.help(topic))
                    }
                }
            })
    }

    /// Texts are equal if they read the same.
    package static func == (left: TaskText, right: TaskText) -> Bool { left.text(as: .json) == right.text(as: .json) }
    package func hash(into hasher: inout Hasher) { hasher.combine(text(as: .json)) }
}

extension TaskText: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { formats = text.isEmpty ? [] : [MessageFormat(text)] }
    package init(stringInterpolation: StringInterpolation) { formats = [stringInterpolation.format] }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var format = MessageFormat<Argument>("")

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { format.append(literal) }
        package mutating func appendInterpolation(_ other: TaskText) { format.append(.texts(other)) }
        @_disfavoredOverload
        package mutating func appendInterpolation(_ message: Message) { format.append(.texts(TaskText(message))) }
        /// Disfavored, so that a literal in the interpolation is a text that can be translated.
        @_disfavoredOverload
        package mutating func appendInterpolation(_ value: some Any) { format.append(.text("\(value)")) }

        /// - Parameters:
        ///   - name: without dashes.
        ///   - value: uppercase for a placeholder; empty for none.
        package mutating func appendInterpolation(option name: String, _ value: String = "") {
            format.append(.option(name: name, value: value))
        }

        /// Several options, separated by spaces.
        package mutating func appendInterpolation(options names: String...) {
            var list = TaskText(verbatim: "")
            for (index, name) in names.enumerated() { list = list + "\(index > 0 ? " " : "")\(option: name)" }
            format.append(.texts(list))
        }

        /// - Parameter options: the words after the command's name.
        package mutating func appendInterpolation(command name: String, _ options: TaskText = "") {
            format.append(.command(name: name, options: options))
        }

        /// A help page of a command or of an option group.
        package mutating func appendInterpolation(help topic: String) { format.append(.help(topic: topic)) }
    }
}

extension Sequence<TaskText> {
    package func joined(separator: TaskText = "") -> TaskText {
        var iterator = makeIterator()
        guard var sum = iterator.next() else { return "" }
        while let next = iterator.next() { sum = sum + separator + next }
        return sum
    }
}

/// A help text in all languages of the help. Option names, placeholders and numbers are the same in each.
package struct LocalizedText: Hashable, Sendable {
    package let english: TaskText
    package let chinese: TaskText

    package init(_ english: TaskText, _ chinese: TaskText) { (self.english, self.chinese) = (english, chinese) }
}

/// Option names are the same in all languages.
extension LocalizedText: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(TaskText(stringLiteral: text), TaskText(stringLiteral: text)) }
    package init(stringInterpolation: TaskText.StringInterpolation) {
        let text = TaskText(stringInterpolation: stringInterpolation)
        self.init(text, text)
    }
}

extension DefaultStringInterpolation {
    /// Unavailable: a text needs a wording.
    @available(*, deprecated, message: "use text(as:)")
    package mutating func appendInterpolation(_ text: TaskText) {}
}

extension Wording {
    /// A message of a library in this language.
    package func text(_ message: Message) -> String { message.text(translate) }

    /// The same in Chinese.
    package var inChinese: Wording {
        var wording = self
        wording.translate = { ChineseMessages.table[$0] }
        return wording
    }
}

/// The format of references to options, commands and the help.
package struct Wording: Sendable {
    package var option: @Sendable (_ name: String, _ value: String) -> String
    package var command: @Sendable (_ name: String, _ options: TaskText) -> String
    package var help: @Sendable (_ topic: String) -> String
    /// Gives the translation of a format by its key; nil keeps the English one.
    package var translate: @Sendable (_ key: String) -> String? = { _ in nil }

    package init(
        option: @escaping @Sendable (_ name: String, _ value: String) -> String,
        command: @escaping @Sendable (_ name: String, _ options: TaskText) -> String = { name, _ in "svga \(name)" },
        help: @escaping @Sendable (_ topic: String) -> String = { "the help on \($0)" }
    ) {
        self.option = option
        self.command = command
        self.help = help
    }

    /// Options as JSON members: for C, Python and batch jobs.
    package static let json = Wording { name, value in
        let isPlain = value.allSatisfy { $0.isASCII && $0.isUppercase } || Double(value) != nil
        // Texts use the short name of this option only.
        let member = "\"\(name == "o" ? "output" : name)\""
        return value.isEmpty ? member : "\(member): " + (isPlain ? value : "\"\(value)\"")
    }
}

/// Suggestions for an unknown word.
package enum Advice {
    /// `did you mean red or green?`, or empty if no candidate is similar.
    package static func suggestion(for word: String, among candidates: [String]) -> TaskText {
        let names = NearestNames.of(word, in: candidates)
        return names.isEmpty ? "" : "did you mean \(names.map { TaskText(verbatim: $0) }.joined(separator: " or "))?"
    }
}
