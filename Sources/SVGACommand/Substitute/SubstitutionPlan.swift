import SVGAModel
import SVGARender

/// What all the options about substitution come to, before any image is read: the steps one after the other, later ones
/// winning.
struct SubstitutionPlan: Sendable {
    enum Step: Sendable {
        case image(key: String, ImageChoice)
        /// `isMarkup` nil: as the style says.
        case text(key: String, String, isMarkup: Bool?)
        /// `key` nil: all texts.
        case style(key: String?, [TextStyleChange])
        case hide(key: String)
    }

    private struct Text: Sendable {
        let text: String
        let isMarkup: Bool?
    }

    private(set) var images: [ByteKey: ImageChoice] = [:]
    private var texts: [ByteKey: Text] = [:]
    /// What styles say to all texts and to one. A key's own style wins over that for all, whichever was said first.
    private var commonStyle: [TextStyleChange] = []
    private var styles: [ByteKey: [TextStyleChange]] = [:]
    private(set) var hiddenKeys: Set<ByteKey> = []

    /// A later image or text shows a key again that was hidden, and a later text keeps the style.
    mutating func apply(_ step: Step) {
        switch step {
        case .image(let key, let choice):
            images[ByteKey(key)] = choice
            hiddenKeys.remove(ByteKey(key))
        case .text(let key, let text, let isMarkup):
            texts[ByteKey(key)] = Text(text: text, isMarkup: isMarkup)
            hiddenKeys.remove(ByteKey(key))
        case .style(let key?, let changes): styles[ByteKey(key), default: []] += changes
        case .style(nil, let changes): commonStyle += changes
        case .hide(let key): hiddenKeys.insert(ByteKey(key))
        }
    }

    /// Every key that anything is said about.
    var keys: Set<ByteKey> { Set(images.keys).union(texts.keys).union(styles.keys).union(hiddenKeys) }

    /// Keys with a style and no text to wear it, sorted.
    var stylesWithoutText: [String] { styles.keys.filter { texts[$0] == nil }.sorted().map(\.text) }

    /// Each text in its style.
    var contents: [ByteKey: TextContent] {
        var contents: [ByteKey: TextContent] = [:]
        for (key, text) in texts {
            var content = TextContent(text.text)
            for change in commonStyle + styles[key, default: []] { change(&content) }
            if let isMarkup = text.isMarkup { content.isMarkup = isMarkup }
            contents[key] = content
        }
        return contents
    }
}
