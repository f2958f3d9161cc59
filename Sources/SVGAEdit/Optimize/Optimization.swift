import SVGACheck
public import SVGAFormat
public import SVGAModel
public import SVGARender

/// The result of ``Optimizer``.
public struct Optimization: Hashable, Sendable {
    /// The optimized file. If it would not be smaller, this is the input.
    public internal(set) var bytes: [UInt8]
    public internal(set) var bytesBefore: Int
    /// Bytes of all images decoded, at 4 bytes a pixel.
    public internal(set) var decodedBytesBefore: Int
    public internal(set) var decodedBytesAfter: Int
    /// The images of the input that were changed or removed, in the file's order.
    public internal(set) var images: [ImageChange] = []
    /// The imageKeys of the sprites that were removed because they are never visible, in the file's order.
    public internal(set) var removedSprites: [String] = []
    /// The steps that were not applied because they would have changed a frame.
    public internal(set) var undone: [OptimizeStep] = []
    /// The number of frames that were compared, which is all.
    public internal(set) var frames: Int
    /// The lowest SSIM of any frame; 1 if all frames are identical.
    public internal(set) var lowestSimilarity = 1.0
    /// The number of frames that are not identical.
    public internal(set) var differingFrames = 0
    /// Remarks for a person, one line each.
    public internal(set) var notes: [String] = []

    public var bytesAfter: Int { bytes.count }

    /// What happened to one image.
    public struct ImageChange: Hashable, Sendable {
        public enum Action: String, Hashable, Sendable {
            /// No sprite shows it, so it was removed.
            case removed
            /// The same pixels, encoded otherwise.
            case rewritten
            /// Transparent margins were cut off.
            case cropped
            /// Fewer colours.
            case palette
            /// Fewer pixels, perhaps fewer colours too.
            case shrunk
        }

        public let key: String
        public let action: Action
        public let bytesBefore: Int
        /// 0 if it was removed.
        public let bytesAfter: Int
        /// In pixels; 0 if unknown.
        public let widthBefore: Int
        public let heightBefore: Int
        public let widthAfter: Int
        public let heightAfter: Int
    }
}

/// What ``Optimizer`` does to a movie, in this order. Each step can be left out alone.
public enum OptimizeStep: String, Hashable, Sendable, CaseIterable {
    /// Sprites that are never visible, and mattes that mask nothing, are removed.
    case hiddenSprites
    /// If several images are the same picture, sprites name the first of them. Only with ``OptimizeOptions/renamesKeys``.
    case sameImages
    /// Images that no sprite can show are removed.
    case unusedImages
    /// Frames past the movie's end are removed.
    case extraFrames
    /// Frames in which a sprite is hidden lose all but their alpha and shapes.
    case hiddenFrames
    /// PNGs are encoded again.
    case images
}

/// What ``Optimizer`` may do. Without ``quality``, ``maximumSide``, ``density`` and a target it is lossless: every frame stays
/// identical.
public struct OptimizeOptions: Hashable, Sendable {
    /// nil: the container of the input.
    public var format: MovieFormat?
    /// Sprites with these keys stay even if they are never visible; with or without `.matte` or `.vector`.
    public var keptKeys: [String] = []
    /// Sprites that show the same picture get the same key, so that the file holds the picture once. An app can then no longer set
    /// something by the other keys.
    public var renamesKeys = false
    /// Cut transparent margins off PNGs and shrink their layouts accordingly, so that every frame stays the same. Images with keys in
    /// ``keptKeys`` are not cut. An image that an app sets by such a key fills the smaller layout, so use this only for movies whose
    /// keys are not set.
    public var cropsMargins = false
    /// Compress the file and its PNGs with Zopfli: a few percent smaller, many times slower.
    public var usesZopfli = false
    /// Write PNGs as lossless WebP if that is smaller. Some players do not draw WebP.
    public var usesWebP = false
    /// Reduce PNGs to palettes of at most 256 colours, at this quality of libimagequant, 1 (poor) to 100 (best). nil: colours stay.
    public var quality: Int?
    /// The longest side of a PNG in pixels; larger ones are shrunk. nil: sizes stay.
    public var maximumSide: Int?
    /// Shrink PNGs to the largest size in which they are shown, at this many pixels per point of the canvas. nil: sizes stay.
    public var density: Double?
    /// The lowest SSIM (``/SVGAPixels/StructuralSimilarity``) that any frame may have, compared with the input's. Images get their
    /// colours and sizes back until this holds. Only for lossy options.
    public var minimumSimilarity = 0.98
    /// The largest size of the file in bytes. Palettes and then smaller pictures are tried, with the least loss first, down to
    /// ``quality``. nil: no target.
    public var targetBytes: Int?
    /// The most bytes that all decoded images may take, at 4 bytes a pixel. nil: no target.
    public var targetDecodedBytes: Int?
    public var limits: ReadLimits = .default
    /// The number of threads; 0: one for each core.
    public var threads = 0

    public init() {}

    /// Whether no pixel may change.
    public var isLossless: Bool { quality == nil && maximumSide == nil && density == nil && !hasTarget }

    var hasTarget: Bool { targetBytes != nil || targetDecodedBytes != nil }
}

/// Why a movie cannot be optimized. The description is one line for a person.
public enum OptimizeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input cannot be read.
    case read(ReadError)
    /// A frame cannot be drawn, so the output cannot be compared with the input.
    case render(RenderError)
    /// The output cannot be written in its format.
    case write(WriteError)
    /// `keptKeys` names a key that no sprite has.
    case unknownKey(key: String, nearest: [String])
    /// The target cannot be reached with the similarity that the options ask for.
    case target(bytes: Int?, decodedBytes: Int?, minimumSimilarity: Double)
    /// The task was cancelled.
    case cancelled

    public var description: String {
        switch self {
        case .read(let error): error.description
        case .render(let error): error.description
        case .write(let error): error.description
        case .unknownKey(let key, _): "no sprite has the key \"\(key)\""
        case .target(let bytes, let decodedBytes, let similarity):
            "nothing that keeps every frame at an SSIM of \(similarity) makes it as small as "
                + [bytes.map { "\($0) bytes" }, decodedBytes.map { "\($0) bytes decoded" }].compactMap { $0 }.joined(separator: " and ")
        case .cancelled: "cancelled"
        }
    }
}
