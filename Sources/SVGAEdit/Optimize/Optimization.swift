import SVGACheck
import SVGAEmulation
public import SVGAFormat
import SVGAImage
public import SVGAModel
import SVGARender
package import SVGASupport

/// The result of ``Optimizer``.
public struct Optimization: Hashable, Sendable {
    /// The optimized file. If it is not smaller, this is the input, unless a target for decoded images was set.
    public internal(set) var bytes: [UInt8]
    /// The size of the input in bytes.
    public internal(set) var bytesBefore: Int
    /// The size of all decoded images of the input, at 4 bytes per pixel.
    package internal(set) var decodedBytesBefore: Int
    /// The size of all decoded images of the result, at 4 bytes per pixel.
    package internal(set) var decodedBytesAfter: Int
    /// The images of the input that were changed or removed, in the file's order.
    package internal(set) var images: [ImageChange] = []
    /// The sounds that were encoded again, in the file's order.
    package internal(set) var sounds: [SoundChange] = []
    /// The imageKeys of the sprites that were removed because they are never visible, in the file's order.
    package internal(set) var removedSprites: [String] = []
    /// The steps that were not applied because they would have changed a frame.
    package internal(set) var undone: [OptimizeStep] = []
    /// The number of compared frames: all frames of the movie.
    package internal(set) var frames: Int
    /// The lowest SSIM of any frame; 1 if all frames are identical.
    public internal(set) var lowestSimilarity = 1.0
    /// The number of frames that are not identical.
    package internal(set) var differingFrames = 0
    /// The number of sprites whose numbers were rounded.
    package internal(set) var roundedSprites = 0
    /// The used share of the target, above 0 and at most 1; nil without a target, or if the target was reached without loss.
    package internal(set) var targetShare: Double?
    /// Remarks for a person, one line each.
    public var notes: [String] { remarks.map(\.description) }
    /// ``notes``, which can be translated.
    package internal(set) var remarks: [Message] = []

    package var bytesAfter: Int { bytes.count }

    /// The change of one image.
    package struct ImageChange: Hashable, Sendable {
        package enum Action: String, Hashable, Sendable {
            /// It was removed, because no sprite shows it.
            case removed
            /// The same pixels in another encoding.
            case rewritten
            /// Transparent margins were trimmed.
            case cropped
            /// Fewer colors.
            case palette
            /// Fewer pixels, and possibly fewer colors.
            case shrunk
            /// A JPEG of a lower quality.
            case coarser
        }

        package let key: String
        package let action: Action
        package let bytesBefore: Int
        /// 0 if it was removed.
        package let bytesAfter: Int
        /// The width in pixels; 0 if it is unknown.
        package let widthBefore: Int
        package let heightBefore: Int
        package let widthAfter: Int
        package let heightAfter: Int
    }
}

extension Optimization {
    /// A sound that was encoded again.
    package struct SoundChange: Hashable, Sendable {
        package let key: String
        package let bytesBefore: Int
        package let bytesAfter: Int
        package let bitsPerSecond: Int
    }
}

/// The steps of ``Optimizer``, in this order. Each step can be omitted.
package enum OptimizeStep: String, Hashable, Sendable, CaseIterable {
    /// Sprites that are never visible, and mattes that mask nothing, are removed.
    case hiddenSprites
    /// Identical images are merged under the key of the first one. Only with `renamesKeys` of ``OptimizeOptions``.
    case sameImages
    /// Images that no sprite can show are removed.
    case unusedImages
    /// Frames past the movie's end are removed.
    case extraFrames
    /// In frames in which a sprite is hidden, everything but alpha and shapes is removed.
    case hiddenFrames
    /// PNGs, JPEGs and lossless WebPs are encoded again.
    case images
}

