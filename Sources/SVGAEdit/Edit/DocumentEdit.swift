public import SVGAFormat
import SVGAImage
public import SVGAModel
public import SVGARender
package import SVGASupport

/// One change of a document. Several are applied in order, each to the result of the previous one.
///
/// A key selects every sprite whose `imageKey` equals it, with or without `.matte` or `.vector` (Rules of rendering, section 8).
public enum DocumentEdit: Sendable {
    /// Replaces the bitmap of the sprites with this key by a picture: PNG, JPEG, WebP, GIF or BMP, detected by its bytes.
    ///
    /// Sprites with other keys keep their bitmap, even if they shared it. The picture is drawn at the size of the largest layout that shows it,
    /// times `density`, and stored as PNG. The layouts get its size. A PNG of that size is stored unchanged.
    /// Some players draw bitmaps at their own size, and not all support other formats.
    case setImage(key: String, bytes: [UInt8], fit: ImageFit = .fill, mask: ImageMask = .none, density: Double = 1)
    /// Renames a key in sprites, images, matte keys and sounds. It is an error if a sprite would then show something else.
    case rename(from: String, to: String)
    /// Removes the sprites and the sound with this key, and payloads that become unused. Sprites that used a removed matte are drawn without one.
    case delete(key: String)
    /// Sets the frame rate, at least 1 fps. The frames stay, so the speed changes.
    case setFPS(Int)
    /// Keeps the frames from `first` to `last`, both included, 0-based. Sounds are cut too.
    case trim(first: Int, last: Int)
    /// Sets the canvas size in points, and moves everything by `x` and `y` points.
    case setCanvas(width: Double, height: Double, x: Double = 0, y: Double = 0)
    /// Scales everything by a factor above 0. Below 1, PNGs are downscaled to their visible resolution, and layouts get their size.
    /// Above 1, bitmaps keep their pixels.
    case scale(Double)
    /// Replaces the sound with this key. If there is none, it is added and plays from the first frame to the end.
    case setAudio(key: String, bytes: [UInt8])
    /// Removes all sounds.
    case removeAudio
    /// Adds another document's frames: above all sprites from the frame `overlayAt` on (0 to the frame count), or after the last frame if nil.
    /// Another frame rate is converted by dropping or repeating frames. This document keeps its canvas and its other ZIP entries.
    /// Content outside the other document's canvas stays hidden. Conflicting keys of the other document are renamed.
    /// Mattes move to the front if one of the movies began with one.
    case merge(SVGADocument, overlayAt: Int? = nil)

    /// Adds a text to the picture, as ``Substitutions/setText(_:isMarkup:style:forKey:)`` draws it. The text is stored as an image.
    case setText(key: String, String, isMarkup: Bool = false, style: TextStyle = TextStyle(), fonts: FontSet = .system)
    /// Removes the sprites with this key, and those that they mask, so that the picture is the same as with the key hidden.
    case hide(key: String)
    /// Keeps a rectangle of the canvas, in points. Sprites that it never shows are removed.
    case crop(x: Double, y: Double, width: Double, height: Double)
    /// Adds a sprite that fills the canvas with a color, behind all others. A second one replaces the first.
    case setCanvasColor(SVGAColor)
    /// Moves sprites, in their order, to a position in the drawing order. Mattes stay in place, but before the sprites that they mask.
    case reorder(SpriteSelection, SpritePosition)
    /// Removes sprites, mattes that mask nothing else, and images that become unused. It is an error if a matte of another sprite is among them.
    case removeSprites(SpriteSelection)
    /// Inserts a copy directly above each sprite. With `key`, the copies get this key and their own image, which can be replaced.
    case duplicate(SpriteSelection, key: String? = nil)
    /// Multiplies the alpha of sprites in all frames, 0…1. For a matte this fades the sprites that it masks.
    case setOpacity(SpriteSelection, Double)
    /// Moves sprites and their clip paths in all frames, in points. For a matte this moves the mask.
    case setOffset(SpriteSelection, x: Double, y: Double)
    /// Plays the frames from `first` to `last`, both included, `count` times in all. A sound that starts in them starts again each time.
    case loopSection(first: Int, last: Int, count: Int)
    /// Repeats or leaves out frames, so that the frames from `first` to `last` take `frameCount` frames.
    ///
    /// The curve from time to progress is a Bézier curve from (0, 0) to (1, 1) with these two control points, by default a line: constant speed.
    /// (0.42, 0) starts slowly, (0.58, 1) ends slowly. Sounds keep their speed.
    case retime(first: Int, last: Int, frameCount: Int, x1: Double = 0, y1: Double = 0, x2: Double = 1, y2: Double = 1)
    /// Moves a sound, so that it first starts at a frame.
    case startSound(key: String, frame: Int)
    /// Multiplies the volume of an MP3 by 0.01 to 4, in steps of 1.5 dB, without encoding it again.
    case setVolume(key: String, Double)

    /// The same change in the form of the package; nil for edits of ``MovieEditor/apply(_:)`` itself.
    var movieEdit: MovieEdit? {
        switch self {
        case .setImage, .rename, .delete, .setFPS, .trim, .setCanvas, .scale, .setAudio, .removeAudio, .merge: nil
        case .setText(let key, let text, let isMarkup, let style, let fonts):
            .setText(key: key, TextContent(text, isMarkup: isMarkup, style: style), fonts: fonts)
        case .hide(let key): .hide(key: key)
        case .crop(let x, let y, let width, let height): .crop(x: x, y: y, width: width, height: height)
        case .setCanvasColor(let color): .setCanvasColor(color)
        case .reorder(let sprites, let position): .reorder(sprites, position)
        case .removeSprites(let sprites): .removeSprites(sprites)
        case .duplicate(let sprites, let key): .duplicate(sprites, key: key)
        case .setOpacity(let sprites, let opacity): .setOpacity(sprites, opacity)
        case .setOffset(let sprites, let x, let y): .setOffset(sprites, x: x, y: y)
        case .loopSection(let first, let last, let count): .loopSection(first: first, last: last, count: count)
        case .retime(let first, let last, let count, let x1, let y1, let x2, let y2):
            .retime(first: first, last: last, frames: count, CubicEasing(x1: x1, y1: y1, x2: x2, y2: y2))
        case .startSound(let key, let frame): .startSound(key: key, frame: frame)
        case .setVolume(let key, let volume): .setVolume(key: key, volume)
        }
    }
}

extension SVGADocument {
    /// Changes the document.
    ///
    /// - Parameters:
    ///   - edit: the change.
    ///   - limits: the limits for the changed document and for inserted pictures.
    /// - Returns: a summary as text.
    /// - Throws: ``SVGAError``. The document is then unchanged.
    @discardableResult
    public mutating func apply(_ edit: DocumentEdit, limits: ReadLimits = .default) throws(SVGAError) -> String {
        try change(edit, limits: limits).description
    }

    /// The same, with a summary that can be translated.
    package mutating func change(_ edit: DocumentEdit, limits: ReadLimits = .default) throws(SVGAError) -> Message {
        var editor = MovieEditor(movie, limits: limits)
        try editor.apply(edit)
        movie = editor.movie
        return editor.note
    }
}
