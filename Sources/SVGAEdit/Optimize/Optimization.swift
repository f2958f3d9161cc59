/// What ``Optimizer`` made of a file.
public struct Optimization: Hashable, Sendable {
    /// The file: never more bytes than the input, and the input itself where nothing was gained.
    public internal(set) var bytes: [UInt8]
    public internal(set) var bytesBefore: Int
    /// What the images take in a player that decodes all of them, at 4 bytes a pixel.
    public internal(set) var decodedBytesBefore: Int
    public internal(set) var decodedBytesAfter: Int
    /// Every image of the input whose payload is another now or is gone, in the file's order.
    public internal(set) var images: [ImageChange] = []
    /// The imageKeys of the sprites left out because they are never visible, in the file's order.
    public internal(set) var removedSprites: [String] = []
    /// What was tried and taken back because it would have changed a frame.
    public internal(set) var undone: [OptimizeStep] = []
    /// How many frames were drawn of both, and compared: all.
    public internal(set) var frames: Int
    /// Over all frames; 1 where every one of them is the same to the last bit.
    public internal(set) var lowestSimilarity = 1.0
    /// How many frames differ at all.
    public internal(set) var differingFrames = 0
    /// What whoever uses the file should know, one line each.
    public internal(set) var notes: [String] = []

    public var bytesAfter: Int { bytes.count }

    /// What happened to one image.
    public struct ImageChange: Hashable, Sendable {
        public enum Action: String, Hashable, Sendable {
            /// No sprite shows it, so it is gone.
            case removed
            /// Another way to write the same pixels.
            case rewritten
            /// Without its transparent margins.
            case cropped
            /// Fewer colours.
            case palette
            /// Fewer pixels, perhaps fewer colours too.
            case shrunk
        }

        public let key: String
        public let action: Action
        public let bytesBefore: Int
        /// 0 where it is gone.
        public let bytesAfter: Int
        /// In pixels; 0 where they are not known.
        public let widthBefore: Int
        public let heightBefore: Int
        public let widthAfter: Int
        public let heightAfter: Int
    }
}

/// What ``Optimizer`` does to a movie, one after the other. Each can be taken back alone.
public enum OptimizeStep: String, Hashable, Sendable, CaseIterable {
    /// Sprites that are visible in no frame go, and mattes that mask nothing.
    case hiddenSprites
    /// Where several images are the same picture, sprites name the first; only with ``OptimizeOptions/renamesKeys``.
    case sameImages
    /// Images that no sprite can mean go.
    case unusedImages
    /// Frames past the movie's end go.
    case extraFrames
    /// In frames in which a sprite is hidden, nothing is said but that.
    case hiddenFrames
    /// PNGs are written anew.
    case images
}
