public import SVGAFormat
public import SVGAModel

/// Gets movies from bytes, files, directories, bundles, addresses and providers, off the caller's thread and through caches.
///
/// ```swift
/// let parser = SVGAParser(diskCache: DiskCache(path: cachePath))
/// let gift = try await parser.parse(id: "rose", from: HTTPProvider(baseURL: server))
/// ```
///
/// Whatever the way, the movie comes out of the ``memoryCache`` where it is in there, and requests for the same thing at the same time
/// share one load. All errors are ``LoadError``. A cancelled task throws ``LoadError/cancelled``; the load itself is given up when nobody
/// waits for it any more.
public struct SVGAParser: Sendable {
    /// How files are read; ``/SVGAModel/ReadLimits/inputBytes`` also limits what is downloaded.
    public var options: ReadOptions
    /// How long a download may take in all. Default 30 seconds.
    public var timeout: Duration = .seconds(30)
    public let memoryCache: MemoryCache
    /// Keeps what came over the network; nil, the default, for not at all.
    public let diskCache: DiskCache?

    /// Without a memory cache of its own it uses the one that all parsers of the process share.
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

    /// Through the caches to the bytes and back.
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
            // Only what could be read is worth keeping.
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
