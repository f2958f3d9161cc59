public import Foundation
import FoundationNetworking
public import SVGAModel

/// Movies of a server: with the base `https://host/gifts` the id `rose` is `https://host/gifts/rose.svga`.
public struct HTTPProvider: AnimationProvider {
    /// A query it has is kept, behind the id.
    public let baseURL: URL
    /// Put behind every id; empty for none.
    public let fileExtension: String
    /// How long a download may take in all.
    public var timeout: Duration

    public init(baseURL: URL, fileExtension: String = "svga", timeout: Duration = .seconds(30)) {
        self.baseURL = baseURL
        self.fileExtension = fileExtension
        self.timeout = timeout
    }

    public var isRemote: Bool { true }

    /// The address.
    public func cacheKey(for id: String) throws(LoadError) -> String? { try url(for: id).absoluteString }

    public func bytes(for id: String, limits: ReadLimits) async throws(LoadError) -> [UInt8] {
        try await HTTPDownload.bytes(URLRequest(url: url(for: id)), limitBytes: limits.inputBytes, timeout: timeout)
    }

    /// The address of an id, every character that could mean something in an address escaped.
    /// - Throws: ``LoadError/refusedID(_:)``.
    public func url(for id: String) throws(LoadError) -> URL {
        let safe = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
        let name = fileExtension.isEmpty ? id : "\(id).\(fileExtension)"
        guard AnimationID.isAcceptable(id), let escaped = name.addingPercentEncoding(withAllowedCharacters: safe),
            var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        else { throw .refusedID(id) }
        components.percentEncodedPath += (components.percentEncodedPath.hasSuffix("/") ? "" : "/") + escaped
        guard let url = components.url else { throw .refusedID(id) }
        return url
    }
}
