/// A JSON document as a tree: ``init(parsing:limits:)`` parses it, and ``text(_:)`` writes it.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits an `Int`.
    case integer(Int)
    /// Any other number. A non-finite one is written as null.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// An array whose elements are made while they are written; the parser never returns one.
    case sequence(JSONSequence)
    /// The members in the order of the text.
    case object([Member])

    package struct Member: Equatable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member with this name; nil if it is missing or this is not an object. Names are compared byte for byte.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

/// The elements of a long array, each made only while it is written.
package struct JSONSequence: Equatable, Sendable, JSONRepresentable {
    package let count: Int
    private let element: @Sendable (Int) -> JSONValue

    package init<Element: JSONRepresentable & Sendable>(_ elements: [Element]) {
        count = elements.count
        element = { elements[$0].json }
    }

    package subscript(index: Int) -> JSONValue { element(index) }

    package var json: JSONValue { .sequence(self) }

    package static func == (left: JSONSequence, right: JSONSequence) -> Bool {
        left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
}

// MARK: - From Swift values

/// A type that converts to a JSON value.
package protocol JSONRepresentable {
    var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable {
    package var json: JSONValue { self }
}

extension Bool: JSONRepresentable {
    package var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
    package var json: JSONValue { .integer(self) }
}

extension Double: JSONRepresentable {
    package var json: JSONValue { .number(self) }
}

extension String: JSONRepresentable {
    package var json: JSONValue { .string(self) }
}

/// nil becomes null.
extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
    package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    package var json: JSONValue { .array(map(\.json)) }
}

/// `["width": 3, "key": key]` is an object with these members in this order.
extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, any JSONRepresentable)...) {
        self = .object(members.map { Member(name: $0.0, value: $0.1.json) })
    }
}

// MARK: - Writing

extension JSONValue {
    /// The layout of the text.
    package enum Style: Sendable {
        /// The members in their order, without white space.
        case compact
        /// A line for each value, two spaces of indentation per level, members sorted by their names' bytes. Equal to the output of
        /// Foundation's `JSONEncoder` with `prettyPrinted`, `sortedKeys` and `withoutEscapingSlashes`.
        case pretty
    }

    /// The document as text, without a trailing line break.
    package func text(_ style: Style, escaping escapes: JSONText.Escapes = .short) -> String {
        var bytes: [UInt8] = []
        _ = write(style, escapes, indentation: 0, to: &bytes) { _ in true }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the document as UTF-8 in pieces of about 64 KB, so that the text is never in memory at once. Its text is that of
    /// ``text(_:escaping:)``.
    package func write<Failure: Error>(
        _ style: Style, escaping escapes: JSONText.Escapes = .short, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var bytes: [UInt8] = []
        var failure: Failure?
        // The error is passed around the recursion, which would be slow if it were generic.
        _ = write(style, escapes, indentation: 0, to: &bytes) { (pending: inout [UInt8]) -> Bool in
            guard pending.count >= 1 << 16 else { return true }
            do throws(Failure) {
                try sink(pending)
            } catch {
                failure = error
                return false
            }
            pending.removeAll(keepingCapacity: true)
            return true
        }
        if let failure { throw failure }
        if !bytes.isEmpty { try sink(bytes) }
    }

    /// - Parameter flush: called after every value; it may remove the written bytes, and returns whether to continue.
    /// - Returns: whether to continue.
    private func write(
        _ style: Style, _ escapes: JSONText.Escapes, indentation: Int, to bytes: inout [UInt8], flush: (inout [UInt8]) -> Bool
    ) -> Bool {
        var continues = true
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .integer(let integer): bytes += String(integer).utf8
        case .number(let number): bytes += (number.isFinite ? number.shortText : "null").utf8
        case .string(let text): JSONText.append(text, to: &bytes, escaping: escapes)
        case .array(let elements):
            continues = JSONValue.writeList(elements.count, "[", "]", style, indentation, to: &bytes) { index, bytes in
                elements[index].write(style, escapes, indentation: indentation + 2, to: &bytes, flush: flush)
            }
        case .sequence(let elements):
            continues = JSONValue.writeList(elements.count, "[", "]", style, indentation, to: &bytes) { index, bytes in
                elements[index].write(style, escapes, indentation: indentation + 2, to: &bytes, flush: flush)
            }
        case .object(let members):
            let ordered =
                switch style {
                case .compact: members
                case .pretty: members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
                }
            continues = JSONValue.writeList(ordered.count, "{", "}", style, indentation, to: &bytes) { index, bytes in
                JSONText.append(ordered[index].name, to: &bytes, escaping: escapes)
                bytes += (style == .pretty ? " : " : ":").utf8
                return ordered[index].value.write(style, escapes, indentation: indentation + 2, to: &bytes, flush: flush)
            }
        }
        return continues && flush(&bytes)
    }

