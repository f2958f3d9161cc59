public import Foundation
public import SVGAModel
import SVGAPlatform
import SVGASupport

/// A source of movies that are known by an id, such as the gifts of a server.
///
/// Ids come from outside. ``SVGAParser/parse(id:from:reload:)`` asks only for ids of 1 to 1024 bytes, in parts joined by `/`, of which none is
/// empty or starts with a dot, without backslashes and control characters. Such an id can neither leave its folder nor be an address
/// by itself.
public protocol AnimationProvider: Sendable {
    /// Where the movie of an id is.
    /// - Throws: ``LoadError``, usually ``LoadError/refusedID(_:)`` and ``LoadError/notFound(name:)``.
    func source(for id: String) throws(LoadError) -> AnimationSource
}

/// Where a movie is.
public enum AnimationSource: Sendable {
    /// In a file at this path.
    case file(path: String)
    /// At an `http` or `https` address.
    case address(URL)
    /// Where only the provider can get it.
    ///
    /// `cacheKey` names the bytes in the caches: the same key means the same bytes; nil: not cached. `keepsOnDisk` says whether a
    /// ``DiskCache`` keeps them too. `load` returns them, and throws ``LoadError/tooLarge(name:limitBytes:)`` for more than
    /// ``ReadLimits/inputBytes``.
    case bytes(cacheKey: String?, keepsOnDisk: Bool, load: @Sendable (_ limits: ReadLimits) async throws(LoadError) -> [UInt8])
}

/// Movies as files of one directory: the id `gifts/rose` is `gifts/rose.svga` in it.
///
/// Symbolic links in the directory are followed: the host controls its contents, only the ids come from outside.
public struct DirectoryProvider: AnimationProvider {
    private let path: String
    private let fileExtension: String

    /// Creates a provider of the files below a directory.
    /// - Parameters:
    ///   - path: the directory.
    ///   - fileExtension: appended to the id first; the bare id is tried next. Empty: only the bare id.
    public init(path: String, fileExtension: String = "svga") {
        self.path = path
        self.fileExtension = fileExtension
    }

    /// The file of an id.
    /// - Throws: ``LoadError/refusedID(_:)`` or ``LoadError/notFound(name:)``.
    public func source(for id: String) throws(LoadError) -> AnimationSource {
        guard AnimationID.isAcceptable(id) else { throw .refusedID(id) }
        let names = fileExtension.isEmpty ? [id] : ["\(id).\(fileExtension)", id]
        for name in names where access(FilePath("\(path)/\(name)").cString, F_OK) == 0 { return .file(path: "\(path)/\(name)") }
        throw .notFound(name: id)
    }
}

/// Movies on a server: with the base `https://host/gifts` the id `rose` is `https://host/gifts/rose.svga`.
public struct HTTPProvider: AnimationProvider {
    private let baseURL: URL
    private let fileExtension: String

    /// Creates a provider of the files below an address.
    /// - Parameters:
    ///   - baseURL: the address that ids are appended to. Its query, if any, is kept and follows the id.
    ///   - fileExtension: appended to every id; empty for none.
    public init(baseURL: URL, fileExtension: String = "svga") {
        self.baseURL = baseURL
        self.fileExtension = fileExtension
    }

    /// The address of an id. Characters with a meaning in addresses are percent-encoded.
    /// - Throws: ``LoadError/refusedID(_:)``.
    public func source(for id: String) throws(LoadError) -> AnimationSource {
        let safe = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
        let name = fileExtension.isEmpty ? id : "\(id).\(fileExtension)"
        guard AnimationID.isAcceptable(id), let escaped = name.addingPercentEncoding(withAllowedCharacters: safe),
            var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        else { throw .refusedID(id) }
        components.percentEncodedPath += (components.percentEncodedPath.utf8.last == FilePath.slash ? "" : "/") + escaped
        guard let url = components.url else { throw .refusedID(id) }
        return .address(url)
    }
}

/// Which ids are safe to look up.
enum AnimationID {
    /// Whether an id may become part of a path or an address, by the rule of ``AnimationProvider``.
    static func isAcceptable(_ id: String) -> Bool {
        guard !id.isEmpty, id.utf8.count <= 1024 else { return false }
        guard !id.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) || $0 == "\\" }) else {
            return false
        }
        return FilePath(id).strictComponents?.allSatisfy { !$0.hasPrefix(".") } ?? false
    }
}
