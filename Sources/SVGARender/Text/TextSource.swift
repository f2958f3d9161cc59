import CPangoCairo
import SVGAModel
import SVGASupport

/// A text for Pango: truncated UTF-8 without control characters, and the attributes of its markup.
struct TextSource {
    let text: String
    /// Whether visible characters were removed.
    let isCut: Bool
    private let attributes: AttributeList?
    var hasAttributes: Bool { attributes != nil }

    /// The maximum bytes of markup. A sprite shows far less.
    private static let markupBytes = 64 << 10

    /// - Throws: ``SVGAError/Kind/invalidRequest``.
    init(_ content: TextContent, cut: TextCut) throws(SVGAError) {
        guard content.isMarkup else {
            let edits = cut.edits(of: content.text)
            text = TextSource.apply(edits, to: content.text)
            isCut = TextSource.removesVisible(edits, of: content.text)
            attributes = nil
            return
        }
        let parsed = try TextSource.parse(content.text)
        let edits = cut.edits(of: parsed.text)
        // Backwards, so that the positions of earlier edits stay valid.
        for edit in edits.reversed() {
            pango_attr_list_update(
                parsed.attributes.pointer, Int32(edit.range.lowerBound), Int32(edit.range.count), Int32(edit.replacement.utf8.count))
        }
        text = TextSource.apply(edits, to: parsed.text)
        isCut = TextSource.removesVisible(edits, of: parsed.text)
        attributes = parsed.attributes
    }

    /// Whether an edit removes more than spaces, line breaks and control characters.
    private static func removesVisible(_ edits: [TextCut.Edit], of text: String) -> Bool {
        guard !edits.isEmpty else { return false }
        let bytes = Array(text.utf8)
        return edits.contains { edit in
            String(decoding: bytes[edit.range], as: UTF8.self).unicodeScalars.contains {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
        }
    }

    private static func apply(_ edits: [TextCut.Edit], to text: String) -> String {
        guard !edits.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var edited: [UInt8] = []
        var position = 0
        for edit in edits {
            edited += bytes[position..<edit.range.lowerBound]
            edited += edit.replacement.utf8
            position = edit.range.upperBound
        }
        edited += bytes[position...]
        return String(decoding: edited, as: UTF8.self)
    }

    /// Sets text and attributes of a layout, which keeps a reference.
    func apply(to layout: OpaquePointer) {
        pango_layout_set_text(layout, text, -1)
        if let attributes = attributes?.pointer { pango_layout_set_attributes(layout, attributes) }
    }

    private static func parse(_ markup: String) throws(SVGAError) -> (text: String, attributes: AttributeList) {
        guard markup.utf8.count <= markupBytes else {
            throw .markup(reason: "it is longer than \(markupBytes) bytes", line: nil, column: nil)
        }
        guard !markup.utf8.contains(0) else { throw .markup(reason: "it contains NUL", line: nil, column: nil) }
        var attributes: OpaquePointer?
        var text: UnsafeMutablePointer<CChar>?
        var failure: UnsafeMutablePointer<GError>?
        let parsed = pango_parse_markup(markup, -1, 0, &attributes, &text, nil, &failure)
        defer {
            g_free(text)
            g_clear_error(&failure)
        }
        guard parsed != 0, let text, let attributes else {
            if let attributes { pango_attr_list_unref(attributes) }
            throw error(from: failure?.pointee.message.map { String(cString: $0) } ?? "?")
        }
        return (String(cString: text), AttributeList(owning: attributes))
    }

    /// Separates line and column from GLib's message, which is `Error on line 1 char 24: …` or `Error on line 1: …`.
    private static func error(from message: String) -> SVGAError {
        let prefix = "Error on line "
        guard message.hasPrefix(prefix), let colon = message.firstIndex(of: ":") else {
            return .markup(reason: Message(verbatim: message), line: nil, column: nil)
        }
        let position = message[..<colon].dropFirst(prefix.count).split(separator: " ")
        let reason = Message(verbatim: String(message[message.index(after: colon)...].drop { $0 == " " }))
        guard let line = position.first.flatMap({ Int($0) }) else {
            return .markup(reason: Message(verbatim: message), line: nil, column: nil)
        }
        guard position.count == 3, let column = Int(position[2]) else { return .markup(reason: reason, line: line, column: nil) }
        // Pango puts the element <markup> around the text.
        let pangoColumns = line == 1 ? "<markup>".utf8.count : 0
        return .markup(reason: reason, line: line, column: max(1, column - pangoColumns))
    }
}

/// Prepares a text for layout: removes control characters, adapts line breaks to the style, and truncates the invisible part, so that a
/// long text takes no more time than a short one.
struct TextCut {
    /// A part of the text and its replacement.
    struct Edit {
        /// In bytes of the text's UTF-8.
        let range: Range<Int>
        let replacement: String
    }

