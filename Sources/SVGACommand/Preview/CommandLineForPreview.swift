import SVGACheck
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPreview
import SVGARender
import SVGASupport

/// The command line, as the preview uses it.
struct CommandLineForPreview: CommandLineAccess {
    /// What files may ask for; the commands that run get them, too.
    var limits = ReadLimits.default
    /// The one that the page shows movies as at first.
    var player: PublicPlayer?

    func run(_ words: [String], progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) async -> CommandOutcome {
        let output = CapturedOutput()
        let errors = CapturedErrors(progress: progress)
        let context = CommandContext(output: output.stream, errors: errors.stream, processorCount: nil) { (_) throws(ReadError) in
            throw .file(reason: "there is no standard input")
        }
        let code = await CommandLineTool.run(words.prefix(1) + limitWords + words.dropFirst(), context: context)
        return CommandOutcome(code: code.rawValue, output: output.bytes, errors: errors.lines)
    }

    private var limitWords: [String] {
        ReadLimits.names.flatMap { name in
            let value = limits[keyPath: name.limit]
            return value == ReadLimits.default[keyPath: name.limit] ? [] : ["--max-\(name.name.kebabCase)", "\(value)"]
        }
    }

    func substitutions(
        vars: [UInt8], for movie: VideoEntity, image: (_ name: String) throws(PreviewError) -> ReplacementImage
    ) throws(PreviewError) -> Substitutions {
        var plan = SubstitutionPlan()
        do throws(UsageError) {
            for step in try VarsFile(vars, path: "").steps { plan.apply(step) }
        } catch {
            throw PreviewError(422, error.message, advice: error.advice)
        }
        if let unknown = plan.unknownKeys(in: movie).first {
            let names = unknown.nearest.map(\.quoted).joined(separator: " or ")
            throw PreviewError(
                422, "no sprite has the key \(unknown.key.quoted)", advice: names.isEmpty ? "" : "did you mean \(names)?")
        }
        if let key = plan.stylesWithoutText.first { throw PreviewError(422, "there is a style for \(key.quoted) and no text") }
        return try plan.substitutions { (file) throws(PreviewError) in try image(file.path) }
    }

    var vocabulary: Vocabulary {
        #if Video
            let hasVideo = true
        #else
            let hasVideo = false
        #endif
        return Vocabulary(
            version: CommandLineTool.version, textStyles: TextStyleProperty.all.map { .init(name: $0.name, form: $0.form) },
            fits: ImageFit.allCases.map { "\($0)" }, masks: ImageMask.forms, players: PublicPlayer.allCases.map(\.name),
            player: player?.name,
            formats: OutputFormat.allCases.map { format in
                let options = EncodingOptions.Name.allCases.filter(format.options.contains)
                return (format.rawValue, options.map { String($0.rawValue.dropFirst(2)) })
            }, hasVideo: hasVideo)
    }
}

/// What a command writes to standard output, within a limit.
private final class CapturedOutput: Sendable {
    private static let most = 256 << 20
    private let content = Locked<[UInt8]>([])

    var bytes: [UInt8] { content.withLock { $0 } }

    var stream: TextStream {
        TextStream { [content] (bytes) throws(TextStream.WriteFailure) in
            try content.withLock { (content) throws(TextStream.WriteFailure) in
                guard content.count + bytes.count <= CapturedOutput.most else {
                    throw TextStream.WriteFailure(reason: "the report is too long")
                }
                content += bytes
            }
        }
    }
}

/// What a command writes to standard error: lines for a person, and progress as `--progress json` writes it.
private final class CapturedErrors: Sendable {
    private static let most = 100
    private let found = Locked<[String]>([])
    private let progress: @Sendable (_ done: Int, _ total: Int) -> Void

    init(progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) { self.progress = progress }

    var lines: [String] { found.withLock { $0 } }

    /// Each call writes whole lines.
    var stream: TextStream {
        TextStream { (bytes) throws(TextStream.WriteFailure) in
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") { self.take(String(line)) }
        }
    }

    private func take(_ line: String) {
        if line.hasPrefix("{"), let event = try? JSONValue(parsing: Array(line.utf8)), event["event"] == .string("progress") {
            if case .integer(let done) = event["done"], case .integer(let total) = event["total"] { progress(done, total) }
            return
        }
        found.withLock { lines in
            if lines.count < CapturedErrors.most { lines.append(line.hasPrefix("svga: ") ? String(line.dropFirst(6)) : line) }
        }
    }
}
