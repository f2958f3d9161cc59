import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAImport
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport
import SVGATasks

/// The movies of the page: files and folders from the command line, and added movies. The page uses identifiers, so no request can contain a path.
final class MovieLibrary: Sendable {
    struct Entry: Sendable, Equatable {
        /// Stable while the server runs.
        let id: String
        /// The display name without folders.
        let name: String
        /// Relative to the root's folder, without a trailing slash; may be empty.
        let folder: String
        let version: FileVersion
        fileprivate let root: Int
        /// Relative to the root's folder.
        fileprivate let path: FilePath
    }

    /// The changes that a scan has found.
    struct Changes: Sendable {
        var added: [Entry] = []
        var changed: [Entry] = []
        var removed: [String] = []

        var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
    }

    fileprivate struct State {
        /// By identifier.
        var entries: [String: Entry] = [:]
        /// Identifiers sorted by path; added movies come last.
        var order: [String] = []
        /// Identifiers by full path, including removed files, so that a restored file keeps its identifier.
        var identifiers: [FilePath: String] = [:]
        var added: [String] = []
        var addedBytes = 0
        /// The identifiers of edited movies, the most recently used last.
        var edited: [String] = []
        var editedCount = 0
    }

    /// The limits for all files.
    let limits: ReadLimits
    /// Whether there is a gallery: a folder or several files were named.
    let isFolder: Bool
    private let roots: [LibraryRoot]
    /// The root of added movies, the last one.
    let folder: PrivateFolder
    private let cache = MovieCache()
    private let imported: ImportedMovies
    private let state = Locked(State())

    private static let maximumAddedMovies = 200
    private static let maximumEditedMovies = 100
    private static let maximumEditedBytes = 1 << 30
    private let maximumAddedBytes: Int

    /// Finds the movies by file name, without opening them.
    /// - Parameter maximumAddedBytes: the maximum total size of added movies.
    init(paths: [String], limits: ReadLimits, maximumAddedBytes: Int = 1 << 30) throws(PreviewError) {
        self.limits = limits
        self.maximumAddedBytes = maximumAddedBytes
        var roots: [LibraryRoot] = []
        let folders = paths.count { MovieLibrary.isFolder($0) }
        for path in paths { roots.append(try MovieLibrary.root(path, hasLabel: folders > 1)) }
        isFolder = folders > 0 || paths.count > 1
        folder = try .forPreview()
        imported = ImportedMovies(try .forPreview())
        self.roots = roots + [LibraryRoot(folder: FilePath(folder.path), file: nil, label: "")]
        _ = rescan()
    }

