import SVGASupport

/// Scans the tags of an SVG without parsing XML: skips comments and quoted text.
struct SVGTagScanner {
    struct Tag {
        enum Kind {
            case start(isEmpty: Bool)
            case end
            /// The number of bytes between tags, without spaces.
            case text(Int)
        }

        var kind: Kind
        var name = ""
        var attributes: [(name: String, value: ArraySlice<UInt8>)] = []
    }

    private let bytes: [UInt8]
    private var at = 0
    /// Whether an entity contains tags.
    private(set) var hasEntitiesOfElements = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content of all `style` elements.
    mutating func styleSheets() -> [UInt8] {
        var text: [UInt8] = []
        var start: Int?
        while let tag = next() {
            switch tag.kind {
            case .start(isEmpty: false) where tag.name == "style": start = at
            case .end:
                if let from = start { text += bytes[from..<at] }
                start = nil
            default: break
            }
        }
        at = 0
        return text
    }

    mutating func next() -> Tag? {
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else { return text() }
            if has("<!--") {
                skip(past: "-->")
            } else if has("<![CDATA[") {
                skip(past: "]]>")
            } else if has("<?") {
                skip(past: "?>")
            } else if has("<!DOCTYPE") {
                skipDocumentType()
            } else if has("</") {
                skip(past: ">")
                return Tag(kind: .end)
            } else {
                at += 1
                return start()
            }
        }
        return nil
    }

    private mutating func text() -> Tag {
        var count = 0
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") {
            if bytes[at] > 0x20 { count += 1 }
            at += 1
        }
        return Tag(kind: .text(count))
    }

    private func has(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { at + $0.count <= bytes.count && bytes[at..<at + $0.count].elementsEqual($0) }
    }

    private mutating func skip(past text: StaticString) {
        while at < bytes.count, !has(text) { at += 1 }
        at += text.utf8CodeUnitCount
    }

    private mutating func skipDocumentType() {
        var (isWithin, quote): (Bool, UInt8?) = (false, nil)
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if let open = quote {
                if byte == open { quote = nil } else if byte == UInt8(ascii: "<") { hasEntitiesOfElements = true }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                isWithin = true
            } else if byte == UInt8(ascii: "]") {
                isWithin = false
            } else if byte == UInt8(ascii: ">"), !isWithin {
                return
            }
        }
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }

    private mutating func name() -> String {
        let start = at
        while at < bytes.count, !SVGTagScanner.endsName(bytes[at]) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func start() -> Tag {
        var tag = Tag(kind: .start(isEmpty: false), name: name())
        // A namespace prefix is ignored.
        if let colon = tag.name.firstIndex(of: ":") { tag.name = String(tag.name[tag.name.index(after: colon)...]) }
        while at < bytes.count {
            while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
            guard at < bytes.count else { break }
            if bytes[at] == UInt8(ascii: ">") {
                at += 1
                return tag
            }
            if bytes[at] == UInt8(ascii: "/") {
                at += 1
                tag.kind = .start(isEmpty: true)
                continue
            }
            let before = at
            let name = name()
            while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: "=") { at += 1 }
            if at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
                let quote = bytes[at]
                let start = at + 1
                at = start
                while at < bytes.count, bytes[at] != quote { at += 1 }
                tag.attributes.append((name, bytes[start..<at]))
                at += 1
            } else if at == before {
                at += 1
            }
        }
        return tag
    }
}

/// CSS declarations that affect the cost.
struct SVGDeclarations {
    /// Ids referenced by `url(#…)`.
    private(set) var references: [ArraySlice<UInt8>] = []
    /// Such as `blur(3px)`.
    private(set) var filterFunctions = 0
    private(set) var isGroup = false
    private(set) var hasMarkers = false

    var isEmpty: Bool { references.isEmpty && filterFunctions == 0 && !isGroup }

    init(_ text: ArraySlice<UInt8>) {
        for declaration in text.split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: declaration[..<colon].filter { $0 > 0x20 }, as: UTF8.self)
            let value = declaration[(colon + 1)...]
            var at = value.startIndex
            while at < value.endIndex {
                if value[at...].starts(with: "url(".utf8) {
                    let id = value[(at + 4)...].drop { $0 != UInt8(ascii: "#") }.dropFirst()
                        .prefix { !")\"' ".utf8.contains($0) }
                    references.append(ArraySlice(Array(id)))
                    at = max(at + 4, id.endIndex)
                } else {
                    if name == "filter", value[at] == UInt8(ascii: "(") { filterFunctions += 1 }
                    at += 1
                }
            }
            if name == "opacity" || name == "mix-blend-mode" || name == "isolation" { isGroup = true }
            if name.hasPrefix("marker") { hasMarkers = true }
        }
    }

    /// The values after a property name and a colon, anywhere in a text.
    static func values(of name: StaticString, in text: [UInt8]) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        let length = name.utf8CodeUnitCount
        name.withUTF8Buffer { name in
            for at in text.indices where text[at] == name[0] && text[at...].starts(with: name) {
                let remaining = text[(at + length)...].drop { $0 <= 0x20 }
                guard remaining.first == UInt8(ascii: ":") else { continue }
                values.append(remaining.dropFirst().drop { $0 <= 0x20 }.prefix { !";}\"".utf8.contains($0) })
            }
        }
        return values
    }
}

/// The CSS rules that affect the cost, by the class, the tag or the `*` at the end of their selectors.
struct SVGStyleRules {
    private(set) var rules: [[UInt8]: SVGDeclarations] = [:]
    private(set) var selectors = 0
    private(set) var text: [UInt8] = []

    init() {}

    init(_ text: [UInt8]) {
        self.text = text
        for rule in text.split(separator: UInt8(ascii: "}")) {
            guard let brace = rule.firstIndex(of: UInt8(ascii: "{")) else { continue }
            let declarations = SVGDeclarations(rule[(brace + 1)...])
            for selector in rule[..<brace].split(separator: UInt8(ascii: ",")) {
                selectors += 1
                guard !declarations.isEmpty, let last = selector.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: ">") }).last
                else {
                    continue
                }
                rules[SVGStyleRules.key(last)] = declarations
            }
        }
    }

    /// A class with its full stop, or a tag name; any other selector applies to all elements.
    private static func key(_ selector: ArraySlice<UInt8>) -> [UInt8] {
        func isPlain(_ byte: UInt8) -> Bool { !".#:[*".utf8.contains(byte) }
        if let stop = selector.firstIndex(of: UInt8(ascii: ".")) {
            return [UInt8(ascii: ".")] + selector[(stop + 1)...].prefix(while: isPlain)
        }
        let tag = Array(selector.prefix(while: isPlain))
        return tag.isEmpty ? [UInt8(ascii: "*")] : tag
    }
}

/// The numbers in a text, regardless of separators.
enum SVGNumbers {
    static func all(in text: ArraySlice<UInt8>) -> [Double] {
        func isPart(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") }
        var numbers: [Double] = []
        var at = text.startIndex
        while at < text.endIndex {
            guard isPart(text[at]) else {
                at += 1
                continue
            }
            let start = at
            at += 1
            while at < text.endIndex, isPart(text[at]) && text[at] != UInt8(ascii: "-") || text[at] | 0x20 == UInt8(ascii: "e") { at += 1 }
            if let number = Double(String(decoding: text[start..<at], as: UTF8.self)), number.isFinite { numbers.append(number) }
        }
        return numbers
    }
}
