import SVGASupport
import SVGATasks

/// The language of help, errors and reports. Codes and JSON names are the same in each.
struct HelpLanguage: Sendable {
    /// A help text in this language.
    let text: @Sendable (LocalizedText) -> String
    /// Formats errors and reports.
    let wording: Wording

    init(wording: Wording, text: @escaping @Sendable (LocalizedText) -> String) { (self.text, self.wording) = (text, wording) }

    func text(_ english: String, _ chinese: String) -> String {
        text(LocalizedText(TaskText(verbatim: english), TaskText(verbatim: chinese)))
    }

    /// A message of a library.
    func text(_ message: Message) -> String { wording.text(message) }

    static let english = HelpLanguage(wording: .shell) { $0.english.shell }
    static let chinese = HelpLanguage(wording: .chineseShell) { $0.chinese.shell }
}

extension HelpLanguage {
    /// The environment variables that select the language.
    static let variables = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"]

    /// Selects the language as GNU programs do. The first nonempty variable of `LC_ALL`, `LC_MESSAGES` and `LANG` is the locale. `LANGUAGE` is a
    /// list of preferred languages, unless the locale is C.
    init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let liked = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        let names = liked.isEmpty || HelpLanguage.noLanguage.contains(HelpLanguage.code(of: locale)) ? [locale] : liked
        let first = names.lazy.map(HelpLanguage.code).first { $0 == "zh" || $0 == "en" || HelpLanguage.noLanguage.contains($0) }
        self = first == "zh" && HelpLanguage.isUTF8(locale) ? .chinese : .english
    }

    /// The language of the option `--lang`, and the words without it; nil if no word is this option, or if its value is not a language.
    static func option(in words: [String]) -> (language: HelpLanguage, words: [String])? {
        for index in words.indices.prefix(while: { words[$0] != "--" }) {
            let isJoined = words[index].hasPrefix("--lang=")
            guard isJoined || words[index] == "--lang" && index + 1 < words.count else { continue }
            let name = isJoined ? String(words[index].dropFirst(7)) : words[index + 1]
            guard let language = TextLanguage(rawValue: name) else { return nil }
            return (language == .zh ? .chinese : .english, Array(words[..<index] + words[(index + (isJoined ? 1 : 2))...]))
        }
        return nil
    }

    private static let noLanguage: Set = ["c", "posix"]

    /// `zh` for `zh_CN.UTF-8`.
    private static func code(of locale: String) -> String { locale.prefix { $0.isASCII && $0.isLetter }.lowercased() }

    /// Whether the locale's encoding is UTF-8. A terminal with GBK or Big5 would show UTF-8 as other characters.
    private static func isUTF8(_ locale: String) -> Bool {
        guard let dot = locale.firstIndex(of: ".") else { return true }
        let encoding = locale[dot...].dropFirst().prefix { $0 != "@" }
        return encoding.filter { $0.isLetter || $0.isNumber }.lowercased() == "utf8"
    }
}

extension String {
    /// The parts between possible line breaks, each with whether a space precedes it: words, and single Chinese characters with their punctuation.
    var breakableParts: [(text: String, hasSpace: Bool)] {
        var parts: [(text: String, hasSpace: Bool)] = []
        for word in split(separator: " ") {
            var last: Character?
            for character in word {
                if let last, !last.allowsBreak(before: character) {
                    parts[parts.count - 1].text.append(character)
                } else {
                    parts.append((String(character), last == nil))
                }
                last = character
            }
        }
        return parts
    }
}

extension Character {
    fileprivate func allowsBreak(before next: Character) -> Bool {
        (terminalColumns == 2 || next.terminalColumns == 2) && !"（「".contains(self) && !"，。、；：！？）」".contains(next)
    }
}
