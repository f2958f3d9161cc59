package import SVGAModel
package import SVGASupport

/// The errors of building a movie. A call that throws has added nothing.
extension SVGAError {
    /// A value is not possible in files or players, a key is in use or unknown, or a frame is outside of the movie.
    /// - Parameter reason: the complete description, with the key and the frame.
    package static func invalid(key: String?, frame: Int?, reason: Message) -> SVGAError {
        SVGAError(.invalidRequest, reason, subject: frame.map { .frame($0, key: key) } ?? key.map { .key($0) }, detail: nil)
    }

    /// This error as that of an image, which cannot be decoded or encoded.
    package func image(_ key: String) -> SVGAError { prefixed("image \(key.quoted)", about: .key(key)) }
}

// MARK: - Errors with fixed texts

extension SVGAError {
    /// A side of the canvas is not from 1 to 32 767 points.
    package static func canvas(width: Double, height: Double) -> Self {
        let sides: Message = "each side must be from 1 to \(MovieBuilder.maximumSide) points"
        return .invalid(key: nil, frame: nil, reason: "a canvas of \(width.brief) × \(height.brief): \(sides)")
    }

    /// The frame rate is not from 1 to 1000 fps.
    package static func fps(_ fps: Int) -> Self {
        .invalid(key: nil, frame: nil, reason: "a frame rate of \(fps) fps: it must be from 1 to \(FrameRate.highest)")
    }

    /// The frame count is not from 1 to 2³¹ - 1.
    package static func frameCount(_ count: Int) -> Self {
        .invalid(key: nil, frame: nil, reason: "a movie of \(count) frames: it must have from 1 to \(Int32.max)")
    }

    /// The text cannot be a key, for this reason.
    package static func invalidKey(_ key: String, reason: Message) -> Self {
        .invalid(key: key, frame: nil, reason: "\(key.quoted) cannot be a key: \(reason)")
    }

    /// The key is in use; `owner` describes its user.
    package static func keyTaken(_ key: String, owner: Message) -> Self {
        .invalid(key: key, frame: nil, reason: "the key \(key.quoted) is taken: \(owner)")
    }

    /// No image has the key, and the sprite has no shapes; `nearest` has similar keys of images.
    package static func unknownImage(key: String, nearest: [String]) -> Self {
        let hint: Message = nearest.isEmpty ? "" : "; similar keys: \(nearest.map(\.quoted).joined(separator: ", "))"
        return .invalid(key: key, frame: nil, reason: "no image has the key \(key.quoted), and the sprite has no shapes" + hint)
    }

    /// The matte belongs to another movie.
    package static func unknownMatte(key: String) -> Self {
        .invalid(key: key, frame: nil, reason: "the matte \(key.quoted) is not in this movie")
    }

    /// No sound has the key.
    package static func unknownSound(key: String) -> Self {
        .invalid(key: key, frame: nil, reason: "no sound has the key \(key.quoted)")
    }

    /// The sound cannot be used, for this reason.
    package static func sound(key: String, reason: Message) -> Self {
        .invalid(key: key, frame: nil, reason: "sound \(key.quoted): \(reason)")
    }

    /// A frame, or the end of a range of frames, is outside of the movie.
    package static func frameOutOfRange(key: String, frame: Int, frameCount: Int) -> Self {
        .invalid(key: key, frame: frame, reason: "\(key.quoted): there is no frame \(frame): the movie has \(frameCount)")
    }

    /// A number is not finite, or too large for a file; `what` names it, for example `the transform`.
    package static func notFinite(key: String, frame: Int, what: Message) -> Self {
        let problem: Message = "\(what) has a number that is not finite or too large"
        return .invalid(key: key, frame: frame, reason: "\(key.quoted), frame \(frame): \(problem)")
    }

    /// A number is out of range: `what` names it, for example `alpha`, and `allowed` describes the range.
    package static func outOfRange(key: String, frame: Int, what: Message, value: Double, allowed: Message) -> Self {
        .invalid(key: key, frame: frame, reason: "\(key.quoted), frame \(frame): \(what) is \(value.brief), not \(allowed)")
    }

    /// A path is empty, or does not begin with a move; `what` names it, for example `the clip path`.
    package static func path(key: String, frame: Int, what: Message, reason: Message) -> Self {
        .invalid(key: key, frame: frame, reason: "\(key.quoted), frame \(frame): \(what) \(reason)")
    }
}