/// Options of ``Optimizer``. Without `quality`, `maximumSide`, `density`, `rounds` and a target, optimizing is lossless: all frames stay identical.
/// Sounds are never changed; the command `svga optimize --audio-bitrate` encodes them again.
public struct OptimizeOptions: Hashable, Sendable {
    /// The format of the result; nil: the container of the input.
    public var format: MovieFormat?
    /// Keys of sprites that are kept even if they are never visible, with or without `.matte` or `.vector`.
    public var keptKeys: [String]
    /// Whether sprites with identical images get one key, so that the file contains the image once. An app can then no longer replace
    /// images through the other keys.
    public var renamesKeys: Bool
    /// Whether transparent margins of PNGs are trimmed. The layouts shrink with them, so every frame stays the same. Images with keys in
    /// `keptKeys` are not trimmed. An image that an app sets later fills the smaller layout, so use this only if your app replaces nothing.
    public var cropsMargins: Bool
    /// Whether numbers of frames are rounded as long as no pixel changes by more than 1 of 255. If false, they are rounded only if every
    /// frame stays the same.
    public var rounds: Bool
    /// How much time the encoding of PNGs and lossless WebPs may take, from 0 (fastest) to 6 (smallest), clamped. The pixels do not depend on it.
    /// 6 uses Zopfli, which also compresses the file: a few percent smaller than 5 and many times slower.
    public var effort: Int {
        didSet { effort = OptimizeOptions.clamped(effort) }
    }
    /// The default of ``effort``: the smallest files without Zopfli.
    public static let usualEffort = PNGCompression.usualEffort
    /// Whether Zopfli compresses the file and its PNGs: whether ``effort`` is 6. False sets an effort of at most 5.
    public var usesZopfli: Bool {
        get { effort == OptimizeOptions.zopfliEffort }
        set { effort = newValue ? OptimizeOptions.zopfliEffort : min(effort, OptimizeOptions.usualEffort) }
    }
    package static let zopfliEffort = 6
    /// Whether PNGs become lossless WebP if that is smaller. Some players do not draw WebP.
    public var usesWebP: Bool
    /// The players that must be able to decode the result.
    package var players: Set<PublicPlayer> = []
    /// The quality of PNG palettes of at most 256 colors (libimagequant) and of JPEGs, 1 (poor) to 100 (best); nil: colors are unchanged.
    public var quality: Int?
    /// The maximum side of a PNG in pixels; larger images are reduced. nil: sizes are unchanged.
    public var maximumSide: Int?
    /// The maximum number of pixels of a PNG per point of the canvas, at the largest size in which it is drawn; nil: sizes are unchanged.
    public var density: Double?
    /// The minimum SSIM of every frame, compared with the input; 1 is identical. Images are restored until every frame reaches it. Only for lossy
    /// options.
    public var minimumSimilarity: Double
    /// The target size of the file in bytes; nil: no target. Colors are reduced first, down to `quality`, then resolution, and no more than
    /// needed.
    public var targetBytes: Int?
    /// The target size of all decoded images, at 4 bytes per pixel; nil: no target.
    public var targetDecodedBytes: Int?
    /// The limits for the file.
    public var limits: ReadLimits
    /// The number of threads; 0: one per processor.
    public var threadCount: Int

    /// Lossless by default: every frame stays the same.
    /// - Parameter usesZopfli: whether the effort is 6, whatever `effort` says.
    public init(
        format: MovieFormat? = nil, keptKeys: [String] = [], renamesKeys: Bool = false, cropsMargins: Bool = false,
        rounds: Bool = false, effort: Int = usualEffort, usesZopfli: Bool = false, usesWebP: Bool = false, quality: Int? = nil,
        maximumSide: Int? = nil, density: Double? = nil,
        minimumSimilarity: Double = 0.98, targetBytes: Int? = nil, targetDecodedBytes: Int? = nil, limits: ReadLimits = .default,
        threadCount: Int = 0
    ) {
        self.format = format
        self.keptKeys = keptKeys
        self.renamesKeys = renamesKeys
        self.cropsMargins = cropsMargins
        self.rounds = rounds
        self.effort = usesZopfli ? OptimizeOptions.zopfliEffort : OptimizeOptions.clamped(effort)
        self.usesWebP = usesWebP
        self.quality = quality
        self.maximumSide = maximumSide
        self.density = density
        self.minimumSimilarity = minimumSimilarity
        self.targetBytes = targetBytes
        self.targetDecodedBytes = targetDecodedBytes
        self.limits = limits
        self.threadCount = threadCount
    }

    private static func clamped(_ effort: Int) -> Int { min(max(effort, 0), zopfliEffort) }

    /// Whether no image may change.
    package var isLossless: Bool { quality == nil && maximumSide == nil && density == nil && !hasTarget }

    /// Whether all ``players`` draw WebP. The web player does not, and iOS only from version 14 on.
    var mayUseWebP: Bool { players.isDisjoint(with: [.web, .ios]) }

    /// The effort of libwebp. The usual effort makes the smallest files.
    var webPEffort: Int { effort < OptimizeOptions.usualEffort ? effort : 6 }

    var hasTarget: Bool { targetBytes != nil || targetDecodedBytes != nil }
}
