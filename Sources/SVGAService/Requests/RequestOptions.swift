import SVGASupport
import SVGATasks

/// The options that requests may set: those of jobs, without the ones that are the operator's.
enum RequestOptions {
    static let render = available(RenderTask.parameters)
    static let thumbnail = available(JSONOptions.parameters([ParameterGroup(ThumbnailTask.options)]))
    static let validate = available(ValidateTask.parameters)
    static let placement = available(JSONOptions.parameters([ParameterGroup(BoundsTask.options)]))
    static let optimize = available(OptimizeTask.parameters)
    static let fix = available(FixTask.parameters)
    static let convert = available(ConvertTask.parameters)

    private static func available<Root>(_ parameters: [String: Parameter<Root>]) -> [String: Parameter<Root>] {
        parameters.filter { name, parameter in
            // A request never names a file of this machine. `audio` may be keep or drop.
            parameter.info.scope.contains(.service) && (!parameter.info.isFile || name == "audio")
        }
    }

    /// The items of a target as members of JSON.
    static func members<Root>(_ items: [(name: String, value: String)], _ parameters: [String: Parameter<Root>]) -> [JSONValue.Member] {
        items.map { item in
            guard parameters[item.name]?.info.kind == .flag else { return JSONValue.Member(name: item.name, value: .string(item.value)) }
            let value: JSONValue =
                switch item.value {
                case "", "true": .bool(true)
                case "false": .bool(false)
                default: .string(item.value)
                }
            return JSONValue.Member(name: item.name, value: value)
        }
    }

    /// Stores the options of a target in a task.
    static func store<Root>(
        _ items: [(name: String, value: String)], in root: inout Root, _ parameters: [String: Parameter<Root>], of command: String
    ) throws(ServiceError) {
        try store(members(items, parameters), in: &root, parameters, of: command)
    }

    /// Stores the members in a task.
    static func store<Root>(
        _ members: [JSONValue.Member], in root: inout Root, _ parameters: [String: Parameter<Root>], of command: String
    ) throws(ServiceError) {
        do throws(TaskError) {
            try OptionObject(members).store(&root, parameters, of: command)
        } catch {
            throw ServiceError(error)
        }
    }
}

/// Names of images in requests. They are marked while options are parsed: they are no names of local files, and may be URLs.
enum MarkedName {
    private static let mark = "\u{1}"

    /// Marks the file names of `set-image`.
    static func marked(_ member: JSONValue.Member) -> JSONValue.Member {
        guard member.name == "set-image" else { return member }
        return JSONValue.Member(name: member.name, value: marked(option: member.value))
    }

    /// `KEY=FILE`, an array of these, or an object by key.
    private static func marked(option value: JSONValue) -> JSONValue {
        switch value {
        case .string(let word):
            guard let (key, file) = KeyedWord.halves(word) else { return value }
            return .string("\(key)=\(mark)\(file)")
        case .array(let words): return .array(words.map(marked(option:)))
        case .object(let members): return .object(members.map { JSONValue.Member(name: $0.name, value: marked(file: $0.value)) })
        default: return value
        }
    }

    /// A file name, an object with the member `file`, or an array of these.
    private static func marked(file value: JSONValue) -> JSONValue {
        switch value {
        // An empty name keeps the movie's image.
        case .string(let name): return name.isEmpty ? value : .string(mark + name)
        case .array(let names): return .array(names.map(marked(file:)))
        case .object(let members):
            return .object(members.map { $0.name == "file" ? JSONValue.Member(name: $0.name, value: marked(file: $0.value)) : $0 })
        default: return value
        }
    }

    /// The name without its mark; nil if it has none.
    static func name(_ file: FileName) -> String? {
        guard file.path.utf8.first == 1 else { return nil }
        return String(file.path.dropFirst())
    }
}
