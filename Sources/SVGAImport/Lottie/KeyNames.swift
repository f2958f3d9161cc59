import SVGASupport

/// Creates unique, readable keys by which apps can replace named layers.
struct KeyNames {
    private static let maximumLength = 60

    private var taken: Set<String> = []
    /// The last number that was tried for a name, so that repeated names do not restart from 1.
    private var numbers: [String: Int] = [:]

    /// A unique key similar to `name`.
    /// - Parameter isGiven: whether a person chose the name, so that it stays unchanged if possible.
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

    /// Removes characters with a meaning in keys, such as a dot: players drop everything after it.
    static func plain(_ name: String) -> String {
        var name = name[...]
        for ending in [".png", ".jpg", ".jpeg", ".webp", ".ai", ".psd", ".svg"] where name.lowercased().hasSuffix(ending) {
            name = name.dropLast(ending.count)
        }
        var key = ""
        for character in name.prefix(maximumLength) {
            let isPlain = character.isLetter || character.isNumber || "-_ ()+#@".contains(character)
            key.append(isPlain ? character : "_")
        }
        while key.last == " " { key.removeLast() }
        while key.first == " " { key.removeFirst() }
        return key.isEmpty ? "layer" : key
    }
}
