import SVGAFormat
import SVGAHTTP
import SVGAImport
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Movies that were imported from Lotties, stored as files, so that all commands can read them.
final class ImportedMovies: Sendable {
    /// An imported movie, and the parts of the Lottie that it shows differently.
    struct Movie {
        let file: OpenFile
        let notes: Notes
    }

    struct Notes: Sendable {
        let rasterized: [Imported.Note]
        let lost: [Imported.Note]
    }

    private enum Content {
        /// The file is an SVGA movie, or unknown.
        case original
        case file(String, Notes)
        case failure(PreviewError)
    }

    /// The result for one version of one file. The first caller imports it; the others wait.
    private final class Slot: Sendable {
        let version: FileVersion
        let content = Locked<Content?>(nil)

        init(_ version: FileVersion) { self.version = version }
    }

    private struct State {
        var slots: [String: Slot] = [:]
        /// Imported Lotties in order, with the names of the movies.
        var imported: [(id: String, name: String)] = []
        var count = 0
    }

    private let folder: PrivateFolder
    private let state = Locked(State())
    /// The maximum number of stored files.
    private static let maximumFiles = 100

    init(_ folder: PrivateFolder) { self.folder = folder }

    /// - Parameters:
    ///   - id: the movie's identifier.
    ///   - pictures: the files next to a JSON; nil if there are none.
    /// - Returns: nil if the file is not a Lottie.
    /// - Throws: if a Lottie cannot be imported.
    func movie(
        of file: OpenFile, _ id: String, pictures: FolderFiles?, _ limits: ReadLimits
    ) throws(PreviewError) -> Movie? {
        guard file.mayBeLottie else { return nil }
        let version = FileVersion(file.status)
        let slot = state.withLock { state in
            if let slot = state.slots[id], slot.version == version { return slot }
            let slot = Slot(version)
            state.slots[id] = slot
            return slot
        }
        let content = slot.content.withLock { content in
            if let content { return content }
            let found = found(in: file, id, pictures, limits)
            content = found
            return found
        }
        switch content {
        case .original: return nil
        case .file(let name, let notes): return Movie(file: try OpenFile(name, in: folder), notes: notes)
        case .failure(let error): throw error
        }
    }

    private func found(in file: OpenFile, _ id: String, _ pictures: FolderFiles?, _ limits: ReadLimits) -> Content {
        do throws(PreviewError) {
            let bytes = try file.bytes(limits)
            let (movie, notes): ([UInt8], Notes)
            do throws(ImportError) {
                guard let imported = try Imported(lottie: bytes, folder: pictures, limits: limits) else { return .original }
                movie = try ImportedMovies.written(imported.document)
                notes = Notes(rasterized: imported.rasterized, lost: imported.lost)
            } catch {
                throw PreviewError(422, error.message)
            }
            return .file(try keep(movie, id), notes)
        } catch {
            return .failure(error)
        }
    }

    private static func written(_ document: SVGADocument) throws(ImportError) -> [UInt8] {
        do throws(SVGAError) {
            return try document.write(as: .v2)
        } catch {
            throw .limit(error.message)
        }
    }

    /// - Returns: the file's name in the folder.
    private func keep(_ movie: [UInt8], _ id: String) throws(PreviewError) -> String {
        let (name, old) = state.withLock { state -> (String, String?) in
            state.count += 1
            let name = "\(state.count).svga"
            state.imported.append((id, name))
            guard state.imported.count > ImportedMovies.maximumFiles else { return (name, nil) }
            let old = state.imported.removeFirst()
            // It is imported again on the next request.
            if old.id != id { state.slots[old.id] = nil }
            return (name, old.name)
        }
        // Open files stay readable.
        if let old { unlink(FilePath("\(folder.path)/\(old)").cString) }
        do throws(FileError) {
            let output = try OutputFile(path: "\(folder.path)/\(name)")
            try output.write(movie)
            try output.commit()
        } catch {
            throw PreviewError(503, "the movie cannot be stored: \(error.message)")
        }
        return name
    }
}

extension OpenFile {
    /// Whether the start is that of JSON, ZIP or gzip. Current SVGA movies start differently and need no further check.
    var mayBeLottie: Bool {
        var start = [UInt8](repeating: 0, count: 64)
        let count = start.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 1 else { return false }
        if start.starts(with: [0x1F, 0x8B]) || start.starts(with: [0x50, 0x4B]) { return true }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        return text.first { $0 > 0x20 } == UInt8(ascii: "{")
    }
}
