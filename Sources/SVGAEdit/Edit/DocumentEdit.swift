public import SVGAFormat
import SVGAImage
public import SVGAModel
public import SVGARender

/// One change of a document. Several are applied in order, each to the result of the one before.
///
/// A key names every sprite whose `imageKey` equals it, or equals it without `.matte` or `.vector` (Rules of rendering, section 8).
public enum DocumentEdit: Sendable {
    /// Replaces the bitmap of the sprites with this key by a picture: PNG, JPEG, WebP, GIF or BMP, recognised by its bytes.
    ///
    /// Sprites with other keys keep what they show, even if they shared the bitmap. The picture is drawn to the size of the largest layout
    /// that shows it, times `density`, and stored as PNG; the layouts become as large as it is. A PNG of that size is stored as it is.
    /// Some players draw bitmaps at their own size, and not all draw other formats.
    case setImage(key: String, bytes: [UInt8], fit: ImageFit = .fill, mask: ImageMask = .none, density: Double = 1)
    /// Gives a key another name wherever it stands: in sprites, images, matte keys and sounds. It is an error if a sprite would then
    /// show something else.
    case rename(from: String, to: String)
    /// Removes the sprites and the sound with this key, and payloads that are unused then. Sprites that a removed matte masked are
    /// drawn unmasked.
    case delete(key: String)
    /// Plays the same frames at another speed; at least 1 fps.
    case setFPS(Int)
    /// Keeps the frames from `first` to `last`, both included, counted from 0. Sounds are cut with them.
    case trim(first: Int, last: Int)
    /// Gives the canvas another size in points and moves everything drawn by `x` and `y` points.
    case setCanvas(width: Double, height: Double, x: Double = 0, y: Double = 0)
    /// Makes everything this many times as large, above 0. Below 1, PNGs lose the pixels that are not shown any more, and layouts become as
    /// large as they are; above it, bitmaps keep the pixels they have.
    case scale(Double)
    /// Replaces the sound with this key. If there is none, it is added and plays from the first frame to the end.
    case setAudio(key: String, bytes: [UInt8])
    /// Removes all sounds.
    case removeAudio
    /// Adds another document's frames: above all sprites from the frame `overlayAt` on, which is 0 to the movie's length, or after the
    /// last frame where it is nil. Other frames a second are made this document's by leaving out or repeating frames. The canvas and the
    /// other ZIP entries of this document stay, and what lay outside of the other's canvas stays hidden. Keys of the other document that
    /// mean something else here get new names. Mattes come first if one of the movies began with one.
    case merge(SVGADocument, overlayAt: Int? = nil)
}

extension SVGADocument {
    /// Changes the document.
    ///
    /// - Parameters:
    ///   - edit: what to change.
    ///   - limits: the limits for the changed document and for pictures that are put in.
    /// - Returns: what was done, as text for a person.
    /// - Throws: ``EditError``. The document is then unchanged.
    @discardableResult
    public mutating func apply(_ edit: DocumentEdit, limits: ReadLimits = .default) throws(EditError) -> String {
        var editor = MovieEditor(movie, limits: limits)
        try editor.apply(edit)
        movie = editor.movie
        return editor.note
    }
}
