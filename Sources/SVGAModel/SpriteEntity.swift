/// One layer of the movie (Rules of rendering, section 4), with its references resolved to indices.
public struct SpriteEntity: Sendable {
    public enum Kind: String, Sendable {
        /// A bitmap, perhaps with shapes above it.
        case bitmap
        /// `.vector`: meant to hold shapes only.
        case vector
        /// `.matte`: never drawn itself, masks the sprites that name it.
        case matte
    }

    /// The key as the file writes it, suffix included.
    public let imageKey: String
    /// The key of the matte that masks this sprite, as the file writes it; nil where there is none.
    public let matteKey: String?
    public let kind: Kind
    /// Into ``VideoEntity/images``: the bitmap this sprite shows, or nil.
    public let imageIndex: Int?
    /// Into ``VideoEntity/sprites``: the matte that masks this sprite, or nil: drawn unmasked.
    public let matteIndex: Int?
    /// The sprite's own frames; frame numbers at or past its count are hidden.
    public let frames: FrameList

    public init(imageKey: String, matteKey: String?, kind: Kind, imageIndex: Int?, matteIndex: Int?, frames: FrameList) {
        self.imageKey = imageKey
        self.matteKey = matteKey
        self.kind = kind
        self.imageIndex = imageIndex
        self.matteIndex = matteIndex
        self.frames = frames
    }

    /// The key by which content is replaced: `imageKey` without a `.matte` or `.vector` suffix (Rules of rendering, section 8).
    public var replacementKey: String { SpriteEntity.droppingKindSuffix(imageKey) }

    /// `key` without a trailing `.matte` or `.vector`.
    public static func droppingKindSuffix(_ key: String) -> String {
        for suffix in [".matte", ".vector"] where key.endsInBytes(of: suffix) { return key.droppingLastBytes(suffix.utf8.count) }
        return key
    }
}
