public import Foundation
public import SVGAFormat
public import SVGAModel
import SVGASources
import SVGASupport

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Loads movies and images from bytes, files, bundles, URLs and providers, off the caller's thread and with caches.
///
/// ```swift
/// import Foundation
///
/// let parser = SVGAParser(diskCache: DiskCache(path: "/var/cache/gifts"))
/// let gift = try await parser.parse(url: URL(string: "https://example.com/gifts/rose.svga")!)
/// ```
///
/// Movies are cached in the ``MemoryCache``. Concurrent requests for the same movie with the same policy and timeouts share one load. A canceled
/// task throws ``SVGAError/Kind/cancelled``; the load itself is canceled when nobody waits for it.
///
/// Files are checked before each use: a replaced or changed file is read again.
///
/// Responses of servers are cached as in a browser (RFC 9111). They are fresh for the time in `Cache-Control` or `Expires`. Without these,
/// they are fresh for a tenth of the time since `Last-Modified`, at most a day. Stale responses are revalidated by `ETag` and `Last-Modified`. Responses with `no-store` are not
/// cached, nor are errors or incomplete responses. The `cachePolicy` of a request is respected; `reload: true` is
/// `reloadIgnoringLocalAndRemoteCacheData`. A redirected movie is cached under the requested URL.
public struct SVGAParser: Sendable {
    /// The read options; ``ReadLimits/inputBytes`` also limits downloads.
    public var options: ReadOptions
    /// The time limit of an entire download. Default 30 seconds. A request's `timeoutInterval` limits the time without data.
    public var timeout: Duration = .seconds(30)
    /// Whether URLs may lead to this machine and into private networks. Default true.
    ///
    /// Set it to false for untrusted URLs, so that they cannot reach hosts that only the server can reach. Then only addresses on the public
    /// internet are allowed: not loopback, private, shared (100.64.0.0/10), link-local, unique-local, multicast or reserved ones, even if embedded
    /// in IPv6. Each address is checked when it is connected to, so DNS names and redirections cannot bypass the check. The proxies of the
    /// environment are not used, because a proxy would resolve names. `file` URLs are refused too; paths and bundles are allowed. The error is
    /// ``SVGAError/Kind/refused``.
    public var allowsPrivateHosts = true
    package let memoryCache: MemoryCache
    package let diskCache: DiskCache?
    /// The current time for the age of responses, in seconds since 1970.
    package var now: @Sendable () -> Int = { Int(saturating: Date().timeIntervalSince1970) }

    /// Creates a parser.
    /// - Parameters:
    ///   - options: the read options.
    ///   - memoryCache: the cache of decoded movies and images; by default shared by all parsers of the process.
    ///   - diskCache: the cache of downloads between runs; nil: none.
    public init(options: ReadOptions = ReadOptions(), memoryCache: MemoryCache = .shared, diskCache: DiskCache? = nil) {
        self.options = options
        self.memoryCache = memoryCache
        self.diskCache = diskCache
    }

    /// Reads a movie from bytes. `cacheKey` identifies them in the memory cache: the same key means the same bytes. Nil: not cached.
    /// - Throws: ``SVGAError/Kind/limit``, ``SVGAError`` or ``SVGAError/Kind/cancelled``.
    public func parse(bytes: some Collection<UInt8>, cacheKey: String? = nil) async throws(SVGAError) -> VideoEntity {
        let bytes = [UInt8](bytes)
        if Task.isCancelled { throw .cancelled }
        guard let cacheKey else { return try read(bytes, name: "") }
        let key = MemoryCache.Key(.bytes, cacheKey, options: options, type: VideoEntity.self)
        return try await memoryCache.value(for: key) { (_) throws(SVGAError) in
            CachedEntry(value: try read(bytes, name: cacheKey), state: .fixed)
        }
    }

    /// Reads a movie from a file. `reload` ignores the cache.
    /// - Throws: ``SVGAError/Kind/notFound``, ``SVGAError/Kind/file``, ``SVGAError/Kind/limit``,
    ///   ``SVGAError`` or ``SVGAError/Kind/cancelled``.
    public func parse(path: String, reload: Bool = false) async throws(SVGAError) -> VideoEntity {
        try await value(path: path, reload: reload)
    }

    /// Reads a movie by name, with or without `.svga`, from the resources of a bundle.
    /// - Throws: as ``parse(path:reload:)``, and ``SVGAError/Kind/refused`` for a name that leads out of the bundle.
    public func parse(named name: String, in bundle: Bundle) async throws(SVGAError) -> VideoEntity {
        try await parse(id: name, from: DirectoryProvider(path: bundle.resourcePath ?? bundle.bundlePath))
    }

    /// Loads a movie from an `http`, `https` or `file` URL. `reload` ignores all caches, and caches the result again.
    /// - Throws: ``SVGAError``.
    public func parse(url: URL, reload: Bool = false) async throws(SVGAError) -> VideoEntity {
        try await value(url: url, reload: reload)
    }

    /// Loads the movie in the response to a request, with the request's `cachePolicy` and `timeoutInterval`.
    ///
    /// Only a plain GET without headers uses the caches: the response to any other request may be specific to a user.
    /// - Throws: ``SVGAError``; ``SVGAError/Kind/notFound`` if the policy allows only the caches, and they have no entry.
    public func parse(request: URLRequest) async throws(SVGAError) -> VideoEntity { try await value(request: request) }

    /// Loads a provider's movie. `reload` ignores all caches, and caches the result again.
    /// - Throws: errors of the provider, ``SVGAError/Kind/refused``, and errors of loading from its source.
    public func parse(
        id: String, from provider: some AnimationProvider, reload: Bool = false
    ) async throws(SVGAError) -> VideoEntity {
        guard SourceName.isAcceptable(id) else { throw .refusedID(id) }
        switch try provider.source(for: id) {
        case .file(let path): return try await value(path: path, reload: reload)
        case .address(let url): return try await value(url: url, reload: reload)
        case .bytes(let cacheKey, let keepsOnDisk, let load):
            return try await value(id: id, cacheKey: cacheKey, diskCache: keepsOnDisk ? diskCache : nil, reload: reload, load)
        }
    }
}
