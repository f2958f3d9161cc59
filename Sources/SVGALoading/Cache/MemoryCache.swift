public import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGARender
import SVGASources
import SVGASupport

/// Decoded movies and images in memory. The least recently used are removed first.
///
/// A movie's cost is its payloads, frames, paths and shapes, and 4 bytes for each pixel of its decoded images. An image's cost is its pixels. Safe
/// to share between tasks. Values in use stay alive after their removal.
public final class MemoryCache: Sendable {
    struct Key: Hashable, Sendable {
        /// The origin of the bytes. The same name may mean different bytes in each.
        enum Origin: Hashable, Sendable {
            case bytes
            case provider
            case file
            case address
            /// A URL that was requested without private hosts. Responses from private hosts are separate.
            case publicAddress
        }

        let origin: Origin
        /// The bytes of the name: names that differ only in Unicode normalization are different.
        let name: [UInt8]
        /// With other options, the same bytes may be another movie or an error.
        let options: ReadOptions
        /// The type of the value.
        let type: ObjectIdentifier

        init(_ origin: Origin, _ name: String, options: ReadOptions, type: (some CachedValue).Type) {
            self.origin = origin
            self.name = Array(name.utf8)
            self.options = options
            self.type = ObjectIdentifier(type)
        }
    }

    /// The conditions under which two requests with one key share a load.
    enum Sharing: Hashable, Sendable {
        case always
        /// For the same state of the file.
        case file(FileIdentity, isReload: Bool)
        /// For the same cache use.
        case cacheUse(CacheUse)
        /// For the same cache use and the same timeouts.
        case request(CacheUse, idleLimit: Duration, timeout: Duration)
    }

    private struct LoadKey: Hashable, Sendable {
        let key: Key
        let sharing: Sharing
    }

    private struct Entry: Sendable {
        let value: any CachedValue
        let state: CachedState
    }

    /// The default cache of all parsers: 128 MiB.
    public static let shared = MemoryCache()

    private let table: Locked<RecencyTable<Key, Entry>>
    private let loads = SharedLoads<LoadKey, any CachedValue>()

    /// Creates an empty cache.
    /// - Parameter maximumBytes: the maximum total cost; 0 caches nothing.
    public init(maximumBytes: Int = 128 << 20) { table = Locked(RecencyTable(maximumCost: maximumBytes)) }

    /// The total cost of the cache in bytes.
    package var bytes: Int { table.withLock { $0.cost } }
    /// The number of movies and images in the cache.
    package var count: Int { table.withLock { $0.count } }

    /// Removes all movies and images. Loads in progress continue and store their results.
    public func removeAll() { table.withLock { $0.removeAll() } }

    /// Removes the values with a name: a file's path, a URL, or the cache key of bytes or of a provider.
    ///
    /// Takes time in proportion to the number of entries. Loads in progress continue and store their results.
    public func remove(forKey key: String) {
        let name = Array(key.utf8)
        table.withLock { $0.removeAll { $0.name == name } }
    }

    /// Removes the values of a URL or a file.
    public func remove(url: URL) { remove(forKey: url.isFileURL ? url.path : url.absoluteString) }

    /// The cached value of a key, which may be stale.
    func cachedEntry<Value: CachedValue>(_ key: Key, as type: Value.Type = Value.self) -> CachedEntry<Value>? {
        guard let entry = table.withLock({ $0.use(key) }), let value = entry.value as? Value else { return nil }
        return CachedEntry(value: value, state: entry.state)
    }

    /// The cached value if it is current, else the result of `load`, which is then cached. Concurrent calls with one key share one load.
    /// - Parameter load: receives the stale value, if any.
    func value<Value: CachedValue>(
        for key: Key, sharing: Sharing = .always, isCurrent: @escaping @Sendable (CachedState) -> Bool = { _ in true },
        _ load: @escaping @Sendable (CachedEntry<Value>?) async throws(SVGAError) -> CachedEntry<Value>
    ) async throws(SVGAError) -> Value {
        if let entry = cachedEntry(key, as: Value.self), let state = entry.state, isCurrent(state) { return entry.value }
        let value = try await loads.value(for: LoadKey(key: key, sharing: sharing)) { [weak self] () throws(SVGAError) in
            // It may have been loaded since the check above.
            let old = self?.cachedEntry(key, as: Value.self)
            if let old, let state = old.state, isCurrent(state) { return old.value }
            let new = try await load(old)
            self?.store(new, for: key)
            return new.value
        }
        guard let value = value as? Value else { preconditionFailure("the type is part of the key") }
        return value
    }

    private func store(_ entry: CachedEntry<some CachedValue>, for key: Key) {
        let cost = entry.value.cacheCost
        table.withLock { table in
            guard let state = entry.state else { return table.remove(key) }
            table.insert(Entry(value: entry.value, state: state), cost: cost, for: key)
        }
    }
}

/// A value and the state that determines whether it is current. Without a state it is not cached.
struct CachedEntry<Value: CachedValue>: Sendable {
    let value: Value
    let state: CachedState?
}

enum CachedState: Sendable {
    /// The key always means these bytes.
    case fixed
    case file(FileIdentity)
    case response(HTTPRecord)
}

/// A type that a ``MemoryCache`` stores and ``SVGAParser`` reads from bytes.
protocol CachedValue: Sendable {
    /// In bytes.
    var cacheCost: Int { get }
    /// - Parameter name: for errors.
    static func read(_ bytes: [UInt8], name: String, options: ReadOptions) throws(SVGAError) -> Self
}

extension VideoEntity: CachedValue {
    /// The memory of the movie, and 4 bytes for each pixel of its decoded images.
    var cacheCost: Int {
        var cost = memoryBytes
        for image in images {
            guard let size = ImageDecoder.size(of: image) else { continue }
            let pixels = size.width.multipliedReportingOverflow(by: size.height)
            let bytes = pixels.partialValue.multipliedReportingOverflow(by: 4)
            let sum = cost.addingReportingOverflow(bytes.partialValue)
            if pixels.overflow || bytes.overflow || sum.overflow { return .max }
            cost = sum.partialValue
        }
        return cost
    }

    static func read(_ bytes: [UInt8], name: String, options: ReadOptions) throws(SVGAError) -> VideoEntity {
        do {
            return try VideoEntity(bytes: bytes, options: options)
        } catch {
            throw error.loading(name)
        }
    }
}

extension ReplacementImage: CachedValue {
    /// 4 bytes for each pixel, and a third of that for the mipmaps.
    var cacheCost: Int { width * height * 16 / 3 }

    static func read(_ bytes: [UInt8], name: String, options: ReadOptions) throws(SVGAError) -> ReplacementImage {
        do {
            return try ReplacementImage(bytes: bytes, limits: options.limits)
        } catch {
            throw error.loading(name)
        }
    }
}
