import SVGAExport
import SVGAModel
package import SVGASupport

/// The formats that `svga render` writes.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case png, jpg, apng, gif, webp, avif, jxl, mp4, webm, mov, y4m, rgba, sheet, contact, html, js, wav

    /// The format for a file extension without its dot; nil if unknown.
    package init?(extension name: String) {
        switch name {
        case "raw": self = .rgba
        case "htm": self = .html
        case "jpeg": self = .jpg
        default:
            guard let format = OutputFormat(rawValue: name), !format.isPNGOfAllFrames else { return nil }
            self = format
        }
    }

    /// The description in the help.
    package var summary: LocalizedText {
        switch self {
        case .png: LocalizedText("one frame, or one file per frame (a-%05d.png); lossless", "一帧，或每帧一个文件（a-%05d.png）；无损")
        case .jpg: LocalizedText("the same as JPEG; needs \(option: "background")", "同上，JPEG；需要 \(option: "background")")
        case .apng:
            LocalizedText(
                "animated PNG: lossless, with alpha (also \(option: "o") a.png \(option: "format") apng)",
                "动画 PNG：无损，带 alpha（也可用 \(option: "o") a.png \(option: "format") apng）")
        case .gif: LocalizedText("256 colors per frame; pixels are fully transparent or opaque", "每帧 256 色；像素只有全透明和不透明")
        case .webp:
            LocalizedText("animated: lossless with alpha, or smaller with \(option: "quality")", "动图：无损且带 alpha，用 \(option: "quality") 则更小")
        case .avif: LocalizedText("still or animated, with alpha: small files, slow to encode", "静图或动图，带 alpha：文件小，编码慢")
        case .jxl:
            LocalizedText(
                "JPEG XL, still or animated: lossless, or smaller with \(option: "quality")", "JPEG XL，静图或动图：无损，用 \(option: "quality") 则更小")
        case .mp4:
            LocalizedText(
                "H.264 or HEVC with sound; needs \(option: "background") or \(option: "alpha")",
                "H.264 或 HEVC，带声音；需要 \(option: "background") 或 \(option: "alpha")")
        case .webm: LocalizedText("VP9 with alpha and sound, for web pages", "VP9，带 alpha 和声音，用于网页")
        case .mov: LocalizedText("ProRes 4444 with alpha and sound, for video editors", "ProRes 4444，带 alpha 和声音，用于视频剪辑")
        case .y4m:
            LocalizedText(
                "uncompressed video for other programs; needs \(option: "background")", "未压缩视频，供其他程序使用；需要 \(option: "background")")
        case .rgba: LocalizedText("raw RGBA pixels: 8-bit, straight alpha, frame after frame", "原始 RGBA 像素：8-bit，非预乘 alpha，各帧依次排列")
        case .sheet: LocalizedText("all frames packed into PNGs, with their rectangles as JSON", "所有帧打包成 PNG，并以 JSON 记录各帧的矩形")
        case .contact: LocalizedText("contact sheet: numbered frames in a PNG, JPEG or WebP", "缩略图总览：各帧并排并标上帧号，存为 PNG、JPEG 或 WebP")
        case .html: LocalizedText("a page that plays in any browser, with alpha and sound", "一个网页，任何浏览器都能播放，带 alpha 和声音")
        case .js: LocalizedText("a JavaScript module with the movie and its player", "一个 JavaScript 模块，含动画及其播放器")
        case .wav: LocalizedText("only the sound", "只有声音")
        }
    }

    /// The options that apply to this format.
    package var options: Set<EncodingOptions.Name> {
        switch self {
        case .rgba, .y4m: []
        case .png: [.effort]
        case .wav: [.audio]
        case .apng: [.effort, .targetSize]
        case .sheet: [.effort, .targetSize, .maxSize]
        case .contact: [.columns]
        case .gif: [.quality, .targetSize, .matte, .dither]
        case .webp, .avif, .jxl: [.quality, .effort, .targetSize]
        case .jpg: [.quality]
        case .mp4: [.quality, .effort, .targetSize, .audio, .alpha, .alphaScale, .vapx, .codec]
        case .webm: [.quality, .effort, .targetSize, .audio]
        case .mov: [.quality, .targetSize, .audio, .codec, .audioCodec]
        case .html: [.quality, .targetSize, .audio, .framesBaked]
        case .js: [.quality]
        }
    }

    /// Whether each frame is a separate file.
    package var isSequence: Bool { self == .png || self == .jpg }

    /// The lowest quality that `--target-size` tries; nil for formats without quality. Below it, a smaller size or frame rate looks better.
    package var lowestQuality: Int? { options.contains(.quality) ? 5 : nil }

    /// Whether a line on standard error reports the size and duration of the output.
    package var printsSummary: Bool { options.contains(.targetSize) || self == .js }

    /// Whether it is one image of all frames, which only `--format` selects, because its extension is that of an image.
    package var isPNGOfAllFrames: Bool { self == .sheet || self == .contact }

    /// The file extension without a dot.
    package var fileExtension: String { isPNGOfAllFrames ? "png" : rawValue }

    package var hasSound: Bool { options.contains(.audio) }

    /// Whether a viewer plays the output; false for images, raw pixels and sound only.
    package var isAnimation: Bool {
        switch self {
        case .apng, .gif, .webp, .avif, .jxl, .mp4, .webm, .mov, .y4m, .html, .js: true
        case .png, .jpg, .rgba, .sheet, .contact, .wav: false
        }
    }

    /// The formats as a table for the help, one line each.
    package static func table(_ language: (LocalizedText) -> TaskText) -> TaskText {
        let width = allCases.map(\.rawValue.count).max() ?? 0
        return allCases.reduce("") { "\($0)  \($1.rawValue.padded(columns: width))  \(language($1.summary))\n" }
    }
}

