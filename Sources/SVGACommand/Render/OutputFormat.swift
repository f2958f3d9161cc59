/// What `svga render` can make.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case png, apng, gif, webp, mp4, webm, mov, y4m, rgba, sheet, html, wav

    /// By the extension of a file's name; nil for one that means nothing here.
    init?(extension name: String) {
        switch name {
        case "raw": self = .rgba
        case "htm": self = .html
        case "sheet": return nil
        default: self.init(rawValue: name)
        }
    }

    /// For help: what it is and holds.
    var summary: String {
        switch self {
        case .png: "one frame, or one file a frame (a-%05d.png): exact"
        case .apng: "animated PNG: exact, with alpha (also -o a.png --format apng)"
        case .gif: "256 colors a frame, alpha all or nothing"
        case .webp: "animated: exact with alpha, or smaller with --quality"
        case .mp4: "H.264 with sound; needs --background, or --alpha for gift players"
        case .webm: "VP9 with alpha and sound, for web pages"
        case .mov: "ProRes 4444 with alpha and sound, for editors"
        case .y4m: "bare video for other programs; needs --background"
        case .rgba: "bare pixels, 8-bit straight alpha, frames in a row"
        case .sheet: "all frames packed into one PNG, and a JSON of where they are"
        case .html: "one page that plays in any browser, with alpha and sound"
        case .wav: "the sound alone"
        }
    }

    /// Options that mean something for this format.
    var options: Set<EncodingOptions.Name> {
        switch self {
        case .png, .rgba, .y4m: []
        case .wav: [.audio]
        case .apng, .sheet: [.targetSize]
        case .gif: [.quality, .targetSize, .matte, .dither]
        case .webp: [.quality, .targetSize]
        case .mp4: [.quality, .targetSize, .audio, .alpha]
        case .webm: [.quality, .targetSize, .audio]
        case .mov: [.quality, .targetSize, .audio, .codec]
        case .html: [.quality, .targetSize, .audio]
        }
    }

    /// Worth looking at; below it another size or rate looks better.
    var lowestQuality: Int? { options.contains(.quality) ? 30 : nil }

    /// Whether a line on standard error tells size and length.
    var isTold: Bool { options.contains(.targetSize) }

    var hasSound: Bool { options.contains(.audio) }

    /// The help on formats: `.gif` and its summary, a line each.
    static var table: String {
        let width = allCases.map(\.rawValue.count).max() ?? 0
        return allCases.map { "  \($0.rawValue.padded(columns: width))  \($0.summary)\n" }.joined()
    }
}
