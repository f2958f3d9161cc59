package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Files that another file names, such as the pictures of a description: without being asked, none is read that lies outside of its folder.
/// Otherwise a file from a stranger could put any file into what is made of it.
package struct FolderFiles: Sendable {
    /// The folder that names are relative to; empty is the current one.
    package var folder: String
    package var allowsOutside: Bool
    private let limits: ReadLimits

    package enum Failure: Error, Hashable, Sendable {
        case outside
        case limit(LimitExceeded)
        /// Begins with a verb: `is not a file`.
        case unreadable(String)
    }

    package init(folder: String, allowsOutside: Bool = false, limits: ReadLimits) {
        self.folder = folder
        self.allowsOutside = allowsOutside
        self.limits = limits
    }

    /// The files beside the one of a path.
    package init(beside path: String, limits: ReadLimits) {
        self.init(folder: FilePath(path).folderPrefix.removingTrailingSlashes().string, limits: limits)
    }

    package func read(_ name: String) throws(Failure) -> [UInt8] {
        let named = FilePath(name)
        guard !named.isEmpty, !named.containsZero else { throw .unreadable("is no name of a file") }
        let base = FilePath(folder.isEmpty ? "." : folder)
        let path = base.resolving(named)
        if !allowsOutside {
            if named.containsParentFolder || named.isAbsolute { throw .outside }
            // A link may lead out of it too.
            guard let real = path.resolvingLinks(), let root = base.resolvingLinks() else { throw .unreadable("cannot be found") }
            guard real != root, real.starts(with: root) else { throw .outside }
        }
        guard let status = path.status else { throw .unreadable("cannot be found") }
        // Opening a pipe would wait for somebody to write to it.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("is no file") }
        do throws(ReadError) {
            return try FileBytes.read(path: path.string, limits: limits)
        } catch {
            if case .limit(let limit) = error { throw .limit(limit) }
            throw .unreadable("cannot be read: \(error.description)")
        }
    }
}
