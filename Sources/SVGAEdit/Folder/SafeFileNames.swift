import SVGAModel

/// Turns keys, which may be anything, into names of files that every file system takes, that stay in their folder, and of which
/// no two are the same anywhere: also not where case or composition of characters do not count.
struct SafeFileNames {
    /// Longer ones are cut: 255 bytes is the most that file systems take, and an editor may add to a name.
    private static let longestStem = 80
    /// Names that Windows keeps for devices, whatever extension they have.
    private static let devices: Set<String> = {
        let numbers = (1...9).map(String.init) + ["¹", "²", "³"]
        return Set(["CON", "PRN", "AUX", "NUL"] + ["COM", "LPT"].flatMap { name in numbers.map { name + $0 } })
    }()

    private var used: Set<String> = []
    /// The number to try next for a name that is taken.
    private var numbers: [String: Int] = [:]

    mutating func name(for key: String, extension ending: String) -> String {
        let stem = SafeFileNames.stem(key, ending)
        let folded = SafeFileNames.fold(stem)
        var name = "\(stem).\(ending)"
        while !used.insert(SafeFileNames.fold(name)).inserted {
            let number = numbers[folded, default: 1] + 1
            numbers[folded] = number
            name = "\(stem)-\(number).\(ending)"
        }
        return name
    }

    /// Equal texts for names that some file system takes for the same; strings that are canonically equivalent are equal anyway.
    private static func fold(_ name: String) -> String { name.uppercased().lowercased() }

    private static func stem(_ key: String, _ ending: String) -> String {
        var stem = String.UnicodeScalarView()
        var bytes = 0
        for scalar in key.unicodeScalars {
            let safe = isSafe(scalar) ? scalar : "_"
            bytes += UTF8.width(safe)
            if bytes > longestStem { break }
            stem.append(safe)
        }
        var text = String(stem)
        // A key that is a file's name already gets its extension once.
        let dotted = ".\(ending)"
        if text.lowercased().hasSuffix(dotted), text.unicodeScalars.count > dotted.count {
            text = String(text.unicodeScalars.dropLast(dotted.unicodeScalars.count))
        }
        while text.last == " " || text.last == "." { text.removeLast() }
        let device = text.prefix { $0 != "." }.uppercased()
        let isHidden = text.unicodeScalars.first.map { $0 == "." || $0 == " " || $0 == "-" || isMark($0) } ?? true
        return isHidden || devices.contains(trimmingSpaces(device)) ? "_" + text : text
    }

    private static func trimmingSpaces(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .otherSymbol:
            true
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar == "-" || scalar == "_" || scalar == "." || scalar == " " || scalar == "(" || scalar == ")" || scalar == "+"
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension PayloadKind {
    /// The folder and the ending of a file that holds such a payload.
    var file: (folder: String, ending: String) {
        switch self {
        case .image(let format):
            let ending =
                switch format {
                case .png: "png"
                case .jpeg: "jpg"
                case .webp: "webp"
                case .gif: "gif"
                case .bmp: "bmp"
                case .unknown: "bin"
                }
            return ("images", ending)
        case .sound(let format): return ("audio", format == .mp4 ? "m4a" : format.rawValue)
        }
    }
}
