import SVGAHTTP
import SVGASupport
import SVGATasks

/// The page's request for a job. It contains only options that the page may set, and none of them names a file. ``JobRunner`` adds the input and
/// output files.
struct JobRequest: Sendable {
    enum Kind: String, Sendable { case render, optimize, fix, diff }

    let kind: Kind
    let movie: String
    /// The second movie of `diff`.
    let other: String?
    let vars: JSONValue?
    let format: OutputFormat?
    /// The names are checked; the values are parsed when the job runs.
    let options: OptionObject

    /// - Throws: 400 if the document is invalid or has an option that the page may not set.
    init(_ body: [UInt8]) throws(PreviewError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw PreviewError(400, "this is not JSON: \(error.message)")
        }
        try self.init(document)
    }

    init(_ document: JSONValue) throws(PreviewError) {
        guard let kind = document["kind"]?.text.flatMap(Kind.init(rawValue:)) else {
            throw PreviewError(400, "kind needs one of render, optimize, fix, diff")
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

    /// The same job for another movie.
    init(_ other: JobRequest, movie: String) {
        (kind, self.movie, self.other) = (other.kind, movie, other.other)
        (vars, format, options) = (other.vars, other.format, other.options)
    }

    private static func format(_ value: JSONValue?) throws(PreviewError) -> OutputFormat {
        guard let name = value?.text else { throw PreviewError(400, "format needs a format name") }
        guard let format = OutputFormat(rawValue: name) else { throw PreviewError(400, "there is no format \"\(name)\"") }
        return format
    }

    /// Whether a single frame is requested, so that a PNG needs no pattern.
    var isOneFrame: Bool { options.names.contains("frame") }

    // MARK: Options

    private static let infos: [Kind: [String: ParameterInfo]] = [
        .render: RenderTask.pageParameters.mapValues(\.info), .optimize: OptimizeTask.pageParameters.mapValues(\.info),
        .fix: FixTask.pageParameters.mapValues(\.info), .diff: [:],
    ]

    /// The page sends all values as strings; a flag is an empty string.
    private static func option(_ option: JSONValue.Member, of kind: Kind) throws(PreviewError) -> JSONValue.Member {
        let name = option.name
        guard let info = infos[kind]?[name] else { throw PreviewError(400, "there is no option \"\(name)\" for \(kind.rawValue)") }
        if info.kind == .flag {
            guard option.value == .string("") else { throw PreviewError(400, "\(name) does not have a value") }
            return JSONValue.Member(name: name, value: .bool(true))
        }
        var values = [option.value]
        if case .array(let list) = option.value { values = list }
        for value in values {
            guard let text = value.text else { throw PreviewError(400, "\(name) needs a text") }
            // Other values could name a file.
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
