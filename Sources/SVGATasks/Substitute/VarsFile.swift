import SVGARender
package import SVGASupport

/// The JSON of `--vars`: `{"images": {…}, "texts": {…}, "hide": […]}`, all parts optional.
///
/// - `images`: a file name or URL, or `{"file": …, "default": …, "fit": …, "mask": …}`. Relative names are relative to the JSON file.
/// - `texts`: a string, or `{"text": …, "markup": true, "style": {…}}`; the style has the names of `--text-style`. An entry without `text` sets the
///   style of its key, and the entry `*` sets the style of all texts.
/// - `hide`: keys.
///
/// Empty texts, empty names and null equal absent values: the key keeps its content.
package struct VarsFile {
    package private(set) var steps: [SubstitutionPlan.Step] = []
    /// The folder of the JSON file, with a trailing slash, or empty.
    private let folder: String

    /// - Parameter path: the name of the file; `-` is standard input.
    /// - Throws: a message with the location of the error in the document.
    package init(_ bytes: [UInt8], path: String) throws(TaskError) {
        folder = FilePath(path).folderPrefix.string
        let document = try VarsFile.parse(bytes)
        for member in try document.members("the document", "an object with images, texts and hide") where !member.value.isAbsent {
            switch member.name {
            case "images":
                for image in try member.value.members("images", "an object of files by key") { try readImage(image.name, image.value) }
            case "texts":
                for text in try member.value.members("texts", "an object of texts by key") { try readText(text.name, text.value) }
            // Read last, because an image or a text shows its key again.
            case "hide": continue
            default: throw SubstitutionParts.unknown(member.name, in: "the document", known: ["images", "texts", "hide"])
            }
        }
        if let hidden = document["hide"], !hidden.isAbsent {
            guard case .array(let keys) = hidden else { throw .usage("hide needs an array of keys") }
            for key in keys {
                // A key of a movie may have any character.
                guard case .string(let text) = key else { throw .usage("hide needs an array of keys") }
                steps.append(.hide(key: text))
            }
        }
    }

    /// Each value is looked up among the movie's keys; a movie has at most 10 000 sprites by default.
    private static let maximumValues = 100_000

    private static func parse(_ bytes: [UInt8]) throws(TaskError) -> JSONValue {
        var limits = JSONLimits()
        limits.values = maximumValues
        do throws(JSONError) {
            return try JSONValue(parsing: bytes, limits: limits)
        } catch {
            if error.isLimit { throw .usage("the file has \(error.message)", advice: "leave out keys that the movie does not have") }
            throw .usage("this is not JSON: \(error.message)")
        }
    }

    private mutating func readImage(_ key: String, _ value: JSONValue) throws(TaskError) {
        if value.isAbsent { return }
        let location = "images.\(key)"
        let form: TaskText = "a file name or an object with file, fit and mask"
        guard case .object = value else {
            let choice = ImageChoice(file: try fileName(value.string(location, form), location))
            return steps.append(.image(key: key, choice))
        }
        let folder = folder
        let choice = try SubstitutionParts.choice(try value.members(location, form), location) { (name, location) throws(TaskError) in
            try VarsFile.fileName(name, location, in: folder)
        }
        if let choice { steps.append(.image(key: key, choice)) }
    }

    private mutating func readText(_ key: String, _ value: JSONValue) throws(TaskError) {
        if value.isAbsent || value["text"]?.isAbsent == true { return }
        let location = "texts.\(key)"
        let form: TaskText = "a text or an object with text, markup and style"
        guard case .object = value else {
            guard key != "*" else { throw VarsFile.styleOnly }
            return steps.append(.text(key: key, try value.string(location, form), isMarkup: nil))
        }
        var text: String?
        var isMarkup: Bool?
        for member in try value.members(location, form) {
            let value = member.value
            switch member.name {
            case "text": text = try value.string("\(location).text", "a text")
            case "markup":
                guard case .bool(let flag) = value else { throw .usage("\(location).markup needs true or false") }
                isMarkup = flag
            case "style":
                let changes = try SubstitutionParts.changes(try value.members("\(location).style", "an object"), "\(location).style")
                steps.append(.style(key: key == "*" ? nil : key, changes))
            default: throw SubstitutionParts.unknown(member.name, in: location, known: ["text", "markup", "style"])
            }
        }
        if let text, key != "*" { return steps.append(.text(key: key, text, isMarkup: isMarkup)) }
        guard text == nil, isMarkup == nil else {
            throw key == "*" ? VarsFile.styleOnly : TaskError.usage("\(location) has markup without text")
        }
    }

    private static let styleOnly = TaskError.usage("texts.* applies to all texts and supports only style")

    private func fileName(_ name: String, _ location: String) throws(TaskError) -> FileName {
        try VarsFile.fileName(name, location, in: folder)
    }

    private static func fileName(_ name: String, _ location: String, in folder: String) throws(TaskError) -> FileName {
        try FileName.checkAddress(name, TaskText(verbatim: location), allowsURL: true)
        if FileName(path: name).isURL { return FileName(path: name) }
        // `-` means standard input only on the command line; here it is a file name.
        let path = name == "-" && folder.isEmpty ? "./-" : FilePath(folder).resolving(FilePath(name)).string
        guard !name.isEmpty, let file = FileName(argument: path) else { throw .usage("\(location) needs a file name") }
        return file
    }
}

// MARK: - Reading the values

extension JSONValue {
    /// Whether the value is null or an empty text, which jobs and variables treat as an absent value.
    package var isAbsent: Bool { self == .null || self == .string("") }

    package func members(_ location: String, _ expectation: TaskText) throws(TaskError) -> [Member] {
        guard case .object(let members) = self else { throw .usage("\(location) needs \(expectation)") }
        return members
    }

    /// A text or a file name, which has no character U+0000: it would end the text in the C libraries that take it.
    package func string(_ location: String, _ expectation: TaskText) throws(TaskError) -> String {
        guard case .string(let text) = self else { throw .usage("\(location) needs \(expectation)") }
        guard !text.utf8.contains(0) else { throw .usage("\(location) has the character U+0000 in it") }
        return text
    }

    /// A text, number or switch as a command-line word.
    package func word(_ location: String) throws(TaskError) -> String {
        switch self {
        case .string: try string(location, "a text")
        case .bool(let flag): flag ? "yes" : "no"
        case .integer(let integer): "\(integer)"
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .null, .array, .sequence, .object: throw .usage("\(location) needs a string, a number, true or false")
        }
    }
}
