package import SVGAModel
import SVGAPlatform
package import SVGASupport

/// Reads files that another file references, such as the pictures of a description. By default only files inside of its folder are read.
/// Otherwise an untrusted file could copy any file into the result.
package struct FolderFiles: Sendable {
    /// The folder for relative names; empty: the current folder.
    package var folder: String
    package var allowsOutside: Bool
    private let limits: ReadLimits

    package enum Failure: Error, Hashable, Sendable {
        case outside
        case limit(LimitExceeded)
        /// Begins with a verb: `is not a file`.
        case unreadable(Message)
    }

    package init(folder: String, allowsOutside: Bool = false, limits: ReadLimits) {
        self.folder = folder
        self.allowsOutside = allowsOutside
        self.limits = limits
    }

    /// The files in the folder of a path.
    package init(beside path: String, limits: ReadLimits) {
        self.init(folder: FilePath(path).folderPrefix.removingTrailingSlashes().string, limits: limits)
    }

    package func read(_ name: String) throws(Failure) -> [UInt8] {
        let named = FilePath(name)
        guard !named.isEmpty, !named.containsZero else { throw .unreadable("is not a file name") }
        let base = FilePath(folder.isEmpty ? "." : folder)
        let path = base.resolving(named)
        if !allowsOutside {
            if named.containsParentFolder || named.isAbsolute { throw .outside }
            // A symbolic link may lead out of the folder.
            guard let real = path.resolvingLinks(), let root = base.resolvingLinks() else { throw .unreadable("cannot be found") }
            guard real != root, real.starts(with: root) else { throw .outside }
        }
        guard let status = path.status else { throw .unreadable("cannot be found") }
        // Opening a pipe would wait for a writer.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("is not a file") }
        do throws(SVGAError) {
            return try FileBytes.read(path: path.string, limits: limits)
        } catch {
            if let limit = error.limit { throw .limit(limit) }
            throw .unreadable("cannot be read: \(error.message)")
        }
    }
}
