import SVGASupport

/// CSS declarations that affect the cost.
struct SVGDeclarations {
    /// Ids that `url(#…)` references for one drawing of the element: of filters, masks and clip paths.
    private(set) var references: [ArraySlice<UInt8>] = []
    /// Ids of fills and strokes, which the element's descendants inherit.
    private(set) var paints: [ArraySlice<UInt8>] = []
    /// Ids of markers, which the element's descendants inherit.
    private(set) var markers: [ArraySlice<UInt8>] = []
    /// Such as `blur(3px)`.
    private(set) var filterFunctions = 0
    private(set) var isGroup = false
    /// The factor by which a `transform` property enlarges lengths, at least 1.
    private(set) var scale = 1.0
    private(set) var fontSize = SVGFontSize()

    var isEmpty: Bool {
        references.isEmpty && paints.isEmpty && markers.isEmpty && filterFunctions == 0 && !isGroup && scale == 1 && fontSize.isEmpty
    }

    init() {}

    /// Adds the declarations of another rule for the same elements. One of them may replace the other, but the cost of both is counted.
    mutating func add(_ other: SVGDeclarations) {
        references += other.references
        paints += other.paints
        markers += other.markers
        filterFunctions += other.filterFunctions
        isGroup = isGroup || other.isGroup
        scale = max(scale, other.scale)
        fontSize.add(other.fontSize)
    }

    /// - Parameter text: without comments and escapes, as ``SVGStyleText`` gives it.
    init(_ text: ArraySlice<UInt8>) {
        for declaration in text.split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = SVGStyleText.lowercased(declaration[..<colon].filter { $0 > 0x20 })
            add(String(decoding: name, as: UTF8.self), declaration[(colon + 1)...])
        }
    }

    private mutating func add(_ name: String, _ value: ArraySlice<UInt8>) {
        // The parts of an unusual text are counted as all that they might be.
        let isOdd = !name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIILetter }
        let ids = SVGDeclarations.ids(in: value)
        switch name {
        case "filter", "mask", "clip-path": references += ids
        case "fill", "stroke": paints += ids
        case _ where name.hasPrefix("marker"): markers += ids
        default:
            paints += ids
            markers += ids
        }
        if name == "filter" || isOdd { filterFunctions += value.count { $0 == UInt8(ascii: "(") } - ids.count }
        if name == "opacity" || name == "mix-blend-mode" || name == "isolation" || isOdd { isGroup = true }
        if name == "transform" || isOdd { scale = max(scale, SVGNumbers.scale(of: value)) }
        if name == "font-size" || name == "font" || isOdd { fontSize.add(value, isShorthand: name != "font-size") }
    }

    /// The ids of all `url(#…)` in a value.
    private static func ids(in value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var ids: [ArraySlice<UInt8>] = []
        let lower = SVGStyleText.lowercased(value)
        var at = value.startIndex
        while at < value.endIndex {
            guard lower[(at - value.startIndex)...].starts(with: "url(".utf8) else {
                at += 1
                continue
            }
            let id = value[(at + 4)...].prefix { $0 != UInt8(ascii: ")") }.drop { $0 != UInt8(ascii: "#") }.dropFirst()
            let end = id.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? id.startIndex
            if !id.isEmpty { ids.append(ArraySlice(Array(id[..<end]))) }
            at += 4
        }
        return ids
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

/// An upper bound of an element's font size.
struct SVGFontSize {
    private static let keywords: [String: Double] = [
        "xx-small": 12, "x-small": 12, "small": 16, "medium": 16, "large": 24, "x-large": 24, "xx-large": 32, "smaller": 1, "larger": 1,
    ]
    /// The size that a document begins with.
    static let initial = 16.0
    static let maximum = 1e9

    /// The largest declared length.
    private(set) var absolute: Double?
    /// The largest declared factor of the parent's size.
    private(set) var relative: Double?

    var isEmpty: Bool { absolute == nil && relative == nil }

    mutating func add(_ other: SVGFontSize) {
        if let size = other.absolute { absolute = max(absolute ?? 0, size) }
        if let factor = other.relative { relative = max(relative ?? 0, factor) }
    }

    /// - Parameter isShorthand: whether weights and families may stand beside the size.
    mutating func add(_ value: ArraySlice<UInt8>, isShorthand: Bool) {
        let words = value.split { $0 <= 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "!") }
        let hasUnit = words.contains { word in
            SVGNumbers.all(in: word).count == 1 && (0x30...0x39).contains(word[word.startIndex]) && (word.last ?? 0) > 0x39
        }
        for word in words {
            guard SVGNumbers.length(word) != nil, let number = SVGNumbers.all(in: word).first?.magnitude else {
                let name = String(decoding: SVGStyleText.lowercased(word), as: UTF8.self)
                if let size = SVGFontSize.keywords[name] { add(absolute: size) }
                if !isShorthand || SVGFontSize.keywords[name] != nil || name == "inherit" || name == "unset" { add(relative: 1.2) }
                continue
            }
            let unit = SVGStyleText.lowercased(word.suffix(while: { !(0x30...0x39).contains($0) && $0 != UInt8(ascii: ".") }))
            switch String(decoding: unit, as: UTF8.self) {
            case "em", "ex", "ch", "rem": add(relative: number)
            case "%": add(relative: number / 100)
            // A number without a unit beside a size is a weight.
            case "" where isShorthand && hasUnit && number <= 1000: break
            default: add(absolute: SVGNumbers.length(word) ?? number)
            }
        }
    }

    private mutating func add(absolute size: Double) { absolute = max(absolute ?? 0, size) }
    private mutating func add(relative factor: Double) { relative = max(relative ?? 0, factor) }

    /// The size within a parent of this size.
    /// - Parameter isCertain: whether one of the declarations applies; otherwise the parent's size may.
    func size(parent: Double, isCertain: Bool) -> Double {
        let inherited = relative.map { parent * (isCertain ? $0 : max(1, $0)) } ?? (isCertain && absolute != nil ? 0 : parent)
        return min(max(absolute ?? 0, inherited), SVGFontSize.maximum)
    }
}

