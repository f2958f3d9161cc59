import SVGAFormat
public import SVGAModel
import SVGARender

/// Movies kept in memory, the least recently used thrown out first.
///
/// A movie costs what it takes on the way to the screen: 4 bytes for each pixel of its images, the payloads as they are in the file, and
/// its frames. Safe to share between tasks; a movie somebody still holds lives on after it was thrown out.
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

    /// What a movie costs, in bytes.
    public static func cost(of movie: VideoEntity) -> Int {
        var cost = 0
        func add(_ bytes: Int, times count: Int = 1) {
            let product = bytes.multipliedReportingOverflow(by: count)
            let sum = cost.addingReportingOverflow(product.partialValue)
            cost = product.overflow || sum.overflow ? .max : sum.partialValue
        }
        for image in movie.images {
            add(image.bytes.count)
            // Readers accept no side above 2³¹, so this product cannot overflow.
            if let size = ImageDecoder.size(of: image) { add(4 * size.width, times: size.height) }
        }
        for sound in movie.sounds { add(sound.bytes.count) }
        for sprite in movie.sprites { add(64, times: sprite.frames.count + 1) }
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
