import SVGAModel

/// Numbers for the keys of a movie's sprites; equal keys have equal numbers. Comparing strings in each frame would take time proportional
/// to their length, which a file controls.
struct SpriteKeyNumbers: Sendable {
    /// The imageKey of each sprite.
    private(set) var images: [Int] = []
    /// The matteKey of each sprite; nil: none.
    private(set) var mattes: [Int?] = []
    /// Whether the imageKey of each sprite ends in ".matte".
    private(set) var isMatte: [Bool] = []
    /// Whether the imageKey of each sprite contains ".matte", or is empty for a player that takes such a sprite for a matte.
    private(set) var containsMatte: [Bool] = []
    /// The number of the empty key.
    private(set) var empty = 0

    /// Without sprites.
    init() {}

    /// - Complexity: linear in the bytes of all keys. Empty for players that do not compare keys while drawing.
    init(_ movie: VideoEntity, _ profile: Profile) {
        if [.runs, .none].contains(profile.mattes) { return }
        var numbers: [ByteKey: Int] = [ByteKey(""): 0]
        // Growing the table would hash all keys again.
        numbers.reserveCapacity(movie.sprites.count + 1)
        func number(_ key: String) -> Int {
            let next = numbers.count
            let key = ByteKey(key)
            if let number = numbers[key] { return number }
            numbers[key] = next
            return next
        }
        for sprite in movie.sprites {
            images.append(number(sprite.imageKey))
            mattes.append(sprite.matteKey.map(number))
            isMatte.append(sprite.imageKey.endsInBytes(of: ".matte"))
            let isKeyless = profile.mattesHaveNoKey && sprite.imageKey.isEmpty
            containsMatte.append(isKeyless || sprite.imageKey.containsBytes(of: ".matte"))
        }
    }
}
