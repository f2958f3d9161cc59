import SVGAHTTP
import SVGASupport
import SVGATasks

/// The page's request to apply edit steps. It contains only options that the page may set. A file is an upload.
///
/// `{"page": "x1", "movie": "m3", "steps": [{"command": "edit", "options": [{"name": "rename", "key": "a", "value": "b"}]}]}`.
struct EditOrder: Sendable {
    /// A random name of the page, whose older order this one replaces.
    let page: String
    let movie: String
    let steps: EditSteps
    /// The text of each step, which identifies its result.
    let texts: [String]
    /// The names of uploads on the user's disk.
    let names: [FileName: String]
    /// Whether the result is saved: no player may show it worse.
    let isFinal: Bool

    private static let maximumSteps = 500
    private static let members = ["page", "movie", "steps", "names", "isFinal", "allowsPlayerFindings"]

    init(_ body: [UInt8], uploads: Uploads, common: CommonOptions) throws(PreviewError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw PreviewError(400, "this is not JSON: \(error.message)")
        }
        guard case .object(let members) = document, case .string(let movie)? = document["movie"] else {
            throw PreviewError(400, "movie needs the identifier of a movie")
        }
        if let other = members.first(where: { !EditOrder.members.contains($0.name) }) {
            throw PreviewError(400, "an edit does not support \(other.name.quoted)")
        }
        self.movie = movie
        page = if case .string(let name)? = document["page"] { name } else { "" }
        isFinal = document["isFinal"] == .bool(true)
        guard case .array(let list) = document["steps"] ?? .array([]), list.count <= EditOrder.maximumSteps else {
            throw PreviewError(400, "steps needs at most \(EditOrder.maximumSteps) steps")
        }
        var steps: [EditStep] = []
        for step in list { steps.append(try EditStep(step, uploads: uploads)) }
        var edit = EditSteps(steps, common: common)
        edit.allowsPlayerFindings = document["allowsPlayerFindings"] == .bool(true)
        self.steps = edit
        texts = list.map { $0.text(.compact) }
        var names: [FileName: String] = [:]
        if case .object(let given)? = document["names"] {
            for member in given {
                guard case .string(let name) = member.value, !name.isEmpty else { throw PreviewError(400, "names needs file names") }
                names[FileName(path: try uploads.anyPath(member.name))] = name
            }
        }
        self.names = names
    }
}

extension EditStep {
    fileprivate init(_ document: JSONValue, uploads: Uploads) throws(PreviewError) {
        guard case .string(let name)? = document["command"], let command = Command(rawValue: name) else {
            throw PreviewError(400, "command needs one of \(Command.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var options: [Option] = []
        if case .array(let list)? = document["options"] {
            for option in list {
                guard case .string(let name)? = option["name"] else { throw PreviewError(400, "an option needs a name") }
                switch command {
                case .edit: options.append(try Option(name, option, EditTask.pageParameters, uploads))
                case .optimize: options.append(try Option(name, option, OptimizeTask.pageParameters, uploads))
                case .fix: options.append(try Option(name, option, FixTask.pageParameters, uploads))
                }
            }
        }
        if command == .edit, options.isEmpty { throw PreviewError(400, "a step of edit needs an option") }
        self.init(command, options)
    }
}

extension EditStep.Option {
    fileprivate init<Root>(
        _ name: String, _ option: JSONValue, _ parameters: [String: Parameter<Root>], _ uploads: Uploads
    ) throws(PreviewError) {
        guard let parameter = parameters[name] else { throw PreviewError(400, "there is no option \(name.quoted) for a step") }
        let value = option["value"] ?? .null
        if parameter.info.kind == .flag {
            guard value == .null || value == .bool(true) else { throw PreviewError(400, "\(name) does not have a value") }
            self.init(name, .flag)
        } else if name == "set-audio" || name == "merge" {
            self.init(name, try EditStep.Value.part(name, option, uploads))
        } else if parameter.storeKeyed != nil {
            guard case .string(let key)? = option["key"] else { throw PreviewError(400, "\(name) needs a key") }
            self.init(name, try EditStep.Value(name, key, value, uploads))
        } else {
            self.init(name, .word(try EditStep.Value.word(name, value)))
        }
    }
}

extension EditStep.Value {
    /// A sound or another movie. A word would name a file of the server.
    fileprivate static func part(_ name: String, _ option: JSONValue, _ uploads: Uploads) throws(PreviewError) -> EditStep.Value {
        let value = option["value"] ?? .null
        guard case .string(let file)? = value["file"] else { throw PreviewError(400, "\(name) needs an uploaded file") }
        if name == "set-audio" {
            guard case .string(let key)? = option["key"], !key.isEmpty else { throw PreviewError(400, "\(name) needs a key") }
            return .sound(key: key, FileName(path: try uploads.path(file, as: .sound)))
        }
        var start: Int?
        if let at = value["at"], at != .null {
            guard let frame = Int(try word(name, at)), frame >= 0 else { throw PreviewError(400, "at needs a frame") }
            start = frame
        }
        return .movie(MergeArgument(file: FileName(path: try uploads.path(file, as: .movie)), overlayAt: start))
    }

    fileprivate static func word(_ name: String, _ value: JSONValue) throws(PreviewError) -> String {
        switch value {
        case .string(let text): return text
        case .integer(let number): return "\(number)"
        case .number(let number): return Int(exactly: number).map { "\($0)" } ?? "\(number)"
        default: throw PreviewError(400, "\(name) needs a text")
        }
    }

    fileprivate init(_ name: String, _ key: String, _ value: JSONValue, _ uploads: Uploads) throws(PreviewError) {
        guard case .object(let parts) = value else {
            // A word would name a file of the server.
            guard name != "set-image" else { throw PreviewError(400, "set-image needs an uploaded image") }
            self = .keyed(key: key, word: try EditStep.Value.word(name, value))
            return
        }
        switch name {
        case "set-image": self = .image(try EditStep.Value.image(key, parts, uploads))
        case "text-style":
            let changes = try PreviewError.running { () throws(TaskError) in try SubstitutionParts.changes(parts, "text-style.\(key)") }
            self = .style(key: key, changes)
        default: throw PreviewError(400, "\(name) needs a text")
        }
    }

    private static func image(
        _ key: String, _ parts: [JSONValue.Member], _ uploads: Uploads
    ) throws(PreviewError) -> ImageArgument {
        guard case .string(let file)? = parts.first(where: { $0.name == "file" })?.value, !parts.contains(where: { $0.name == "default" })
        else {
            throw PreviewError(400, "set-image needs an uploaded image")
        }
        let path = try uploads.path(file)
        let density = try parts.first { $0.name == "density" }.map { (part) throws(PreviewError) in try word("density", part.value) }
        return try PreviewError.running { () throws(TaskError) in
            let others = parts.filter { $0.name != "density" }
            guard
                let choice = try SubstitutionParts.choice(
                    others, "set-image.\(key)", file: { (_, _) throws(TaskError) in FileName(path: path) })
            else { throw .usage("set-image needs an uploaded image") }
            // The words of a command line check the number.
            return try ImageArgument(key: key, choice: choice, density: density)
        }
    }
}
