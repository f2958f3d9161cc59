import SVGASupport

/// Readable keys, each once, by which apps can replace what a designer named.
struct KeyNames {
    private static let longest = 60

    private var taken: Set<String> = []
    /// The last number that was tried for a name, so that many of one name do not each count from the start.
    private var numbers: [String: Int] = [:]

    /// A key like `name` that no other part of the movie has.
    /// - Parameter isGiven: by a person, who means it to the letter.
    mutating func unique(_ name: String, isGiven: Bool = false) -> String {
        let base = isGiven ? name : KeyNames.plain(name)
        var key = base
        while !taken.insert(key).inserted {
            let number = numbers[base, default: 1] + 1
            numbers[base] = number
            key = "\(base)_\(number)"
        }
        return key
    }

    /// Without what means something in a key, such as a dot, after which players drop the rest.
    static func plain(_ name: String) -> String {
        var name = name[...]
        for ending in [".png", ".jpg", ".jpeg", ".webp", ".ai", ".psd", ".svg"] where name.lowercased().hasSuffix(ending) {
            name = name.dropLast(ending.count)
        }
        var key = ""
        for character in name.prefix(longest) {
            let isPlain = character.isLetter || character.isNumber || "-_ ()+#@".contains(character)
            key.append(isPlain ? character : "_")
        }
        while key.last == " " { key.removeLast() }
        while key.first == " " { key.removeFirst() }
        return key.isEmpty ? "layer" : key
    }
}
