import SVGASupport

/// Options of a command as members of a JSON object, for jobs of `svga batch` and for other languages: their names are the long ones
/// without dashes.
enum JSONOptions {
    /// One option as a command line would have it.
    struct Option: Sendable {
        /// Without dashes.
        let name: String
        /// Empty for a flag.
        let word: String
    }

    /// Options whose values may be an object: `{"user1": "a.png"}` is `user1=a.png`.
    static let keyed: Set<String> = ["set-image", "set-text", "text-style", "set-value"]

    /// The parameters of these groups, by long name without dashes.
    static func parameters<Root>(_ groups: [ParameterGroup<Root>]) -> [String: Parameter<Root>] {
        var parameters: [String: Parameter<Root>] = [:]
        for parameter in groups.flatMap(\.parameters) {
            for name in parameter.info.names where name.hasPrefix("--") && parameters[String(name.dropFirst(2))] == nil {
                parameters[String(name.dropFirst(2))] = parameter
            }
        }
        return parameters
    }

    /// A list is the option several times; an object is its values by key; null is as if it were not there.
    /// - Parameter folder: empty, or with a slash at its end: names of files are relative to it.
    static func options(_ member: JSONValue.Member, _ info: ParameterInfo, folder: String = "") throws(UsageError) -> [Option] {
        let name = member.name
        switch member.value {
        case .null: return []
        case let value where info.kind == .flag:
            guard case .bool(let isOn) = value else { throw UsageError(message: "\(name) needs true or false") }
            return isOn ? [Option(name: name, word: "")] : []
        case .array(let values):
            var options: [Option] = []
            for value in values { options.append(try option(name, try word(value, name), info, folder)) }
            return options
        case .object(let members) where keyed.contains(name):
            var options: [Option] = []
            for member in members {
                // On the command line a key ends at the first =.
                if member.name.contains("="), name != "set-value" {
                    throw UsageError(message: "\(name): a key with = in it", advice: "write it into a file for vars")
                }
                options.append(try option(name, member.name + "=" + (try word(member.value, "\(name) of \(member.name)")), info, folder))
            }
            return options
        default: return [try option(name, try word(member.value, name), info, folder)]
        }
    }

    private static func word(_ value: JSONValue, _ name: String) throws(UsageError) -> String {
        let word =
            switch value {
            case .string(let text): text
            case .integer(let integer): "\(integer)"
            case .number(let number): "\(number)"
            case .null, .bool, .array, .object: throw UsageError(message: "\(name) needs a text or a number")
            }
        guard !word.utf8.contains(0) else { throw UsageError(message: "a text has the character U+0000 in it") }
        return word
    }

    /// Names of files become relative to where the program runs.
    private static func option(_ name: String, _ word: String, _ info: ParameterInfo, _ folder: String) throws(UsageError) -> Option {
        if name == "set-image", let sign = word.firstIndex(of: "=") {
            let file = String(word[word.index(after: sign)...])
            return Option(name: name, word: word[...sign] + (try path(file, in: folder, of: name)))
        }
        let isFile = info.isFile && !(name == "audio" && (word == "keep" || word == "drop"))
        return Option(name: name, word: isFile ? try path(word, in: folder, of: name) : word)
    }

    static func path(_ name: String, in folder: String, of option: String) throws(UsageError) -> String {
        guard name != "-", !name.hasPrefix("-,") else {
            throw UsageError(message: "\(option): standard input cannot be read here", advice: "a file of that name is ./-")
        }
        return FilePath(folder).resolving(FilePath(name)).string
    }
}
