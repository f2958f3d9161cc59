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
