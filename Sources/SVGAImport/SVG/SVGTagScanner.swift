import SVGASupport

/// Scans the tags of an SVG without parsing XML: skips comments and quoted text. It expects a text without a document type.
struct SVGTagScanner {
    struct Tag {
        enum Kind {
            case start(isEmpty: Bool)
            case end
            /// The number of bytes between tags; a run of spaces counts once.
            case text(Int)
        }

        var kind: Kind
        var name = ""
        var attributes: [(name: String, value: ArraySlice<UInt8>)] = []
    }

    private let bytes: [UInt8]
    private var at = 0
    /// The bytes of the last text, and whether it was a CDATA section.
    private var content = 0..<0
    private var isLiteral = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content of all `style` elements, with its character references resolved.
    mutating func styleSheets() -> [UInt8] {
        var text: [UInt8] = []
        // How many elements are open since a `style` element, which is the first of them.
        var depth = 0
        while let tag = next() {
            switch tag.kind {
            case .start(isEmpty: false): if depth > 0 || tag.name == "style" { depth += 1 }
            case .end: depth = max(0, depth - 1)
            case .text where depth > 0: text += isLiteral ? bytes[content] : SVGReferences.resolved(bytes[content])
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
                let start = at + 9
                skip(past: "]]>")
                (content, isLiteral) = (start..<max(start, min(at, bytes.count) - 3), true)
                return Tag(kind: .text(content.count))
            } else if has("<?") {
                skip(past: "?>")
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
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") {
            if bytes[at] > 0x20 || at == 0 || bytes[at - 1] > 0x20 { count += 1 }
            at += 1
        }
        (content, isLiteral) = (start..<at, false)
        return Tag(kind: .text(count))
    }

    private func has(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { at + $0.count <= bytes.count && bytes[at..<at + $0.count].elementsEqual($0) }
    }

    private mutating func skip(past text: StaticString) {
        while at < bytes.count, !has(text) { at += 1 }
        at += text.utf8CodeUnitCount
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
                tag.attributes.append((name, SVGReferences.resolved(bytes[start..<min(at, bytes.count)])))
                at += 1
            } else if at == before {
                at += 1
            }
        }
        return tag
    }
}
