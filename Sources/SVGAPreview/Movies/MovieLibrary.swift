import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAImport
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport

/// The movies that the page can see: the files that were named, those in the folders that were named, and what was added since. The page
/// knows them by identifiers only, so no request can name a path.
final class MovieLibrary: Sendable {
    struct Entry: Sendable, Equatable {
        /// Stays the same as long as the server runs.
        let id: String
        /// Without folders, for people.
        let name: String
        /// Below the folder that was named, without a slash at its end; may be empty.
        let folder: String
        let version: FileVersion
        fileprivate let root: Int
        /// Below the root's folder.
        fileprivate let path: FilePath
    }

    /// What another look at the folders has found.
    struct Changes: Sendable {
        var added: [Entry] = []
        var changed: [Entry] = []
        var removed: [String] = []

        var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
    }

    private struct State {
        /// By identifier.
        var entries: [String: Entry] = [:]
        /// Identifiers in the order of the folders' names; what was added comes last.
        var order: [String] = []
        /// Identifiers by the whole paths of files, also of those that are gone: a file that comes back keeps its own.
        var known: [FilePath: String] = [:]
        var added: [String] = []
        var addedBytes = 0
    }

    /// For everything that is read.
    let limits: ReadLimits
    /// Whether a folder or several files were named, so that there is something to choose from.
    let isFolder: Bool
    private let roots: [LibraryRoot]
    /// The root of what is added, the last one.
    private let folder: PrivateFolder
    private let cache = MovieCache()
    private let imported: ImportedMovies
    private let state = Locked(State())

    private static let maximumAddedMovies = 200
    private static let maximumAddedBytes = 1 << 30

    /// Finds the movies by their names; none is opened.
    init(paths: [String], limits: ReadLimits) throws(PreviewError) {
        self.limits = limits
        var roots: [LibraryRoot] = []
        let folders = paths.count { MovieLibrary.isFolder($0) }
        for path in paths { roots.append(try MovieLibrary.root(path, isLabelled: folders > 1)) }
        isFolder = folders > 0 || paths.count > 1
        folder = try .forPreview()
        imported = ImportedMovies(try .forPreview())
        self.roots = roots + [LibraryRoot(folder: FilePath(folder.path), file: nil, label: "")]
        _ = rescan()
    }

