import SVGAModel
import SVGARender
import SVGASupport

/// A step of an edit session: options of `svga edit`, or a run of `svga optimize` or `svga fix`.
package struct EditStep: Sendable {
    package enum Command: String, CaseIterable, Sendable { case edit, optimize, fix }

    package enum Value: Sendable {
        case flag
        case word(String)
        case keyed(key: String, word: String)
        case image(ImageArgument)
        case style(key: String, [TextStyleChange])
        case sound(key: String, FileName)
        case movie(MergeArgument)
    }

    package struct Option: Sendable {
        /// The long name without dashes.
        package let name: String
        package let value: Value

        package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
    }

    package let command: Command
    package let options: [Option]

    package init(_ command: Command, _ options: [Option]) { (self.command, self.options) = (command, options) }
}

extension EditStep.Option {
    /// Stores the option in a task, as a command line with these words does.
    func store<Root>(_ root: inout Root, _ parameters: [String: Parameter<Root>]) throws(TaskError) {
        guard let parameter = parameters[name] else { throw .usage("there is no option \"\(name)\" here") }
        let (key, content): (String, KeyedValue)
        switch value {
        case .flag: return try parameter.store(&root, "")
        case .word(let word): return try parameter.store(&root, word)
        case .keyed(let name, let word): (key, content) = (name, .word(word))
        case .image(let argument): (key, content) = (argument.key, .word(argument.word))
        case .style(let name, let changes):
            key = name
            content =
                TextStyleArgument.word(of: changes).map { .word($0) }
                ?? .parts(changes.map { JSONValue.Member(name: $0.name, value: .string($0.value)) })
        case .sound, .movie: throw .usage("there is no option \"\(name)\" here")
        }
        guard let store = parameter.storeKeyed else { throw .usage("\(option: name) has no key") }
        try store(&root, key, content)
    }

    /// Stores the option in an edit. The names of sounds and movies may contain any character.
    func store(_ task: inout EditTask) throws(TaskError) {
        switch value {
        case .sound(let key, let file): task.requests.append(.setAudio(key: key, file: file))
        case .movie(let argument): task.requests.append(.merge(argument))
        case .flag, .word, .keyed, .image, .style: try store(&task, EditTask.pageParameters)
        }
    }

    /// The words of a command line.
    /// - Parameter name: the name of a file in the command line.
    /// - Returns: nil if a command line cannot express the option, for example a key that contains `=`.
    func words(naming name: (FileName) -> String) -> [String]? {
        switch value {
        case .flag: return ["--\(self.name)"]
        case .word(let word): return words(word)
        case .keyed(let key, let word): return words(key: key, word)
        case .image(let argument):
            var choice = argument.choice
            choice.file = FileName(path: FilePath(name(choice.file)).notAnOption)
            return words(key: argument.key, ImageArgument(key: argument.key, choice: choice, density: argument.density).word)
        case .style(let key, let changes): return TextStyleArgument.word(of: changes).flatMap { words(key: key, $0) }
        case .sound(let key, let file): return words(key: key, FilePath(name(file)).notAnOption)
        case .movie(let argument):
            return argument.named(FilePath(name(argument.file)).notAnOption).word.flatMap(words)
        }
    }

    private func words(key: String, _ word: String) -> [String]? {
        key.isEmpty || key.utf8.contains(UInt8(ascii: "=")) ? nil : words("\(key)=\(word)")
    }

    private func words(_ word: String) -> [String]? {
        if word.utf8.contains(0) { return nil }
        return word.utf8.first == UInt8(ascii: "-") ? ["--\(name)=\(word)"] : ["--\(name)", word]
    }
}

extension FilePath {
    /// The path as a word that the command line does not read as an option or as standard input.
    var notAnOption: String { bytes.first == UInt8(ascii: "-") ? "./\(string)" : string }
}

extension ImageArgument {
    /// - Parameter density: the word for `,density=`; nil: one pixel per point.
    package init(key: String, choice: ImageChoice, density: String?) throws(TaskError) {
        let value = try density.map { (word) throws(TaskError) in
            try ImageArgument(key: key, value: "x,density=\(word)", takesDensity: true).density
        }
        self.init(key: key, choice: choice, density: value ?? 1)
    }

    /// The text after the key, which ``init(key:value:takesDensity:)`` reads as the same argument.
    var word: String {
        let file = choice.file.path
        var short = [file]
        if choice.fit != .fill { short.append("fit=\(choice.fit)") }
        if choice.mask != .none { short.append("mask=\(choice.mask.word)") }
        if density != 1 { short.append("density=\(density.shortText)") }
        let word = short.joined(separator: ",")
        if (try? ImageArgument(key: key, value: word, takesDensity: true)) == self { return word }
        // The file's name ends like an option. With all options after it, that end belongs to the name.
        return "\(file),fit=\(choice.fit),mask=\(choice.mask.word),density=\(density.shortText)"
    }
}

extension MergeArgument {
    /// The same merge of a file with another name.
    func named(_ name: String) -> MergeArgument { MergeArgument(file: FileName(path: name), overlayAt: overlayAt) }

    /// The text that ``init(_:)`` reads as the same argument; nil if the file's name ends like an option.
    var word: String? {
        let word = overlayAt.map { "\(file.path),overlay,at=\($0)" } ?? "\(file.path),append"
        return (try? MergeArgument(word)) == self ? word : nil
    }
}

extension TextStyleArgument {
    /// The style as a word of a command line; nil for a value that has none, such as a font's name with a comma.
    static func word(of list: [TextStyleChange]) -> String? {
        let parts = list.map { change in
            let isSwitch = TextStyleProperty.all.contains { $0.isSwitch && $0.name == change.name }
            return isSwitch && change.value == "yes" ? change.name : "\(change.name):\(change.value)"
        }
        let word = parts.joined(separator: ",")
        guard let read = try? changes(word), read.count == list.count else { return nil }
        return zip(read, list).allSatisfy { $0.name == $1.name && $0.value.hasSameBytes(as: $1.value) } ? word : nil
    }
}

extension Double {
    /// The shortest text, without ".0" for a whole number.
    var shortText: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
