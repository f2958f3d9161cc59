public import SVGAImage
public import SVGAModel
public import SVGAPixels
import SVGASupport

/// How a replacement image lies in the layout rectangle (Rules of rendering, section 8).
public enum ImageFit: String, Hashable, Sendable, CaseIterable {
    /// Stretched to the whole rectangle.
    case fill
    /// As large as fits in whole, centred.
    case contain
    /// As small as covers the whole rectangle, centred; what sticks out is cut off.
    case cover
    /// One pixel a point, centred; what sticks out is cut off.
    case none
}

/// What shape a replacement image is cut to.
public enum ImageMask: Hashable, Sendable {
    case none
    /// The largest circle in the layout rectangle, around its centre.
    case circle
    /// The layout rectangle with round corners, the radius in points.
    case roundedCorners(radius: Double)
    /// The alpha of the bitmap that is replaced, stretched to the layout: the image takes the placeholder's shape.
    case original
}

/// A callback of the program that uses the library. It draws over everything else of a sprite.
///
/// It may be called from several tasks at once, once for each frame rendered, in any order of frames.
public typealias Drawing = @Sendable (_ context: DrawingContext, _ layout: Size, _ frame: Int) -> Void

/// What replaces or joins the content of sprites, by key (Rules of rendering, section 8).
///
/// A key matches every sprite whose `imageKey` equals it byte for byte, or equals it without `.matte` or `.vector`. What is set follows the
/// sprite's transform, alpha, clip path and matte exactly as the sprite's own bitmap does.
public struct Substitutions: Sendable {
    struct Image: Sendable {
        let image: ReplacementImage
        let fit: ImageFit
        let mask: ImageMask
    }

    /// The fonts that texts are drawn with.
    public var fonts = FontSet.system
    private(set) var images: [ByteKey: Image] = [:]
    private(set) var texts: [ByteKey: TextContent] = [:]
    private(set) var hiddenKeys: Set<ByteKey> = []
    private(set) var drawings: [ByteKey: Drawing] = [:]

    public init() {}

    /// Replaces the bitmap of the sprites with this key.
    public mutating func setImage(_ image: ReplacementImage, fit: ImageFit = .fill, mask: ImageMask = .none, forKey key: String) {
        images[ByteKey(key)] = Image(image: image, fit: fit, mask: mask)
    }

    /// Puts a text over the content of the sprites with this key, laid out in their layout rectangle.
    public mutating func setText(_ text: TextContent, forKey key: String) { texts[ByteKey(key)] = text }

    /// Hides the sprites with this key. A hidden matte hides what it masks.
    public mutating func setHidden(_ isHidden: Bool, forKey key: String) {
        if isHidden { hiddenKeys.insert(ByteKey(key)) } else { hiddenKeys.remove(ByteKey(key)) }
    }

    /// Calls `drawing` for the sprites with this key whenever a frame shows them.
    public mutating func setDrawing(_ drawing: @escaping Drawing, forKey key: String) { drawings[ByteKey(key)] = drawing }

    /// Every key that anything is set for, sorted.
    public var keys: [String] { Set(images.keys).union(texts.keys).union(hiddenKeys).union(drawings.keys).sorted().map(\.text) }

    var isEmpty: Bool { images.isEmpty && texts.isEmpty && hiddenKeys.isEmpty && drawings.isEmpty }

    /// A key that matches no sprite, with similar keys that exist.
    public struct UnknownKey: Hashable, Sendable {
        public let key: String
        /// Up to three, the likeliest first.
        public let nearest: [String]
    }

    /// The keys that match nothing in a movie. A command should refuse them; a ``Scene`` only notes them.
    public func unknownKeys(in movie: VideoEntity) -> [UnknownKey] { unknownKeys(SpriteKeys(movie), in: movie) }

    func unknownKeys(_ sprites: SpriteKeys, in movie: VideoEntity) -> [UnknownKey] {
        keys.filter { sprites.sprites(named: $0).isEmpty }.map { key in
            UnknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey).filter { !$0.isEmpty }))
        }
    }
}

/// A picture that replaces a sprite's bitmap. It is decoded once and shared by all scenes that use it.
public struct ReplacementImage: Sendable {
    let mipmaps: Mipmaps
    var bitmap: PreparedBitmap { mipmaps.base }

    /// Decodes a PNG, JPEG, WebP, GIF (first frame) or BMP, recognised by its bytes. A JPEG is turned by its EXIF orientation.
    /// - Throws: ``/SVGAImage/ImageError``; ``/SVGAImage/ImageError/limit(_:)`` before memory is taken for more than
    ///   ``/SVGAModel/ReadLimits/imagePixels``.
    public init(bytes: [UInt8], limits: ReadLimits = .default) throws(ImageError) {
        guard case .image(let format) = PayloadKind.sniff(bytes) else { throw .unknownFormat }
        let decoded = try ImageDecoder.prepare(ImageEntity(key: "", format: format, bytes: bytes), limits: limits)
        let orientation = format == .jpeg ? EXIFOrientation(jpeg: bytes) : .upright
        mipmaps = Mipmaps(try decoded.oriented(orientation))
    }

    /// Takes a picture in memory.
    /// - Throws: ``/SVGAImage/ImageError/outOfMemory(bytes:)``.
    public init(_ pixmap: Pixmap) throws(ImageError) {
        mipmaps = Mipmaps(try PreparedBitmap.prepare(pixmap))
    }

    /// In pixels.
    public var width: Int { bitmap.width }
    public var height: Int { bitmap.height }
}
