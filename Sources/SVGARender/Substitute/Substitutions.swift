package import SVGAImage
public import SVGAModel
public import SVGAPixels
import SVGASupport

/// The fit of a replacement image in the layout rectangle (Rules of rendering, section 8).
public enum ImageFit: Hashable, Sendable, CaseIterable {
    /// Stretched to the layout rectangle.
    case fill
    /// Scaled to the largest size that fits in the rectangle, centered.
    case contain
    /// Scaled to the smallest size that covers the rectangle, centered and clipped.
    case cover
    /// One pixel per point, centered and clipped.
    case none
}

/// The mask of a replacement image.
public enum ImageMask: Hashable, Sendable {
    /// No mask.
    case none
    /// The largest circle in the layout rectangle, at its center.
    case circle
    /// The layout rectangle with rounded corners, the radius in points.
    case roundedCorners(radius: Double)
    /// The alpha of the replaced bitmap, stretched to the layout, so that the image has the placeholder's shape.
    case original
}

/// The replaced, added or changed content of sprites, by key (Rules of rendering, section 8).
///
/// A key matches every sprite whose `imageKey` equals it byte for byte, or equals it without `.matte` or `.vector`. The sprite's transform,
/// alpha, clip path and matte apply to the content. A key that matches no sprite is reported in ``SVGAScene/diagnostics``.
///
/// ```swift
/// var person = Substitutions()
/// person.setText("林小雨", forKey: "name")
/// person.setTint(SVGAColor(red: 1, green: 0.8, blue: 0.2), forKey: "crown")
/// person.setHidden(true, forKey: "shine")
/// let personal = try scene.with(person)
/// ```
public struct Substitutions: Sendable {
    /// A drawing callback, which paints above the sprite's other content.
    ///
    /// It is called once for each rendered frame, possibly from several tasks at once, in any order of frames.
    public typealias Drawing = @Sendable (_ context: DrawingContext, _ layout: SVGASize, _ frame: Int) -> Void

    package struct Image: Sendable {
        package let image: ReplacementImage
        package let fit: ImageFit
        package let mask: ImageMask

        package init(image: ReplacementImage, fit: ImageFit, mask: ImageMask) {
            self.image = image
            self.fit = fit
            self.mask = mask
        }

        /// Whether both are the same picture with the same fit and mask.
        func isSame(as other: Image) -> Bool { image.mipmaps.base === other.image.mipmaps.base && fit == other.fit && mask == other.mask }
    }

    /// The fonts of texts; by default the system's.
    public var fonts = FontSet.system
    private(set) var images: [ByteKey: Image] = [:]
    private(set) var texts: [ByteKey: TextContent] = [:]
    private(set) var hiddenKeys: Set<ByteKey> = []
    private(set) var drawings: [ByteKey: Substitutions.Drawing] = [:]
    private(set) var adjustments: [ByteKey: Adjustment] = [:]
    /// The indices of hidden sprites, independent of their keys; invalid indices are ignored.
    package var hiddenSprites: Set<Int> = []

    /// No substitutions.
    public init() {}

    /// Replaces the bitmap of the sprites with this key.
    public mutating func setImage(_ image: ReplacementImage, fit: ImageFit = .fill, mask: ImageMask = .none, forKey key: String) {
        images[ByteKey(key)] = Image(image: image, fit: fit, mask: mask)
    }

    /// Draws a text above the content of the sprites with this key, laid out in their layout rectangle.
    ///
    /// Leading and trailing line breaks, and all control characters, are removed. A character without a font is drawn as a box with its
    /// code, so that missing letters of a name are visible.
    /// - Parameter isMarkup: whether the text is Pango markup, such as `<b>Ann</b>` or `<span foreground="#ffd700">Ann</span>`; at most
    ///   64 KiB. Pass false for names that users choose.
    public mutating func setText(_ text: String, isMarkup: Bool = false, style: TextStyle = TextStyle(), forKey key: String) {
        setText(TextContent(text, isMarkup: isMarkup, style: style), forKey: key)
    }

    package mutating func setText(_ text: TextContent, forKey key: String) { texts[ByteKey(key)] = text }

    /// Hides or unhides the sprites with this key. A hidden matte hides the sprites that it masks.
    public mutating func setHidden(_ isHidden: Bool, forKey key: String) {
        if isHidden { hiddenKeys.insert(ByteKey(key)) } else { hiddenKeys.remove(ByteKey(key)) }
    }

    /// Calls `drawing` for the sprites with this key in every frame in which they are visible.
    public mutating func setDrawing(_ drawing: @escaping Substitutions.Drawing, forKey key: String) { drawings[ByteKey(key)] = drawing }

    /// Multiplies the content of the sprites with this key by a color, component by component: white becomes the color, black stays black,
    /// and the color's alpha fades. For a matte only the alpha counts.
    /// - Parameter color: its components are clamped to 0…1; nil: no tint.
    public mutating func setTint(_ color: SVGAColor?, forKey key: String) {
        let key = ByteKey(key)
        adjustments[key, default: Adjustment()].tint = color
        if adjustments[key] == Adjustment() { adjustments[key] = nil }
    }

