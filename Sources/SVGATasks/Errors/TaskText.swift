import SVGASupport

/// A text with references to options, commands and help pages. Each front end has a ``Wording``, which formats them: flags for a shell, JSON members
/// for other languages, fields for the page.
package struct TaskText: Hashable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Hashable, Sendable {
        case text(String)
        case option(name: String, value: String)
        case command(name: String, options: TaskText)
        case help(topic: String)
    }

    fileprivate private(set) var parts: [Part] = []

    package var isEmpty: Bool { parts.isEmpty }

    package init(_ text: String) { append(.text(text)) }
    package init(stringLiteral text: String) { self.init(text) }
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    package static func + (left: TaskText, right: TaskText) -> TaskText {
        var text = left
        for part in right.parts { text.append(part) }
        return text
    }

    /// Merges adjacent texts, so that equal texts have equal parts.
    private mutating func append(_ part: Part) {
        if case .text(let new) = part {
            if new.isEmpty { return }
            if case .text(let old)? = parts.last {
                parts[parts.count - 1] = .text(old + new)
                return
            }
        }
        parts.append(part)
    }

    package func text(as wording: Wording) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let name, let value): wording.option(name, value)
            case .command(let name, let options): wording.command(name, options)
            case .help(let topic): wording.help(topic)
            }
        }.joined()
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = TaskText("")

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { text.append(.text(literal)) }
        package mutating func appendInterpolation(_ value: some Any) { text.append(.text("\(value)")) }
        package mutating func appendInterpolation(_ other: TaskText) { text = text + other }

        /// - Parameters:
        ///   - name: without dashes.
        ///   - value: uppercase for a placeholder; empty for none.
        package mutating func appendInterpolation(option name: String, _ value: String = "") {
            text.append(.option(name: name, value: value))
        }

        /// Several options, separated by spaces.
        package mutating func appendInterpolation(options names: String...) {
            for (index, name) in names.enumerated() { appendInterpolation("\(index > 0 ? " " : "")\(option: name)" as TaskText) }
        }

        /// - Parameter options: the words after the command's name.
        package mutating func appendInterpolation(command name: String, _ options: TaskText = "") {
            text.append(.command(name: name, options: options))
        }

        /// A help page of a command or of an option group.
        package mutating func appendInterpolation(help topic: String) { text.append(.help(topic: topic)) }
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
    package init(stringLiteral text: String) { self.init(TaskText(text), TaskText(text)) }
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

/// The format of references to options, commands and the help.
package struct Wording: Sendable {
    package var option: @Sendable (_ name: String, _ value: String) -> String
    package var command: @Sendable (_ name: String, _ options: TaskText) -> String
    package var help: @Sendable (_ topic: String) -> String

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
        return names.isEmpty ? "" : "did you mean \(names.joined(separator: " or "))?"
    }
}
