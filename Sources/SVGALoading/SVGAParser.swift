public import Foundation
public import SVGAFormat
public import SVGAModel
import SVGASupport

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Gets movies and pictures from bytes, files, bundles, addresses and providers, off the caller's thread and through caches.
///
/// ```swift
/// import Foundation
///
/// let parser = SVGAParser(diskCache: DiskCache(path: "/var/cache/gifts"))
/// let gift = try await parser.parse(url: URL(string: "https://example.com/gifts/rose.svga")!)
/// ```
///
/// A movie that is in the ``MemoryCache`` comes from there, and simultaneous requests for the same movie with the same policy and timeouts
/// share one load. A cancelled task throws ``LoadError/cancelled``; the load itself is cancelled once nobody waits for it any more.
///
/// Files are checked before each use: one that was replaced or changed is read again.
///
/// What servers send is cached as a browser does it (RFC 9111): used as long as `Cache-Control` or `Expires` say, or for a tenth of the time
/// since `Last-Modified`, at most a day. Then the server is asked by `ETag` and `Last-Modified`, and answers 304 if nothing changed.
/// `no-store` is kept nowhere, and only whole successful answers are kept. The `cachePolicy` of a request is respected; `reload: true`
/// is `reloadIgnoringLocalAndRemoteCacheData`. A movie is kept under the address that was asked for, wherever that redirects to.
public struct SVGAParser: Sendable {
    /// How files are read; ``ReadLimits/inputBytes`` also limits what is downloaded.
    public var options: ReadOptions
    /// How long a whole download may take. Default 30 seconds. A request's `timeoutInterval` limits the time in which nothing comes.
    public var timeout: Duration = .seconds(30)
    /// Whether addresses may lead to this machine and into private networks. Default true.
    ///
    /// Set it to false where addresses come from strangers, so that they cannot use a server to reach what it alone can reach. Only addresses of
    /// the public internet are connected to then: not loopback, private, shared (100.64.0.0/10), link-local, unique-local, multicast or
    /// reserved ones, nor any of these wrapped in IPv6. Each is judged when it is connected to, so neither names nor redirections get around
    /// that. The proxies of the environment are not used, because a proxy would look names up itself. `file` addresses are
    /// refused too; paths and bundles are not addresses. The error is ``LoadError/refusedHost(url:)``.
    public var allowsPrivateHosts = true
    package let memoryCache: MemoryCache
    package let diskCache: DiskCache?
    /// Seconds since 1970, by which answers age.
    package var now: @Sendable () -> Int = { Int(saturating: Date().timeIntervalSince1970) }

    /// Creates a parser.
    /// - Parameters:
    ///   - options: how files are read.
    ///   - memoryCache: keeps movies and pictures decoded; by default the cache that all parsers of the process share.
    ///   - diskCache: keeps downloads between runs. nil: nothing is kept.
    public init(options: ReadOptions = ReadOptions(), memoryCache: MemoryCache = .shared, diskCache: DiskCache? = nil) {
        self.options = options
        self.memoryCache = memoryCache
        self.diskCache = diskCache
    }

    /// Reads a movie from bytes. `cacheKey` names them in the memory cache: the same key means the same bytes. Nil: not cached.
    /// - Throws: ``LoadError/tooLarge(name:limitBytes:)``, ``LoadError/read(name:_:)`` or ``LoadError/cancelled``.
    public func parse(bytes: [UInt8], cacheKey: String? = nil) async throws(LoadError) -> VideoEntity {
        if Task.isCancelled { throw .cancelled }
        guard let cacheKey else { return try read(bytes, name: "") }
        let key = MemoryCache.Key(.bytes, cacheKey, options: options, type: VideoEntity.self)
        return try await memoryCache.value(for: key) { (_) throws(LoadError) in
            Kept(value: try read(bytes, name: cacheKey), state: .fixed)
        }
    }

    /// Reads a movie from a file; with `reload` even if it is cached and unchanged.
    /// - Throws: ``LoadError/notFound(name:)``, ``LoadError/file(path:reason:)``, ``LoadError/tooLarge(name:limitBytes:)``,
    ///   ``LoadError/read(name:_:)`` or ``LoadError/cancelled``.
    public func parse(path: String, reload: Bool = false) async throws(LoadError) -> VideoEntity {
        try await value(path: path, reload: reload)
    }

    /// Reads the movie of that name, with or without `.svga`, from the resources of a bundle.
    /// - Throws: as ``parse(path:reload:)``, and ``LoadError/refusedID(_:)`` for a name that leads out of the bundle.
    public func parse(named name: String, in bundle: Bundle) async throws(LoadError) -> VideoEntity {
        try await parse(id: name, from: DirectoryProvider(path: bundle.resourcePath ?? bundle.bundlePath))
    }

    /// Gets the movie at an address: `http`, `https` or `file`; with `reload` from its source, past all caches. It is then cached anew.
    /// - Throws: ``LoadError``.
    public func parse(url: URL, reload: Bool = false) async throws(LoadError) -> VideoEntity {
        try await value(url: url, reload: reload)
    }

    /// Gets the movie that a server sends for a request, by the request's `cachePolicy` and `timeoutInterval`.
    ///
    /// Only a plain GET without headers goes through the caches: the answer to any other request may be meant for one user only.
    /// - Throws: ``LoadError``; ``LoadError/notFound(name:)`` if the policy allows nothing but the caches, and they have nothing.
    public func parse(request: URLRequest) async throws(LoadError) -> VideoEntity { try await value(request: request) }

    /// Gets a provider's movie; with `reload` from its source, past all caches. It is then cached anew.
    /// - Throws: what the provider throws, ``LoadError/refusedID(_:)``, and what loading from its source throws.
    public func parse(
        id: String, from provider: some AnimationProvider, reload: Bool = false
    ) async throws(LoadError) -> VideoEntity {
        guard AnimationID.isAcceptable(id) else { throw .refusedID(id) }
        switch try provider.source(for: id) {
        case .file(let path): return try await value(path: path, reload: reload)
        case .address(let url): return try await value(url: url, reload: reload)
        case .bytes(let cacheKey, let keepsOnDisk, let load):
            return try await value(id: id, cacheKey: cacheKey, diskCache: keepsOnDisk ? diskCache : nil, reload: reload, load)
        }
    }
}
