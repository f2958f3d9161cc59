package import SVGAModel
package import SVGASupport

/// A change of the picture, the sound or the size of an output that the user did not request.
package struct TaskWarning: Hashable, Sendable {
    package enum Detail: Hashable, Sendable {
        case missingGlyphs(key: String, [Unicode.Scalar])
        /// - Parameter frames: the frames that show the key.
        case keyNotShown(key: String, frames: [Range<Int>])
        case soundLeftOut(OutputFormat)
        /// - Parameter hasQuality: whether a quality was set.
        case largeOutput(OutputFormat, bytes: Int, inputBytes: Int, hasQuality: Bool)
        case textCut(key: String)
        case textShrunk(key: String, scale: Double)
        case pictureEnlarged(key: String, factor: Double, width: Int, height: Int)
        case fontSubstituted(key: String, requested: String, used: String)
        case framesLeftOut(highest: FrameRate)
        /// - Parameter share: of the visible pixels, 0 to 1.
        case alphaLost(share: Double)
        case animatedPicture(key: String)
        case colorProfile(key: String)
        /// - Parameter file: the default.
        case defaultImage(key: String, file: String, reason: TaskText)
        case slowFrames(OutputFormat, FrameRate)
        /// - Parameter key: the name of the layer, or the id of the image.
        case imageMissing(key: String, reason: TaskText)
        /// - Parameter lost: the number of frames of the MP3 that cannot be decoded.
        case soundDamaged(key: String, lost: Int, frameCount: Int)
    }

    /// The input, or the output for a warning about its size or pixels.
    package let file: String
    package let detail: Detail

    package init(file: String, _ detail: Detail) { (self.file, self.detail) = (file, detail) }

    package var code: WarningCode {
        switch detail {
        case .missingGlyphs: .missingGlyphs
        case .keyNotShown: .keyNotShown
        case .soundLeftOut: .soundLeftOut
        case .largeOutput: .largeOutput
        case .textCut: .textCut
        case .textShrunk: .textShrunk
        case .pictureEnlarged: .pictureEnlarged
        case .fontSubstituted: .fontSubstituted
        case .framesLeftOut: .framesLeftOut
        case .alphaLost: .alphaLost
        case .animatedPicture: .animatedPicture
        case .colorProfile: .colorProfile
        case .defaultImage: .defaultImage
        case .slowFrames: .slowFrames
        case .imageMissing: .imageMissing
        case .soundDamaged: .soundDamaged
        }
    }

    /// The key that the warning concerns; nil: the entire output.
    package var key: String? {
        switch detail {
        case .missingGlyphs(let key, _), .keyNotShown(let key, _), .textCut(let key), .textShrunk(let key, _),
            .pictureEnlarged(let key, _, _, _),
            .fontSubstituted(let key, _, _), .animatedPicture(let key), .colorProfile(let key),
            .defaultImage(let key, _, _), .imageMissing(let key, _), .soundDamaged(let key, _, _):
            key
        case .soundLeftOut, .largeOutput, .framesLeftOut, .alphaLost, .slowFrames: nil
        }
    }

    /// What happens and what to do, without the file and the code.
    package var text: TaskText { "\(message); \(advice)" }

    /// The same warning with another name of the file.
    package func named(_ file: String) -> TaskWarning { TaskWarning(file: file, detail) }

    /// One line for standard error: `FILE: warning CODE: what happens; what to do`.
    package var line: TaskText { "\(file): warning \(code.name): \(text)" }

    /// - Parameter wording: the wording of the message.
    package func json(as wording: Wording) -> JSONValue {
        var members = [JSONValue.Member(name: "code", value: .string(code.name))]
        if let key { members.append(JSONValue.Member(name: "key", value: .string(key))) }
        members.append(JSONValue.Member(name: "message", value: .string(text.text(as: wording))))
        return .object(members)
    }
}

// MARK: - Texts

extension TaskWarning {
    package var message: TaskText {
        switch detail {
        case .missingGlyphs(let key, let scalars): "no font has these characters of the text \"\(key)\": \(TaskWarning.list(scalars))"
        case .keyNotShown(let key, _): "\"\(key)\" is set, but no rendered frame shows it"
        case .soundLeftOut(let format): "the sound is left out, because \(format.rawValue) has none"
        case .largeOutput(_, let bytes, let inputBytes, _):
            "its \(Units.bytes(bytes)) are \(bytes / max(1, inputBytes)) times the size of the input"
        case .textCut(let key): "the text \"\(key)\" is too long and is cut"
        case .textShrunk(let key, let scale): "the text \"\(key)\" is too long and is drawn at \(TaskWarning.percent(scale)) % of its size"
        case .pictureEnlarged(let key, let factor, let width, let height):
            "the image \"\(key)\" of \(width)×\(height) px is enlarged \(Units.decimal(factor, places: 2)) times"
        case .fontSubstituted(let key, let requested, let used):
            "the font \"\(requested)\" of the text \"\(key)\" is not installed, so \"\(used)\" is used"
        case .framesLeftOut(let highest): "a GIF shows at most \(highest) frames per second, so some frames are left out"
        case .alphaLost(let share): "\(TaskWarning.percent(share)) % of the visible pixels are translucent, which GIF does not support"
        case .animatedPicture(let key): "only the first frame of the animated image \"\(key)\" is drawn"
        case .colorProfile(let key): "the color profile of the image \"\(key)\" is ignored"
        case .defaultImage(let key, let file, let reason): "the image \"\(key)\" cannot be read, so \(file) is drawn (\(reason))"
        case .slowFrames(let format, let rate):
            "browsers show frames of 10 ms or less for 100 ms, so this \(format.rawValue) of \(rate) frames per second plays slowly"
        case .imageMissing(_, let reason): reason
        case .soundDamaged(let key, let lost, let count):
            "\(lost) of \(count) frames of the sound \"\(key)\" are damaged or missing, and are left out"
        }
    }

