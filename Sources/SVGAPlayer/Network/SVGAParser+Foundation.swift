public import Foundation
public import FoundationNetworking
import SVGAFormat
public import SVGAModel

/// What needs Foundation and its networking.
extension SVGAParser {
    /// Reads a movie from data, as ``parse(bytes:cacheKey:)`` does.
    public func parse(data: Data, cacheKey: String? = nil) async throws(LoadError) -> VideoEntity {
        try await parse(bytes: [UInt8](data), cacheKey: cacheKey)
    }

    /// Reads the movie of that name, with or without `.svga`, among the resources of a bundle.
    /// - Throws: as ``parse(named:inDirectory:)``.
    public func parse(named name: String, in bundle: Bundle) async throws(LoadError) -> VideoEntity {
        try await parse(named: name, inDirectory: bundle.resourcePath ?? bundle.bundlePath)
    }

    /// Gets the movie at an address: `http`, `https` or `file`.
    /// - Throws: every case of ``LoadError`` but ``LoadError/refusedID(_:)``.
    public func parse(url: URL) async throws(LoadError) -> VideoEntity {
        if url.isFileURL { return try await parse(path: url.path) }
        return try await parse(request: URLRequest(url: url))
    }

    /// Gets the movie that a request is answered with.
    ///
    /// Only a plain GET without headers of its own goes through the caches: what another one is answered with may be meant for one user
    /// only.
    /// - Throws: every case of ``LoadError`` but ``LoadError/refusedID(_:)``.
    public func parse(request: URLRequest) async throws(LoadError) -> VideoEntity {
        let name = request.url?.absoluteString ?? ""
        let hasBody = request.httpBody != nil || request.httpBodyStream != nil
        let isAllowed = request.url.map(HTTPTransfers.isAllowed) ?? false
        let isPlain = isAllowed && (request.httpMethod ?? "GET") == "GET" && !hasBody && (request.allHTTPHeaderFields ?? [:]).isEmpty
        let options = options
        let timeout = timeout
        return try await movie(key: isPlain ? name : nil, name: name, isRemote: true) { () throws(LoadError) in
            try await HTTPDownload.bytes(request, limitBytes: options.limits.inputBytes, timeout: timeout)
        }
    }
}
