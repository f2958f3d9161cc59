package import SVGASupport

/// Command options as JSON members, for batch jobs and other languages. The names are the long option names without dashes.
package enum JSONOptions {
    /// One option with the value that a command line would contain.
    package struct Option: Sendable {
        /// Without dashes.
        package let name: String
        /// Empty for a flag that is on, ``JSONOptions/off`` for one that is off; `KEY=VALUE` for an option by key.
        package let word: String
        /// The key and value of an option by key that JSON stores as an object. It replaces ``word``.
        package var keyed: (key: String, value: KeyedValue)?

        package func store<Root>(_ root: inout Root, _ parameter: Parameter<Root>) throws(TaskError) {
            if let keyed, let storeKeyed = parameter.storeKeyed {
                try storeKeyed(&root, keyed.key, keyed.value)
            } else {
                try parameter.store(&root, word)
            }
        }
    }

    /// Options whose values may be an object by key: `{"user1": "a.png"}` is `user1=a.png`. Each value may be an object of parts, or a list of
    /// values that are applied in order.
    package static let keyed: Set<String> = ["set-image", "set-text", "text-style", "set-value"]

    /// The word of a flag that is off. Only JSON can turn a flag off.
    package static let off = "false"

    /// The parameters of the groups by long name without dashes.
    package static func parameters<Root>(_ groups: [ParameterGroup<Root>]) -> [String: Parameter<Root>] {
        var parameters: [String: Parameter<Root>] = [:]
        for parameter in groups.flatMap(\.parameters) {
            for name in parameter.info.names where name.utf8.count > 1 && parameters[name] == nil { parameters[name] = parameter }
        }
        return parameters
    }

    /// An array repeats the option, and an object stores values by key. null and empty texts equal absent values, as empty cells of CSV do.
    /// - Parameter folder: the base folder of file names: empty, or ending with a slash.
    package static func options(_ member: JSONValue.Member, _ info: ParameterInfo, folder: String = "") throws(TaskError) -> [Option] {
        let name = member.name
        switch member.value {
        case .null, .string(""): return []
        case let value where info.kind == .flag:
            guard case .bool(let isOn) = value else { throw .usage("\(option: name) needs true or false") }
            // The batch may turn the flag on for all jobs, so false is stored too.
            return [Option(name: name, word: isOn ? "" : off)]
        case .array(let values):
            var options: [Option] = []
            for value in values { options.append(try option(name, try word(value, name), info, folder)) }
            return options
        case .object(let members) where keyed.contains(name):
            var options: [Option] = []
            for member in members {
                // The key keeps its content.
                if member.value.isAbsent || name == "set-text" && member.value["text"]?.isAbsent == true { continue }
                if case .array(let values) = member.value {
                    for value in values { options.append(try keyedOption(name, member.name, value, folder)) }
                } else {
                    options.append(try keyedOption(name, member.name, member.value, folder))
                }
            }
            return options
        default: return [try option(name, try word(member.value, name), info, folder)]
        }
    }

    private static func word(_ value: JSONValue, _ name: String, of key: String? = nil) throws(TaskError) -> String {
        let word =
            switch value {
            case .string(let text): text
            case .integer(let integer): "\(integer)"
            // Some languages write whole numbers as 2e9 or 300.0.
            case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
            case .null, .bool, .array, .sequence, .object:
                throw .usage("\(option: name)\(key.map { " of \($0)" } ?? "") needs a string or a number")
            }
        guard name == "hide" || !word.utf8.contains(0) else { throw .usage("a text contains the character U+0000") }
        return word
    }

    /// An option by key with a separate key and value.
    private static func keyedOption(_ name: String, _ key: String, _ value: JSONValue, _ folder: String) throws(TaskError) -> Option {
        guard case .object(var parts) = value else {
            var word = try word(value, name, of: key)
            if name == "set-image" { word = try imageWord(word, in: folder) }
            return Option(name: name, word: key + "=" + word, keyed: (key, .word(word)))
        }
        for (index, part) in parts.enumerated()
        where name == "set-image" && ["file", "default"].contains(part.name) && !part.value.isAbsent {
            guard case .string(let file) = part.value else { throw .usage("\(option: name) of \(key): \(part.name) needs a file name") }
            parts[index] = JSONValue.Member(name: part.name, value: .string(try path(file, in: folder, of: name, allowsURL: true)))
        }
        return Option(name: name, word: key + "=" + JSONValue.object(parts).text(.compact), keyed: (key, .parts(parts)))
    }

    /// File names become relative to the working directory.
    private static func option(_ name: String, _ word: String, _ info: ParameterInfo, _ folder: String) throws(TaskError) -> Option {
        if name == "set-image", let (key, file) = KeyedWord.halves(word) {
            return Option(name: name, word: key + "=" + (try imageWord(file, in: folder)))
        }
        let isFile = info.isFile && !(name == "audio" && (word == "keep" || word == "drop"))
        return Option(name: name, word: isFile ? try path(word, in: folder, of: name) : word)
    }

    /// The value of `set-image` with file names that are relative to the working directory.
    private static func imageWord(_ word: String, in folder: String) throws(TaskError) -> String {
        func resolved(_ name: String) throws(TaskError) -> String {
            name.isEmpty ? name : try path(name, in: folder, of: "set-image", allowsURL: true)
        }
        let (file, options) = ImageArgument.split(word)
        var result = try resolved(file)
        for (name, word) in options { result += ",\(name)=" + (name == "default" ? try resolved(word) : word) }
        return result
    }

    /// - Parameter allowsURL: whether an `http` or `https` URL is allowed.
    package static func path(_ name: String, in folder: String, of option: String, allowsURL: Bool = false) throws(TaskError) -> String {
        guard name != "-", !name.hasPrefix("-,") else {
            throw .usage("\(option: option): standard input cannot be read here", advice: "for a file named -, write ./-")
        }
        try FileName.checkAddress(name, "\(option: option)", allowsURL: allowsURL)
        if FileName(path: name).isURL { return name }
        return FilePath(folder).resolving(FilePath(name)).string
    }
}