    package var advice: TaskText {
        switch detail {
        case .missingGlyphs(_, let scalars):
            "install \(FontPackage.names(for: scalars).joined(separator: ", ")), or add a font with \(option: "font", "FILE")"
        case .keyNotShown(_, let frames):
            frames.isEmpty ? "no frame of the movie shows it" : "it is visible with \(option: "frames", TaskWarning.list(frames))"
        case .soundLeftOut: "write mp4, webm, mov or html, or accept it with \(option: "audio", "drop")"
        case .largeOutput(let format, _, _, let hasQuality): TaskWarning.advice(onLarge: format, hasQuality: hasQuality)
        case .textCut(let key): "shorten it, or use \(option: "text-style", "\(key)=lines:2")"
        case .textShrunk: "shorten it, or allow more lines"
        case .pictureEnlarged(_, let factor, let width, let height):
            "use one of at least \(TaskWarning.side(width, factor))×\(TaskWarning.side(height, factor)) px"
        case .fontSubstituted: "install it, or name its file with \(option: "font", "FILE")"
        case .framesLeftOut(let highest): "accept it with \(option: "fps", "\(highest)")"
        case .alphaLost: "use \(option: "matte", "COLOR") or \(option: "background", "COLOR")"
        case .animatedPicture: "use a still image"
        case .colorProfile: "convert it to sRGB"
        case .defaultImage: "provide the image, or accept the default"
        case .slowFrames: "use \(option: "fps", "60")"
        case .imageMissing(let key, _): "add the file, or use \(option: "set-image", "\(key)=FILE")"
        case .soundDamaged: "export the sound again, or use \(option: "audio", "FILE")"
        }
    }

    private static func advice(onLarge format: OutputFormat, hasQuality: Bool) -> TaskText {
        if !format.options.contains(.quality) { return "write a .webp with \(option: "quality", "80")" }
        if format == .mov { return "write a .webm, or use \(option: "size")" }
        return hasQuality
            ? "use a lower \(option: "quality"), \(option: "size") or \(option: "fps")"
            : "use \(option: "quality", "\(format == .gif ? 60 : 80)")"
    }

    private static func percent(_ share: Double) -> String { Units.decimal(100 * share, places: 0) }

    private static func side(_ pixels: Int, _ factor: Double) -> Int { Int(saturating: (Double(pixels) * factor).rounded(.up)) }

    /// The maximum number of characters and of ranges in a text.
    private static let maximumListed = 8

    /// `林 (U+6797), 小 (U+5C0F)`.
    private static func list(_ scalars: [Unicode.Scalar]) -> TaskText {
        let names = scalars.prefix(maximumListed).map { scalar in
            "\(scalar) (U+\(String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)))"
        }
        let list = names.joined(separator: ", ")
        return scalars.count > names.count ? "\(list) and \(scalars.count - names.count) more" : TaskText(verbatim: list)
    }

    /// `2-9,30`, as the option `frames` takes it.
    private static func list(_ frames: [Range<Int>]) -> String {
        frames.prefix(maximumListed).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }.joined(
            separator: ",")
    }
}

/// The Debian packages of fonts by characters.
enum FontPackage {
    static func names(for scalars: [Unicode.Scalar]) -> [String] {
        var names: [String] = []
        for scalar in scalars {
            let name = name(for: scalar)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Other blocks of Chinese, Japanese and Korean: punctuation, kana, Bopomofo, Hangul, full-width forms.
    private static let eastAsian: [ClosedRange<UInt32>] = [
        0x1100...0x11FF, 0x2E80...0x4DBF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
    ]

    private static func name(for scalar: Unicode.Scalar) -> String {
        if scalar.properties.isIdeographic || eastAsian.contains(where: { $0.contains(scalar.value) }) { return "fonts-noto-cjk" }
        if scalar.properties.isEmojiPresentation || (0x1F000...0x1FAFF).contains(scalar.value) { return "fonts-noto-color-emoji" }
        return "fonts-noto-core"
    }
}
