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
    /// The factor by which a `transform` property enlarges lengths, at least 1.
    private(set) var scale = 1.0

    var isEmpty: Bool { references.isEmpty && filterFunctions == 0 && !isGroup && !hasMarkers && scale == 1 }

    init() {}

    /// Adds the declarations of another rule for the same elements. One of them may replace the other, but the cost of both is counted.
    mutating func add(_ other: SVGDeclarations) {
        references += other.references
        filterFunctions += other.filterFunctions
        isGroup = isGroup || other.isGroup
        hasMarkers = hasMarkers || other.hasMarkers
        scale = max(scale, other.scale)
    }

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
            if name == "transform" { scale = max(scale, SVGNumbers.scale(of: value)) }
        }
    }

    /// The values after a property name and a colon, anywhere in a text. A name that ends in the property's name is another property.
    static func values(of name: StaticString, in text: [UInt8]) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        let length = name.utf8CodeUnitCount
        name.withUTF8Buffer { name in
            for at in text.indices where text[at] == name[0] && text[at...].starts(with: name) {
                if at > 0, text[at - 1] == UInt8(ascii: "-") || text[at - 1].isASCIILetter { continue }
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
                rules[SVGStyleRules.key(last), default: SVGDeclarations()].add(declarations)
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
    /// The factor that a length of unknown size counts with: a percentage, or a multiple of a font's size.
    private static let unknownLength = 1e6
    private static let units: [String: Double] = [
        "": 1, "px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
    ]

    static func all(in text: ArraySlice<UInt8>) -> [Double] {
        var numbers: [Double] = []
        var at = text.startIndex
        while at < text.endIndex {
            if let (number, end) = number(in: text[at...]) {
                if number.isFinite { numbers.append(number) }
                at = end
            } else {
                at += 1
            }
        }
        return numbers
    }

    /// A length in pixels, without its sign; nil if the text does not begin with a number.
    static func length(_ text: ArraySlice<UInt8>) -> Double? {
        let trimmed = text.drop { $0 <= 0x20 || $0 == UInt8(ascii: "+") }
        guard let (number, end) = number(in: trimmed), number.isFinite else { return nil }
        let unit = String(decoding: trimmed[end...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "!") }, as: UTF8.self).lowercased()
        return number == 0 ? 0 : units[unit].map { $0 * number.magnitude } ?? unknownLength
    }

    /// The factor by which a list of transforms enlarges lengths, from 1 to 1,000,000: the square root of that of areas.
    static func scale(of text: ArraySlice<UInt8>) -> Double {
        var area = 1.0
        for call in text.split(separator: UInt8(ascii: ")")) {
            guard let open = call.firstIndex(of: UInt8(ascii: "(")) else { continue }
            let numbers = all(in: call[(open + 1)...])
            switch String(decoding: call[..<open].filter { $0.isASCIILetter }, as: UTF8.self).lowercased() {
            case "matrix": if numbers.count >= 4 { area *= (numbers[0] * numbers[3] - numbers[1] * numbers[2]).magnitude }
            case "scale": if let first = numbers.first { area *= (first * (numbers.count > 1 ? numbers[1] : first)).magnitude }
            case "scalex", "scaley": if let first = numbers.first { area *= first.magnitude }
            default: break
            }
        }
        // Above the maximum, and for NaN, the shape may be as large as any.
        return area <= 1e12 ? max(1, area.squareRoot()) : 1e6
    }

    /// The number at the start of a text, and where it ends. The letter e belongs to it only if an exponent follows: `2em` is 2.
    private static func number(in text: ArraySlice<UInt8>) -> (number: Double, end: Int)? {
        func isDigit(_ at: Int) -> Bool { at < text.endIndex && (0x30...0x39).contains(text[at]) }
        func isSign(_ at: Int) -> Bool { at < text.endIndex && (text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+")) }
        var at = text.startIndex
        if isSign(at) { at += 1 }
        let first = at
        while isDigit(at) { at += 1 }
        if at < text.endIndex, text[at] == UInt8(ascii: "."), at > first || isDigit(at + 1) {
            at += 1
            while isDigit(at) { at += 1 }
        }
        if at == first { return nil }
        if at < text.endIndex, text[at] | 0x20 == UInt8(ascii: "e"), isDigit(at + 1) || isSign(at + 1) && isDigit(at + 2) {
            at += 2
            while isDigit(at) { at += 1 }
        }
        return Double(String(decoding: text[text.startIndex..<at], as: UTF8.self)).map { ($0, at) }
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) && self >= 0x41 }
}
