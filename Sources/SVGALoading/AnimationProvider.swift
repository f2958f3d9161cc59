public import Foundation
public import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport

/// A source of movies by ID, for example the gifts of a server.
///
/// IDs are untrusted. ``SVGAParser/parse(id:from:reload:)`` passes only IDs of 1 to 1024 bytes, in components joined by `/`. A component is not
/// empty and does not start with a dot; backslashes and control characters are not allowed. Such an ID can neither leave its folder nor be a URL.
public protocol AnimationProvider: Sendable {
    /// The source of the movie with an ID.
    /// - Throws: ``SVGAError``, usually ``SVGAError/Kind/refused`` and ``SVGAError/Kind/notFound``.
    func source(for id: String) throws(SVGAError) -> AnimationSource
}

/// The location of a movie.
public enum AnimationSource: Sendable {
    /// In a file at this path.
    case file(path: String)
    /// At an `http` or `https` URL.
    case address(URL)
    /// Loaded by the provider.
    ///
    /// `cacheKey` is the key of the bytes in the caches: the same key means the same bytes; nil: not cached. `keepsOnDisk` says whether a
    /// ``DiskCache`` also stores them. `load` returns them, and throws ``SVGAError/Kind/limit`` for more than
    /// ``ReadLimits/inputBytes``.
    case bytes(cacheKey: String?, keepsOnDisk: Bool, load: @Sendable (_ limits: ReadLimits) async throws(SVGAError) -> [UInt8])
}

/// Movies as files in a directory: the ID `gifts/rose` is the file `gifts/rose.svga`.
///
/// Symbolic links in the directory are followed: the host controls its content, and only the IDs are untrusted.
public struct DirectoryProvider: AnimationProvider {
    private let path: String
    private let fileExtension: String

    /// Creates a provider of the files below a directory.
    /// - Parameters:
    ///   - path: the directory.
    ///   - fileExtension: appended to the ID first; the ID without an extension is tried next. Empty: only the ID.
    public init(path: String, fileExtension: String = "svga") {
        self.path = path
        self.fileExtension = fileExtension
    }

    /// The file of an ID.
    /// - Throws: ``SVGAError/Kind/refused`` or ``SVGAError/Kind/notFound``.
    public func source(for id: String) throws(SVGAError) -> AnimationSource {
        guard SourceName.isAcceptable(id) else { throw .refusedID(id) }
        let names = fileExtension.isEmpty ? [id] : ["\(id).\(fileExtension)", id]
        for name in names where access(FilePath("\(path)/\(name)").cString, F_OK) == 0 { return .file(path: "\(path)/\(name)") }
        throw .notFound(name: id)
    }
}

/// Movies on a server: with the base URL `https://host/gifts`, the ID `rose` is `https://host/gifts/rose.svga`.
public struct HTTPProvider: AnimationProvider {
    private let baseURL: URL
    private let fileExtension: String

    /// Creates a provider of the files below a URL.
    /// - Parameters:
    ///   - baseURL: the URL that IDs are appended to. Its query, if any, follows the ID.
    ///   - fileExtension: appended to every ID; empty for none.
    public init(baseURL: URL, fileExtension: String = "svga") {
        self.baseURL = baseURL
        self.fileExtension = fileExtension
    }

    /// The URL of an ID. Reserved characters are percent-encoded.
    /// - Throws: ``SVGAError/Kind/refused``.
    public func source(for id: String) throws(SVGAError) -> AnimationSource {
        let safe = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
        let name = fileExtension.isEmpty ? id : "\(id).\(fileExtension)"
        guard SourceName.isAcceptable(id), let escaped = name.addingPercentEncoding(withAllowedCharacters: safe),
            var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        else { throw .refusedID(id) }
        components.percentEncodedPath += (components.percentEncodedPath.utf8.last == FilePath.slash ? "" : "/") + escaped
        guard let url = components.url else { throw .refusedID(id) }
        return .address(url)
    }
}
