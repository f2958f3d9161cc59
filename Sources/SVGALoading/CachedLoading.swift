import Foundation
import SVGAFormat
import SVGAModel
import SVGASources
import SVGASupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The use of caches that a request's policy allows.
enum CacheUse: Hashable, Sendable {
    /// Use fresh responses; revalidate stale ones.
    case whileFresh
    /// Use fresh and stale responses.
    case always
    /// As ``always``, without network access.
    case only
    /// Always revalidate.
    case revalidate
    /// Load without the local caches, and if ``isEndToEnd`` without the caches of proxies.
    case reload(isEndToEnd: Bool)

    init(_ policy: URLRequest.CachePolicy) {
        switch policy {
        case .reloadIgnoringLocalCacheData: self = .reload(isEndToEnd: false)
        case .reloadIgnoringLocalAndRemoteCacheData: self = .reload(isEndToEnd: true)
        case .returnCacheDataElseLoad: self = .always
        case .returnCacheDataDontLoad: self = .only
        case .reloadRevalidatingCacheData: self = .revalidate
        default: self = .whileFresh
        }
    }

    func serves(_ record: HTTPRecord, at now: Int) -> Bool {
        switch self {
        case .whileFresh: record.isFresh(at: now)
        case .always, .only: true
        case .revalidate, .reload: false
        }
    }

    var isReload: Bool { if case .reload = self { true } else { false } }

    /// The request fields for the same cache use in proxies.
    var requestFields: [String: String] {
        switch self {
        case .revalidate: ["Cache-Control": "max-age=0"]
        case .reload(isEndToEnd: true): ["Cache-Control": "no-cache", "Pragma": "no-cache"]
        default: [:]
        }
    }
}

extension SVGAParser {
    func read<Value: CachedValue>(_ bytes: [UInt8], name: String) throws(SVGAError) -> Value {
        if Task.isCancelled { throw .cancelled }
        guard bytes.count <= options.limits.inputBytes else { throw .tooLarge(name: name, limitBytes: options.limits.inputBytes) }
        return try Value.read(bytes, name: name, options: options)
    }

    // MARK: Files

    func value<Value: CachedValue>(path: String, reload: Bool) async throws(SVGAError) -> Value {
        if Task.isCancelled { throw .cancelled }
        let file = try FileIdentity(path: path)
        let key = MemoryCache.Key(.file, path, options: options, type: Value.self)
        let isCurrent = { @Sendable (state: CachedState) in
            if case .file(file) = state { !reload } else { false }
        }
        return try await memoryCache.value(for: key, sharing: .file(file, isReload: reload), isCurrent: isCurrent) {
            (_) throws(SVGAError) in
            CachedEntry(value: try read(bytes(ofFile: path), name: path), state: file.isReliable ? .file(file) : nil)
        }
    }

    private func bytes(ofFile path: String) throws(SVGAError) -> [UInt8] {
        do {
            return try FileBytes.read(path: path, limits: options.limits)
        } catch {
            if let limit = error.limit { throw .tooLarge(name: path, limitBytes: limit.allowed) }
            if case .file(let reason)? = error.detail { throw .file(path: path, reason: reason) }
            throw error.loading(path)
        }
    }

    // MARK: Providers

    func value<Value: CachedValue>(
        id: String, cacheKey: String?, diskCache: DiskCache?, reload: Bool,
        _ load: @escaping @Sendable (ReadLimits) async throws(SVGAError) -> [UInt8]
    ) async throws(SVGAError) -> Value {
        if Task.isCancelled { throw .cancelled }
        guard let cacheKey else { return try read(await load(options.limits), name: id) }
        let key = MemoryCache.Key(.provider, cacheKey, options: options, type: Value.self)
        let use = reload ? CacheUse.reload(isEndToEnd: true) : .always
        let isCurrent = { @Sendable (_: CachedState) in !reload }
        return try await memoryCache.value(for: key, sharing: .cacheUse(use), isCurrent: isCurrent) { (_) throws(SVGAError) in
            if !reload, let entry = diskCache?.entry(for: .provider(cacheKey)), entry.bytes.count <= options.limits.inputBytes {
                return CachedEntry(value: try read(entry.bytes, name: id), state: .fixed)
            }
            let bytes = try await load(options.limits)
            let value: Value = try read(bytes, name: id)
            // Stored only after it could be read.
            diskCache?.store(DiskCache.Entry(bytes: bytes), for: .provider(cacheKey))
            return CachedEntry(value: value, state: .fixed)
        }
    }

    // MARK: URLs

    func value<Value: CachedValue>(url: URL, reload: Bool) async throws(SVGAError) -> Value {
        if url.isFileURL {
            // The host of a file URL is localhost.
            guard allowsPrivateHosts else { throw .refusedHost(url: url.absoluteString) }
            return try await value(path: url.path, reload: reload)
        }
        return try await value(request: SVGAParser.request(url, reload: reload))
    }

    private static func request(_ url: URL, reload: Bool) -> URLRequest {
        var request = URLRequest(url: url)
        if reload { request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData }
        return request
    }

