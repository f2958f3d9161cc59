public import SVGAImage
public import SVGAModel
public import SVGAPixels
import SVGASupport

/// How a replacement image lies in the layout rectangle (Rules of rendering, section 8).
public enum ImageFit: Hashable, Sendable, CaseIterable {
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
    /// Nothing is cut off.
    case none
    /// The largest circle in the layout rectangle, around its centre.
    case circle
    /// The layout rectangle with round corners, the radius in points.
    case roundedCorners(radius: Double)
    /// The alpha of the bitmap that is replaced, stretched to the layout: the image takes the placeholder's shape.
    case original
}

/// What replaces, joins or changes the content of sprites, by key (Rules of rendering, section 8).
///
/// A key matches every sprite whose `imageKey` equals it byte for byte, or equals it without `.matte` or `.vector`. What is set follows the
/// sprite's transform, alpha, clip path and matte exactly as the sprite's own bitmap does. A key that matches no sprite is noted in
/// ``SVGAScene/diagnostics``.
///
/// ```swift
/// var person = Substitutions()
/// person.setText("林小雨", forKey: "name")
/// person.setTint(SVGAColor(red: 1, green: 0.8, blue: 0.2), forKey: "crown")
/// person.setHidden(true, forKey: "shine")
/// let personal = try scene.with(person)
/// ```
public struct Substitutions: Sendable {
    /// A drawing callback, which paints over everything else of a sprite.
    ///
    /// It is called once per rendered frame, possibly from several tasks at once, in any order of frames.
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

