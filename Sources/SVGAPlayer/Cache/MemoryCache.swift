import SVGAFormat
import SVGAImage
public import SVGAModel
import SVGARender
import SVGASupport

/// Movies kept in memory, the least recently used thrown out first.
///
/// A movie costs what it takes on the way to the screen: its payloads, frames, paths and shapes, and 4 bytes for each pixel of its
/// decoded images. Safe to share between tasks; a movie somebody still holds lives on after it was thrown out.
public final class MemoryCache: Sendable {
    struct Key: Hashable, Sendable {
        var source: String
        /// Read differently, it may be another movie or an error.
        var options: ReadOptions
    }

    /// The cache of all parsers that are given no other: 128 MiB.
    public static let shared = MemoryCache()

    private let table: Locked<RecencyTable<Key, VideoEntity>>
    private let loads = SharedLoads<Key, VideoEntity>()

    /// - Parameter maximumBytes: what all movies together may cost; with 0 nothing is kept.
    public init(maximumBytes: Int = 128 << 20) { table = Locked(RecencyTable(maximumCost: maximumBytes)) }

    /// What the movies in it cost.
    public var bytes: Int { table.withLock { $0.cost } }
    /// How many movies are in it.
    public var count: Int { table.withLock { $0.count } }

    /// Forgets all movies. Loads that are on go on and put theirs in.
    public func removeAll() { table.withLock { $0 = RecencyTable(maximumCost: $0.maximumCost) } }

    /// What a movie costs, in bytes: the memory it takes, and 4 for each pixel of its images once they are decoded.
    public static func cost(of movie: VideoEntity) -> Int {
        var cost = movie.memoryBytes
        for image in movie.images {
            guard let size = ImageDecoder.size(of: image) else { continue }
            let pixels = size.width.multipliedReportingOverflow(by: size.height)
            let bytes = pixels.partialValue.multipliedReportingOverflow(by: 4)
            let sum = cost.addingReportingOverflow(bytes.partialValue)
            if pixels.overflow || bytes.overflow || sum.overflow { return .max }
            cost = sum.partialValue
        }
        return cost
    }

    /// The movie in the cache, or else what `load` gives, which is then kept; asked for several times at once it is loaded once.
    func movie(
        for key: Key, _ load: @escaping @Sendable () async throws(LoadError) -> VideoEntity
    ) async throws(LoadError) -> VideoEntity {
        if let movie = table.withLock({ $0.use(key) }) { return movie }
        return try await loads.value(for: key) { [weak self] () throws(LoadError) in
            // It may have come in between asking and loading.
            if let movie = self?.table.withLock({ $0.use(key) }) { return movie }
            let movie = try await load()
            let cost = MemoryCache.cost(of: movie)
            self?.table.withLock { $0.insert(movie, cost: cost, for: key) }
            return movie
        }
    }
}
