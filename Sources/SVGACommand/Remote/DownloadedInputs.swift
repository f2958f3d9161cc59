import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import SVGATasks

/// The remote inputs of jobs, as files in a temporary folder. Each URL is downloaded once while it is in use or in the cache.
final class DownloadedInputs: Sendable {
    /// A URL and its file.
    struct Input: Sendable {
        let url: String
        let path: String
    }

    private struct Entry {
        let path: String
        /// The number of jobs that use the file.
        var uses = 0
        /// nil: not downloaded yet.
        var bytes: Int?
        var version: SourceVersion?
        var freshUntil = ContinuousClock.now
        var lastUse = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var lastNumber = 0
        var bytes = 0
        /// The number of downloads that no job waits for yet.
        var prefetches = 0
    }

    /// More would wait for connections, and could time out while they wait.
    private static let maximumPrefetches = 32
    /// The maximum size of files that no job uses.
    private static let maximumBytes = 1 << 30
    /// A worker downloads a URL again after its freshness lifetime, but at least after this time.
    private static let minimumFreshness = Duration.seconds(10)

    private let files: RemoteFiles
    private let limit: Int
    /// Whether files are downloaded again when they are stale. A batch uses the same bytes for all its jobs.
    private let refreshes: Bool
    private let folder = Locked<FilePath?>(nil)
    private let state = Locked(State())
    private let downloads = SharedLoads<String, Bool>()

    /// - Parameter limit: the maximum size of a file.
    init(_ files: RemoteFiles, limit: Int, refreshes: Bool) {
        self.files = files
        self.limit = limit
        self.refreshes = refreshes
    }

    deinit {
        if let folder = folder.withLock({ $0 }) { TemporaryFiles.removeFullFolder(folder) }
    }

    // MARK: Names

    /// Reserves the file of a URL until ``release(_:)``. The file exists after ``fetch(_:)``.
    func reserve(_ url: String) throws(TaskError) -> Input {
        let folder = try folderPath()
        let path = state.withLock { state in
            state.lastNumber += 1
            // The hyphen keeps one path from being the beginning of another.
            let name = "\(state.lastNumber)-" + DownloadedInputs.fileExtension(of: url)
            var entry = state.entries[url] ?? Entry(path: folder.appending(name).string)
            entry.uses += 1
            entry.lastUse = state.lastNumber
            state.entries[url] = entry
            return entry.path
        }
        return Input(url: url, path: path)
    }

    func release(_ inputs: [Input]) {
        state.withLock { state in
            for input in inputs {
                state.entries[input.url]?.uses -= 1
                if let entry = state.entries[input.url], entry.uses == 0, entry.bytes == nil { state.entries[input.url] = nil }
            }
            evict(&state)
        }
    }

    /// With its dot; empty if it has other characters than letters and digits.
    private static func fileExtension(of url: String) -> String {
        guard let name = FilePath(RemoteFiles.shown(url)).extension, (1...8).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) })
        else { return "" }
        return "." + name
    }

    private func folderPath() throws(TaskError) -> FilePath {
        try folder.withLock { (folder) throws(TaskError) in
            if let folder { return folder }
            let parent = TemporaryFiles.folder
            let made = try TaskError.naming(parent.string) { () throws(FileError) in
                try TemporaryFiles.makeFolder(in: parent, for: parent.string)
            }
            folder = made
            return made
        }
    }

    // MARK: Downloads

    /// Starts downloads that a job will need, unless many are in progress.
    func prefetch(_ inputs: [Input]) {
        for input in inputs {
            let starts = state.withLock { state in
                guard state.prefetches < DownloadedInputs.maximumPrefetches else { return false }
                state.prefetches += 1
                return true
            }
            guard starts else { return }
            Task {
                try? await fetch(input)
                state.withLock { $0.prefetches -= 1 }
            }
        }
    }

    /// Downloads the files that are missing or stale.
    func fetch(_ inputs: [Input]) async throws(TaskError) {
        do throws(SVGAError) {
            for input in inputs { try await fetch(input) }
        } catch {
            if error.kind == .cancelled { throw .interrupted }
            // The message begins with the URL.
            throw error.kind == .limit
                ? .importLimit(file: "", message: TaskText(error.message)) : .input(file: "", message: TaskText(error.message))
        }
    }

    private func fetch(_ input: Input) async throws(SVGAError) {
        guard needsDownload(input.url) else { return }
        _ = try await downloads.value(for: input.path) { [self] () throws(SVGAError) in
            guard needsDownload(input.url) else { return true }
            let known = state.withLock { $0.entries[input.url]?.version }
            switch try await files.read(input.url, limit: limit, known: known) {
            case .unchanged(let freshFor):
                state.withLock { $0.entries[input.url]?.freshUntil = DownloadedInputs.end(freshFor) }
            case .content(let content): try store(content, input)
            }
            return true
        }
    }

    private func needsDownload(_ url: String) -> Bool {
        state.withLock { state in
            guard let entry = state.entries[url], entry.bytes != nil else { return true }
            return refreshes && entry.freshUntil < .now
        }
    }

    private func store(_ content: SourceContent, _ input: Input) throws(SVGAError) {
        // Replaces an older version atomically, because other jobs may read it.
        try SVGAError.mapping(try DownloadedInputs.write(content.bytes, to: input.path))
        state.withLock { state in
            guard var entry = state.entries[input.url], entry.path == input.path else {
                // All jobs that wanted it have ended.
                unlink(FilePath(input.path).cString)
                return
            }
            state.bytes += content.bytes.count - (entry.bytes ?? 0)
            entry.bytes = content.bytes.count
            entry.version = content.version
            entry.freshUntil = DownloadedInputs.end(content.freshFor)
            state.entries[input.url] = entry
            evict(&state)
        }
    }

    private static func end(_ freshFor: Duration) -> ContinuousClock.Instant { .now + max(freshFor, minimumFreshness) }

    private static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let file = try OutputFile(path: path, overwrite: true)
        try file.write(bytes)
        try file.commit()
    }

    /// Removes the least recently used files until a tenth of the space is free, so that the next files need no removal.
    private func evict(_ state: inout State) {
        guard state.bytes > DownloadedInputs.maximumBytes else { return }
        let unused = state.entries.filter { $0.value.uses == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (url, entry) in unused where state.bytes > DownloadedInputs.maximumBytes / 10 * 9 {
            unlink(FilePath(entry.path).cString)
            state.bytes -= entry.bytes ?? 0
            state.entries[url] = nil
        }
    }
}
