package import SVGAModel
import SVGAPlatform

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
        /// Begins with a verb: `is no file`.
        case unreadable(String)
    }

    package init(folder: String, allowsOutside: Bool = false, limits: ReadLimits) {
        self.folder = folder
        self.allowsOutside = allowsOutside
        self.limits = limits
    }

    /// The files beside the one of a path.
    package init(beside path: String, limits: ReadLimits) {
        let slash = path.lastIndex(of: "/")
        self.init(folder: slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "", limits: limits)
    }

    package func read(_ name: String) throws(Failure) -> [UInt8] {
        guard !name.isEmpty, !name.utf8.contains(0) else { throw .unreadable("is no name of a file") }
        let base = folder.isEmpty ? "." : folder
        let path = name.hasPrefix("/") ? name : "\(base)/\(name)"
        if !allowsOutside {
            let leaves = name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
            if leaves || name.hasPrefix("/") { throw .outside }
            // A link may lead out of it too.
            guard let real = FolderFiles.realPath(path), let root = FolderFiles.realPath(base) else { throw .unreadable("cannot be found") }
            guard real.hasPrefix(root.hasSuffix("/") ? root : root + "/") else { throw .outside }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable("cannot be found") }
        // Opening a pipe would wait for somebody to write to it.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("is no file") }
        do throws(ReadError) {
            return try FileBytes.read(path: path, limits: limits)
        } catch {
            if case .limit(let limit) = error { throw .limit(limit) }
            throw .unreadable("cannot be read: \(error.description)")
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
