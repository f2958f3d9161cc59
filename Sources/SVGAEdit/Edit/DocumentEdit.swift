public import SVGAFormat
public import SVGAModel
public import SVGARender

/// One change of a document. Several are applied in order, each to what the one before left.
///
/// A key names every sprite whose `imageKey` equals it, or equals it without `.matte` or `.vector` (Rules of rendering, section 8).
public enum DocumentEdit: Sendable {
    /// Puts a picture in the place of the bitmap of the sprites with this key: PNG, JPEG, WebP, GIF or BMP, told by its bytes.
    ///
    /// Sprites of other keys keep what they show, also where they shared the bitmap. As it is, unless it has to be made to fit (a
    /// fit other than `fill`, a mask, an EXIF orientation, or much larger than it is ever shown): then it is drawn once for its
    /// place, as ``/SVGARender/Substitutions`` draws it, and stored as PNG.
    case setImage(key: String, bytes: [UInt8], fit: ImageFit = .fill, mask: ImageMask = .none)
    /// Gives sprites, their image, what they mask and a sound another key. Everything must show what it showed before.
    case rename(from: String, to: String)
    /// Removes the sprites and the sound with this key, and payloads that nothing uses then. What a removed matte masked is
    /// drawn unmasked.
    case delete(key: String)
    /// Plays the same frames faster or slower; at least 1.
    case setFPS(Int)
    /// Keeps the frames from `first` to `last`, both included, counted from 0. Sounds are cut with them.
    case trim(first: Int, last: Int)
    /// Gives the canvas another size in points and moves everything drawn by `x` and `y` points.
    case setCanvas(width: Double, height: Double, x: Double = 0, y: Double = 0)
    /// Makes everything so many times as large: canvas, places, layouts, shapes, paths and strokes. Above 0.
    case scale(Double)
    /// Replaces the sound with this key; where there is none, adds it, to play from the first frame to the end.
    case setAudio(key: String, bytes: [UInt8])
    /// Removes all sounds.
    case removeAudio
    /// Adds another document's frames. The two must have the same frames a second; the canvas stays, and so does what only this
    /// document has beside its movie. Keys of the other that mean something else here get new names.
    case merge(SVGADocument, MergePlacement = .append)
}

/// Where the frames of a document that is merged go.
public enum MergePlacement: Hashable, Sendable {
    /// Behind the last frame.
    case append
    /// Above everything else, from this frame on; at most the movie's length.
    case overlay(at: Int)
}

extension SVGADocument {
    /// Changes the document.
    ///
    /// - Parameters:
    ///   - edit: what to change.
    ///   - limits: what the changed document, and pictures put in, may ask for.
    /// - Returns: what was done, in words for a person.
    /// - Throws: ``EditError``; the document is then as it was before.
    @discardableResult
    public mutating func apply(_ edit: DocumentEdit, limits: ReadLimits = .default) throws(EditError) -> String {
        var editor = MovieEditor(movie, limits: limits)
        try editor.apply(edit)
        movie = editor.movie
        return editor.note
    }
}
