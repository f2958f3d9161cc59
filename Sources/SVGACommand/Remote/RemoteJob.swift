import SVGASources
import SVGASupport
import SVGATasks

/// The URLs of a job and the files that replace them.
struct RemoteJob: Sendable {
    private(set) var inputs: [DownloadedInputs.Input] = []
    private let downloads: DownloadedInputs

    init(_ downloads: DownloadedInputs) { self.downloads = downloads }

    /// A member of a job with its URLs replaced by paths. The movie, images, fonts and sound may be URLs. An image with a default keeps its URL: it is
    /// loaded when it is drawn, because its failure does not fail the job.
    mutating func localized(_ member: JSONValue.Member) throws(TaskError) -> JSONValue.Member {
        guard ["input", "set-image", "font", "audio"].contains(member.name) else { return member }
        return JSONValue.Member(name: member.name, value: try localized(member.value, isImage: member.name == "set-image"))
    }

    private mutating func localized(_ value: JSONValue, isImage: Bool) throws(TaskError) -> JSONValue {
        switch value {
        case .string(let text): return .string(try localized(text, isImage: isImage))
        case .array(let values):
            var local: [JSONValue] = []
            for value in values { local.append(try localized(value, isImage: isImage)) }
            return .array(local)
        case .object(let members) where isImage:
            if members.contains(where: { $0.name == "file" }),
                members.contains(where: { $0.name == "default" && !$0.value.isAbsent })
            {
                return value
            }
            var local: [JSONValue.Member] = []
            for member in members {
                local.append(JSONValue.Member(name: member.name, value: try localized(member.value, isImage: true)))
            }
            return .object(local)
        default: return value
        }
    }

    /// - Parameter isImage: whether the text may be `KEY=URL`, and whether options such as `,fit=cover` may follow the URL.
    private mutating func localized(_ text: String, isImage: Bool) throws(TaskError) -> String {
        var (start, rest) = ("", text)
        if isImage, !RemoteFiles.isRemote(text), let halves = KeyedWord.halves(text) { (start, rest) = (halves.key + "=", halves.value) }
        guard RemoteFiles.isRemote(rest), !isImage || !rest.contains(",default=") else { return text }
        var end = rest.endIndex
        if isImage {
            for option in [",fit=", ",mask="] {
                if let range = rest.firstRange(of: option), range.lowerBound < end { end = range.lowerBound }
            }
        }
        let input = try downloads.reserve(String(rest[..<end]))
        inputs.append(input)
        return start + input.path + rest[end...]
    }

    /// A text for people or for hashes, with the URLs instead of the paths.
    func named(_ text: String) -> String {
        inputs.reduce(text) { $0.replacing($1.path, with: RemoteFiles.shown($1.url)) }
    }

    /// The words that identify a job in the record of its batch.
    func identity(_ text: String) -> String { inputs.reduce(text) { $0.replacing($1.path, with: $1.url) } }

    func prefetch() { downloads.prefetch(inputs) }
    func fetch() async throws(TaskError) { try await downloads.fetch(inputs) }
    func release() { downloads.release(inputs) }
}