    func value<Value: CachedValue>(request: URLRequest) async throws(SVGAError) -> Value {
        if Task.isCancelled { throw .cancelled }
        let name = request.url?.absoluteString ?? ""
        guard let url = request.url, HTTPTransfers.isAllowed(url) else { throw .network(url: name, reason: "neither http nor https") }
        let use = CacheUse(request.cachePolicy)
        let method = request.httpMethod ?? "GET"
        let hasBody = request.httpBody != nil || request.httpBodyStream != nil
        guard method == "GET", !hasBody, (request.allHTTPHeaderFields ?? [:]).isEmpty else {
            if use == .only { throw .notFound(name: name) }
            let response = try await download(request, use, record: nil)
            if !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) {
                // The request may have changed the resource at the URL.
                memoryCache.remove(url: url)
                diskCache?.remove(url: url)
            }
            return try read(response.bytes, name: name)
        }
        let key = addressKey(url, Value.self)
        let isCurrent = { @Sendable (state: CachedState) in
            if case .response(let record) = state { use.serves(record, at: now()) } else { false }
        }
        let sharing = MemoryCache.Sharing.request(
            use, idleLimit: DownloadRequest.idleLimit(of: request, timeout: timeout), timeout: timeout)
        return try await memoryCache.value(for: key, sharing: sharing, isCurrent: isCurrent) { (entry) throws(SVGAError) in
            try await fetch(request, use, name: name, entry)
        }
    }

    /// The value in the memory cache that may be shown for a URL without waiting.
    func valueInMemory<Value: CachedValue>(_ url: URL) -> Value? {
        guard let entry = memoryCache.cachedEntry(addressKey(url, Value.self), as: Value.self), case .response(let record)? = entry.state,
            record.isFresh(at: now())
        else { return nil }
        return entry.value
    }

    private func addressKey<Value: CachedValue>(_ url: URL, _ type: Value.Type) -> MemoryCache.Key {
        MemoryCache.Key(allowsPrivateHosts ? .address : .publicAddress, url.absoluteString, options: options, type: type)
    }

    private func diskKey(_ name: String) -> DiskCache.Key { allowsPrivateHosts ? .address(name) : .publicAddress(name) }

    /// The cached body of a URL, decoded or not.
    private enum Body<Value: CachedValue> {
        case value(Value)
        case bytes([UInt8])
    }

    private func value<Value: CachedValue>(of body: Body<Value>, name: String) throws(SVGAError) -> Value {
        switch body {
        case .value(let value): value
        case .bytes(let bytes): try read(bytes, name: name)
        }
    }

    /// From the disk cache if the policy allows it, else from the server with a conditional request.
    private func fetch<Value: CachedValue>(
        _ request: URLRequest, _ use: CacheUse, name: String, _ entry: CachedEntry<Value>?
    ) async throws(SVGAError) -> CachedEntry<Value> {
        var old: (record: HTTPRecord, body: Body<Value>)?
        if !use.isReload {
            if let entry, case .response(let record)? = entry.state { old = (record, .value(entry.value)) }
            // The disk cache may be newer than the memory cache, because another process may have revalidated it.
            if let entry = diskCache?.entry(for: diskKey(name)), let record = entry.record, entry.bytes.count <= options.limits.inputBytes,
                old == nil || use.serves(record, at: now())
            {
                old = (record, .bytes(entry.bytes))
            }
        }
        if let old, use.serves(old.record, at: now()) {
            return CachedEntry(value: try value(of: old.body, name: name), state: .response(old.record))
        }
        if use == .only { throw .notFound(name: name) }

        var response = try await download(request, use, record: old?.record)
        if response.header.status == 304, let old {
            if old.record.isConfirmed(by: response.header) {
                let value = try value(of: old.body, name: name)
                let record = old.record.refreshed(by: response.header)
                if let record { diskCache?.replace(old.record, by: record, for: diskKey(name)) } else { diskCache?.remove(diskKey(name)) }
                return CachedEntry(value: value, state: record.map(CachedState.response))
            }
            response = try await download(request, use, record: nil)
        }
        let value: Value = try read(response.bytes, name: name)
        let record = HTTPRecord(response.header)
        if let record {
            diskCache?.store(DiskCache.Entry(bytes: response.bytes, record: record), for: diskKey(name))
        } else {
            diskCache?.remove(diskKey(name))
        }
        return CachedEntry(value: value, state: record.map(CachedState.response))
    }

    private func download(_ request: URLRequest, _ use: CacheUse, record: HTTPRecord?) async throws(SVGAError) -> DownloadResponse {
        var request = request
        for (name, value) in use.requestFields where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        if let stream = request.httpBodyStream {
            request.httpBody = try SVGAParser.bytes(of: stream, name: request.url?.absoluteString ?? "")
        }
        let transfers = allowsPrivateHosts ? HTTPTransfers.anywhere : .publicHosts
        return try await transfers.download(
            DownloadRequest(request: request, record: record, limitBytes: options.limits.inputBytes, timeout: timeout, now: now))
    }

    /// The entire body, because a redirection may require sending it twice.
    private static func bytes(of stream: InputStream, name: String) throws(SVGAError) -> Data {
        stream.open()
        defer { stream.close() }
        var bytes = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = stream.read(&chunk, maxLength: chunk.count), count != 0 {
            guard count > 0 else { throw .network(url: name, reason: "the stream of the request body cannot be read") }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }
}