        /// Whether both are the same picture, shown in the same way.
        func isSame(as other: Image) -> Bool { image.mipmaps.base === other.image.mipmaps.base && fit == other.fit && mask == other.mask }
    }

    /// The fonts that texts are drawn with. By default those of the system.
    public var fonts = FontSet.system
    private(set) var images: [ByteKey: Image] = [:]
    private(set) var texts: [ByteKey: TextContent] = [:]
    private(set) var hiddenKeys: Set<ByteKey> = []
    private(set) var drawings: [ByteKey: Substitutions.Drawing] = [:]
    private(set) var adjustments: [ByteKey: Adjustment] = [:]
    /// Sprites that are hidden by their indices, whatever their keys are; indices that the movie does not have hide nothing.
    package var hiddenSprites: Set<Int> = []

    /// Nothing is set yet.
    public init() {}

    /// Replaces the bitmap of the sprites with this key.
    public mutating func setImage(_ image: ReplacementImage, fit: ImageFit = .fill, mask: ImageMask = .none, forKey key: String) {
        images[ByteKey(key)] = Image(image: image, fit: fit, mask: mask)
    }

    /// Puts a text over the content of the sprites with this key, laid out in their layout rectangle.
    ///
    /// Line breaks at its beginning and end are dropped, and control characters everywhere. A character that no font has is shown as
    /// a box with its code, so that no letter of a name disappears unnoticed.
    /// - Parameter isMarkup: whether the text is Pango markup, such as `<b>Ann</b>` or `<span foreground="#ffd700">Ann</span>`; at most
    ///   64 KiB. Leave it false for names that users choose.
    public mutating func setText(_ text: String, isMarkup: Bool = false, style: TextStyle = TextStyle(), forKey key: String) {
        setText(TextContent(text, isMarkup: isMarkup, style: style), forKey: key)
    }

    package mutating func setText(_ text: TextContent, forKey key: String) { texts[ByteKey(key)] = text }

    /// Hides the sprites with this key, or shows them again. A hidden matte hides what it masks.
    public mutating func setHidden(_ isHidden: Bool, forKey key: String) {
        if isHidden { hiddenKeys.insert(ByteKey(key)) } else { hiddenKeys.remove(ByteKey(key)) }
    }

    /// Calls `drawing` for the sprites with this key whenever a frame shows them.
    public mutating func setDrawing(_ drawing: @escaping Substitutions.Drawing, forKey key: String) { drawings[ByteKey(key)] = drawing }

    /// Multiplies all that the sprites with this key show, component by component, by a colour: white stays as the colour, black stays
    /// black, and the colour's alpha fades. Of a matte only the alpha counts.
    /// - Parameter color: components outside of 0…1 are brought into it. nil: no tint.
    public mutating func setTint(_ color: SVGAColor?, forKey key: String) {
        let key = ByteKey(key)
        adjustments[key, default: Adjustment()].tint = color
        if adjustments[key] == Adjustment() { adjustments[key] = nil }
    }

    /// Fades the sprites with this key, in addition to the alpha of their frames. A matte fades what it masks.
    /// - Parameter opacity: 0 (nothing is seen) to 1 (as the movie has it); other numbers are brought into this range.
    public mutating func setOpacity(_ opacity: Double, forKey key: String) {
        adjustments[ByteKey(key), default: Adjustment()].opacity = opacity
    }

    /// Moves the sprites with this key, with their clip paths, by a distance on the canvas. A matte moves its mask, not what it masks.
    /// - Parameters:
    ///   - x: to the right, in points of the canvas, whatever the sprite's own transform is.
    ///   - y: down, in points of the canvas.
    public mutating func setOffset(x: Double, y: Double, forKey key: String) {
        adjustments[ByteKey(key), default: Adjustment()].offset = Adjustment.Offset(x: x, y: y)
    }

    /// Takes back all that is set for a key.
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

    /// Takes back the text of a key.
    package mutating func removeText(forKey key: String) { texts[ByteKey(key)] = nil }

    /// Shows a picture alone in the place of all that is set for a key. The shape that a picture was cut to, opacity and offset stay.
    package mutating func setPicture(_ picture: ReplacementImage, inPlaceOfAllForKey name: String) {
        let key = ByteKey(name)
        let (mask, adjustment) = (images[key]?.mask ?? .none, adjustments[key] ?? Adjustment())
        remove(forKey: name)
        setImage(picture, mask: mask, forKey: name)
        let kept = Adjustment(tint: nil, opacity: adjustment.opacity, offset: adjustment.offset)
        if kept != Adjustment() { adjustments[key] = kept }
    }

    /// Takes back all that is set for any key. The fonts stay.
    public mutating func removeAll() {
        let kept = fonts
        self = Substitutions()
        fonts = kept
    }

    /// Every key that anything is set for, sorted.
    public var keys: [String] {
        Set(images.keys).union(texts.keys).union(hiddenKeys).union(drawings.keys).union(adjustments.keys).sorted().map(\.text)
    }

    var isEmpty: Bool {
        images.isEmpty && texts.isEmpty && hiddenKeys.isEmpty && drawings.isEmpty && adjustments.isEmpty && hiddenSprites.isEmpty
    }

    /// The keys that are those of no sprite.
    func keys(matchingNone sprites: SpriteKeys) -> [String] { keys.filter { sprites.sprites(named: $0).isEmpty } }

    /// A key that matches no sprite, with similar keys that exist.
    package struct UnknownKey: Hashable, Sendable {
        package let key: String
        /// Up to three, the likeliest first.
        package let nearest: [String]
    }

    /// The keys that match nothing in a movie. A command should refuse them; a ``SVGAScene`` only notes them.
    package func unknownKeys(in movie: VideoEntity) -> [UnknownKey] {
        keys(matchingNone: SpriteKeys(movie)).map { key in
            UnknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey).filter { !$0.isEmpty }))
        }
    }
}

/// A picture that replaces a sprite's bitmap. It is decoded once and shared by all scenes that use it.
public struct ReplacementImage: Sendable {
    let mipmaps: Mipmaps
    package var bitmap: PreparedBitmap { mipmaps.base }

    /// Decodes a PNG, JPEG, WebP, GIF (first frame) or BMP, recognised by its bytes. A JPEG is turned by its EXIF orientation.
    /// - Throws: ``ImageError``; ``ImageError/limit(_:)`` before memory is taken for more than ``ReadLimits/imagePixels``.
    public init(bytes: [UInt8], limits: ReadLimits = .default) throws(ImageError) {
        guard case .image(let format) = PayloadKind.sniff(bytes) else { throw .unknownFormat }
        let decoded = try ImageDecoder.prepare(ImageEntity(key: "", format: format, bytes: bytes), limits: limits)
        let orientation = format == .jpeg ? EXIFOrientation(jpeg: bytes) : .upright
        mipmaps = Mipmaps(try decoded.oriented(orientation))
    }

    /// Takes a picture in memory.
    /// - Throws: ``ImageError/outOfMemory(bytes:)``.
    public init(_ pixmap: Pixmap) throws(ImageError) {
        mipmaps = Mipmaps(try PreparedBitmap.prepare(pixmap))
    }

    /// In pixels, after the EXIF orientation.
    public var width: Int { bitmap.width }
    /// In pixels, after the EXIF orientation.
    public var height: Int { bitmap.height }
}
