import SVGAImage
public import SVGARender
package import SVGASupport

/// Why frames could not be written. The description is one line for a person.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, pipe or folder at `path` cannot be made or written; `reason` is the system's own text.
    case file(path: String, reason: String)
    /// There is a file at `path` already, and overwriting was not asked for.
    case exists(path: String)
    /// The pattern for file names does not fit.
    case pattern(String, reason: String)
    /// The frames do not fit one picture of this many pixels a side; at about `fittingPercent` of their size they would.
    case sheetFull(sidePixels: Int, fittingPercent: Int)
    /// A frame cannot be drawn.
    case render(RenderError)
    /// The frames, speed, frame rate or repetition asked for are not possible.
    case timing(reason: String)
    /// The output grew larger than ``ExportOptions/maximumBytes``.
    case tooLarge(bytes: Int, allowed: Int)
    /// No quality, size or frame rate makes the output as small as that.
    case targetSize(bytes: Int)
    /// The encoder refused a frame; `reason` is the library's own text.
    case encode(frame: Int, reason: String)
    /// The sound of this key or at this path cannot be used; `reason` is the decoder's own text.
    case sound(String, reason: String)
    /// A frame is not opaque, and the format has no alpha.
    case alphaNotHeld(format: String, frame: Int)
    /// The video or sound encoder, or the writer of the file, gave up; `reason` is the library's own text.
    case codec(String, reason: String)
    /// The format needs libav, and the library was built without it.
    case unavailable(format: String)
    /// The task was cancelled. Nothing was left behind.
    case cancelled

    /// There are no frames to write.
    package static var noFrames: ExportError { .timing(reason: "there are no frames to write") }

    public var description: String {
        switch self {
        case .file(let path, let reason): return "\(path): \(reason)"
        case .exists(let path): return "\(path) exists already"
        case .pattern(let pattern, let reason): return "\"\(pattern)\" is no pattern for file names: \(reason)"
        case .sheetFull(let side, let percent):
            return
                "the frames do not fit a sheet of \(side) × \(side) pixels: make them smaller (about \(percent) % of the size would do), "
                + "choose fewer of them, or show fewer a second"
        case .render(let error): return error.description
        case .timing(let reason): return reason
        case .targetSize(let bytes): return "no quality, size or frame rate worth having makes this as small as \(bytes) bytes"
        case .tooLarge(let bytes, let allowed): return "\(bytes) bytes are more than the \(allowed) allowed"
        case .encode(let frame, let reason): return "frame \(frame) cannot be encoded: \(reason)"
        case .sound(let name, let reason): return "the sound \"\(name)\" cannot be used: \(reason)"
        case .alphaNotHeld(let format, let frame):
            return "\(format) has no alpha, and frame \(frame) is not opaque: give it a background, put the alpha beside the colours, "
                + "or choose a format with alpha: WebM, MOV, WebP, APNG"
        case .codec(let name, let reason): return "\(name): \(reason)"
        case .unavailable(let format): return "this was built without libav, which \(format) needs"
        case .cancelled: return "cancelled"
        }
    }
}

/// Runs an encoder of a frame and says in its error which frame it was.
func encoding<Result>(frame: Int, _ encode: () throws(ImageError) -> Result) throws(ExportError) -> Result {
    do throws(ImageError) {
        return try encode()
    } catch {
        switch error {
        case .cancelled: throw .cancelled
        case .encoding(_, let reason): throw .encode(frame: frame, reason: reason)
        default: throw .encode(frame: frame, reason: error.description)
        }
    }
}

extension ExportError {
    package init(_ error: FileError) {
        switch error {
        case .failed(let path, let reason): self = .file(path: path, reason: reason)
        case .exists(let path): self = .exists(path: path)
        }
    }

    /// Runs something that makes or writes files, with its errors as those of an export.
    package static func mapping<Result>(_ body: () throws(FileError) -> Result) throws(ExportError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw ExportError(error)
        }
    }
}
