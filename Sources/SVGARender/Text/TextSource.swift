import CPangoCairo
import SVGAModel

/// A text as Pango takes it: UTF-8 without anything that Pango would complain about, and what markup says of its parts.
struct TextSource {
    let text: String
    private let attributes: AttributeList?

    /// More markup is not parsed; it is far beyond what a sprite shows.
    private static let markupBytes = 64 << 10

    /// - Throws: ``TextError/markup(reason:line:column:)``.
    init(_ content: TextContent, cut: TextCut) throws(TextError) {
        guard content.isMarkup else {
            text = TextSource.apply(cut.edits(of: content.text), to: content.text)
            attributes = nil
            return
        }
        let parsed = try TextSource.parse(content.text)
        let edits = cut.edits(of: parsed.text)
        // From the end, so that the places of those before stay true.
        for edit in edits.reversed() {
            pango_attr_list_update(
                parsed.attributes.pointer, Int32(edit.range.lowerBound), Int32(edit.range.count), Int32(edit.replacement.utf8.count))
        }
        text = TextSource.apply(edits, to: parsed.text)
        attributes = parsed.attributes
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

    /// Gives text and attributes to a layout, which keeps its own reference.
    func apply(to layout: OpaquePointer) {
        pango_layout_set_text(layout, text, -1)
        if let attributes = attributes?.pointer { pango_layout_set_attributes(layout, attributes) }
    }

    private static func parse(_ markup: String) throws(TextError) -> (text: String, attributes: AttributeList) {
        guard markup.utf8.count <= markupBytes else {
            throw .markup(reason: "it is longer than \(markupBytes) bytes", line: nil, column: nil)
        }
        guard !markup.utf8.contains(0) else { throw .markup(reason: "it has a NUL", line: nil, column: nil) }
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
            throw error(from: failure?.pointee.message.map { String(cString: $0) } ?? "unknown")
        }
        return (String(cString: text), AttributeList(owning: attributes))
    }

    /// Takes the place out of GLib's message, which is `Error on line 1 char 24: …` or `Error on line 1: …`, if it is there.
    private static func error(from message: String) -> TextError {
        let prefix = "Error on line "
        guard message.hasPrefix(prefix), let colon = message.firstIndex(of: ":") else {
            return .markup(reason: message, line: nil, column: nil)
        }
        let place = message[..<colon].dropFirst(prefix.count).split(separator: " ")
        let reason = String(message[message.index(after: colon)...].drop { $0 == " " })
        guard let line = place.first.flatMap({ Int($0) }) else { return .markup(reason: message, line: nil, column: nil) }
        guard place.count == 3, let column = Int(place[2]) else { return .markup(reason: reason, line: line, column: nil) }
        // Pango puts the element <markup> around the text.
        let pangoColumns = line == 1 ? "<markup>".utf8.count : 0
        return .markup(reason: reason, line: line, column: max(1, column - pangoColumns))
    }
}
