import SVGASupport

/// Character references and entities of XML.
enum SVGReferences {
    private static let named: [String: UInt8] = [
        "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"), "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
    ]

    /// A text with its character references (`&#35;`, `&#x23;`, `&amp;`) replaced by the characters.
    static func resolved(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var at = text.startIndex
        while at < text.endIndex {
            if text[at] == UInt8(ascii: "&"), let name = name(in: text, at: at), let character = character(name) {
                result += Array(String(character).utf8)
                at = name.endIndex + 1
            } else {
                result.append(text[at])
                at += 1
            }
        }
        return result[...]
    }

    /// The name of a reference at an ampersand, without its semicolon.
    fileprivate static func name(in text: ArraySlice<UInt8>, at ampersand: Int) -> ArraySlice<UInt8>? {
        let name = text[(ampersand + 1)...].prefix(64).prefix { $0 > 0x20 && !";&<>\"'".utf8.contains($0) }
        return !name.isEmpty && name.endIndex < text.endIndex && text[name.endIndex] == UInt8(ascii: ";") ? name : nil
    }

    private static func character(_ name: ArraySlice<UInt8>) -> Character? {
        if name.first == UInt8(ascii: "#") {
            let digits = String(decoding: name.dropFirst(), as: UTF8.self)
            let value = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap(Unicode.Scalar.init).map(Character.init)
        }
        return named[String(decoding: name, as: UTF8.self)].map { Character(Unicode.Scalar($0)) }
    }
}

/// Removes an SVG's document type and replaces the entities that it declares, so that librsvg and the estimate see the same text.
struct SVGDocumentType {
    private static let maximumDepth = 16

    private let text: [UInt8]
    private let maximumBytes: Int
    private var entities: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
    private var result: [UInt8] = []
    private var expansions = 0

    /// - Throws: ``ImportError/limit(_:)`` if the entities expand to more than `maximumBytes`.
    static func removed(from text: [UInt8], maximumBytes: Int) throws(ImportError) -> [UInt8] {
        var document = SVGDocumentType(text: text, maximumBytes: maximumBytes)
        guard let range = document.range() else { return text }
        document.declare(range)
        try document.expand(text[..<range.lowerBound], depth: 0)
        try document.expand(text[range.upperBound...], depth: 0)
        return document.result
    }

    private init(text: [UInt8], maximumBytes: Int) { (self.text, self.maximumBytes) = (text, maximumBytes) }

    private func has(_ mark: StaticString, at: Int) -> Bool { mark.withUTF8Buffer { text[at...].starts(with: $0) } }

    private func end(of mark: StaticString, from start: Int) -> Int {
        var at = start
        while at < text.count {
            if has(mark, at: at) { return at + mark.utf8CodeUnitCount }
            at += 1
        }
        return text.count
    }

    /// Where the document type is: before the first element.
    private func range() -> Range<Int>? {
        var at = 0
        while at < text.count {
            guard text[at] == UInt8(ascii: "<") else {
                at += 1
                continue
            }
            if has("<!--", at: at) {
                at = end(of: "-->", from: at + 4)
            } else if has("<?", at: at) {
                at = end(of: "?>", from: at + 2)
            } else {
                return has("<!DOCTYPE", at: at) ? at..<endOfType(from: at + 9) : nil
            }
        }
        return nil
    }

    private func endOfType(from start: Int) -> Int {
        var (at, isWithin): (Int, Bool) = (start, false)
        while at < text.count {
            let byte = text[at]
            if has("<!--", at: at) {
                at = end(of: "-->", from: at + 4)
                continue
            }
            at += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): at = (text[at...].firstIndex(of: byte) ?? text.count - 1) + 1
            case UInt8(ascii: "["): isWithin = true
            case UInt8(ascii: "]"): isWithin = false
            case UInt8(ascii: ">") where !isWithin: return at
            default: break
            }
        }
        return text.count
    }

    /// Reads the declarations of entities with a text.
    private mutating func declare(_ range: Range<Int>) {
        var at = range.lowerBound
        while at < range.upperBound {
            if has("<!--", at: at) {
                at = end(of: "-->", from: at + 4)
            } else if has("<!ENTITY", at: at) {
                let words = text[(at + 8)..<range.upperBound].drop { $0 <= 0x20 }
                let name = words.prefix { $0 > 0x20 && !"\"'>".utf8.contains($0) }
                let value = text[name.endIndex..<range.upperBound].drop { $0 <= 0x20 }
                at = value.startIndex
                guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
                let content = value.dropFirst().prefix { $0 != quote }
                // The first declaration of a name applies.
                if entities[name] == nil { entities[name] = content }
                at = content.endIndex + 1
            } else {
                at += 1
            }
        }
    }

    private mutating func expand(_ part: ArraySlice<UInt8>, depth: Int) throws(ImportError) {
        var at = part.startIndex
        while at < part.endIndex {
            if part[at] == UInt8(ascii: "&"), let name = SVGReferences.name(in: part, at: at), let value = entities[name] {
                guard depth < SVGDocumentType.maximumDepth else { throw .limit("entities within more than \(Self.maximumDepth) others") }
                expansions += 1
                try expand(value, depth: depth + 1)
                at = name.endIndex + 1
            } else {
                result.append(part[at])
                at += 1
            }
            guard result.count + expansions <= maximumBytes else { throw .limit("entities that expand to more than \(maximumBytes) bytes") }
        }
    }
}