/// The output of `svga render`, determined by `-o`, `--format` and the number of frames.
package struct RenderOutput: Sendable {
    package let format: OutputFormat
    /// A pattern with `%d` or `%05d` if each frame is a separate file and there are several frames.
    package let path: String
    /// Receives the files instead of the disk; nil: not in memory.
    package var memory: OutputMemory?
    /// Receives the bytes of one file instead of the disk; nil: no function does.
    package var writer: OutputWriter?

    package init(format: OutputFormat, path: String) {
        self.format = format
        self.path = path
    }

    /// The output of a single movie. A folder receives one file per frame: PNG, or the format.
    /// - Parameters:
    ///   - memory: receives the files instead of the disk.
    ///   - writer: receives the bytes of one file instead of the disk.
    package init(
        _ file: FileName, format: OutputFormat?, frameCount: Int, memory: OutputMemory? = nil, writer: OutputWriter? = nil
    ) throws(TaskError) {
        let path = file.path
        (self.memory, self.writer) = (memory, writer)
        if file.isFolderName {
            self.format = format ?? .png
            self.path = RenderOutput.framePattern(in: path, self.format)
            return
        }
        self.format = if let format { format } else { try RenderOutput.format(ofName: path) }
        self.path = path
        guard self.format.isSequence else {
            try RenderOutput.refuseIndex(path, self.format)
            return
        }
        let isPattern = try RenderOutput.hasIndex(path)
        guard frameCount == 1 || isPattern else {
            let all: TaskText =
                memory == nil && writer == nil
                ? "\(option: "o", RenderOutput.suggestion(path, self.format)) for all, or \(option: "format", "apng") or sheet"
                : "or the format apng for all"
            throw .request(
                file: path, message: "\(frameCount) frames cannot be written into one \(self.format == .png ? "PNG" : "JPEG")",
                advice: "use \(option: "frame", "N") for one, \(all)")
        }
    }

    /// The pattern of file names in a folder, one file for each frame.
    package static func framePattern(in folder: String, _ format: OutputFormat) -> String {
        FramePattern.escaped(FilePath(folder).addingTrailingSlash().string) + "frame-%05d.\(format.rawValue)"
    }

    /// Throws for a `%d` in the name of a file for all frames, which is probably a mistake.
    private static func refuseIndex(_ path: String, _ format: OutputFormat) throws(TaskError) {
        let name = FilePath(path).lastComponent?.string ?? path
        guard (try? FramePattern(name))?.hasIndex == true else { return }
        throw .request(
            file: path, message: "all frames are written into one \(format.rawValue), so its name cannot contain a frame number",
            advice: "remove the % from the name, or write a .png for each frame")
    }

    private static func format(ofName path: String) throws(TaskError) -> OutputFormat {
        if path == "-" {
            let formats = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw .request(
                file: path, message: "standard output has no extension that names the format",
                advice: "add \(option: "format") with one of \(formats)")
        }
        let ending = FilePath(path).ending?.lowercased()
        if let format = ending.flatMap(OutputFormat.init(extension:)) { return format }
        if let format = ending.flatMap(OutputFormat.init(rawValue:)), format.isPNGOfAllFrames {
            throw .request(
                file: path, message: "the format \(format) writes PNG files",
                advice: "use \(option: "o", "\(path.dropLast(format.rawValue.count))png") \(option: "format", "\(format)")")
        }
        let what: TaskText = ending.map { "no format has the extension .\($0)" } ?? "the name has no extension that names the format"
        let endings = OutputFormat.allCases.filter { !$0.isPNGOfAllFrames }.map { ".\($0.rawValue)" }.joined(separator: ", ")
        throw .request(file: path, message: what, advice: "use one of \(endings), or \(option: "format")")
    }

    private static func hasIndex(_ path: String) throws(TaskError) -> Bool {
        return try TaskError.naming(path) { () throws(SVGAError) in try FramePattern(path).hasIndex }
    }

    private static func suggestion(_ path: String, _ format: OutputFormat) -> String {
        guard path != "-" else { return "frame-%05d.\(format.rawValue)" }
        let (before, ending) = FilePath(path).splitAtExtension
        let isEnding = OutputFormat(extension: ending.dropFirst().lowercased()) == format
        return isEnding ? "\(before)-%05d\(ending)" : path + "-%05d.\(format.rawValue)"
    }
}
