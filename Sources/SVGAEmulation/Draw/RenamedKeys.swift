package import SVGAModel
import SVGASupport

/// The new names of the keys that an edit has renamed.
package struct RenamedKeys: Sendable {
    private var new: [ByteKey: ByteKey] = [:]

    /// - Parameter names: in the order in which they were renamed, with or without `.matte` or `.vector`.
    package init(_ names: [(old: String, new: String)] = []) {
        // From the last to the first: a key that is renamed again has its last name.
        for (old, new) in names.reversed() {
            let name = ByteKey(SpriteEntity.droppingKindSuffix(new))
            self.new[ByteKey(SpriteEntity.droppingKindSuffix(old))] = self.new[name] ?? name
        }
    }

    /// - Parameter key: a key without `.matte` or `.vector`.
    package func callAsFunction(_ key: ByteKey) -> ByteKey { new[key] ?? key }
}
