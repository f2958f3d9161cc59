import SVGAFormat
import SVGAModel
import SVGASupport

/// The JSON of a Lottie file and the images beside it.
struct LottieSource {
    let tape: JSONTape
    /// Returns an image by its path, in the archive or in the JSON's folder.
    let file: (String) -> [UInt8]?

    /// - Parameter folder: the folder of a plain JSON's images; nil: none.
    init(_ bytes: [UInt8], folder: FolderFiles?, limits: ReadLimits) throws(SVGAError) {
        if LottieSource.isZip(bytes) {
            let (tape, files) = try LottieSource.archive(bytes, limits)
            self.tape = tape
            file = { files[$0] }
        } else {
            tape = try LottieSource.parse(bytes, limits)
            // An unreadable image gets the same note as a missing one.
            file = { path in folder.flatMap { try? $0.read(path) } }
        }
    }

    static func looksLikeLottie(_ bytes: [UInt8]) -> Bool {
        if isZip(bytes) {
            // The names of the first entries are near the start of a ZIP, those of all at its end.
            return [bytes.prefix(4096), bytes.suffix(65_536)].contains { part in
                func has(_ name: String) -> Bool { part.firstRange(of: name.utf8) != nil }
                return has("animations/") || has("manifest.json") || has("a/") && has(".json")
            }
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard start.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
        return contains("\"layers\"", in: bytes)
    }

    /// The library's search takes 150 ns a byte.
    private static func contains(_ mark: StaticString, in bytes: [UInt8]) -> Bool {
        mark.withUTF8Buffer { mark in
            bytes.withUnsafeBufferPointer { bytes in
                guard let first = mark.first, bytes.count >= mark.count else { return false }
                return (0...(bytes.count - mark.count)).contains { at in
                    bytes[at] == first && bytes[at..<at + mark.count].elementsEqual(mark)
                }
            }
        }
    }

    private static func isZip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    private static func parse(_ bytes: [UInt8], _ limits: ReadLimits) throws(SVGAError) -> JSONTape {
        var rules = JSONLimits()
        rules.depth = 160
        rules.values = max(1, limits.documentBytes / 48)
        rules.isLenient = true
        let tape: JSONTape
        do throws(JSONError) {
            tape = try JSONTape(parsing: bytes, limits: rules)
        } catch {
            // About 48 bytes per value.
            if error.isLimit { throw .limit(LimitExceeded(\.documentBytes, of: limits, found: 48 * (rules.values + 1), subject: "JSON")) }
            throw .notLottie(reason: error.message)
        }
        guard tape.root.isObject else { throw .notLottie(reason: "the JSON is not an object") }
        return tape
    }

    private static func archive(_ bytes: [UInt8], _ limits: ReadLimits) throws(SVGAError) -> (JSONTape, [String: [UInt8]]) {
        let entries: ArchiveEntries
        do throws(SVGAError) {
            entries = try ArchiveEntries(bytes, limits: limits) { name in
                name == "manifest.json" || name.hasSuffix(".json") || name.hasPrefix("images/") || name.hasPrefix("i/")
            }
        } catch {
            if error.limit != nil { throw error }
            throw .archive(reason: error.message)
        }
        let files = entries.files
        var candidates: [String] = []
        if let manifest = files["manifest.json"] {
            let tape = try parse(manifest, limits)
            let json = tape.root
            let chosen = json["initial"]?["animation"] ?? json["activeAnimationId"] ?? json["animations"]?.firstElement?["id"]
            if let id = withExtendedLifetime(tape, { chosen?.text }) { candidates = ["animations/\(id).json", "a/\(id).json"] }
        }
        // Version 2 of the format stores animations in "a".
        let first = files.keys.filter { $0.hasPrefix("animations/") || $0.hasPrefix("a/") }.sorted()
        guard let animation = (candidates + first).lazy.compactMap({ files[$0] }).first else {
            throw .archive(reason: "it contains no animation")
        }
        return (try parse(animation, limits), files)
    }
}
