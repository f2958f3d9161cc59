import Glibc
import SVGAFormat
import SVGAModel

/// A document as the files of a folder.
struct FolderContents {
    struct File {
        /// nil: the folder itself.
        let folder: String?
        let name: String
        let bytes: [UInt8]
    }

    /// In the order in which they are written: `movie.json`, which names the others, last.
    private(set) var files: [File] = []

    var folders: [String] { Array(Set(files.compactMap(\.folder))).sorted() }

    init(_ document: SVGADocument) {
        var images = SafeFileNames()
        var audio = SafeFileNames()
        var other = SafeFileNames()
        var payloads: [String] = []
        for image in document.movie.images {
            let (folder, ending) = PayloadKind.sniff(image.bytes).file
            let name =
                folder == "images" ? images.name(for: image.key, extension: ending) : audio.name(for: image.key, extension: ending)
            files.append(File(folder: folder, name: name, bytes: image.bytes))
            payloads.append("\(folder)/\(name)")
        }
        var entries: [String] = []
        for entry in document.otherEntries {
            // Whatever it claims to be, it is only data here.
            let name = other.name(for: entry.name, extension: "bin")
            files.append(File(folder: "other", name: name, bytes: entry.bytes))
            entries.append("other/\(name)")
        }
        files.append(File(folder: nil, name: "README.md", bytes: Array(FolderReadme.text.utf8)))
        let movie = FolderMovieWriter.text(document, payloadFiles: payloads, entryFiles: entries)
        files.append(File(folder: nil, name: "movie.json", bytes: movie))
    }

    /// Writes all of it into a folder that has none of it.
    func write(into root: borrowing FolderHandle) throws(FolderError) {
        for folder in folders { try root.make(folder) }
        for file in files {
            if Task.isCancelled { throw .cancelled }
            guard let folder = file.folder else {
                try root.write(file.bytes, to: file.name)
                continue
            }
            try FolderContents.open(folder, in: root).write(file.bytes, to: file.name)
        }
    }

    /// Moves all of it from one folder into another.
    func move(from source: borrowing FolderHandle, into target: borrowing FolderHandle) throws(FolderError) {
        for folder in folders { try target.make(folder) }
        for file in files {
            guard let folder = file.folder else {
                try source.move(file.name, into: target)
                continue
            }
            try FolderContents.open(folder, in: source).move(file.name, into: FolderContents.open(folder, in: target))
        }
    }

    /// Removes what was written, as far as it was.
    func remove(from root: borrowing FolderHandle) {
        for file in files {
            if let folder = file.folder { root.folder(folder)?.removeFile(file.name) } else { root.removeFile(file.name) }
        }
        for folder in folders { root.removeFolder(folder) }
    }

    private static func open(_ name: String, in root: borrowing FolderHandle) throws(FolderError) -> FolderHandle {
        guard let folder = root.folder(name) else { throw .write(path: "\(root.path)/\(name)", reason: FolderHandle.reason(errno)) }
        return folder
    }
}
