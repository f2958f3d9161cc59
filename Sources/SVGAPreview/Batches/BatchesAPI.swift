import SVGAHTTP
import SVGASupport
import SVGATasks

/// `api/batches`, `api/names` and `api/renames`: jobs on many movies, and names by a pattern.
struct BatchesAPI: Sendable {
    private let runner: BatchRunner
    private let store: BatchStore
    /// Whether files may be replaced and get other names.
    private let allowsWriting: Bool

    init(_ runner: BatchRunner, events: EventStreams, idleMemory: IdleMemory, allowsWriting: Bool) {
        (self.runner, self.allowsWriting) = (runner, allowsWriting)
        store = BatchStore(runner, events, idleMemory)
    }

    /// Cancels all batches.
    func close() { store.close() }

    func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse {
        let path = Array(request.path.dropFirst(2))
        if let area = request.path.dropFirst().first, area != "batches" {
            guard path.isEmpty else { throw .notFound }
            guard request.method == "POST" else { throw PreviewError(405, "names need a list of movies") }
            let names = try names(request.body)
            return .json(area == "renames" ? try rename(names) : ["names": names.map(\.name)])
        }
        switch (request.method, path.count) {
        case ("POST", 0): return .json(["batch": try store.start(try BatchRequest(request.body)).id])
        case ("GET", 1):
            let first = request.query["from"].flatMap { Int($0) } ?? 0
            return .json(try store.batch(path[0]).json(rowsFrom: first))
        case ("DELETE", 1):
            let batch = try store.batch(path[0])
            store.cancel(batch)
            return .json(batch.json(rowsFrom: nil))
        case ("GET", 2) where path[1] == "archive":
            let batch = try store.batch(path[0])
            guard let archive = batch.archive else { throw PreviewError.noFile }
            return try file(archive.name, in: batch.folder)
        case ("GET", 4) where path[1] == "files": return try file(path[3], ofMovie: path[2], try store.batch(path[0]))
        case ("POST", 3) where path[1] == "movies": return .json(["movie": try open(path[2], try store.batch(path[0]))])
        case ("POST", 4) where path[1] == "movies" && path[3] == "write":
            return .json(["backup": try write(path[2], try store.batch(path[0]))])
        case (_, 0), (_, 1): throw PreviewError(405, "a batch does not support this")
        default: throw .notFound
        }
    }

    /// The names that files would have in an archive, with their folders.
    private func names(_ body: [UInt8]) throws(PreviewError) -> [(entry: MovieLibrary.Entry, name: String)] {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw PreviewError(400, "this is not JSON: \(error.message)")
        }
        let pattern = try NamePattern(document["names"])
        var names = ArchiveNames()
        var result: [(entry: MovieLibrary.Entry, name: String)] = []
        for (index, id) in try BatchRequest.movies(document["movies"]).enumerated() {
            let entry = try runner.library.entry(id)
            let ending = FilePath(entry.name).extension.map { ".\(ArchiveNames.safe($0))" } ?? ""
            let name = names.take(runner.stem(of: entry, number: index + 1, pattern), ending: ending, in: entry.folder)
            result.append((entry, name))
        }
        return result
    }

    /// Renames files on disk, each in its folder.
    private func rename(_ names: [(entry: MovieLibrary.Entry, name: String)]) throws(PreviewError) -> JSONValue {
        guard allowsWriting else {
            throw PreviewError(403, "this preview may not change files", advice: "download them, or start it with permission to write")
        }
        var failures: [JSONValue] = []
        for (entry, path) in names {
            do throws(PreviewError) {
                guard let place = try runner.library.place(of: entry), let name = FilePath(path).lastComponent else {
                    throw PreviewError(403, "only a file on disk can be renamed")
                }
                try FileRename.run(place.name, entry.version, in: place.folder, to: name)
            } catch {
                failures.append([
                    "name": entry.name, "message": error.message.text(nil).printable,
                    "chinese": error.message.text { ChineseMessages.table[$0] }.printable,
                ])
            }
        }
        return ["renamed": names.count - failures.count, "failures": failures]
    }

    private func row(_ index: String, _ batch: MovieBatch) throws(PreviewError) -> BatchRow {
        guard let index = Int(index), let row = batch.row(index) else { throw PreviewError.noFile }
        return row
    }

    private func file(_ number: String, ofMovie index: String, _ batch: MovieBatch) throws(PreviewError) -> HTTPResponse {
        let row = try row(index, batch)
        guard let number = Int(number), row.files.indices.contains(number), let job = row.job else {
            throw PreviewError.noFile
        }
        return try file(row.files[number].name, in: job.folder)
    }

    private func file(_ name: String, in folder: PrivateFolder) throws(PreviewError) -> HTTPResponse {
        let stream = FileStream(try OpenFile(name, in: folder))
        let disposition = "attachment; filename*=UTF-8''\(name.percentEncoded(keeping: "-_."))"
        return HTTPResponse(
            type: "application/octet-stream", headers: [("Content-Disposition", disposition)], body: .stream(stream))
    }

    /// Opens a written movie, which the gallery does not list.
    private func open(_ index: String, _ batch: MovieBatch) throws(PreviewError) -> JSONValue {
        let (_, name, bytes) = try movie(index, of: batch)
        return try runner.library.addEdited(bytes: bytes, name: name).json
    }

    /// Replaces the file of a movie by the one that the batch has written.
    /// - Returns: the name of the backup.
    private func write(_ index: String, _ batch: MovieBatch) throws(PreviewError) -> String {
        guard allowsWriting else {
            throw PreviewError(403, "this preview may not change files", advice: "download them, or start it with permission to write")
        }
        let (row, _, bytes) = try movie(index, of: batch)
        let entry = batch.entries[row.index]
        // The job has read this version: with the same times of change, no other content was there meanwhile.
        let backup = try runner.library.replace(entry.id, from: .version(entry.version), to: bytes)
        batch.replaced(row.index, backup: backup)
        return backup
    }

    /// A movie that the batch has written.
    private func movie(_ index: String, of batch: MovieBatch) throws(PreviewError) -> (row: BatchRow, name: String, bytes: [UInt8]) {
        let row = try row(index, batch)
        guard batch.request.kind != .render, row.state == .done, let job = row.job, let file = row.files.first else {
            throw PreviewError.noFile
        }
        return (row, file.name, try OpenFile(file.name, in: job.folder).bytes(runner.library.limits))
    }
}