    private static func isFolder(_ path: String) -> Bool {
        FilePath(path).status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    private static func root(_ path: String, hasLabel: Bool) throws(PreviewError) -> LibraryRoot {
        guard let real = FilePath(path).resolvingLinks(), let status = real.status else {
            throw PreviewError(404, "\(path): \(errorText(errno))")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            return LibraryRoot(folder: real, file: nil, label: hasLabel ? real.lastComponent?.string ?? "" : "")
        }
        guard let name = real.lastComponent, status.st_mode & S_IFMT == S_IFREG else {
            throw PreviewError(422, "\(path): neither a file nor a folder")
        }
        return LibraryRoot(folder: real.removingLastComponent(), file: name, label: "")
    }

    // MARK: Movies and folders

    /// Sorted by folder, then by name.
    var movies: [Entry] {
        state.withLock { state in state.order.compactMap { state.entries[$0] } }
    }

    func entry(_ id: String) throws(PreviewError) -> Entry {
        let (entry, wasEdited) = state.withLock { state in (state.entry(id), state.wasEdited(id)) }
        if let entry { return entry }
        if wasEdited { throw PreviewError(410, "this edit is no longer kept", advice: "apply its steps again") }
        throw PreviewError(404, "there is no such movie")
    }

    /// The folders to watch, including the scanned subfolders.
    var folders: [String] {
        var folders: [String] = []
        for root in roots.dropLast() { folders += FolderScan(root).folders.map(\.string) }
        return folders
    }

    /// Scans the folders again.
    func rescan() -> Changes {
        let found = roots.dropLast().map { FolderScan($0).files.sorted { $0.path.string < $1.path.string } }
        return state.withLock { state in
            var changes = Changes()
            var entries: [String: Entry] = [:]
            var order: [String] = []
            for (root, files) in found.enumerated() {
                for file in files {
                    let entry = entry(of: file, root: root, &state)
                    // A file below two roots is listed once.
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
            for id in state.added + state.edited { entries[id] = state.entries[id] }
            state.entries = entries
            state.order = order + state.added
            return changes
        }
    }

    private func entry(of file: FolderScan.File, root: Int, _ state: inout State) -> Entry {
        let path = roots[root].folder.resolving(file.path)
        let id = state.identifiers[path] ?? "m\(state.identifiers.count + 1)"
        state.identifiers[path] = id
        let parts = file.path.components.map(\.string)
        let label = roots[root].label
        let folder = ((label.isEmpty ? [] : [label]) + parts.dropLast()).joined(separator: "/")
        return Entry(id: id, name: parts.last ?? "", folder: folder, version: file.version, root: root, path: file.path)
    }

    /// The full path of a movie's file, without symbolic links.
    func path(of entry: Entry) -> FilePath { roots[entry.root].folder.resolving(entry.path) }

    /// The folder of a movie's file and its name there; nil for a movie that was added to the page.
    func place(of entry: Entry) throws(PreviewError) -> (folder: OpenFile, name: FilePath.Component)? {
        entry.root < roots.count - 1 ? try roots[entry.root].parent(of: entry.path) : nil
    }

    // MARK: Contents

    /// Opens a movie's file, for commands that read it by its descriptor's path. For a Lottie, opens the imported movie.
    func open(_ id: String) throws(PreviewError) -> OpenFile {
        let (file, imported) = try contents(id)
        return imported?.file ?? file
    }

    /// Opens the file itself, also if it is a Lottie.
    func openFile(_ id: String) throws(PreviewError) -> OpenFile {
        let entry = try entry(id)
        return try roots[entry.root].open(entry.path)
    }

    /// Whether a movie was imported from a Lottie.
    func isImported(_ id: String) throws(PreviewError) -> Bool { try contents(id).imported != nil }

    /// What the import of a Lottie changed; nil if the file is a movie.
    func importNotes(_ id: String) throws(PreviewError) -> ImportedMovies.Notes? { try contents(id).imported?.notes }

    /// The file, and for a Lottie the imported movie.
    private func contents(_ id: String) throws(PreviewError) -> (file: OpenFile, imported: ImportedMovies.Movie?) {
        let entry = try entry(id)
        let root = roots[entry.root]
        let file = try root.open(entry.path)
        let pictures = FolderFiles(beside: root.folder.resolving(entry.path).string, limits: limits)
        return (file, try imported.movie(of: file, id, pictures: entry.root < roots.count - 1 ? pictures : nil, limits))
    }

    /// The Lottie whose imported movie ``open(_:)`` opens; nil if the file is a movie.
    func lottie(_ id: String) throws(PreviewError) -> LottieFile? {
        let entry = try entry(id)
        let root = roots[entry.root]
        let file = try root.open(entry.path)
        guard file.mayBeLottie else { return nil }
        let pictures = FolderFiles(beside: root.folder.resolving(entry.path).string, limits: limits)
        let (bytes, folder) = (try read(file), entry.root < roots.count - 1 ? pictures : nil)
        return try PreviewError.running { () throws(TaskError) in
            let content = try InputAnimation(bytes, name: entry.name, folder: folder, options: ReadOptions(limits: limits, player: nil))
            guard case .lottie(let lottie) = content else { return nil }
            return lottie
        }
    }

    func bytes(of id: String) throws(PreviewError) -> [UInt8] { try read(open(id)) }

    func movie(_ id: String) throws(PreviewError) -> VideoEntity { try prepared(id).movie }

    /// The movie with its decoded bitmaps: the same object until the file changes or the cache evicts it.
    func prepared(_ id: String) throws(PreviewError) -> PreparedMovie { try prepared(id, open(id)) }

    /// - Parameter file: the movie's file from ``open(_:)``.
    func prepared(_ id: String, _ file: OpenFile) throws(PreviewError) -> PreparedMovie {
        try cache.movie(id, FileVersion(file.status)) { () throws(PreviewError) in try prepare(file) }
    }

    /// The prepared movie, without adding it to the cache: for one use of each of many movies.
    func preparedOnce(_ id: String) throws(PreviewError) -> PreparedMovie {
        let file = try open(id)
        if let movie = cache.cached(id, FileVersion(file.status)) { return movie }
        return try prepare(file)
    }

    /// The movie as a public player reads it. Not cached: the scene retains it.
    func prepared(_ file: OpenFile, as player: PublicPlayer) throws(PreviewError) -> PreparedMovie { try prepare(file, as: player) }

    /// Empties the cache. Movies are read again on demand.
    func emptyCache() { cache.removeAll() }

    /// The estimated size of the cached movies.
    var cachedBytes: Int { cache.bytes }

    private func prepare(_ file: OpenFile, as player: PublicPlayer? = nil) throws(PreviewError) -> PreparedMovie {
        PreparedMovie(try movie(of: try read(file), as: player), limits: limits)
    }

    /// The movie of a file's bytes; for a Lottie, the imported movie.
    func movie(of bytes: [UInt8], as player: PublicPlayer? = nil) throws(PreviewError) -> VideoEntity {
        let content: AnimationFile
        do throws(AnimationFile.Failure) {
            content = try AnimationFile(bytes: bytes, options: ReadOptions(limits: limits, player: player))
        } catch {
            throw PreviewError(422, error.message)
        }
        switch content {
        case .movie(let movie): return movie
        case .lottie(let composition, _):
            do throws(ImportError) {
                return try VideoEntity(importing: composition, limits: limits)
            } catch {
                throw PreviewError(422, error.message)
            }
        }
    }

    private func read(_ file: OpenFile) throws(PreviewError) -> [UInt8] {
        try file.bytes(limits)
    }

    // MARK: Added movies

    /// Stores a movie in the private folder until the process ends.
    /// - Parameter name: the display name, not a file name.
    func add(bytes: [UInt8], name: String) throws(PreviewError) -> Entry {
        let path = try state.withLock { (state) throws(PreviewError) -> String in
            guard state.added.count < MovieLibrary.maximumAddedMovies, state.addedBytes + bytes.count <= maximumAddedBytes
            else {
                throw PreviewError(429, "too many movies were added", advice: "restart svga preview")
            }
            state.addedBytes += bytes.count
            let id = "m\(state.identifiers.count + 1)"
            state.identifiers[FilePath("/\(id)")] = id
            state.added.append(id)
            return id
        }
        let entry: Entry
        do throws(PreviewError) {
            entry = try store(bytes, path, name)
        } catch {
            forget(path, bytes.count)
            throw error
        }
        state.withLock { state in
            state.entries[path] = entry
            if !state.order.contains(path) { state.order.append(path) }
        }
        return entry
    }

    /// Writes a movie to the private folder.
    private func store(_ bytes: [UInt8], _ id: String, _ name: String) throws(PreviewError) -> Entry {
        do throws(FileError) {
            let output = try OutputFile(path: "\(folder.path)/\(id)")
            try output.write(bytes)
            try output.commit()
        } catch {
            throw PreviewError(503, "the movie cannot be stored: \(error.message)")
        }
        let file = try roots[roots.count - 1].open(FilePath(id))
        return Entry(id: id, name: name, folder: "", version: FileVersion(file.status), root: roots.count - 1, path: FilePath(id))
    }

    // MARK: Edited movies

    /// Stores an edited movie, which the gallery does not list. The least recently used ones are removed.
    func addEdited(bytes: [UInt8], name: String) throws(PreviewError) -> Entry {
        let id = state.withLock { state in
            state.editedCount += 1
            return "e\(state.editedCount)"
        }
        let entry = try store(bytes, id, name)
        let dropped = state.withLock { state in
            state.entries[id] = entry
            state.edited.append(id)
            return state.dropEdited(maximumCount: MovieLibrary.maximumEditedMovies, maximumBytes: MovieLibrary.maximumEditedBytes)
        }
        // Open files stay readable.
        for id in dropped { unlink(FilePath("\(folder.path)/\(id)").cString) }
        return entry
    }

    /// Replaces a file of a named folder, see ``FileReplacement``.
    /// - Returns: the name of the backup.
    func replace(_ id: String, from old: FileReplacement.Old, to new: [UInt8]) throws(PreviewError) -> String {
        let entry = try entry(id)
        guard entry.root < roots.count - 1 else {
            throw PreviewError(403, "only a file on disk can be replaced", advice: "save under another name")
        }
        guard try !isImported(id) else {
            throw PreviewError(422, "a Lottie cannot be replaced by a movie", advice: "save under another name")
        }
        let (folder, name) = try roots[entry.root].parent(of: entry.path)
        return try FileReplacement(of: name, in: folder).run(from: old, to: new, limits)
    }

    /// Whether a movie is the result of edits, or their unchanged beginning.
    func isEdited(_ id: String) -> Bool { state.withLock { $0.edited.contains(id) } }

    /// Gives the space of a movie back that was not stored.
    private func forget(_ id: String, _ byteCount: Int) {
        state.withLock { state in
            state.added.removeAll { $0 == id }
            state.addedBytes -= byteCount
        }
    }
}

extension MovieLibrary.State {
    /// Marks an edited movie as used.
    fileprivate mutating func entry(_ id: String) -> MovieLibrary.Entry? {
        if let index = edited.firstIndex(of: id) { edited.append(edited.remove(at: index)) }
        return entries[id]
    }

    fileprivate func wasEdited(_ id: String) -> Bool {
        guard id.first == "e", let number = Int(id.dropFirst()) else { return false }
        return number >= 1 && number <= editedCount
    }

    /// Removes the least recently used edited movies, but not the newest.
    /// - Returns: their identifiers.
    fileprivate mutating func dropEdited(maximumCount: Int, maximumBytes: Int) -> [String] {
        var bytes = edited.reduce(0) { $0 + (entries[$1]?.version.bytes ?? 0) }
        var dropped: [String] = []
        while edited.count > 1, edited.count > maximumCount || bytes > maximumBytes {
            let id = edited.removeFirst()
            bytes -= entries.removeValue(forKey: id)?.version.bytes ?? 0
            dropped.append(id)
        }
        return dropped
    }
}

extension OpenFile {
    /// All bytes of the file.
    func bytes(_ limits: ReadLimits) throws(PreviewError) -> [UInt8] {
        // An earlier read has left the offset at the end.
        lseek(descriptor, 0, SEEK_SET)
        do throws(SVGAError) {
            return try FileBytes.read(descriptor, limits: limits)
        } catch {
            throw PreviewError(422, error.message)
        }
    }
}

extension PrivateFolder {
    static func forPreview() throws(PreviewError) -> PrivateFolder {
        do throws(FileError) {
            return try PrivateFolder()
        } catch {
            throw PreviewError(503, "a temporary folder cannot be created: \(error.message)")
        }
    }
}
