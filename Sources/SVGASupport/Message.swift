/// A text for people that can be translated: an English format with arguments, like `String.LocalizationValue`.
///
/// A literal becomes a message where one is expected. Its ``key`` is the format with numbered placeholders, such as `the movie has no frame %1$@`.
/// Messages as arguments stay translatable. `ci/messages` finds the keys of all literals, and compares them with the translations.
package struct Message: Hashable, Sendable {
    package enum Argument: Hashable, Sendable {
        /// Inserted as it is: a name, a number, the text of another library.
        case text(String)
        case message(Message)
    }

    /// Formats in a row. A literal is one; `+` appends others.
    package private(set) var formats: [MessageFormat<Argument>]

    /// A text that is not translated: of a caller, of a file, of another library.
    package init(verbatim text: String) { formats = text.isEmpty ? [] : [MessageFormat(verbatim: .text(text))] }

    package init(formats: [MessageFormat<Argument>]) { self.formats = formats }

    /// The text of a C library, which is not translated.
    package init(cString text: UnsafePointer<CChar>) { self.init(verbatim: String(cString: text)) }

    package var isEmpty: Bool { formats.isEmpty }

    package static func + (left: Message, right: Message) -> Message {
        var sum = left
        sum.formats += right.formats
        return sum
    }

    package static func += (left: inout Message, right: Message) { left.formats += right.formats }

    /// The text in another language.
    /// - Parameter translate: gives the translation of a key; nil, of the function or from it, keeps the English format.
    package func text(_ translate: ((_ key: String) -> String?)?) -> String {
        formats.reduce(into: "") { text, format in
            text += format.text(translate) { argument in
                switch argument {
                case .text(let text): text
                case .message(let message): message.text(translate)
                }
            }
        }
    }

    /// Messages are equal if their English texts are.
    package static func == (left: Message, right: Message) -> Bool {
        left.formats == right.formats || left.description == right.description
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Message: CustomStringConvertible {
    /// The English text.
    package var description: String { text(nil) }
}

extension Message: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { formats = text.isEmpty ? [] : [MessageFormat(text)] }
    package init(stringInterpolation: StringInterpolation) { formats = [stringInterpolation.format] }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var format = MessageFormat<Argument>("")

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { format.append(literal) }
        package mutating func appendInterpolation(_ message: Message) { format.append(.message(message)) }
        /// Disfavored, so that a literal in the interpolation is a message too.
        @_disfavoredOverload
        package mutating func appendInterpolation(_ value: some Any) { format.append(.text("\(value)")) }
    }
}

/// The noun of ``Units/count(_:_:)``, in singular.
package struct CountedNoun: ExpressibleByStringLiteral, Sendable {
    fileprivate let singular: String

    package init(stringLiteral singular: String) { self.singular = singular }
}

extension Units {
    /// `1 sprite`, `12 sprites`. The key has the singular: `%1$@ sprite`.
    package static func count(_ number: Int, _ noun: CountedNoun) -> Message {
        var format = MessageFormat<Message.Argument>("")
        format.append(.text("\(number)"))
        format.append(" \(noun.singular)")
        return Message(number == 1 ? format : format.inPlural)
    }
}

extension Message {
    fileprivate init(_ format: MessageFormat<Argument>) { formats = [format] }

    /// Each in quotation marks, with commas between.
    package static func quoted(_ names: some Sequence<String>) -> Message {
        Message(verbatim: names.map { "\"\($0)\"" }.joined(separator: ", "))
    }
}

extension Message: JSONRepresentable {
    /// The translation in JSON reports; nil: English. Set only if the user names a language, so that reports are the same under every locale.
    @TaskLocal package static var reportTranslation: ReportTranslation?

    package var json: JSONValue { .string(text(Message.reportTranslation?.translate)) }
}

/// A structure, because a program that Swift 6.3 optimizes crashes if a task-local value is a function.
package struct ReportTranslation: Sendable {
    package let translate: @Sendable (_ key: String) -> String?

    package init(_ translate: @escaping @Sendable (_ key: String) -> String?) { self.translate = translate }
}

extension Sequence<Message> {
    package func joined(separator: Message = "") -> Message {
        var iterator = makeIterator()
        guard var sum = iterator.next() else { return "" }
        while let next = iterator.next() { sum += separator + next }
        return sum
    }
}

/// A format and its arguments: what ``Message`` and the texts with references to options consist of.
package struct MessageFormat<Argument: Hashable & Sendable>: Hashable, Sendable {
    /// One more than the arguments, which stand between them.
    private var literals: [String]
    private var arguments: [Argument] = []
    private var singularKey: String?

    package init(_ literal: String) { literals = [literal] }

    /// An argument alone. It has no key.
    package init(verbatim argument: Argument) { (literals, arguments) = (["", ""], [argument]) }

    package mutating func append(_ literal: String) { literals[literals.count - 1] += literal }

    package mutating func append(_ argument: Argument) {
        arguments.append(argument)
        literals.append("")
    }

    /// With an s at the end, and with the same key.
    fileprivate var inPlural: MessageFormat {
        var format = self
        format.append("s")
        format.singularKey = key
        return format
    }

    package func map<Other>(_ transform: (Argument) -> Other) -> MessageFormat<Other> {
        var result = MessageFormat<Other>(literals[0])
        for (argument, literal) in zip(arguments, literals.dropFirst()) {
            result.append(transform(argument))
            result.append(literal)
        }
        result.singularKey = singularKey
        return result
    }

    /// The key of translations: `%1$@` is the first argument, and `%%` a percent sign.
    package var key: String {
        if let singularKey { return singularKey }
        var key = ""
        for (index, literal) in literals.enumerated() {
            if index > 0 { key += "%\(index)$@" }
            for character in literal.unicodeScalars {
                if character == "%" { key += "%%" } else { key.unicodeScalars.append(character) }
            }
        }
        return key
    }

    /// The text with its arguments.
    /// - Parameter translate: gives the translation of a key; nil, of the function or from it, keeps the English format.
    package func text(_ translate: ((_ key: String) -> String?)?, argument text: (Argument) -> String) -> String {
        if let translate, literals.contains(where: { !$0.isEmpty }), let format = translate(key) {
            return MessageFormat.filled(format, arguments.map(text))
        }
        var result = literals[0]
        for (argument, literal) in zip(arguments, literals.dropFirst()) { result += text(argument) + literal }
        return result
    }

    /// Replaces the placeholders of a translation.
    private static func filled(_ format: String, _ arguments: [String]) -> String {
        var result = ""
        var rest = format.utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            result += String(rest[..<percent]) ?? ""
            rest = rest[percent...].dropFirst()
            if rest.first == UInt8(ascii: "%") {
                result += "%"
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if let number = Int(Substring(digits)), arguments.indices.contains(number - 1) { result += arguments[number - 1] }
            // The digits, and `$@`.
            rest = rest.dropFirst(digits.count + 2)
        }
        return result + (String(rest) ?? "")
    }
}
