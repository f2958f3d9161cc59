import SVGAHTTP
import SVGASupport

/// A pattern for file names, such as `{name}-{width}x{height}` or `gift-{n:3}`.
struct NamePattern: Sendable {
    private enum Part: Equatable, Sendable {
        case text(String)
        /// The movie's name without its extension.
        case name
        /// The number of the movie, from 1, with at least so many digits.
        case number(digits: Int)
        case width, height, frames, fps, folder
    }

    private var parts: [Part] = [.name]
    /// Replaced in the movie's name; empty: nothing.
    private var find = ""
    private var replacement = ""

    private static let maximumLength = 200
    static let placeholders = ["{name}", "{n}", "{n:3}", "{width}", "{height}", "{frames}", "{fps}", "{folder}"]

    /// The pattern `{name}`.
    init() {}

    /// - Parameter value: `{"pattern": "…", "find": "…", "replace": "…"}`; all members are optional. nil: `{name}`.
    init(_ value: JSONValue?) throws(PreviewError) {
        guard let value, value != .null else { return }
        guard case .object = value else { throw PreviewError(400, "names needs an object") }
        func text(_ name: String) throws(PreviewError) -> String {
            guard let member = value[name], member != .null else { return "" }
            guard case .string(let text) = member else { throw PreviewError(400, "\(name) needs a text") }
            guard text.utf8.count <= NamePattern.maximumLength else {
                throw PreviewError(422, "\(name) has at most \(NamePattern.maximumLength) bytes")
            }
            return text
        }
        find = try text("find")
        replacement = try text("replace")
        let pattern = try text("pattern")
        if !pattern.isEmpty { parts = try NamePattern.parts(pattern) }
    }

    /// Whether a name depends on the movie's content.
    var needsDimensions: Bool { parts.contains { [.width, .height, .frames, .fps].contains($0) } }

    /// The new name without an extension. It may have characters that file names must not have; see ``ArchiveNames``.
    /// - Parameters:
    ///   - number: from 1.
    ///   - dimensions: nil if they are unknown.
    func stem(
        of entry: MovieLibrary.Entry, number: Int, _ dimensions: (width: Double, height: Double, frames: Int, fps: Int)?
    ) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .name: replaced(ArchiveNames.stem(entry.name))
            case .number(let digits): String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
            case .width: dimensions.map { "\(Int(saturating: $0.width.rounded()))" } ?? ""
            case .height: dimensions.map { "\(Int(saturating: $0.height.rounded()))" } ?? ""
            case .frames: dimensions.map { "\($0.frames)" } ?? ""
            case .fps: dimensions.map { "\($0.fps)" } ?? ""
            case .folder: FilePath(entry.folder).lastComponent?.string ?? ""
            }
        }.joined()
    }

    private func replaced(_ name: String) -> String {
        guard !find.isEmpty else { return name }
        // By bytes: a text that is found is not compared by its canonical form, which would find other bytes.
        let (bytes, wanted) = (Array(name.utf8), Array(find.utf8))
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if bytes[position...].starts(with: wanted) {
                result += replacement.utf8
                position += wanted.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func parts(_ pattern: String) throws(PreviewError) -> [Part] {
        var parts: [Part] = []
        var rest = pattern[...]
        while let start = rest.firstIndex(of: "{") {
            if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
            let inside = rest[rest.index(after: start)...]
            guard let end = inside.firstIndex(of: "}"), let part = part(String(inside[..<end])) else {
                let word = rest[start...].prefix(20)
                throw PreviewError(
                    422, "there is no placeholder \(String(word).quoted)", advice: "use \(placeholders.joined(separator: " "))")
            }
            parts.append(part)
            rest = inside[inside.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }

    private static func part(_ word: String) -> Part? {
        switch word {
        case "name": return .name
        case "n": return .number(digits: 1)
        case "width": return .width
        case "height": return .height
        case "frames": return .frames
        case "fps": return .fps
        case "folder": return .folder
        default:
            guard word.hasPrefix("n:"), let digits = Int(word.dropFirst(2)), 1...9 ~= digits else { return nil }
            return .number(digits: digits)
        }
    }
}

/// Names files so that no two are the same on any system, and so that unpacking writes nothing outside of its folder.
struct ArchiveNames {
    /// In lower case: some systems ignore case. Swift compares texts by their canonical form, as file systems of Apple do.
    private var taken: Set<String> = []

    /// In UTF-8, without the extension: most file systems allow 255 bytes.
    private static let maximumLength = 200
    private static let refused = "/\\%:*?\"<>|".unicodeScalars
    /// Device names of Windows, with any extension.
    private static let devices: Set<String> = Set(["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// A free name in a folder, such as `sub/gift (2).svga`.
    /// - Parameters:
    ///   - stem: without the extension.
    ///   - ending: with its dot, such as `.svga`; empty for a folder.
    ///   - folder: relative, without a trailing slash; may be empty.
    mutating func take(_ stem: String, ending: String, in folder: String = "") -> String {
        let folders = FilePath(folder).components.map { ArchiveNames.safe($0.string) }
        let start = folders.map { $0 + "/" }.joined()
        let safe = ArchiveNames.safe(stem)
        var number = 1
        while true {
            let name = start + (number == 1 ? safe : "\(safe) (\(number))") + ending
            if taken.insert(name.lowercased()).inserted { return name }
            number += 1
        }
    }

    /// The name of a movie without its extension.
    static func stem(_ name: String) -> String {
        let isMovie = name.isMovieName || name.lowercased().hasSuffix(".json")
        return isMovie ? FilePath(name).splitAtExtension.before : name
    }

    /// A name that all systems allow, without folders.
    static func safe(_ name: String) -> String {
        var text = String.UnicodeScalarView()
        var length = 0
        for scalar in name.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= maximumLength else { break }
            let isRefused = refused.contains(scalar) || [.control, .format].contains(scalar.properties.generalCategory)
            text.append(isRefused ? "_" : scalar)
        }
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        while text.first == " " { text.removeFirst() }
        let result = String(text)
        guard let first = result.unicodeScalars.first else { return "_" }
        let isReserved = first == "." || devices.contains(FilePath(result.lowercased()).firstStem)
        return isReserved ? "_" + result : result
    }
}
