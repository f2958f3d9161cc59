import Glibc
import SVGAFormat
public import SVGAModel

/// Movies as files of one directory: the id `gifts/rose` is `gifts/rose.svga` in it.
///
/// Links within the directory are followed: its contents are the host's, only the ids are not.
public struct DirectoryProvider: AnimationProvider {
    public let path: String
    /// Tried before the bare id; empty for none.
    public let fileExtension: String

    public init(path: String, fileExtension: String = "svga") {
        self.path = path
        self.fileExtension = fileExtension
    }

    public var isRemote: Bool { false }

    /// Path, size and time of change, so that a changed file is another.
    public func cacheKey(for id: String) throws(LoadError) -> String? {
        try FileIdentity(path: file(for: id)).cacheKey
    }

    public func bytes(for id: String, limits: ReadLimits) async throws(LoadError) -> [UInt8] {
        try FileIdentity(path: file(for: id)).read(limits: limits)
    }

    private func file(for id: String) throws(LoadError) -> String {
        guard AnimationID.isAcceptable(id) else { throw .refusedID(id) }
        let names = fileExtension.isEmpty ? [id] : ["\(id).\(fileExtension)", id]
        for name in names where access("\(path)/\(name)", F_OK) == 0 { return "\(path)/\(name)" }
        throw .notFound(name: id)
    }
}

/// A file at the moment it was looked at.
struct FileIdentity {
    let path: String
    let cacheKey: String

    init(path: String) throws(LoadError) {
        var information = stat()
        guard stat(path, &information) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? .notFound(name: path) : .file(path: path, reason: String(cString: strerror(errno)))
        }
        self.path = path
        let time = information.st_mtim
        cacheKey = "file:\(path):\(information.st_ino):\(information.st_size):\(time.tv_sec).\(time.tv_nsec)"
    }

    func read(limits: ReadLimits) throws(LoadError) -> [UInt8] {
        do {
            return try FileBytes.read(path: path, limits: limits)
        } catch .limit(let limit) {
            throw .tooLarge(name: path, limitBytes: limit.allowed)
        } catch .file(let reason) {
            throw .file(path: path, reason: reason)
        } catch {
            throw .read(name: path, error)
        }
    }
}
