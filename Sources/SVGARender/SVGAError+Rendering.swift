package import SVGAModel
package import SVGASupport

/// The errors of rendering.
extension SVGAError {
    /// The frame is not in `0..<frameCount`.
    package static func frameOutOfRange(frame: Int, frameCount: Int) -> SVGAError {
        SVGAError(
            .invalidRequest,
            frameCount > 0
                ? "there is no frame \(frame): the movie has frames 0 to \(frameCount - 1)"
                : "there is no frame \(frame): the movie has no frames",
            subject: .frame(frame, key: nil), detail: .frameOutOfRange)
    }

    /// With this size, crop or transform of ``RenderOptions``, the output is empty.
    package static func emptyOutput(reason: Message) -> SVGAError { SVGAError(.invalidRequest, reason, detail: .emptyOutput) }

    /// A side of the output exceeds the maximum of pictures.
    package static func sideTooLong(pixels: Int, allowed: Int) -> SVGAError {
        SVGAError(.limit, "a side has \(pixels) pixels, and at most \(allowed) are supported", detail: .sideTooLong)
    }

    /// Drawing failed, for example because memory could not be allocated.
    package static func drawing(reason: Message) -> SVGAError {
        SVGAError(.encoding, "drawing failed: \(reason)", detail: .drawing)
    }

    /// This error as that of the text for a key.
    package func text(key: String) -> SVGAError { prefixed("the text for \"\(key)\"", about: .key(key)) }

    /// This error as that of the image for a key.
    package func image(key: String) -> SVGAError { prefixed("the image for \"\(key)\"", about: .key(key)) }
}

/// The errors of drawing a text.
extension SVGAError {
    /// A font file is missing, or is not a font.
    package static func fontFile(path: String, reason: Message) -> SVGAError {
        SVGAError(.file, "font \(path): \(reason)", subject: .path(path), detail: .fontFile(path: path, reason: reason))
    }

    /// There are neither font files nor system fonts.
    package static let noFonts = SVGAError(.unsupported, "there is no font for texts", detail: .noFonts)

    /// The text is not valid markup.
    /// - Parameters:
    ///   - line: 1-based; nil if Pango does not report it.
    ///   - column: 1-based, counted from the first character that is not white space; nil if Pango does not report it.
    package static func markup(reason: Message, line: Int?, column: Int?) -> SVGAError {
        var location: Message = ""
        if let line {
            location = ", line \(line)"
            if let column { location += ", column \(column)" }
        }
        return SVGAError(.invalidRequest, "markup\(location): \(reason)", detail: .markup)
    }

    /// Pango or Cairo failed.
    package static func textDrawing(reason: Message) -> SVGAError {
        SVGAError(.encoding, "text cannot be drawn: \(reason)", detail: .drawing)
    }
}
