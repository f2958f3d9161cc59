import SVGASupport
import SVGATasks

/// A file of a request.
enum RequestFile: Sendable {
    case reference(SourceReference)
    /// In the request itself.
    case inline([UInt8])
}

/// A parsed request for a picture, an animation or a video.
struct RenderRequest: Sendable {
    var task: RenderTask
    let movie: RequestFile
    /// By the names that ``task`` has. No such name is one of a local file.
    let images: [FileName: RequestFile]
    /// nil: chosen by the header `Accept`.
    let format: OutputFormat?
    /// The options as text: equal texts and files mean equal results.
    let optionText: String

    private static let maximumImages = 64

    /// - Parameters:
    ///   - template: the operator's options.
    ///   - members: the options.
    ///   - parts: the parts of a multipart body.
    ///   - allowsInline: whether images may be in the options, as `data:image/png;base64,…`.
    init(
        _ template: RenderTask, _ members: [JSONValue.Member], movie: RequestFile, format: String?, parts: Multipart? = nil,
        allowsInline: Bool
    ) throws(ServiceError) {
        var task = template
        task.clearConflicting(of: Set(members.map(\.name)))
        let marked = members.map(MarkedName.marked)
        try RequestOptions.store(marked, in: &task, RequestOptions.render, of: "render")
        if members.contains(where: { $0.name == "audio" }), case .file = task.encoding.audio {
            throw ServiceError(400, "invalidOption", "audio needs keep or drop")
        }
        images = try RenderRequest.takeImages(of: &task, parts, allowsInline: allowsInline)
        do throws(TaskError) {
            try task.validate(inputs: [SourceFile.name])
        } catch {
            throw ServiceError(error)
        }
        self.movie = movie
        self.format = try RenderRequest.format(format)
        self.task = task
        optionText = JSONValue.object(marked).text(.compact)
    }

    /// Names the images of the request after their order, and returns where they are.
    private static func takeImages(
        of task: inout RenderTask, _ parts: Multipart?, allowsInline: Bool
    ) throws(ServiceError) -> [FileName: RequestFile] {
        var images: [FileName: RequestFile] = [:]
        for (index, part) in task.substitution.parts.enumerated() {
            guard case .step(.image(let key, var choice)) = part else { continue }
            // The name of a default would be that of a file of this machine.
            guard choice.fallback == nil else { throw .invalid("a request sets no default of an image") }
            guard let name = MarkedName.name(choice.file) else { continue }
            // The system rejects a name with a byte 0, so that it can never be one of a local file.
            choice.file = FileName(path: "\u{0}\(index)")
            images[choice.file] = try file(name, parts, allowsInline: allowsInline)
            task.substitution.parts[index] = .step(.image(key: key, choice))
        }
        guard images.count <= maximumImages else { throw .invalid("a request sets at most \(maximumImages) images") }
        return images
    }

    /// A name of a source, `part:NAME` for a part of the body, or `data:TYPE;base64,DATA`.
    static func file(_ name: String, _ parts: Multipart?, allowsInline: Bool) throws(ServiceError) -> RequestFile {
        if name.hasPrefix("part:") {
            guard let part = parts?.parts[String(name.dropFirst(5))] else { throw .invalid("the body has no part of this name") }
            return .inline(Array(part))
        }
        guard name.hasPrefix("data:") else { return .reference(SourceReference(name)) }
        guard allowsInline, let comma = name.utf8.firstIndex(of: UInt8(ascii: ",")), name[..<comma].hasSuffix(";base64"),
            let bytes = Base64.decoded(String(name[name.utf8.index(after: comma)...]))
        else { throw .invalid("an image in a request needs data:TYPE;base64,DATA, and POST") }
        return .inline(bytes)
    }

    private static func format(_ name: String?) throws(ServiceError) -> OutputFormat? {
        guard let name, name != "auto" else { return nil }
        guard let format = OutputFormat(rawValue: name) ?? OutputFormat(extension: name), format.isOneFile else {
            throw .invalid("\(name) is not a format of one file")
        }
        return format
    }
}

extension RenderRequest {
    /// A job: the options of `svga batch`, with `input`. The extension of `output`, if any, is the format.
    init(job: JSONValue, _ template: RenderTask, _ parts: Multipart?) throws(ServiceError) {
        guard case .object(let members) = job else { throw .invalid("a job must be an object in { }") }
        func text(_ name: String) throws(ServiceError) -> String? {
            switch job[name] {
            case nil, .null?: return nil
            case .string(let text)? where !text.isEmpty: return text
            default: throw .invalid("\(name) needs a text")
            }
        }
        guard let input = try text("input") else { throw .invalid("the job has no input") }
        let output = try text("output").flatMap { FilePath($0).extension?.lowercased() }
        try self.init(
            template, members.filter { !["id", "input", "output", "format"].contains($0.name) },
            movie: try RenderRequest.file(input, parts, allowsInline: true), format: try text("format") ?? output, parts: parts,
            allowsInline: true)
    }
}
