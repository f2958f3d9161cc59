import SVGATasks

/// The language of help. Errors, reports and JSON are English in all of them, so that they can be searched for.
struct HelpLanguage: Sendable {
    /// A text of help in this language.
    let text: @Sendable (LocalizedText) -> String

    func text(_ english: String, _ chinese: String) -> String { text(LocalizedText(TaskText(english), TaskText(chinese))) }

    static let english = HelpLanguage { $0.english.shell }
    static let chinese = HelpLanguage { $0.chinese.shell }
}

extension HelpLanguage {
    /// What the language depends on.
    static let variables = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"]

    /// The language that the environment asks for, as GNU's programs understand it: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that says
    /// something is the locale; `LANGUAGE` is a list of what is liked better, unless the locale is C.
    init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let liked = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        let names = liked.isEmpty || HelpLanguage.noLanguage.contains(HelpLanguage.code(of: locale)) ? [locale] : liked
        let first = names.lazy.map(HelpLanguage.code).first { $0 == "zh" || $0 == "en" || HelpLanguage.noLanguage.contains($0) }
        self = first == "zh" && HelpLanguage.isUTF8(locale) ? .chinese : .english
    }

    private static let noLanguage: Set = ["c", "posix"]

    /// `zh` of `zh_CN.UTF-8`.
    private static func code(of locale: String) -> String { locale.prefix { $0.isASCII && $0.isLetter }.lowercased() }

    /// Whether a terminal of this locale shows UTF-8. One of GBK or Big5 would show Chinese in UTF-8 as other characters.
    private static func isUTF8(_ locale: String) -> Bool {
        guard let dot = locale.firstIndex(of: ".") else { return true }
        let encoding = locale[dot...].dropFirst().prefix { $0 != "@" }
        return encoding.filter { $0.isLetter || $0.isNumber }.lowercased() == "utf8"
    }
}

extension String {
    /// What a line may be broken between, each with whether a space stands before it: words, and within them Chinese characters, each with
    /// the punctuation that must not be parted from it.
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
