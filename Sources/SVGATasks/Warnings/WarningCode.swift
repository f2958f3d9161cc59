package import SVGAModel
package import SVGASupport

/// The codes of warnings about an output, SVGA401 to SVGA499. The meaning of a code never changes, and no code is used again.
package enum WarningCode: String, CaseIterable, Sendable {
    case missingGlyphs = "SVGA401"
    case keyNotShown = "SVGA402"
    case soundLeftOut = "SVGA403"
    case largeOutput = "SVGA404"
    case textCut = "SVGA405"
    case textShrunk = "SVGA406"
    case pictureEnlarged = "SVGA407"
    case fontSubstituted = "SVGA408"
    case framesLeftOut = "SVGA409"
    case alphaLost = "SVGA410"
    case animatedPicture = "SVGA411"
    case colorProfile = "SVGA412"
    case defaultImage = "SVGA413"
    case slowFrames = "SVGA414"
    case imageMissing = "SVGA415"
    case soundDamaged = "SVGA416"

    package var name: String { rawValue }

    /// The meaning, as one sentence.
    package var meaning: Message {
        switch self {
        case .missingGlyphs: "A text has characters that no font has; boxes are drawn instead."
        case .keyNotShown: "An image, a text or a hidden key was set, but no rendered frame shows its sprites."
        case .soundLeftOut: "The movie has sound, but the output has none."
        case .largeOutput: "The output is more than ten times as large as the input."
        case .textCut: "A text is too long, so characters are left out."
        case .textShrunk: "A text is too long, so its letters are drawn smaller."
        case .pictureEnlarged: "A set image is enlarged more than twice, so it looks blurred."
        case .fontSubstituted: "The requested font is not installed; another font is used."
        case .framesLeftOut: "The output's format cannot show so many frames per second, so frames are left out."
        case .alphaLost: "Translucent pixels become opaque or transparent, because GIF has no others."
        case .animatedPicture: "A set image is animated, but only its first frame is drawn."
        case .colorProfile: "The color profile of a set image is ignored, so its colors differ."
        case .defaultImage: "A set image cannot be read, so its default is drawn."
        case .slowFrames: "The frames are so short that browsers show each of them for 0.1 seconds."
        case .imageMissing: "An image of a Lottie is missing or cannot be decoded, so nothing is drawn for it."
        case .soundDamaged: "A sound is damaged or incomplete, so parts of it are left out."
        }
    }

    /// The remedy, without a full stop.
    package var remedy: TaskText {
        switch self {
        case .missingGlyphs: "Install the package that the warning names, or add a font with \(option: "font")"
        case .keyNotShown: "Render frames that show the key, or leave the option out"
        case .soundLeftOut: "Write MP4, WebM, MOV or HTML, or accept it with \(option: "audio", "drop")"
        case .largeOutput: "Use a lossy quality, fewer pixels or fewer frames, or another format"
        case .textCut: "Use a shorter text, a smaller size or more lines"
        case .textShrunk: "Use a shorter text or more lines"
        case .pictureEnlarged: "Set an image with as many pixels as it covers in the output"
        case .fontSubstituted: "Install the font, or name its file with \(option: "font")"
        case .framesLeftOut: "Set the frame rate with \(option: "fps")"
        case .alphaLost: "Use \(option: "matte") or \(option: "background"), or write WebP or APNG"
        case .animatedPicture: "Set a still image"
        case .colorProfile: "Convert the image to sRGB"
        case .defaultImage: "Provide the image, or raise the limit that the warning names"
        case .slowFrames: "Set a lower frame rate with \(option: "fps")"
        case .imageMissing: "Put the image file beside the Lottie, or set an image with \(option: "set-image")"
        case .soundDamaged: "Export the sound again, or use another one with \(option: "audio")"
        }
    }
}

/// Codes of warnings about an output or a file, separated by commas: `SVGA401,SVGA006`.
package struct WarningCodes: ExpressibleByArgument, Hashable {
    package private(set) var codes: [WarningCode] = []
    package private(set) var diagnostics: [Diagnostic.Code] = []

    package init?(argument: String) {
        for name in argument.split(separator: ",", omittingEmptySubsequences: false).map({ $0.uppercased() }) {
            if let code = WarningCode(rawValue: name) {
                codes.append(code)
            } else if let code = Diagnostic.Code(rawValue: name) {
                diagnostics.append(code)
            } else {
                return nil
            }
        }
    }

    package static var expectation: TaskText { "codes of warnings, separated by commas, such as SVGA403,SVGA404" }
}
