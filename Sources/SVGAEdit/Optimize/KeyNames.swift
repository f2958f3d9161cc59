import SVGAModel

/// Which keys may mean one another for some player: as they are, without `.matte` or `.vector`, and without their last extension
/// (Rules of rendering, section 4). Players differ in which of these they try, so what is kept by this is kept for all of them.
struct KeyNames: Sendable {
    private var names: Set<String> = []

    init(_ keys: some Sequence<String>) {
        for key in keys { names.formUnion(KeyNames.forms(of: key)) }
    }

    func mayMean(_ key: String) -> Bool { !names.isDisjoint(with: KeyNames.forms(of: key)) }

    /// At most four, each once.
    static func forms(of key: String) -> Set<String> {
        let plain = SpriteEntity.droppingKindSuffix(key)
        return [key, plain, droppingExtension(key), droppingExtension(plain)]
    }

    private static func droppingExtension(_ key: String) -> String {
        guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")), dot > key.utf8.startIndex else { return key }
        return String(key[..<dot])
    }
}
