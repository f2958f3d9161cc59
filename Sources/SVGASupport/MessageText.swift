extension BinaryFloatingPoint where Self: CustomStringConvertible {
    /// The shortest digits that read back as the same number, without a trailing `.0`.
    package var shortText: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Double {
    /// The number for messages: at most four decimal places, without trailing zeros.
    package var brief: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let rounded = (self * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? String(Int64(saturating: rounded)) : "\(rounded)"
    }
}

extension String {
    /// The text in quotation marks for messages. Above 200 bytes, only the first 100 characters.
    package var quoted: String {
        // By scalars: one character may have any length.
        utf8.count <= 200 ? "\"\(self)\"" : "\"\(String(unicodeScalars.prefix(100)))…\""
    }
}

extension Unicode.Scalar {
    /// Whether it is invisible and may change how adjacent text is displayed: direction marks, zero-width characters, fillers, tags and
    /// other format controls. Joiners (U+200D) and variation selectors (U+FE0E, U+FE0F) are not included, because emoji use them.
    package var isInvisible: Bool {
        if value < 0x7F { return value < 0x20 }
        switch value {
        case 0x200D, 0xFE0E, 0xFE0F: return false
        // Blank in most fonts, but not a space.
        case 0x2800: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }
}

extension String {
    /// For URLs and headers: escapes all bytes except ASCII letters, digits and the kept ones, as `%20`.
    package func percentEncoded(keeping kept: String) -> String {
        let kept = Set(kept.utf8)
        return utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case let byte where kept.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + String(byte, radix: 16, uppercase: true).zeroPadded(to: 2)
            }
        }
    }
}

/// Suggests existing names for a misspelled one.
package enum NearestNames {
    /// Names are compared by so many scalars: a file may have thousands of names of kilobytes.
    private static let comparedScalars = 128

    /// Up to three different names, best match first; empty without a close match. Ignores case, and what follows the first 128 scalars.
    /// - Complexity: linear in the lengths of all names.
    package static func of(_ word: String, in candidates: [String]) -> [String] {
        let word = beginning(word)
        let allowed = max(1, word.count / 3)
        let wanted = word.lowercased()
        let core = likeness(word)
        var seen: Set<String> = []
        var stems: Set<String> = []
        return
            candidates
            .filter { seen.insert($0).inserted }
            .map { name in
                let start = beginning(name)
                return (name: name, distance: min(distance(wanted, start.lowercased()), distance(core, likeness(start))))
            }
            .filter { $0.distance <= allowed }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            // An image may have its sprite's name with an extension.
            .filter { stems.insert(withoutEnding($0.name)).inserted }
            .prefix(3)
            .map(\.name)
    }

    private static func beginning(_ name: String) -> String {
        name.utf8.count <= comparedScalars ? name : String(String.UnicodeScalarView(name.unicodeScalars.prefix(comparedScalars)))
    }

    /// -1 for equal texts, 0 for a prefix.
    private static func distance(_ wanted: String, _ name: String) -> Int {
        if wanted.isEmpty { return Int.max }
        return wanted == name ? -1 : name.hasPrefix(wanted) ? 0 : editDistance(wanted, name)
    }

    /// Normalizes a name for comparison: removes an image's extension, case, full width, surrounding spaces, and differences of look-alike
    /// letters.
    private static func likeness(_ word: String) -> String {
        let letters = word.unicodeScalars.map { scalar -> Unicode.Scalar in
            if scalar.value == 0x3000 { return " " }
            if (0xFF01...0xFF5E).contains(scalar.value) { return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar }
            return lookAlikes[scalar] ?? scalar
        }
        var text = String(String.UnicodeScalarView(letters)).lowercased()
        text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        return withoutEnding(text)
    }

    private static func withoutEnding(_ name: String) -> String {
        let small = name.lowercased()
        let ending = endings.first { small.hasSuffix($0) && name.utf8.count > $0.utf8.count }
        return ending.map { String(name.dropLast($0.count)) } ?? name
    }

    private static let endings = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"]

    /// Maps Cyrillic and Greek letters to the Latin letters that they look like.
    private static let lookAlikes: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "А": "A", "В": "B", "Е": "E", "К": "K",
        "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "Х": "X", "ο": "o", "Ο": "O", "Α": "A", "Β": "B",
    ]

    /// The edit distance (insertions, deletions, replacements, swaps of neighbors) of the first 64 scalars.
    package static func editDistance(_ first: String, _ second: String) -> Int {
        let a = Array(first.unicodeScalars.prefix(64))
        let b = Array(second.unicodeScalars.prefix(64))
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