    /// How a line break is written for Pango.
    enum LineBreaks {
        /// A space, for a single line.
        case joined
        /// A line separator within the paragraph (U+2028): Pango counts and truncates lines by paragraph.
        case withinParagraph
        /// Each line is a paragraph, which is truncated separately.
        case paragraphs
    }

    let ellipsis: TextStyle.Ellipsis
    let lineBreaks: LineBreaks
    let maxLines: Int
    /// The maximum number of characters: more than can be visible.
    let characters: Int

    /// The maximum number of scalars of one character: a letter and its marks. Unicode's stream-safe text format allows 30 marks.
    private static let scalarsPerCharacter = 32
    private static let ellipsisText = "…"

    /// The edits, in the order of the text. An ellipsis replaces the removed part. If Pango truncates the text further, it adds its own
    /// ellipsis.
    func edits(of text: String) -> [Edit] {
        guard let first = text.firstIndex(where: { !$0.isNewline }), let last = text.lastIndex(where: { !$0.isNewline }) else {
            return [Edit(range: 0..<text.utf8.count, replacement: "")]
        }
        var walk = Walk(cut: self, text: text)
        let end = text.index(after: last)
        walk.replace(text.startIndex..<first, with: "")
        if let cut = cut(text[first..<end]) {
            if walk.keep(first..<cut.lowerBound) {
                walk.replace(cut, with: ellipsis == .none ? "" : TextCut.ellipsisText)
                _ = walk.keep(cut.upperBound..<end)
            }
        } else {
            _ = walk.keep(first..<end)
        }
        walk.replace(max(end, walk.position)..<text.endIndex, with: "")
        return walk.edits
    }

    /// The invisible part of a long text.
    private func cut(_ text: Substring) -> Range<String.Index>? {
        let head = ellipsis == .start ? 0 : characters
        let tail = ellipsis == .start || ellipsis == .middle ? characters : 0
        guard let from = text.index(text.startIndex, offsetBy: head, limitedBy: text.endIndex),
            let to = text.index(text.endIndex, offsetBy: -tail, limitedBy: text.startIndex), from < to
        else { return nil }
        return from..<to
    }

    /// Collects the edits while it iterates over the text.
    private struct Walk {
        let cut: TextCut
        let text: String
        var edits: [Edit] = []
        var lines = 1
        var position: String.Index

        init(cut: TextCut, text: String) {
            self.cut = cut
            self.text = text
            position = text.startIndex
        }

        mutating func replace(_ range: Range<String.Index>, with replacement: String) {
            position = max(position, range.upperBound)
            guard !range.isEmpty else { return }
            let from = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            edits.append(
                Edit(range: from..<from + text.utf8.distance(from: range.lowerBound, to: range.upperBound), replacement: replacement))
        }

        /// Keeps a part of the text.
        /// - Returns: false at the maximum number of lines; the remaining text is then removed.
        mutating func keep(_ range: Range<String.Index>) -> Bool {
            var index = range.lowerBound
            while index < range.upperBound {
                let character = text[index]
                let next = text.index(after: index)
                if character.isNewline {
                    if cut.lineBreaks != .joined, lines == cut.maxLines {
                        replace(index..<text.endIndex, with: cut.ellipsis == .none ? "" : TextCut.ellipsisText)
                        return false
                    }
                    lines += 1
                    replace(index..<next, with: cut.lineBreak)
                } else {
                    keepCharacter(character, index..<next)
                }
                index = next
            }
            return true
        }

        private mutating func keepCharacter(_ character: Character, _ range: Range<String.Index>) {
            let scalars = text.unicodeScalars
            if let only = character.unicodeScalars.first, character.unicodeScalars.count == 1 {
                if only == "\t" {
                    replace(range, with: " ")
                } else if only.properties.generalCategory == .control {
                    replace(range, with: "")
                }
            } else if let from = scalars.index(
                range.lowerBound, offsetBy: TextCut.scalarsPerCharacter, limitedBy: range.upperBound), from < range.upperBound
            {
                replace(from..<range.upperBound, with: "")
            }
        }
    }

    private var lineBreak: String {
        switch lineBreaks {
        case .joined: " "
        case .withinParagraph: "\u{2028}"
        case .paragraphs: "\n"
        }
    }
}