    /// - Parameter write: writes the element or member with this index, and returns whether to continue.
    private static func writeList(
        _ count: Int, _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ style: Style, _ indentation: Int, to bytes: inout [UInt8],
        _ write: (Int, inout [UInt8]) -> Bool
    ) -> Bool {
        func breakLine(_ indentation: Int, _ bytes: inout [UInt8]) {
            guard style == .pretty else { return }
            bytes.append(UInt8(ascii: "\n"))
            for _ in 0..<indentation { bytes.append(UInt8(ascii: " ")) }
        }
        bytes.append(UInt8(ascii: open))
        for index in 0..<count {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(indentation + 2, &bytes)
            guard write(index, &bytes) else { return false }
        }
        // Foundation writes an empty line between the brackets of an empty array or object.
        if count == 0 { breakLine(0, &bytes) }
        breakLine(indentation, &bytes)
        bytes.append(UInt8(ascii: close))
        return true
    }
}

/// JSON strings.
package enum JSONText {
    /// Optional escapes, in addition to the required ones: `"`, `\` and characters below U+0020.
    package struct Escapes: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Line breaks, tabs, backspaces and form feeds as `
        /// `, `\r`, `\t`, `\b` and `\f` instead of `\u000a` and so on.
        package static let short = Escapes(rawValue: 1)
        /// U+007F to U+009F and ``Unicode/Scalar/isInvisible``, which are control characters or invisible in terminals.
        package static let controls = Escapes(rawValue: 2)
        /// `<` and the Unicode line separators, so that the text may be part of a script in an HTML page.
        package static let html = Escapes(rawValue: 4)
    }

    /// The text in quotation marks.
    package static func quoted(_ text: String, escaping escapes: Escapes) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes, escaping: escapes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text in quotation marks.
    package static func append(_ text: String, to bytes: inout [UInt8], escaping escapes: Escapes) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { source in
            // The bytes before this index were written.
            var start = 0
            for index in source.indices {
                guard let (escape, length) = escape(at: index, of: source, escapes) else { continue }
                bytes += source[start..<index]
                bytes += escape.utf8
                start = index + length
            }
            bytes += source[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func scalar(at index: Int, of source: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        let byte = source[index]
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        guard index + length <= source.count else { return nil }
        var value = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for next in source[index + 1..<index + length] { value = value << 6 | UInt32(next & 0x3F) }
        return Unicode.Scalar(value)
    }

    /// The escape of the character at this byte, and the character's byte count; nil if it needs no escape.
    private static func escape(
        at index: Int, of source: UnsafeBufferPointer<UInt8>, _ escapes: Escapes
    ) -> (text: String, length: Int)? {
        let byte = source[index]
        switch byte {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case 0..<0x20:
            let short: [UInt8: String] = [0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r"]
            if escapes.contains(.short), let escape = short[byte] { return (escape, 1) }
            return ("\\u00" + byte.hexadecimal, 1)
        case 0x7F: return escapes.contains(.controls) ? ("\\u007f", 1) : nil
        case 0xC2... where escapes.contains(.controls):
            guard let scalar = scalar(at: index, of: source), scalar.isInvisible else { return nil }
            return (scalar.utf16Escape, UTF8.width(scalar))
        case UInt8(ascii: "<"): return escapes.contains(.html) ? ("\\u003c", 1) : nil
        case 0xE2:
            guard escapes.contains(.html), index + 2 < source.count, source[index + 1] == 0x80 else { return nil }
            switch source[index + 2] {
            case 0xA8: return ("\\u2028", 3)
            case 0xA9: return ("\\u2029", 3)
            default: return nil
            }
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    /// For example `\u202e`; a surrogate pair above U+FFFF.
    fileprivate var utf16Escape: String {
        UTF16.encode(self)?.map { "\\u" + $0.hexadecimal }.joined() ?? ""
    }
}
