import SVGAHTTP
import SVGASupport
import SVGATasks

/// `api/edits`: applies edit steps to a movie. The result is a movie of the library, which the gallery does not list.
struct EditsAPI: Sendable {
    private let library: MovieLibrary
    private let uploads: Uploads
    private let runs: EditRuns
    /// Whether files may be replaced.
    private let allowsWriting: Bool

    init(library: MovieLibrary, uploads: Uploads, allowsWriting: Bool) {
        self.library = library
        self.uploads = uploads
        self.allowsWriting = allowsWriting
        runs = EditRuns(library)
    }

    /// Cancels all edits.
    func close() { runs.close() }

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse {
        let path = Array(request.path.dropFirst(2))
        switch (request.method, path.count) {
        case ("POST", 0):
            return .json(try edit(try EditOrder(request.body, uploads: uploads, common: CommonOptions(limits: library.limits))))
        case ("GET", 2) where path[1] == "file": return try file(path[0])
        case ("POST", 2) where path[1] == "write": return .json(["backup": try write(path[0], request.body)])
        case (_, 0), (_, 1): throw PreviewError(405, "an edit does not support this")
        default: throw .notFound
        }
    }

    private func edit(_ order: EditOrder) throws(PreviewError) -> JSONValue {
        guard let result = try runs.state(order) else { return ["isRunning": true] }
        let shown = try library.entry(result.movie)
        let output = OutputName(shown.name).edited
        let name = { (file: FileName) -> String in order.names[file] ?? file.path }
        let steps = order.steps
        let lines = steps.commandLines(input: shown.name, output: output, isImported: result.isImported, naming: name)
        let python = steps.python(input: shown.name, output: output, isImported: result.isImported, naming: name)
        let swift = steps.swift(input: shown.name, output: output, format: result.format, isImported: result.isImported, naming: name)
        let failure = result.failure.map { failure -> JSONValue in
            let problem = PreviewError(failure.error) { path in order.names[FileName(path: path)] ?? path }
            return [
                "step": failure.step, "error": problem.message.text(nil).printable,
                "chinese": problem.message.text { ChineseMessages.table[$0] }.printable, "isPlayerFinding": failure.error.isPlayerFinding,
            ]
        }
        return [
            "isRunning": false, "movie": shown, "base": result.base, "content": result.content,
            "steps": result.reports.map(\.jsonOnPage), "failure": failure, "output": output, "commands": lines,
            "python": python, "swift": swift,
        ]
    }

    /// Replaces the file of a movie by an edited movie.
    /// - Parameter body: `{"movie": "m3"}`.
    /// - Returns: the name of the backup.
    private func write(_ id: String, _ body: [UInt8]) throws(PreviewError) -> String {
        guard allowsWriting else {
            throw PreviewError(
                403, "this preview may not change files", advice: "save under another name, or start it with permission to write")
        }
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw PreviewError(400, "this is not JSON: \(error.message)")
        }
        guard case .string(let movie)? = document["movie"] else { throw PreviewError(400, "movie needs the identifier of a movie") }
        let base = try runs.base(ofFinal: id)
        return try library.replace(movie, from: .content(try library.bytes(of: base)), to: try library.bytes(of: id))
    }

    private func file(_ id: String) throws(PreviewError) -> HTTPResponse {
        guard library.isEdited(id) else { throw PreviewError.noFile }
        // The page names the file.
        return HTTPResponse(
            type: "application/octet-stream", headers: [("Content-Disposition", "attachment")],
            body: .stream(FileStream(try library.open(id))))
    }
}

extension TaskError {
    /// Whether the result is worse on some player.
    fileprivate var isPlayerFinding: Bool {
        if case .playerFindings = self { true } else { false }
    }
}

extension EditSteps.Report {
    /// The texts in both languages, because the server does not have the page's language.
    fileprivate var jsonOnPage: JSONValue {
        func texts(_ message: Message) -> JSONValue {
            ["message": message.text(nil).printable, "chinese": message.text { ChineseMessages.table[$0] }.printable]
        }
        return ["notes": notes.map(texts), "warnings": warnings.map(\.jsonOnPage)]
    }
}
