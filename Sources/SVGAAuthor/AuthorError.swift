public import SVGAImage
public import SVGAModel
import SVGASupport

/// Why something cannot be part of a movie. The call that throws it has added nothing. The description is one line for a person.
///
/// `key` is the key that was given for the sprite, matte, image or sound; frames are counted from 0.
public enum AuthorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side of the canvas is not from 1 to 32 767 points.
    case canvas(width: Double, height: Double)
    /// Not from 1 to 1000 frames a second.
    case fps(Int)
    /// A movie has at least one frame.
    case frameCount(Int)
    /// The text cannot be a key; `reason` says why.
    case invalidKey(String, reason: String)
    /// The key is in use; `owner` says by what.
    case keyTaken(String, owner: String)
    /// No image has the key, and the sprite has no shapes to show instead; `nearest` are similar keys of images.
    case unknownImage(key: String, nearest: [String])
    /// The matte belongs to another movie.
    case unknownMatte(key: String)
    /// No sound has the key.
    case unknownSound(key: String)
    /// The picture cannot be decoded or encoded.
    case image(key: String, ImageError)
    /// The sound cannot be used; `reason` says why.
    case sound(key: String, reason: String)
    /// A frame, or the end of a range of frames, lies outside of the movie, which has `frames`.
    case frameOutOfRange(key: String, frame: Int, frames: Int)
    /// Two ranges have the frame.
    case frameTwice(key: String, frame: Int)
    /// A number that is not finite, or too large for a file; `what` names it, such as `the transform`.
    case notFinite(key: String, frame: Int, what: String)
    /// A number that no player expects: `what` names it, such as `alpha`, and `allowed` says what it may be.
    case outOfRange(key: String, frame: Int, what: String, value: Double, allowed: String)
    /// A path that draws nothing, or does not start with a move; `what` names it, such as `the clip path`.
    case path(key: String, frame: Int, what: String, reason: String)
    /// The movie would be larger than readers allow.
    case limit(LimitExceeded)

    /// What is wrong, with the key and the frame, in one line without a full stop.
    public var description: String {
        switch self {
        case .canvas(let width, let height):
            return "a canvas of \(width.brief) × \(height.brief): each side has to be from 1 to \(MovieBuilder.longestSide) points"
        case .fps(let fps): return "\(fps) frames a second: it has to be from 1 to \(FrameRate.highest)"
        case .frameCount(let count): return "a movie of \(count) frames: it needs at least one"
        case .invalidKey(let key, let reason): return "\(key.quoted) cannot be a key: \(reason)"
        case .keyTaken(let key, let owner): return "the key \(key.quoted) is taken: \(owner)"
        case .unknownImage(let key, let nearest):
            return "no image has the key \(key.quoted), and the sprite has no shapes"
                + (nearest.isEmpty ? "" : "; the nearest are " + nearest.map(\.quoted).joined(separator: ", "))
        case .unknownMatte(let key): return "the matte \(key.quoted) is not one of this movie"
        case .unknownSound(let key): return "no sound has the key \(key.quoted)"
        case .image(let key, let error): return "image \(key.quoted): \(error.description)"
        case .sound(let key, let reason): return "sound \(key.quoted): \(reason)"
        case .frameOutOfRange(let key, let frame, let frames):
            return "\(key.quoted): frame \(frame) is not one of the movie's, which has \(frames)"
        case .frameTwice(let key, let frame): return "\(key.quoted): two ranges have frame \(frame)"
        case .notFinite(let key, let frame, let what): return "\(key.quoted), frame \(frame): \(what) has a number that is not finite"
        case .outOfRange(let key, let frame, let what, let value, let allowed):
            return "\(key.quoted), frame \(frame): \(what) is \(value.brief), not \(allowed)"
        case .path(let key, let frame, let what, let reason): return "\(key.quoted), frame \(frame): \(what) \(reason)"
        case .limit(let limit): return limit.description
        }
    }
}
