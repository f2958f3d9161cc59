import SVGAImage
public import SVGAModel
public import SVGARender
package import SVGASupport

/// Why frames could not be written. The description is one line for a person.
public enum SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, pipe or folder at `path` cannot be made or written; `reason` is the system's own text.
    case file(path: String, reason: String)
    /// There is a file at `path` already, and overwriting was not asked for.
    case exists(path: String)
    /// What was asked for cannot be made: the frames, speed, frame rate or repetition.
    case impossible(reason: String)
    /// The pattern for file names does not fit.
    case pattern(String, reason: String)
    /// A frame is not opaque, and the format has no alpha.
    case alphaNotHeld(format: String, frame: Int)
    /// A frame does not fit a page of a sheet, or nothing makes the output as small as it has to be.
    case doesNotFit(reason: String)
    /// A frame cannot be drawn.
    case render(SVGAError)
    /// The output grew larger than the `maximumBytes` of the ``ExportOptions``.
    case tooLarge(bytes: Int, allowed: Int)
    /// The export took longer than the `timeLimit` of the ``ExportOptions``. Nothing was left behind.
    case timedOut
    /// The encoder refused a frame; `reason` is the library's own text.
    case encode(frame: Int, reason: String)
    /// The sound of this key or at this path cannot be used; `reason` is the decoder's own text.
    case sound(String, reason: String)
    /// The video or sound encoder, or the writer of the file, gave up; `reason` is the library's own text.
    case codec(String, reason: String)
    /// The format needs libav, and the library was built without it.
    case unavailable(format: String)
    /// The task was cancelled. Nothing was left behind.
    case cancelled

    /// One line for a person.
    public var description: String {
        switch self {
        case .file(let path, let reason): return "\(path): \(reason)"
        case .exists(let path): return "\(path) exists already"
        case .impossible(let reason), .doesNotFit(let reason): return reason
        case .pattern(let pattern, let reason): return "\"\(pattern)\" is no pattern for file names: \(reason)"
        case .alphaNotHeld(let format, let frame):
            return "\(format) has no alpha, and frame \(frame) is not opaque: give it a background, put the alpha beside the colours, or "
                + "choose a format with alpha: WebM, MOV, WebP, APNG"
        case .render(let error): return error.description
        case .tooLarge(let bytes, let allowed): return "\(bytes) bytes are more than the \(allowed) allowed"
        case .timedOut: return "the export took longer than it may"
        case .encode(let frame, let reason): return "frame \(frame) cannot be encoded: \(reason)"
        case .sound(let name, let reason): return "the sound \"\(name)\" cannot be used: \(reason)"
        case .codec(let name, let reason): return "\(name): \(reason)"
        case .unavailable(let format): return "this was built without libav, which \(format) needs"
        case .cancelled: return "cancelled"
        }
    }
}

/// What cannot be made, by its kind.
extension SVGAError {
    /// The frames, speed, frame rate or repetition asked for are not possible.
    package static func timing(reason: String) -> SVGAError { .impossible(reason: reason) }

    /// There are no frames to write.
    package static var noFrames: SVGAError { .timing(reason: "there are no frames to write") }

    /// Not even one frame fits a page of this many pixels a side.
    package static func largerThanPage(frame: Int, width: Int, height: Int, sidePixels: Int) -> SVGAError {
        let percent = max(1, 100 * sidePixels / max(width, height))
        return .doesNotFit(
            reason: "frame \(frame) covers \(width) × \(height) pixels, and a page of the sheet has at most \(sidePixels) a side: make the "
                + "frames smaller (\(percent) % of the size would do) or the pages larger")
    }

    /// No quality, size or frame rate makes the output as small as that; the smallest that was tried has so many bytes.
    package static func targetSize(bytes: Int, smallest: Int) -> SVGAError {
        .doesNotFit(
            reason: "no quality, size or frame rate worth having makes this as small as \(bytes) bytes: the smallest found has \(smallest)")
    }
}

/// Runs an encoder of a frame and says in its error which frame it was.
func encoding<Result>(frame: Int, _ encode: () throws(SVGAError) -> Result) throws(SVGAError) -> Result {
    do throws(SVGAError) {
        return try encode()
    } catch {
        switch error {
        case .cancelled: throw .cancelled
        case .encoding(_, let reason): throw .encode(frame: frame, reason: reason)
        default: throw .encode(frame: frame, reason: error.description)
        }
    }
}

extension SVGAError {
    package init(_ error: FileError) {
        switch error {
        case .failed(let path, let reason): self = .file(path: path, reason: reason)
        case .exists(let path): self = .exists(path: path)
        }
    }

    /// Runs something that makes or writes files, with its errors as those of an export.
    package static func mapping<Result>(_ body: () throws(FileError) -> Result) throws(SVGAError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw SVGAError(error)
        }
    }
}
