public import SVGAImage
public import SVGAModel
public import SVGAPixels

/// What of the movie is rendered, and how large. They hold for all frames of a ``Scene``.
public struct RenderOptions: Hashable, Sendable {
    /// How large the output is.
    public enum OutputSize: Hashable, Sendable {
        /// Pixels per point, above 0.
        case scale(Double)
        /// Exact pixels; a 0 keeps the aspect. Both 0 means scale 1.
        case pixels(width: Int, height: Int)
    }

    /// How bitmaps are sampled when they are drawn smaller or larger.
    public enum Filter: String, Hashable, Sendable, CaseIterable {
        /// Bilinear without mipmaps, as the players do (Rules of rendering, section 4).
        case bilinear
        /// The same, but a bitmap that is shrunk to less than half is first reduced by averaging, so nothing flickers.
        case best
    }

    /// One pixel a point by default.
    public var size: OutputSize = .scale(1)
    /// The part of the canvas that is rendered, in points; it has to lie within the canvas. nil: all of it. ``size`` is
    /// the size of this part.
    public var crop: Rect?
    /// Painted under everything; nil leaves the frame transparent.
    public var background: Color?
    /// Draw only sprites with this `imageKey` (with or without its suffix); masks still apply. nil: all.
    public var only: String?
    /// Bilinear by default, as in the players.
    public var filter: Filter = .bilinear
    /// How large the output and substituted pictures may be: ``/SVGAModel/ReadLimits/canvasPixels``, ``/SVGAModel/ReadLimits/imagePixels``,
    /// and ``/SVGAModel/ReadLimits/decodedBytes`` for all bitmaps of the scene. A ``PreparedMovie`` has limits of its own for decoding; a scene
    /// made from a movie alone uses these.
    public var limits: ReadLimits = .default

    public init() {}
}

/// Why a movie could not be rendered. The description is one line for a person.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not in `0..<frames`.
    case frameOutOfRange(frame: Int, frames: Int)
    /// The crop does not lie within the canvas, or a size is not above 0.
    case emptyOutput(reason: String)
    /// ``RenderOptions/only`` names no sprite; `nearest` are keys that exist.
    case unknownKey(key: String, nearest: [String])
    case limit(LimitExceeded)
    /// A side of the output is longer than Cairo's images can be.
    case sideTooLong(pixels: Int, allowed: Int)
    /// A text to show for a key cannot be laid out.
    case text(key: String, TextError)
    /// An image to show for a key cannot be prepared.
    case image(key: String, ImageError)
    /// Cairo refused; `reason` is its own text.
    case drawing(reason: String)

    public var description: String {
        switch self {
        case .frameOutOfRange(let frame, let frames):
            return frames > 0
                ? "there is no frame \(frame): the movie has frames 0 to \(frames - 1)" : "there is no frame \(frame): the movie has none"
        case .emptyOutput(let reason): return reason
        case .unknownKey(let key, let nearest):
            return "no sprite has the key \"\(key)\""
                + (nearest.isEmpty ? "" : "; the nearest are " + nearest.map { "\"\($0)\"" }.joined(separator: ", "))
        case .limit(let limit): return limit.description
        case .sideTooLong(let pixels, let allowed): return "a side of \(pixels) pixels is longer than the \(allowed) that can be drawn"
        case .text(let key, let error): return "the text for \"\(key)\": \(error.description)"
        case .image(let key, let error): return "the image for \"\(key)\": \(error.description)"
        case .drawing(let reason): return "drawing failed: \(reason)"
        }
    }
}
