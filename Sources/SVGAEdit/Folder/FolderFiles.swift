import Glibc
import SVGAModel

/// The files that `movie.json` names. All together count against ``/SVGAModel/ReadLimits/inflatedBytes``.
final class FolderFiles {
    private let root: FolderHandle
    private let limits: ReadLimits
    private var left: Int

    init(_ root: consuming FolderHandle, limits: ReadLimits) {
        self.root = root
        self.limits = limits
        left = limits.inflatedBytes
    }

    /// - Parameter name: such as `images/user1.png`.
    func read(_ name: String) throws(FolderError) -> [UInt8] {
        if Task.isCancelled { throw .cancelled }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
            throw .read(path: name, reason: "leads out of the folder, or is no name of a file in it")
        }
        return try read(parts[...], in: root)
    }

    private func read(_ parts: ArraySlice<String>, in folder: borrowing FolderHandle) throws(FolderError) -> [UInt8] {
        guard let name = parts.first else { throw .read(path: folder.path, reason: "is a directory") }
        if parts.count > 1 {
            guard let inner = folder.folder(name) else {
                throw .read(path: "\(folder.path)/\(name)", reason: FolderHandle.reason(errno))
            }
            return try read(parts.dropFirst(), in: inner)
        }
        guard let bytes = try folder.read(name, limit: left) else {
            throw .limit(
                LimitExceeded(\.inflatedBytes, of: limits, found: limits.inflatedBytes + 1, subject: "the files of the folder"))
        }
        left -= bytes.count
        return bytes
    }
}
