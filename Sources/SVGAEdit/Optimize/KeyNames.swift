import SVGAFormat
import SVGAModel

/// Which keys may mean one another for some player: as they are, without `.matte` or `.vector`, and without their last extension
/// (Rules of rendering, section 4). Players differ in which of these they try, so what is kept by this is kept for all of them.
struct KeyNames: Sendable {
    private var names: Set<ByteKey> = []

    init(_ keys: some Sequence<String>) {
        for key in keys { names.formUnion(KeyNames.forms(of: key)) }
    }

    func mayMean(_ key: String) -> Bool { !names.isDisjoint(with: KeyNames.forms(of: key)) }

    /// At most four, each once.
    static func forms(of key: String) -> Set<ByteKey> {
        let plain = SpriteEntity.droppingKindSuffix(key)
        return Set([key, plain, KeyIndex.droppingExtension(key), KeyIndex.droppingExtension(plain)].map { ByteKey($0) })
    }
}
