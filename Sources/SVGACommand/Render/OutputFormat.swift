import SVGAExport

/// The formats that `svga render` writes.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case png, apng, gif, webp, mp4, webm, mov, y4m, rgba, sheet, html, js, wav

    /// The format for the extension of a file's name, without its dot; nil where there is none.
    init?(extension name: String) {
        switch name {
        case "raw": self = .rgba
        case "htm": self = .html
        case "sheet": return nil
        default: self.init(rawValue: name)
        }
    }

    /// A description for help.
    var summary: String {
        switch self {
        case .png: "one frame, or one file a frame (a-%05d.png): exact"
        case .apng: "animated PNG: exact, with alpha (also -o a.png --format apng)"
        case .gif: "256 colors a frame, alpha all or nothing"
        case .webp: "animated: exact with alpha, or smaller with --quality"
        case .mp4: "H.264 (or HEVC) and sound; needs --background, or --alpha for gift players"
        case .webm: "VP9 with alpha and sound, for web pages"
        case .mov: "ProRes 4444 with alpha and sound, for editors"
        case .y4m: "bare video for other programs; needs --background"
        case .rgba: "bare pixels, 8-bit straight alpha, frames in a row"
        case .sheet: "all frames packed into one PNG, and a JSON of where they are"
        case .html: "one page that plays in any browser, with alpha and sound"
        case .js: "a module with the movie and its player, for any web page"
        case .wav: "the sound alone"
        }
    }

    /// The options that this format uses.
    var options: Set<EncodingOptions.Name> {
        switch self {
        case .png, .rgba, .y4m: []
        case .wav: [.audio]
        case .apng, .sheet: [.targetSize]
        case .gif: [.quality, .targetSize, .matte, .dither]
        case .webp: [.quality, .effort, .targetSize]
        case .mp4: [.quality, .targetSize, .audio, .alpha, .alphaScale, .vapx, .codec]
        case .webm: [.quality, .targetSize, .audio]
        case .mov: [.quality, .targetSize, .audio, .codec, .audioCodec]
        case .html: [.quality, .targetSize, .audio, .framesBaked]
        case .js: [.quality]
        }
    }

    /// The lowest quality that `--target-size` tries; below it, a smaller size or a lower rate looks better. nil for formats without quality.
    var lowestQuality: Int? { options.contains(.quality) ? 30 : nil }

    /// Whether a line on standard error tells the size and length of the output.
    var isTold: Bool { options.contains(.targetSize) || self == .js }

    var hasSound: Bool { options.contains(.audio) }

    /// The table of formats in help: a line for each.
    static var table: String {
        let width = allCases.map(\.rawValue.count).max() ?? 0
        return allCases.map { "  \($0.rawValue.padded(columns: width))  \($0.summary)\n" }.joined()
    }
}

/// Where `svga render` writes, decided by `-o`, `--format` and the number of frames.
struct RenderOutput: Hashable {
    let format: OutputFormat
    /// For ``OutputFormat/png``, a pattern with `%d` or `%05d` in it, unless there is only one frame.
    let path: String

    /// The names of the files where OUT is a folder.
    private static let folderPattern = "frame-%05d.png"

    init(_ file: FileName, format: OutputFormat?, frameCount: Int) throws(CommandError) {
        let path = file.path
        if path.hasSuffix("/") || file.isFolder {
            guard format == nil || format == .png else {
                throw .request(file: path, message: "all frames go into one file, and this is a folder", advice: "name a file")
            }
            self.format = .png
            self.path = path + (path.hasSuffix("/") ? "" : "/") + RenderOutput.folderPattern
            return
        }
        self.format = if let format { format } else { try RenderOutput.format(ofName: path) }
        self.path = path
        if self.format == .png {
            let isPattern = try RenderOutput.hasIndex(path)
            guard frameCount == 1 || isPattern else {
                throw .request(
                    file: path, message: "\(frameCount) frames cannot go into one PNG",
                    advice: "use --frame N for one, -o \(RenderOutput.suggestion(path)) for all, or --format apng or sheet")
            }
        }
    }

    private static func format(ofName path: String) throws(CommandError) -> OutputFormat {
        let formats = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
        if path == "-" {
            throw .request(
                file: path, message: "standard output has no extension to tell the format", advice: "add --format with one of \(formats)")
        }
        let name = path.split(separator: "/").last ?? ""
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
        if let format = ending.flatMap(OutputFormat.init(extension:)) { return format }
        let what = ending.map { "no format is known for .\($0)" } ?? "the name has no extension to tell the format"
        throw .request(file: path, message: what, advice: "use one of .\(formats.replacing(", ", with: ", .")), or --format")
    }

    private static func hasIndex(_ path: String) throws(CommandError) -> Bool {
        do throws(ExportError) {
            return try FramePattern(path).hasIndex
        } catch {
            throw .export(output: path, error)
        }
    }

    private static func suggestion(_ path: String) -> String {
        let stem = path.lowercased().hasSuffix(".png") ? String(path.dropLast(4)) : path == "-" ? "frame" : path
        return stem + "-%05d.png"
    }
}
