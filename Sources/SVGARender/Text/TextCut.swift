/// Brings a text into the form that is laid out: without control characters, with the line breaks that its style allows, and no
/// longer than what can be seen, so that a text of any length takes the time of a short one.
struct TextCut {
    /// A part of the text and what stands there instead.
    struct Edit {
        /// In bytes of the text's UTF-8.
        let range: Range<Int>
        let replacement: String
    }

    /// How a line break is written for Pango.
    enum LineBreaks {
        /// A space: there is one line.
        case joined
        /// A break within the paragraph (U+2028): Pango counts lines, and cuts them, by paragraph.
        case withinParagraph
        /// Each line is a paragraph, which is cut by itself.
        case paragraphs
    }

    let ellipsis: TextStyle.Ellipsis
    let lineBreaks: LineBreaks
    let maxLines: Int
    /// Characters that are more than can be seen.
    let characters: Int

    /// A letter and its marks. More marks than this are no writing; Unicode's stream-safe text has 30.
    private static let scalarsPerCharacter = 32
    private static let ellipsisText = "…"

    /// What to change, from the text's beginning to its end. Where something is left out the ellipsis is put in: Pango moves it to
    /// where there is room, and it stays where Pango sees nothing to cut.
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

    /// What of a long text is surely not seen.
    private func cut(_ text: Substring) -> Range<String.Index>? {
        let head = ellipsis == .start ? 0 : characters
        let tail = ellipsis == .start || ellipsis == .middle ? characters : 0
        guard let from = text.index(text.startIndex, offsetBy: head, limitedBy: text.endIndex),
            let to = text.index(text.endIndex, offsetBy: -tail, limitedBy: text.startIndex), from < to
        else { return nil }
        return from..<to
    }

    /// The edits while the text is walked through.
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

        /// Takes a part of the text over.
        /// - Returns: false where there are as many lines as there may be; then the rest is cut already.
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
