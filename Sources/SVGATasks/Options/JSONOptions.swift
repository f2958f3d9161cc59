package import SVGASupport

/// Options of a command as members of a JSON object, for jobs of `svga batch` and for other languages: their names are the long ones
/// without dashes.
package enum JSONOptions {
    /// One option as a command line would have it.
    package struct Option: Sendable {
        /// Without dashes.
        package let name: String
        /// Empty for a flag, or ``JSONOptions/off``. Of an option by key it names the key too.
        package let word: String
        /// Of an option by key that JSON has as an object: then this is what is stored.
        package var keyed: (key: String, value: KeyedValue)?

        package func store<Root>(_ root: inout Root, _ parameter: Parameter<Root>) throws(TaskError) {
            if let keyed, let storeKeyed = parameter.storeKeyed {
                try storeKeyed(&root, keyed.key, keyed.value)
            } else {
                try parameter.store(&root, word)
            }
        }
    }

    /// Options whose values may be an object by key: `{"user1": "a.png"}` is `user1=a.png`. A value may be an object of its parts, or a list of
    /// values that are set one after the other.
    package static let keyed: Set<String> = ["set-image", "set-text", "text-style", "set-value"]

    /// Of a flag that is turned off. No command line has it.
    package static let off = "false"

    /// The parameters of these groups, by long name without dashes.
    package static func parameters<Root>(_ groups: [ParameterGroup<Root>]) -> [String: Parameter<Root>] {
        var parameters: [String: Parameter<Root>] = [:]
        for parameter in groups.flatMap(\.parameters) {
            for name in parameter.info.names where name.utf8.count > 1 && parameters[name] == nil { parameters[name] = parameter }
        }
        return parameters
    }

    /// A list is the option several times; an object is its values by key; null is as if it were not there, and so is an empty picture of a key.
    /// - Parameter folder: empty, or with a slash at its end: names of files are relative to it.
    package static func options(_ member: JSONValue.Member, _ info: ParameterInfo, folder: String = "") throws(TaskError) -> [Option] {
        let name = member.name
        switch member.value {
        case .null: return []
        case let value where info.kind == .flag:
            guard case .bool(let isOn) = value else { throw .usage("\(option: name) needs true or false") }
            // What holds for all jobs may have it on.
            return [Option(name: name, word: isOn ? "" : off)]
        case .array(let values):
            var options: [Option] = []
            for value in values { options.append(try option(name, try word(value, name), info, folder)) }
            return options
        case .object(let members) where keyed.contains(name):
            var options: [Option] = []
            for member in members {
                // As an empty cell of a CSV file: the person has no picture.
                if name == "set-image", [.null, .string("")].contains(member.value) { continue }
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
            // A language may write a whole number as 2e9 or 300.0.
            case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
            case .null, .bool, .array, .sequence, .object:
                throw .usage("\(option: name)\(key.map { " of \($0)" } ?? "") needs a text or a number")
            }
        guard name == "hide" || !word.utf8.contains(0) else { throw .usage("a text has the character U+0000 in it") }
        return word
    }

    /// The key and what is set for it stay apart.
    private static func keyedOption(_ name: String, _ key: String, _ value: JSONValue, _ folder: String) throws(TaskError) -> Option {
        guard case .object(var parts) = value else {
            var word = try word(value, name, of: key)
            if name == "set-image" { word = try path(word, in: folder, of: name) }
            return Option(name: name, word: key + "=" + word, keyed: (key, .word(word)))
        }
        for (index, part) in parts.enumerated() where name == "set-image" && part.name == "file" {
            guard case .string(let file) = part.value else { throw .usage("\(option: name) of \(key): file needs a file's name") }
            parts[index] = JSONValue.Member(name: part.name, value: .string(try path(file, in: folder, of: name)))
        }
        return Option(name: name, word: key + "=" + JSONValue.object(parts).text(.compact), keyed: (key, .parts(parts)))
    }

    /// Names of files become relative to where the program runs.
    private static func option(_ name: String, _ word: String, _ info: ParameterInfo, _ folder: String) throws(TaskError) -> Option {
        if name == "set-image", let (key, file) = KeyedWord.halves(word) {
            return Option(name: name, word: key + "=" + (try path(file, in: folder, of: name)))
        }
        let isFile = info.isFile && !(name == "audio" && (word == "keep" || word == "drop"))
        return Option(name: name, word: isFile ? try path(word, in: folder, of: name) : word)
    }

    package static func path(_ name: String, in folder: String, of option: String) throws(TaskError) -> String {
        guard name != "-", !name.hasPrefix("-,") else {
            throw .usage("\(option: option): standard input cannot be read here", advice: "a file of that name is ./-")
        }
        try FileName.checkAddress(name, "\(option: option)")
        return FilePath(folder).resolving(FilePath(name)).string
    }
}
