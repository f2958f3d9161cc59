import SVGAHTTP
import SVGAModel
import SVGASources
import SVGASupport

/// The files of all sources in a bounded cache. Requests for the same file share one transfer.
final class SourceStore: Sendable {
    private struct Entry {
        let file: SourceFile
        var freshUntil: ContinuousClock.Instant
    }

    /// The time in which a file is not checked again.
    private static let minimumFreshness = Duration.seconds(1)

    private let sources: MovieSources
    private let limit: Int
    private let entries: Locked<RecencyTable<ByteKey, Entry>>
    private let loads = SharedLoads<ByteKey, SourceFile> { RequestThread() }
    private let metrics: Metrics

    /// - Parameters:
    ///   - limit: the maximum size of a file in bytes.
    ///   - maximumBytes: the size of the cache.
    init(_ sources: MovieSources, limit: Int, maximumBytes: Int, metrics: Metrics) {
        self.sources = sources
        self.limit = limit
        self.metrics = metrics
        entries = Locked(RecencyTable(maximumCost: maximumBytes))
    }

    /// The estimated size of the cache.
    var bytes: Int { entries.withLock { $0.cost } }

    func removeAll() { entries.withLock { $0.removeAll() } }

    /// A file that needs no check; nil if there is none.
    func cached(_ reference: SourceReference) -> SourceFile? {
        let key = ByteKey(reference.name)
        return entries.withLock { entries in
            guard let entry = entries.use(key) else { return nil }
            if let hash = reference.hash, entry.file.hash.hasPrefix(hash) { return entry.file }
            return reference.hash == nil && entry.freshUntil > .now ? entry.file : nil
        }
    }

    /// Reads a file, or checks that the cached one is current.
    func file(_ reference: SourceReference) async throws(ServiceError) -> SourceFile {
        if let file = cached(reference) {
            metrics.countCache("source", isHit: true)
            return file
        }
        let key = ByteKey(reference.name)
        let file: SourceFile
        do throws(SVGAError) {
            file = try await loads.value(for: key) { [self] () async throws(SVGAError) in try await load(key) }
        } catch {
            throw ServiceError(source: error)
        }
        if let hash = reference.hash, !file.hash.hasPrefix(hash) {
            throw ServiceError(404, "notFound", "\(reference.name) has another content than \(hash)")
        }
        return file
    }

    private func load(_ key: ByteKey) async throws(SVGAError) -> SourceFile {
        let known = entries.withLock { $0.use(key)?.file }
        let file: SourceFile
        let freshness: Duration
        switch try await sources.read(key.text, limit: limit, known: known?.version) {
        case .unchanged(let freshFor):
            guard let known else { throw .network(url: key.text, reason: "the source has no content") }
            metrics.countCache("source", isHit: true)
            (file, freshness) = (known, freshFor)
        case .content(let content):
            metrics.countCache("source", isHit: false)
            let new = SourceFile(bytes: content.bytes, version: content.version)
            // What is prepared stays if only the version changes.
            (file, freshness) = (known.flatMap { $0.hash == new.hash && $0.version == new.version ? $0 : nil } ?? new, content.freshFor)
        }
        let freshUntil = ContinuousClock.now + max(freshness, SourceStore.minimumFreshness)
        entries.withLock { $0.insert(Entry(file: file, freshUntil: freshUntil), cost: file.memoryBytes, for: key) }
        return file
    }

    /// Updates the size of a file after it was drawn.
    func measure(_ reference: SourceReference, _ file: SourceFile) {
        let key = ByteKey(reference.name)
        let bytes = file.memoryBytes
        entries.withLock { entries in
            guard let entry = entries[key], entry.file === file else { return }
            entries.insert(entry, cost: bytes, for: key)
        }
    }
}