extension ArraySlice<UInt8> {
    /// The longest end of which all bytes satisfy a condition.
    fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}

/// The CSS rules that affect the cost, by the id, the class, the tag or the `*` at the end of their selectors.
struct SVGStyleRules {
    private(set) var rules: [[UInt8]: SVGDeclarations] = [:]
    private(set) var selectors = 0
    /// The style sheets without comments and escapes, in lower case.
    private(set) var text: [UInt8] = []

    private static let everything = [UInt8(ascii: "*")]

    init() {}

    init(_ text: [UInt8]) {
        let plain = SVGStyleText.plain(text[...])
        self.text = SVGStyleText.lowercased(plain)
        for rule in plain.split(separator: UInt8(ascii: "}")) {
            let brace = rule.firstIndex(of: UInt8(ascii: "{"))
            if brace == nil || rule[..<(brace ?? rule.startIndex)].contains(UInt8(ascii: ";")) {
                // Declarations after a block within a rule: of an unknown selector.
                add(SVGDeclarations(rule), to: SVGStyleRules.everything)
            }
            guard let brace else { continue }
            let declarations = SVGDeclarations(rule[(brace + 1)...])
            for selector in rule[..<brace].split(separator: UInt8(ascii: ",")) {
                selectors += 1
                add(declarations, to: SVGStyleRules.key(selector))
            }
        }
    }

    private mutating func add(_ declarations: SVGDeclarations, to key: [UInt8]) {
        if !declarations.isEmpty { rules[key, default: SVGDeclarations()].add(declarations) }
    }

    /// An id with its number sign, a class with its full stop, or a tag name; any other selector applies to all elements.
    private static func key(_ selector: ArraySlice<UInt8>) -> [UInt8] {
        if selector.contains(where: { "([|".utf8.contains($0) }) { return everything }
        guard let last = selector.split(whereSeparator: { $0 <= 0x20 || ">+~".utf8.contains($0) }).last else { return everything }
        func isPlain(_ byte: UInt8) -> Bool { !".#:*".utf8.contains(byte) }
        for sign in [UInt8(ascii: "#"), UInt8(ascii: ".")] {
            if let at = last.firstIndex(of: sign) { return [sign] + last[(at + 1)...].prefix(while: isPlain) }
        }
        let tag = Array(last.prefix(while: isPlain))
        return tag.isEmpty ? everything : tag
    }
}
