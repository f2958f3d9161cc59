/// `KEY=STRING`: everything after the first `=` is the text as it stands.
struct TextArgument: Hashable, Sendable {
    let key: String
    let text: String

    init(_ word: String) throws(UsageError) {
        (key, text) = try KeyedWord.split(word, option: "--set-text", form: "KEY=TEXT")
    }
}

/// `[KEY=]name:value,name:value…`, without a key (or with `*`) for all texts.
///
/// A part without a colon is a switch such as `italic`, or goes on with the list of fonts: `font:Noto Sans,serif,size:24`.
struct TextStyleArgument: Sendable {
    /// nil: all texts.
    let key: String?
    let changes: [TextStyleChange]

    private static let label = "--text-style: "

    init(_ word: String) throws(UsageError) {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let style = halves.last, !style.isEmpty, halves.count == 1 || !halves[0].isEmpty else {
            throw UsageError(message: "--text-style needs KEY=name:value,… or name:value,…, not \"\(word)\"")
        }
        key = halves.count == 1 || halves[0] == "*" ? nil : halves[0]
        changes = try TextStyleArgument.changes(style)
    }

    private static func changes(_ style: String) throws(UsageError) -> [TextStyleChange] {
        var pairs: [(name: String, value: String)] = []
        for part in style.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let name = part.trimmed
            if let colon = part.firstIndex(of: ":") {
                pairs.append((String(part[..<colon]).trimmed, String(part[part.index(after: colon)...]).trimmed))
            } else if TextStyleProperty.all.contains(where: { $0.isSwitch && $0.name == name }) {
                pairs.append((name, "yes"))
            } else if let last = pairs.last, last.name == "font", !name.isEmpty {
                pairs[pairs.count - 1].value += "," + name
            } else if let property = TextStyleProperty.all.first(where: { $0.name == name }) {
                throw UsageError(message: "\(label)\(name) needs \(property.expectation)", advice: "write \(name):\(property.form)")
            } else {
                let advice = Advice.meant(by: name, among: TextStyleProperty.all.map(\.name))
                throw UsageError(
                    message: "\(label)\"\(part)\" is no name:value", advice: advice.isEmpty ? "see svga help substitution" : advice)
            }
        }
        var changes: [TextStyleChange] = []
        for pair in pairs { changes.append(try TextStyleProperty.change(pair.name, pair.value, label: label)) }
        return changes
    }
}

extension String {
    /// Without spaces at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
