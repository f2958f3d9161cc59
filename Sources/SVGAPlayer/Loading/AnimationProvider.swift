import Glibc
import SVGAFormat
public import SVGAModel

/// A source of movies that are known by an id, such as the gifts of a server.
///
/// Ids come from outside, so a provider refuses those that ``AnimationID`` refuses.
public protocol AnimationProvider: Sendable {
    /// A name for the bytes that an id stands for now, used by the caches: the same key means the same bytes. Nil: not cached.
    /// - Throws: ``LoadError``, usually ``LoadError/refusedID(_:)`` and ``LoadError/notFound(name:)``.
    func cacheKey(for id: String) throws(LoadError) -> String?

    /// Whether the bytes come over a network, so that a ``DiskCache`` keeps them.
    var isRemote: Bool { get }

    /// The bytes of the file.
    /// - Throws: ``LoadError/tooLarge(name:limitBytes:)`` for more than ``/SVGAModel/ReadLimits/inputBytes``, and what else keeps it from
    ///   being read.
    func bytes(for id: String, limits: ReadLimits) async throws(LoadError) -> [UInt8]
}

/// The rule which ids are safe to look up.
public enum AnimationID {
    /// Whether an id may become part of a path or an address: 1 to 1024 bytes, in parts joined by `/`. No part is empty or starts with a dot,
    /// and there are no backslashes or control characters. Such an id can neither leave its folder nor be an address by itself.
    public static func isAcceptable(_ id: String) -> Bool {
        guard !id.isEmpty, id.utf8.count <= 1024 else { return false }
        guard !id.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) || $0 == "\\" }) else {
            return false
        }
        return id.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && !$0.utf8.starts(with: ".".utf8) }
    }
}

/// Movies as files of one directory: the id `gifts/rose` is `gifts/rose.svga` in it.
///
/// Symbolic links in the directory are followed: the host controls its contents, only the ids come from outside.
public struct DirectoryProvider: AnimationProvider {
    public let path: String
    /// Appended to the id first; the bare id is tried next. Empty: only the bare id.
    public let fileExtension: String

    public init(path: String, fileExtension: String = "svga") {
        self.path = path
        self.fileExtension = fileExtension
    }

    public var isRemote: Bool { false }

    /// Path, inode, size and modification time, so that a changed file has another key.
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

/// A file, and a cache key for its contents at the time it was checked.
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
