import SVGARender

/// The JSON of `--vars`: `{"images": {…}, "texts": {…}, "hide": […]}`, all parts optional.
///
/// - `images`: a file's name, or `{"file": …, "fit": …, "mask": …}`. Names are taken as they stand; relative ones are
///   relative to the JSON file.
/// - `texts`: a string, or `{"text": …, "markup": true, "style": {…}}`, the style with the names of `--text-style`.
///   An entry without `text` styles a key, and that of the key `*` all texts.
/// - `hide`: keys.
struct VarsFile {
    private(set) var steps: [SubstitutionPlan.Step] = []
    /// With a slash at its end, or empty.
    private let folder: String

    /// - Parameter path: the name of the file, `-` for standard input.
    /// - Throws: a message with the place in the document where it is wrong.
    init(_ bytes: [UInt8], path: String) throws(UsageError) {
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let document = try JSONValue.parse(bytes)
        for (name, value) in try document.members("the document", "an object with images, texts and hide") {
            switch name {
            case "images":
                for (key, image) in try value.members("images", "an object of files by key") { try readImage(key, image) }
            case "texts":
                for (key, text) in try value.members("texts", "an object of texts by key") { try readText(key, text) }
            // Read last: what is hidden here stays hidden, whatever else the document says of it.
            case "hide": continue
            default: throw VarsFile.unknown(name, in: "the document", known: ["images", "texts", "hide"])
            }
        }
        if case .object(let members) = document, let hidden = members["hide"] {
            guard case .array(let keys) = hidden else { throw UsageError(message: "hide needs an array of keys") }
            for key in keys { steps.append(.hide(key: try key.string("hide", "an array of keys"))) }
        }
    }

    private mutating func readImage(_ key: String, _ value: JSONValue) throws(UsageError) {
        let place = "images.\(key)"
        let form = "a file's name or an object with file, fit and mask"
        guard case .object = value else {
            let choice = ImageChoice(file: try fileName(value.string(place, form), place))
            return steps.append(.image(key: key, choice))
        }
        var choice = ImageChoice(file: FileName())
        for (name, value) in try value.members(place, form) {
            switch name {
            case "file": choice.file = try fileName(value.string("\(place).file", "a file's name"), "\(place).file")
            case "fit": choice.fit = try ImageFit(option: value.string("\(place).fit", "a text"), label: "\(place).fit")
            case "mask": choice.mask = try ImageMask(option: value.string("\(place).mask", "a text"), label: "\(place).mask")
            default: throw VarsFile.unknown(name, in: place, known: ["file", "fit", "mask"])
            }
        }
        guard !choice.file.path.isEmpty else { throw UsageError(message: "\(place) has no file") }
        steps.append(.image(key: key, choice))
    }

    private mutating func readText(_ key: String, _ value: JSONValue) throws(UsageError) {
        let place = "texts.\(key)"
        let form = "a text or an object with text, markup and style"
        guard case .object = value else {
            guard key != "*" else { throw VarsFile.styleOnly }
            return steps.append(.text(key: key, try value.string(place, form), isMarkup: nil))
        }
        var text: String?
        var isMarkup: Bool?
        for (name, value) in try value.members(place, form) {
            switch name {
            case "text": text = try value.string("\(place).text", "a text")
            case "markup":
                guard case .bool(let flag) = value else { throw UsageError(message: "\(place).markup needs true or false") }
                isMarkup = flag
            case "style":
                var changes: [TextStyleChange] = []
                for (name, value) in try value.members("\(place).style", "an object") {
                    changes.append(try TextStyleProperty.change(name, value.word("\(place).style.\(name)"), label: "\(place).style: "))
                }
                steps.append(.style(key: key == "*" ? nil : key, changes))
            default: throw VarsFile.unknown(name, in: place, known: ["text", "markup", "style"])
            }
        }
        if let text, key != "*" { return steps.append(.text(key: key, text, isMarkup: isMarkup)) }
        guard text == nil, isMarkup == nil else {
            throw key == "*" ? VarsFile.styleOnly : UsageError(message: "\(place) has markup without text")
        }
    }

    private static let styleOnly = UsageError(message: "texts.* stands for all texts and takes only style")

    private func fileName(_ name: String, _ place: String) throws(UsageError) -> FileName {
        // Here - is a file of that name: standard input is for the command line.
        let path = name.hasPrefix("/") ? name : name == "-" && folder.isEmpty ? "./-" : folder + name
        guard !name.isEmpty, let file = FileName(argument: path) else { throw UsageError(message: "\(place) needs a file's name") }
        return file
    }

    private static func unknown(_ name: String, in place: String, known: [String]) -> UsageError {
        let advice = Advice.meant(by: name, among: known)
        return UsageError(
            message: "\(place) has no \"\(name)\"", advice: advice.isEmpty ? "it has \(known.joined(separator: ", "))" : advice)
    }
}
