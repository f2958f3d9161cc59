package import SVGAModel
package import SVGASupport

/// Why a movie could not be rendered.
extension SVGAError {
    /// Not in `0..<frameCount`.
    package static func frameOutOfRange(frame: Int, frameCount: Int) -> SVGAError {
        SVGAError(
            .invalidRequest,
            frameCount > 0
                ? "there is no frame \(frame): the movie has frames 0 to \(frameCount - 1)"
                : "there is no frame \(frame): the movie has no frames",
            subject: .frame(frame, key: nil), detail: .frameOutOfRange)
    }

    /// A size, the crop or the transform of ``RenderOptions`` leaves nothing to render.
    package static func emptyOutput(reason: Message) -> SVGAError { SVGAError(.invalidRequest, reason, detail: .emptyOutput) }

    /// A side of the output is longer than pictures can be.
    package static func sideTooLong(pixels: Int, allowed: Int) -> SVGAError {
        SVGAError(.limit, "a side has \(pixels) pixels, and at most \(allowed) are supported", detail: .sideTooLong)
    }

    /// There was no memory to draw with.
    package static func drawing(reason: Message) -> SVGAError {
        SVGAError(.encoding, "drawing failed: \(reason)", detail: .drawing)
    }

    /// The same error of a text for a key, which cannot be laid out.
    package func text(key: String) -> SVGAError { prefixed("the text for \"\(key)\"", about: .key(key)) }

    /// The same error of an image for a key, which cannot be prepared.
    package func image(key: String) -> SVGAError { prefixed("the image for \"\(key)\"", about: .key(key)) }
}

/// Why a text cannot be drawn.
extension SVGAError {
    /// A font file is missing, or is not a font.
    package static func fontFile(path: String, reason: Message) -> SVGAError {
        SVGAError(.file, "font \(path): \(reason)", subject: .path(path), detail: .fontFile(path: path, reason: reason))
    }

    /// There are neither font files nor system fonts.
    package static let noFonts = SVGAError(.unsupported, "there is no font for texts", detail: .noFonts)

    /// The text is not valid markup.
    /// - Parameters:
    ///   - line: counted from 1; nil where Pango does not tell.
    ///   - column: counted from 1, from the first character that is not white space; nil where Pango does not tell.
    package static func markup(reason: Message, line: Int?, column: Int?) -> SVGAError {
        var location: Message = ""
        if let line {
            location = ", line \(line)"
            if let column { location += ", column \(column)" }
        }
        return SVGAError(.invalidRequest, "markup\(location): \(reason)", detail: .markup)
    }

    /// Pango or Cairo refused.
    package static func textDrawing(reason: Message) -> SVGAError {
        SVGAError(.encoding, "text cannot be drawn: \(reason)", detail: .drawing)
    }
}
