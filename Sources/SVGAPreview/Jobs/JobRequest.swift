import SVGAHTTP
import SVGASupport
import SVGATasks

/// What a page asks for. Only options that a page may set are handed over, and none of them names a file: what a task reads and writes is
/// added by ``JobRunner``.
struct JobRequest: Sendable {
    enum Kind: String, Sendable { case render, optimize, diff }

    let kind: Kind
    let movie: String
    /// The second movie of `diff`.
    let other: String?
    let vars: JSONValue?
    let format: OutputFormat?
    /// Their names are known; their values are looked at when the job runs.
    let options: OptionObject

    /// - Throws: 400 where the document is not as the page sends it, or has an option that a page may not set.
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
        format = kind == .render ? try JobRequest.format(document["format"]) : nil
        var members: [JSONValue.Member] = []
        if let options = document["options"], options != .null {
            guard case .object(let given) = options else { throw PreviewError(400, "options needs an object") }
            for member in given { members.append(try JobRequest.option(member, of: kind)) }
        }
        options = OptionObject(members)
    }

    private static func format(_ value: JSONValue?) throws(PreviewError) -> OutputFormat {
        guard let name = value?.text else { throw PreviewError(400, "format needs the name of a format") }
        guard let format = OutputFormat(rawValue: name) else { throw PreviewError(400, "there is no format \"\(name)\"") }
        return format
    }

    /// Whether a frame is named, so that a PNG needs no pattern.
    var isOneFrame: Bool { options.names.contains("frame") }

    // MARK: Options

    private static let infos: [Kind: [String: ParameterInfo]] = [
        .render: RenderTask.pageParameters.mapValues(\.info), .optimize: OptimizeTask.pageParameters.mapValues(\.info), .diff: [:],
    ]

    /// The page writes all values as texts, that of a switch as an empty one.
    private static func option(_ option: JSONValue.Member, of kind: Kind) throws(PreviewError) -> JSONValue.Member {
        let name = option.name
        guard let info = infos[kind]?[name] else { throw PreviewError(400, "there is no option \"\(name)\" for \(kind.rawValue)") }
        if info.kind == .flag {
            guard option.value == .string("") else { throw PreviewError(400, "\(name) takes no value") }
            return JSONValue.Member(name: name, value: .bool(true))
        }
        var values = [option.value]
        if case .array(let list) = option.value { values = list }
        for value in values {
            guard let text = value.text else { throw PreviewError(400, "\(name) needs a text") }
            // It could name a file.
            if info.isFile, !["keep", "drop"].contains(text) { throw PreviewError(400, "\(name) needs keep or drop") }
        }
        return option
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
