import SVGAHTTP
import SVGASupport

/// What a page asks a command to do. Only options of a fixed list are handed over, each as one word with its value, and none of them names a
/// file: what the command reads and writes is added by ``JobStore``.
struct JobRequest: Sendable {
    enum Kind: String, Sendable { case render, optimize, diff }

    let kind: Kind
    let movie: String
    /// The second movie of `diff`.
    let other: String?
    let vars: JSONValue?
    /// The name of a format of `svga render`.
    let format: String?
    /// Such as `--quality=80`.
    let options: [String]

    /// - Throws: 400 where the document is not as the page sends it, or has an option that is not in the list.
    init(_ body: [UInt8]) throws(PreviewError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw PreviewError(400, "this is no JSON: \(error)")
        }
        guard let kind = document["kind"]?.text.flatMap(Kind.init(rawValue:)) else {
            throw PreviewError(400, "kind needs one of render, optimize, diff")
        }
        guard let movie = document["movie"]?.text else { throw PreviewError(400, "movie needs the identifier of a movie") }
        self.kind = kind
        self.movie = movie
        other = document["other"]?.text
        if kind == .diff, other == nil { throw PreviewError(400, "other needs the identifier of a movie") }
        vars = kind == .render ? document["vars"].flatMap { $0 == .null ? nil : $0 } : nil
        format = kind == .render ? document["format"]?.text : nil
        if kind == .render, format == nil { throw PreviewError(400, "format needs the name of a format") }
        var words: [String] = []
        if let options = document["options"], options != .null {
            guard case .object(let members) = options else { throw PreviewError(400, "options needs an object") }
            for member in members { words += try JobRequest.words(member, of: kind) }
        }
        options = words
    }

    /// Whether a frame is named, so that a PNG needs no pattern.
    var isOneFrame: Bool { options.contains { $0.hasPrefix("--frame=") } }

    // MARK: Options

    private static let switches: [Kind: Set<String>] = [
        .render: ["reverse"], .optimize: ["rename-keys", "crop", "round", "zopfli", "webp"], .diff: [],
    ]

    private static let valued: [Kind: Set<String>] = [
        .render: [
            "quality", "effort", "target-size", "audio", "audio-codec", "alpha", "alpha-scale", "vapx", "codec", "matte", "dither", "size",
            "scale", "frame", "frames", "fps", "speed",
            "loop", "background", "crop", "only", "filter",
        ],
        .optimize: ["to", "keep", "quality", "max-dim", "density", "min-ssim", "target-size", "target-memory", "player"], .diff: [],
    ]

    private static func words(_ option: JSONValue.Member, of kind: Kind) throws(PreviewError) -> [String] {
        let name = option.name
        if switches[kind]?.contains(name) == true {
            guard option.value == .string("") else { throw PreviewError(400, "\(name) takes no value") }
            return ["--\(name)"]
        }
        guard valued[kind]?.contains(name) == true else { throw PreviewError(400, "there is no option \"\(name)\" for \(kind.rawValue)") }
        var values = [option.value]
        if case .array(let list) = option.value { values = list }
        var words: [String] = []
        for value in values {
            guard let text = value.text else { throw PreviewError(400, "\(name) needs a text") }
            // It could name a file.
            if name == "audio", text != "keep", text != "drop" { throw PreviewError(400, "audio needs keep or drop") }
            words.append("--\(name)=\(text)")
        }
        return words
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
