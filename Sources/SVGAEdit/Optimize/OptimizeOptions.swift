public import SVGAFormat
public import SVGAModel

/// What ``Optimizer`` may do. Without ``quality``, ``maximumSide``, ``density`` and a target it is lossless: every frame stays the same
/// to the last bit.
public struct OptimizeOptions: Hashable, Sendable {
    /// nil: the container of the input.
    public var format: MovieFormat?
    /// Sprites with these keys stay although they are never visible; with or without a `.matte` or `.vector` suffix.
    public var keptKeys: [String] = []
    /// Sprites of which one shows the same picture as another take that one's key, so that the picture is in the file once. What
    /// an app sets by the other key is no longer set.
    public var renamesKeys = false
    /// Cut transparent margins off PNGs, with the layouts compensated so that every frame stays the same; the keys in ``keptKeys`` keep
    /// theirs. What an app sets by a key whose image was cut fills the smaller layout, so leave this off unless you know it sets none.
    public var cropsMargins = false
    /// Compress the file and its PNGs with Zopfli: some percent smaller, and takes many times as long.
    public var usesZopfli = false
    /// PNGs that are smaller as lossless WebP become that. Not every player draws WebP: only where all that matter do.
    public var usesWebP = false
    /// PNGs get palettes of at most 256 colours, at this quality of libimagequant's, 1 (poor) to 100 (best). nil: they keep their
    /// colours.
    public var quality: Int?
    /// PNGs of which a side is longer, in pixels, are shrunk to it. nil: they keep their size.
    public var maximumSide: Int?
    /// PNGs are shrunk to the largest size at which they are ever shown, in pixels for each point of the canvas. nil: they keep
    /// their size.
    public var density: Double?
    /// No frame may be less like the input's than this, by ``/SVGAPixels/StructuralSimilarity``; images are given back their colours and
    /// sizes until that holds. Matters only where something is lossy.
    public var minimumSimilarity = 0.98
    /// The file is to have at most so many bytes: palettes and then smaller pictures are tried, from the least loss on, ``quality``
    /// being the lowest. nil: no target.
    public var targetBytes: Int?
    /// All images decoded, at 4 bytes a pixel, are to take at most so many bytes. nil: no target.
    public var targetDecodedBytes: Int?
    public var limits: ReadLimits = .default
    /// How many work at once; 0 means one for each processor core.
    public var threads = 0

    public init() {}

    /// Nothing may change any pixel.
    public var isLossless: Bool { quality == nil && maximumSide == nil && density == nil && !hasTarget }

    var hasTarget: Bool { targetBytes != nil || targetDecodedBytes != nil }
}