    /// Multiplies the alpha of the sprites with this key. For a matte this fades the sprites that it masks.
    /// - Parameter opacity: 0 (invisible) to 1 (unchanged); clamped to this range.
    public mutating func setOpacity(_ opacity: Double, forKey key: String) {
        adjustments[ByteKey(key), default: Adjustment()].opacity = opacity
    }

    /// Moves the sprites with this key, and their clip paths, on the canvas. For a matte this moves the mask, not the masked sprites.
    /// - Parameters:
    ///   - x: to the right, in points of the canvas, independent of the sprite's transform.
    ///   - y: down, in points of the canvas.
    public mutating func setOffset(x: Double, y: Double, forKey key: String) {
        adjustments[ByteKey(key), default: Adjustment()].offset = Adjustment.Offset(x: x, y: y)
    }

    /// Removes all substitutions of a key.
    public mutating func remove(forKey key: String) {
        let key = ByteKey(key)
        images[key] = nil
        texts[key] = nil
        hiddenKeys.remove(key)
        drawings[key] = nil
        adjustments[key] = nil
    }

    /// The text of a key.
    package func text(forKey key: String) -> TextContent? { texts[ByteKey(key)] }

    /// Removes the text of a key.
    package mutating func removeText(forKey key: String) { texts[ByteKey(key)] = nil }

    /// Shows only a picture for a key, without its other content. The mask of a previous picture, opacity and offset stay.
    package mutating func setPicture(_ picture: ReplacementImage, onlyForKey name: String) {
        let key = ByteKey(name)
        let (mask, adjustment) = (images[key]?.mask ?? .none, adjustments[key] ?? Adjustment())
        remove(forKey: name)
        setImage(picture, mask: mask, forKey: name)
        let kept = Adjustment(tint: nil, opacity: adjustment.opacity, offset: adjustment.offset)
        if kept != Adjustment() { adjustments[key] = kept }
    }

    /// Removes all substitutions. The fonts stay.
    package mutating func removeAll() {
        let kept = fonts
        self = Substitutions()
        fonts = kept
    }

    /// All keys with substitutions, sorted.
    package var keys: [String] {
        Set(images.keys).union(texts.keys).union(hiddenKeys).union(drawings.keys).union(adjustments.keys).sorted().map(\.text)
    }

    var isEmpty: Bool {
        images.isEmpty && texts.isEmpty && hiddenKeys.isEmpty && drawings.isEmpty && adjustments.isEmpty && hiddenSprites.isEmpty
    }

    /// The keys that match no sprite.
    func keys(matchingNone sprites: SpriteKeys) -> [String] { keys.filter { sprites.sprites(named: $0).isEmpty } }

    /// A key that matches no sprite, with similar keys that exist.
    package struct UnknownKey: Hashable, Sendable {
        package let key: String
        /// Up to three, best match first.
        package let nearest: [String]
    }

    /// The keys that match no sprite of a movie. A command should reject them; an ``SVGAScene`` only reports them.
    package func unknownKeys(in movie: VideoEntity) -> [UnknownKey] {
        keys(matchingNone: SpriteKeys(movie)).map { key in
            UnknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey).filter { !$0.isEmpty }))
        }
    }
}

/// A picture that replaces a sprite's bitmap. It is decoded once and shared by all scenes that use it.
public struct ReplacementImage: Sendable {
    let mipmaps: Mipmaps
    /// Whether only the first of several frames is used.
    package let isAnimated: Bool
    /// Whether its color profile is ignored.
    package let ignoresProfile: Bool
    package var bitmap: PreparedBitmap { mipmaps.base }

    /// Decodes a PNG, JPEG, WebP, GIF (first frame) or BMP, recognized by its bytes. The EXIF orientation of a JPEG is applied.
    /// - Throws: ``SVGAError``; ``SVGAError/Kind/limit`` before memory for more than ``ReadLimits/imagePixels`` is allocated.
    public init(bytes: some Collection<UInt8>, limits: ReadLimits = .default) throws(SVGAError) {
        let bytes = [UInt8](bytes)
        guard case .image(let format) = PayloadKind.sniff(bytes) else { throw .unknownFormat }
        let decoded = try ImageDecoder.prepare(ImageEntity(key: "", format: format, bytes: bytes), limits: limits)
        let orientation = format == .jpeg ? EXIFOrientation(jpeg: bytes) : .upright
        mipmaps = Mipmaps(try decoded.oriented(orientation))
        isAnimated =
            switch format {
            case .gif: AnimationOutline(gif: bytes).pictures > 1
            case .png: AnimationOutline(apng: bytes).pictures > 1
            case .webp: AnimationOutline(webP: bytes).pictures > 1
            default: false
            }
        ignoresProfile = ColorProfile.isIgnored(in: bytes, format)
    }

    /// Uses a picture in memory.
    /// - Throws: ``SVGAError/Kind/encoding``.
    public init(_ pixmap: Pixmap) throws(SVGAError) {
        mipmaps = Mipmaps(try PreparedBitmap.prepare(pixmap))
        (isAnimated, ignoresProfile) = (false, false)
    }

    /// The width in pixels, after the EXIF orientation.
    public var width: Int { bitmap.width }
    /// The height in pixels, after the EXIF orientation.
    public var height: Int { bitmap.height }
}
