package import SVGAModel
package import SVGASupport

/// The errors of exporting.
extension SVGAError {
    /// The requested frames, speed, frame rate or repetition are not possible.
    package static func impossible(reason: Message) -> SVGAError { SVGAError(.invalidRequest, reason, detail: .impossible) }

    /// The pattern for file names is invalid.
    package static func pattern(_ pattern: String, reason: Message) -> SVGAError {
        SVGAError(
            .invalidRequest, "\"\(pattern)\" is not a pattern for file names: \(reason)", detail: .pattern(pattern, reason: reason))
    }

    /// A frame is not opaque, and the format has no alpha.
    package static func alphaNotHeld(format: String, frame: Int) -> SVGAError {
        SVGAError(
            .unsupported,
            """
            \(format) does not support alpha, and frame \(frame) is not opaque: set a background, put the alpha beside the color, or \
            choose a format with alpha: WebM, MOV, WebP, APNG
            """,
            subject: .frame(frame, key: nil), detail: .alphaNotHeld(format: format, frame: frame))
    }

    /// A frame does not fit a page of a sheet, or the output cannot reach the target size.
    package static func doesNotFit(reason: Message) -> SVGAError { SVGAError(.tooLarge, reason, detail: .doesNotFit) }

    /// The output exceeds `maximumBytes` of the ``ExportOptions``.
    package static func tooLarge(bytes: Int, allowed: Int) -> SVGAError {
        SVGAError(
            .tooLarge, "the output has \(bytes) bytes, and at most \(allowed) are allowed",
            detail: .tooLarge(bytes: bytes, allowed: allowed))
    }

    /// The export took longer than `timeLimit` of the ``ExportOptions``. No output exists.
    package static let timedOut = SVGAError(.timedOut, "the export took longer than allowed", detail: .timedOut)

    /// The encoder failed at a frame; `reason` is the library's text.
    package static func encode(frame: Int, reason: Message) -> SVGAError {
        SVGAError(
            .encoding, "frame \(frame) cannot be encoded: \(reason)", subject: .frame(frame, key: nil), detail: .encode)
    }

    /// The sound of this key or at this path cannot be used; `reason` is the decoder's text.
    package static func sound(_ name: String, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, "the sound \"\(name)\" cannot be used: \(reason)", subject: .key(name), detail: .sound(name, reason: reason))
    }

    /// The video or sound encoder, or the writer of the file, failed; `reason` is the library's text.
    package static func codec(_ name: String, reason: Message) -> SVGAError {
        SVGAError(.encoding, "\(name): \(reason)", detail: .codec(name, reason: reason))
    }

    /// The format needs libav, and the library was built without it.
    package static func unavailable(format: String) -> SVGAError {
        SVGAError(
            .unsupported, "this svga was built without libav, which \(format) needs", detail: .unavailable(format: format))
    }
}

/// Errors with fixed texts.
extension SVGAError {
    /// The requested speed, frame rate or repetition is not possible.
    package static func timing(reason: Message) -> SVGAError { .impossible(reason: reason) }

    /// There are no frames to write.
    package static var noFrames: SVGAError { .timing(reason: "there are no frames to write") }

    /// A frame exceeds the page size of a sheet.
    package static func largerThanPage(frame: Int, width: Int, height: Int, sidePixels: Int) -> SVGAError {
        let percent = max(1, 100 * sidePixels / max(width, height))
        return .doesNotFit(
            reason: """
                frame \(frame) covers \(width) × \(height) pixels, and a page of the sheet has at most \(sidePixels) per side: make the \
                frames smaller (\(percent) % of the size would do) or the pages larger
                """)
    }

    /// No quality, size or frame rate reaches the target of `bytes`; the smallest attempt has `smallest` bytes.
    package static func targetSize(bytes: Int, smallest: Int) -> SVGAError {
        .doesNotFit(
            reason: "no acceptable quality, size or frame rate reaches \(bytes) bytes: the smallest found has \(smallest)")
    }
}

/// Encodes a frame, and adds the frame's number to an error.
func encoding<Result>(frame: Int, _ encode: () throws(SVGAError) -> Result) throws(SVGAError) -> Result {
    do throws(SVGAError) {
        return try encode()
    } catch .cancelled {
        throw .cancelled
    } catch {
        if case .encoding(_, let reason)? = error.detail { throw .encode(frame: frame, reason: reason) }
        throw .encode(frame: frame, reason: error.message)
    }
}