    private static func isFolder(_ path: String) -> Bool {
        FilePath(path).status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    private static func root(_ path: String, isLabelled: Bool) throws(PreviewError) -> LibraryRoot {
        guard let real = FilePath(path).resolvingLinks(), let status = real.status else {
            throw PreviewError(404, "\(path): \(errorText(errno))")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            return LibraryRoot(folder: real, file: nil, label: isLabelled ? real.lastComponent?.string ?? "" : "")
        }
        guard let name = real.lastComponent, status.st_mode & S_IFMT == S_IFREG else {
            throw PreviewError(422, "\(path): no file and no folder")
        }
        return LibraryRoot(folder: real.removingLastComponent(), file: name, label: "")
    }

    // MARK: What there is

    /// In the order of the folders' names.
    var movies: [Entry] {
        state.withLock { state in state.order.compactMap { state.entries[$0] } }
    }

    func entry(_ id: String) throws(PreviewError) -> Entry {
        guard let entry = state.withLock({ $0.entries[id] }) else { throw PreviewError(404, "there is no such movie") }
        return entry
    }

    /// The folders to watch, and whether those below each are meant too.
    var folders: [String] {
        var folders: [String] = []
        for root in roots.dropLast() { folders += FolderScan(root).folders.map(\.string) }
        return folders
    }

    /// Looks at the folders again.
    func rescan() -> Changes {
        let found = roots.dropLast().map { FolderScan($0).files.sorted { $0.path.string < $1.path.string } }
        return state.withLock { state in
            var changes = Changes()
            var entries: [String: Entry] = [:]
            var order: [String] = []
            for (root, files) in found.enumerated() {
                for file in files {
                    let entry = entry(of: file, root: root, &state)
                    // A file below two of the named folders is there once.
                    guard entries[entry.id] == nil else { continue }
                    entries[entry.id] = entry
                    order.append(entry.id)
                    if let old = state.entries[entry.id] {
                        if old != entry { changes.changed.append(entry) }
                    } else {
                        changes.added.append(entry)
                    }
                }
            }
            changes.removed = state.order.filter { entries[$0] == nil && !state.added.contains($0) }
            for id in state.added { entries[id] = state.entries[id] }
            state.entries = entries
            state.order = order + state.added
            return changes
        }
    }

    private func entry(of file: FolderScan.File, root: Int, _ state: inout State) -> Entry {
        let whole = roots[root].folder.resolving(file.path)
        let id = state.known[whole] ?? "m\(state.known.count + 1)"
        state.known[whole] = id
        let parts = file.path.components.map(\.string)
        let label = roots[root].label
        let folder = ((label.isEmpty ? [] : [label]) + parts.dropLast()).joined(separator: "/")
        return Entry(id: id, name: parts.last ?? "", folder: folder, version: file.version, root: root, path: file.path)
    }

    // MARK: What is in it

    /// Opens a movie's file, for commands that read it by the path of what is open; of a Lottie, that of the movie that importing makes.
    func open(_ id: String) throws(PreviewError) -> OpenFile {
        let entry = try entry(id)
        let root = roots[entry.root]
        let file = try root.open(entry.path)
        let pictures = FolderFiles(beside: root.folder.resolving(entry.path).string, limits: limits)
        return try imported.movie(of: file, id, pictures: entry.root < roots.count - 1 ? pictures : nil, limits) ?? file
    }

    func bytes(of id: String) throws(PreviewError) -> [UInt8] { try read(open(id)) }

    func movie(_ id: String) throws(PreviewError) -> VideoEntity { try prepared(id).movie }

    /// The movie with its decoded bitmaps: the same object as long as the file stays as it is and other movies leave room for it.
    func prepared(_ id: String) throws(PreviewError) -> PreparedMovie { try prepared(id, open(id)) }

    /// - Parameter file: the movie's, from ``open(_:)``.
    func prepared(_ id: String, _ file: OpenFile) throws(PreviewError) -> PreparedMovie {
        try cache.movie(id, FileVersion(file.status)) { () throws(PreviewError) in try prepare(file) }
    }

    /// The same, but a movie that is not in the cache is not put there: for one look at each of very many.
    func preparedOnce(_ id: String) throws(PreviewError) -> PreparedMovie {
        let file = try open(id)
        if let known = cache.known(id, FileVersion(file.status)) { return known }
        return try prepare(file)
    }

    /// The movie as a public player reads it. It is not kept: the scene that needs it does.
    func prepared(_ file: OpenFile, as player: PublicPlayer) throws(PreviewError) -> PreparedMovie { try prepare(file, as: player) }

    /// Drops what is read: it is read again when somebody asks.
    func emptyCache() { cache.removeAll() }

    /// Of the movies that are kept, about.
    var cachedBytes: Int { cache.bytes }

    private func prepare(_ file: OpenFile, as player: PublicPlayer? = nil) throws(PreviewError) -> PreparedMovie {
        PreparedMovie(try movie(of: try read(file), as: player), limits: limits)
    }

    /// The movie of a file's bytes; of a Lottie, the one that importing makes.
    func movie(of bytes: [UInt8], as player: PublicPlayer? = nil) throws(PreviewError) -> VideoEntity {
        let content: AnimationFile
        do throws(AnimationFile.Failure) {
            content = try AnimationFile(bytes: bytes, options: ReadOptions(limits: limits, player: player))
        } catch {
            throw PreviewError(422, error.description)
        }
        switch content {
        case .movie(let movie): return movie
        case .lottie(let composition, _):
            do throws(ImportError) {
                return try VideoEntity(importing: composition, limits: limits)
            } catch {
                throw PreviewError(422, error.description)
            }
        }
    }

    private func read(_ file: OpenFile) throws(PreviewError) -> [UInt8] {
        try file.bytes(limits)
    }

    // MARK: What is added

    /// Keeps a movie in the private folder until the process ends.
    /// - Parameter name: for people; it names no file.
    func add(bytes: [UInt8], name: String) throws(PreviewError) -> Entry {
        let path = try state.withLock { (state) throws(PreviewError) -> String in
            guard state.added.count < MovieLibrary.maximumAddedMovies, state.addedBytes + bytes.count <= MovieLibrary.maximumAddedBytes
            else {
                throw PreviewError(429, "too many movies were added", advice: "start svga preview anew")
            }
            state.addedBytes += bytes.count
            let id = "m\(state.known.count + 1)"
            state.known[FilePath("/\(id)")] = id
            state.added.append(id)
            return id
        }
        do throws(FileError) {
            let output = try OutputFile(path: "\(folder.path)/\(path)")
            try output.write(bytes)
            try output.commit()
        } catch {
            forget(path)
            throw PreviewError(503, "the movie cannot be kept: \(error)")
        }
        let file: OpenFile
        do throws(PreviewError) {
            file = try roots[roots.count - 1].open(FilePath(path))
        } catch {
            forget(path)
            throw error
        }
        let entry = Entry(id: path, name: name, folder: "", version: FileVersion(file.status), root: roots.count - 1, path: FilePath(path))
        state.withLock { state in
            state.entries[path] = entry
            if !state.order.contains(path) { state.order.append(path) }
        }
        return entry
    }

    private func forget(_ id: String) {
        state.withLock { state in state.added.removeAll { $0 == id } }
    }
}

extension OpenFile {
    /// All of the file.
    func bytes(_ limits: ReadLimits) throws(PreviewError) -> [UInt8] {
        // Where the file was read before, that has left the descriptor at the end.
        lseek(descriptor, 0, SEEK_SET)
        do throws(ReadError) {
            return try FileBytes.read(descriptor, limits: limits)
        } catch {
            throw PreviewError(error)
        }
    }
}

extension PrivateFolder {
    static func forPreview() throws(PreviewError) -> PrivateFolder {
        do throws(FileError) {
            return try PrivateFolder()
        } catch {
            throw PreviewError(503, "no temporary folder can be made: \(error)")
        }
    }
}

extension PreviewError {
    /// The file is there, and it is not a movie or one that asks for too much.
    init(_ error: ReadError) { self.init(422, error.description) }
}
