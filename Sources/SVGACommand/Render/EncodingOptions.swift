import SVGAModel

/// How frames become a file; each option is for some formats only.
struct EncodingOptions: Sendable {
    /// The options, by the names that messages call them.
    enum Name: String, CaseIterable, Sendable {
        case quality = "--quality"
        case targetSize = "--target-size"
        case audio = "--audio"
        case alpha = "--alpha"
        case codec = "--codec"
        case matte = "--matte"
        case dither = "--dither"
    }

    enum AlphaLayout: String, CaseIterable, ExpressibleByArgument {
        case sideBySide = "side-by-side"
        case stacked
    }

    enum Codec: String, CaseIterable, ExpressibleByArgument { case prores, qtrle }

    var quality: Quality?
    var targetSize: ByteSize?
    var audio: AudioChoice?
    var alpha: AlphaLayout?
    var codec: Codec?
    var matte: ColorArgument?
    var dither: Fraction?

    static let group = ParameterGroup<EncodingOptions>(
        "Encoding", summary: "--quality --target-size --audio --alpha … (svga help encoding)",
        note: """
            Formats, by the extension of OUT or by --format:
            \(OutputFormat.table)--target-size gives up quality first, then size, then frames, and says what.
            GIF has no half transparent pixels: without --matte soft edges become jagged;
            with the color of the page it will be shown on, they blend into that color.
            --alpha makes an opaque video of two halves, color and alpha, and a JSON of
            where they are: what gift players such as VAP play.

            """,
        [
            .option(\.quality, "--quality", placeholder: "N", help: "0 to 100, for gif, webp, mp4, webm, mov, html"),
            .option(\.targetSize, "--target-size", placeholder: "SIZE", help: "at most this large: 500k, 2m (k is 1000 bytes)"),
            .option(\.audio, "--audio", placeholder: "keep|drop|FILE", help: "the movie's sound (default), none, or a file's"),
            .option(\.alpha, "--alpha", placeholder: "LAYOUT", help: "mp4: side-by-side or stacked halves of color and alpha"),
            .option(\.codec, "--codec", placeholder: "CODEC", help: "mov: prores (default), or qtrle, which is exact"),
            .option(\.matte, "--matte", placeholder: "COLOR", help: "gif: what soft edges blend into"),
            .option(\.dither, "--dither", placeholder: "D", help: "gif: 0 (flat) to 1 (most dots between colors)"),
        ])

    /// What was given on the command line.
    var given: Set<Name> {
        var given: Set<Name> = []
        if quality != nil { given.insert(.quality) }
        if targetSize != nil { given.insert(.targetSize) }
        if audio != nil { given.insert(.audio) }
        if alpha != nil { given.insert(.alpha) }
        if codec != nil { given.insert(.codec) }
        if matte != nil { given.insert(.matte) }
        if dither != nil { given.insert(.dither) }
        return given
    }

    /// Refuses options that the format would ignore.
    func check(for format: OutputFormat) throws(UsageError) {
        for name in Name.allCases where given.contains(name) && !format.options.contains(name) {
            let formats = OutputFormat.allCases.filter { $0.options.contains(name) }.map(\.rawValue)
            throw UsageError(
                message: "\(name.rawValue) means nothing for \(format.rawValue)", advice: "it is for \(formats.joined(separator: ", "))")
        }
    }
}

/// 0 to 100.
struct Quality: ExpressibleByArgument, Hashable {
    let value: Int

    init?(argument: String) {
        guard let value = Int(argument), (0...100).contains(value) else { return nil }
        self.value = value
    }
    static var expectation: String { "a whole number from 0 to 100" }
}

/// 0 to 1.
struct Fraction: ExpressibleByArgument, Hashable {
    let value: Double

    init?(argument: String) {
        guard let value = Double(argument: argument), (0...1).contains(value) else { return nil }
        self.value = value
    }
    static var expectation: String { "a number from 0 to 1" }
}

/// A file's size, with k for 1000 and m for a million bytes, as most services mean it.
struct ByteSize: ExpressibleByArgument, Hashable {
    let value: Int

    init?(argument: String) {
        let factors: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9]
        let factor = argument.last.flatMap { factors[Character($0.lowercased())] }
        guard let number = Double(argument: factor == nil ? argument : String(argument.dropLast())), number > 0 else { return nil }
        let value = number * (factor ?? 1)
        guard value >= 1, value < 1e15 else { return nil }
        self.value = Int(value)
    }
    static var expectation: String { "a size such as 500k, 1.5m or 80000" }
}

/// Whose sound is heard.
enum AudioChoice: ExpressibleByArgument, Hashable {
    case keep
    case drop
    case file(FileName)

    init?(argument: String) {
        switch argument {
        case "keep": self = .keep
        case "drop": self = .drop
        default:
            guard let file = FileName(argument: argument), !file.isStandardStream else { return nil }
            self = .file(file)
        }
    }
    static var expectation: String { "keep, drop or the name of a file" }
    static var isFile: Bool { true }
}
