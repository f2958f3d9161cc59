import SVGAFormat
import SVGAHTTP
import SVGAImport
import SVGAModel
import SVGAPlatform
import SVGASupport

/// The movies that importing makes of Lotties, as files of their own: every command reads them as it reads others.
final class ImportedMovies: Sendable {
    private enum Content {
        /// The file is a movie itself, or nothing that is known.
        case original
        case file(String)
        case failure(PreviewError)
    }

    /// What was found in one content of one file. Who comes first looks, and the others wait.
    private final class Slot: Sendable {
        let version: FileVersion
        let content = Locked<Content?>(nil)

        init(_ version: FileVersion) { self.version = version }
    }

    private struct State {
        var slots: [String: Slot] = [:]
        /// Lotties in the order in which they were imported, and the names of the movies.
        var imported: [(id: String, name: String)] = []
        var count = 0
    }

    private let folder: PrivateFolder
    private let state = Locked(State())
    /// Files that are there at once.
    private static let maximumFiles = 100

    init(_ folder: PrivateFolder) { self.folder = folder }

    /// - Parameters:
    ///   - id: of the movie.
    ///   - pictures: those beside a JSON; nil: there are none.
    /// - Returns: nil where the file is not a Lottie.
    /// - Throws: why a Lottie cannot be imported.
    func movie(
        of file: OpenFile, _ id: String, pictures: FolderFiles?, _ limits: ReadLimits
    ) throws(PreviewError) -> OpenFile? {
        guard file.mayBeLottie else { return nil }
        let version = FileVersion(file.status)
        let slot = state.withLock { state in
            if let known = state.slots[id], known.version == version { return known }
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
        case .file(let name): return try OpenFile(name, in: folder)
        case .failure(let error): throw error
        }
    }

    private func found(in file: OpenFile, _ id: String, _ pictures: FolderFiles?, _ limits: ReadLimits) -> Content {
        do throws(PreviewError) {
            let bytes = try file.bytes(limits)
            let movie: [UInt8]
            do throws(ImportError) {
                guard let document = try SVGADocument(lottie: bytes, folder: pictures, limits: limits) else { return .original }
                movie = try ImportedMovies.written(document)
            } catch {
                throw PreviewError(422, error.description)
            }
            return .file(try keep(movie, id))
        } catch {
            return .failure(error)
        }
    }

    private static func written(_ document: SVGADocument) throws(ImportError) -> [UInt8] {
        do throws(WriteError) {
            return try document.write(as: .v2)
        } catch {
            throw .limit(error.description)
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
            // It is imported again when it is asked for.
            if old.id != id { state.slots[old.id] = nil }
            return (name, old.name)
        }
        // What is open can still be read.
        if let old { unlink(FilePath("\(folder.path)/\(old)").cString) }
        do throws(FileError) {
            let output = try OutputFile(path: "\(folder.path)/\(name)")
            try output.write(movie)
            try output.commit()
        } catch {
            throw PreviewError(503, "the movie cannot be kept: \(error)")
        }
        return name
    }
}

extension OpenFile {
    /// Whether it begins as JSON, a ZIP or gzip does; movies of today begin otherwise, and need no second look.
    fileprivate var mayBeLottie: Bool {
        var start = [UInt8](repeating: 0, count: 64)
        let count = start.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 1 else { return false }
        if start.starts(with: [0x1F, 0x8B]) || start.starts(with: [0x50, 0x4B]) { return true }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        return text.first { $0 > 0x20 } == UInt8(ascii: "{")
    }
}
