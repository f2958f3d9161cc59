public import Foundation
public import FoundationNetworking
public import SVGAFormat
public import SVGAModel

/// Gets movies from bytes, files, directories, bundles, addresses and providers, off the caller's thread and through caches.
///
/// ```swift
/// let parser = SVGAParser(diskCache: DiskCache(path: cachePath))
/// let gift = try await parser.parse(id: "rose", from: HTTPProvider(baseURL: server))
/// ```
///
/// A movie that is in the ``memoryCache`` comes from there, and simultaneous requests for the same movie share one load. All errors are
/// ``LoadError``. A cancelled task throws ``LoadError/cancelled``; the load itself is cancelled once nobody waits for it any more.
public struct SVGAParser: Sendable {
    /// How files are read; ``/SVGAModel/ReadLimits/inputBytes`` also limits what is downloaded.
    public var options: ReadOptions
    /// How long a whole download may take. Default 30 seconds.
    public var timeout: Duration = .seconds(30)
    public let memoryCache: MemoryCache
    /// Keeps downloads between runs. Nil, the default: nothing is kept.
    public let diskCache: DiskCache?

    /// Creates a parser. By default it uses the memory cache that all parsers of the process share.
    public init(options: ReadOptions = ReadOptions(), memoryCache: MemoryCache = .shared, diskCache: DiskCache? = nil) {
        self.options = options
        self.memoryCache = memoryCache
        self.diskCache = diskCache
    }

    /// Reads a movie from bytes.
    /// `cacheKey` names these bytes in the memory cache; nil: not cached.
    /// - Throws: ``LoadError/read(name:_:)`` or ``LoadError/cancelled``.
    public func parse(bytes: [UInt8], cacheKey: String? = nil) async throws(LoadError) -> VideoEntity {
        try await movie(key: cacheKey.map { "bytes:\($0)" }, name: cacheKey ?? "", isRemote: false) { () throws(LoadError) in bytes }
    }

    /// Reads a movie from a file.
    /// - Throws: ``LoadError/notFound(name:)``, ``LoadError/file(path:reason:)``, ``LoadError/tooLarge(name:limitBytes:)``,
    ///   ``LoadError/read(name:_:)`` or ``LoadError/cancelled``.
    public func parse(path: String) async throws(LoadError) -> VideoEntity {
        let file = try FileIdentity(path: path)
        return try await movie(key: file.cacheKey, name: path, isRemote: false) { () throws(LoadError) in
            try file.read(limits: options.limits)
        }
    }

    /// Reads the movie of that name, with or without `.svga`, in a directory.
    /// - Throws: as ``parse(path:)``, and ``LoadError/refusedID(_:)`` for a name that leads out of the directory.
    public func parse(named name: String, inDirectory path: String) async throws(LoadError) -> VideoEntity {
        try await parse(id: name, from: DirectoryProvider(path: path))
    }

    /// Gets a provider's movie.
    /// - Throws: what the provider throws, ``LoadError/read(name:_:)`` or ``LoadError/cancelled``.
    public func parse(id: String, from provider: some AnimationProvider) async throws(LoadError) -> VideoEntity {
        let key = try provider.cacheKey(for: id)
        return try await movie(key: key, name: id, isRemote: provider.isRemote) { () throws(LoadError) in
            try await provider.bytes(for: id, limits: options.limits)
        }
    }

    /// The movie from the memory cache, else from the disk cache, else from `fetch`; it is then kept in both.
    /// - Parameters:
    ///   - key: names the bytes in the caches; nil: not cached.
    ///   - name: for errors.
    func movie(
        key: String?, name: String, isRemote: Bool, fetch: @escaping @Sendable () async throws(LoadError) -> [UInt8]
    ) async throws(LoadError) -> VideoEntity {
        if Task.isCancelled { throw .cancelled }
        guard let key else { return try read(await fetch(), name: name) }
        let diskCache = isRemote ? diskCache : nil
        return try await memoryCache.movie(for: MemoryCache.Key(source: key, options: options)) { () throws(LoadError) in
            if let bytes = diskCache?.bytes(forKey: key), bytes.count <= options.limits.inputBytes {
                return try read(bytes, name: name)
            }
            let bytes = try await fetch()
            let movie = try read(bytes, name: name)
            // Kept only after it could be read.
            diskCache?.store(bytes, forKey: key)
            return movie
        }
    }

    private func read(_ bytes: [UInt8], name: String) throws(LoadError) -> VideoEntity {
        if Task.isCancelled { throw .cancelled }
        guard bytes.count <= options.limits.inputBytes else { throw .tooLarge(name: name, limitBytes: options.limits.inputBytes) }
        do {
            return try VideoEntity(bytes: bytes, options: options)
        } catch {
            throw .read(name: name, error)
        }
    }
}

/// The calls that need Foundation and its networking.
extension SVGAParser {
    /// Reads a movie from data, as ``parse(bytes:cacheKey:)`` does.
    public func parse(data: Data, cacheKey: String? = nil) async throws(LoadError) -> VideoEntity {
        try await parse(bytes: [UInt8](data), cacheKey: cacheKey)
    }

    /// Reads the movie of that name, with or without `.svga`, from the resources of a bundle.
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

    /// Gets the movie that a server sends for a request.
    ///
    /// Only a plain GET without headers goes through the caches: the answer to any other request may be meant for one user only.
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

/// Why a movie could not be loaded. The description is one line for a person.
public enum LoadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file is there but cannot be read.
    case file(path: String, reason: String)
    /// There is no such file, resource or id.
    case notFound(name: String)
    /// An id that could lead out of its provider's folder, such as `../x`.
    case refusedID(String)
    /// The server answered with a status that is no success.
    case http(status: Int, url: String)
    /// No complete answer: no connection, an unknown host, a broken transfer, or a scheme other than http and https.
    case network(url: String, reason: String)
    /// It was not complete in time.
    case timedOut(url: String, limit: Duration)
    /// More bytes than ``/SVGAModel/ReadLimits/inputBytes``. Reading stopped at the limit.
    case tooLarge(name: String, limitBytes: Int)
    /// Fewer bytes came than the server had announced.
    case truncated(url: String, expectedBytes: Int, receivedBytes: Int)
    /// The bytes are complete, but they are not a movie.
    case read(name: String, ReadError)
    /// The calling task was cancelled.
    case cancelled

    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)"
        case .notFound(let name): "\(name): not found"
        case .refusedID(let id): "\"\(id)\" is not a name that may be looked up"
        case .http(let status, let url): "\(url): the server answered \(status)"
        case .network(let url, let reason): "\(url): \(reason)"
        case .timedOut(let url, let limit): "\(url): not there within \(limit)"
        case .tooLarge(let name, let limit): "\(name): more than the \(limit) bytes allowed"
        case .truncated(let url, let expected, let received): "\(url): broke off after \(received) of \(expected) bytes"
        case .read(let name, let error): name.isEmpty ? error.description : "\(name): \(error)"
        case .cancelled: "cancelled"
        }
    }
}
