import SVGAEmulation
package import SVGAFormat
package import SVGAImage
package import SVGAModel
import SVGAPlatform
package import SVGARender
import SVGASupport

/// A cache of movies, images, fonts and encoded frames that batch jobs share. It evicts the least recently used entries at a byte limit and reads
/// changed files again.
package final class InputCache: Sendable {
    /// The identity of a file when it was read.
    private struct Version: Hashable {
        let path: ByteKey
        let version: FileVersion

        /// nil if the file is not a regular file. Other files can be read only once.
        init?(_ file: FileName) {
            guard !file.isStandardStream, let status = FilePath(file.path).status, status.st_mode & S_IFMT == S_IFREG else { return nil }
            path = ByteKey(file.path)
            version = FileVersion(status)
        }
    }

    /// The files and options that determine a cached value.
    private struct Key: Hashable {
        let files: [Version]
        var limits = ReadLimits.default
        var flag = false
        var allowed: Set<Diagnostic.Code> = []
        var player: PublicPlayer?
    }

    private let movies: ValueCache<Key, InputAnimation>
    private let pictures: ValueCache<Key, ReplacementImage>
    private let fontSets: ValueCache<Key, FontSet>
    private let budgets = ValueCache<Key, BudgetReport>(maximumBytes: 1 << 20)
    package let encoded: EncodedPictures

    /// - Parameter maximumBytes: movies get five eighths, so that many users' images do not evict movies.
    package init(maximumBytes: Int) {
        movies = ValueCache(maximumBytes: maximumBytes / 8 * 5)
        pictures = ValueCache(maximumBytes: maximumBytes / 8)
        fontSets = ValueCache(maximumBytes: maximumBytes / 8)
        encoded = EncodedPictures(maximumBytes: maximumBytes / 8)
    }

    package func animation(
        _ file: FileName, _ options: ReadOptions, read: () throws(TaskError) -> InputAnimation
    ) throws(TaskError) -> InputAnimation {
        guard let version = Version(file) else { return try read() }
        var isNew = false
        let animation = try movies.value(
            Key(
                files: [version], limits: options.limits, flag: options.isStrict, allowed: options.allowedCodes, player: options.player),
            bytes: \.estimatedBytes
        ) {
            () throws(TaskError) in
            isNew = true
            let file = try read()
            guard case .movie(var movie) = file else { return file }
            movie.prepared = PreparedMovie(movie.movie, limits: options.limits)
            return .movie(movie)
        }
        // The key does not include the external images of a Lottie, so they may have changed.
        if !isNew, case .lottie(let lottie) = animation, !lottie.externalImages.isEmpty { return try read() }
        return animation
    }

    package func picture(
        _ file: FileName, _ limits: ReadLimits, read: () throws(TaskError) -> ReplacementImage
    ) throws(TaskError) -> ReplacementImage {
        guard let version = Version(file) else { return try read() }
        return try pictures.value(Key(files: [version], limits: limits), bytes: \.bitmap.memoryBytes, make: read)
    }

    package func fonts(
        _ files: [FileName], _ ignoresSystemFonts: Bool, read: () throws(TaskError) -> FontSet
    ) throws(TaskError) -> FontSet {
        let versions = files.compactMap { Version($0) }
        guard versions.count == files.count else { return try read() }
        let bytes = versions.reduce(0) { $0 + $1.version.bytes }
        return try fontSets.value(Key(files: versions, flag: ignoresSystemFonts), bytes: { _ in bytes }, make: read)
    }

    /// The verdict on a movie by a budget file.
    package func budget(
        _ movie: FileName, _ budget: FileName, _ limits: ReadLimits, check: () throws(TaskError) -> BudgetReport
    ) throws(TaskError) -> BudgetReport {
        guard let movie = Version(movie), let budget = Version(budget) else { return try check() }
        return try budgets.value(Key(files: [movie, budget], limits: limits), bytes: { 256 * $0.lines.count }, make: check)
    }

    /// Empties the cache. Values that are in use stay until their last use.
    package func removeAll() {
        movies.removeAll()
        pictures.removeAll()
        fontSets.removeAll()
        encoded.removeAll()
        budgets.removeAll()
    }

    /// The bytes that the cached values take.
    package var bytes: Int { movies.bytes + pictures.bytes + fontSets.bytes + encoded.bytes + budgets.bytes }
}

/// A cache of the most recently used values within a byte limit. Callers may keep evicted values.
package final class ValueCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The first caller creates the value; the others wait.
    private final class Entry: Sendable {
        let value = Locked<Value?>(nil)
    }

    /// The minimum cost of an entry, which limits the number of entries.
    private static var minimumBytes: Int { 4096 }

    private let table: Locked<RecencyTable<Key, Entry>>

    package init(maximumBytes: Int) { table = Locked(RecencyTable(maximumCost: maximumBytes)) }

    package var bytes: Int { table.withLock { $0.cost } }
    package var count: Int { table.withLock { $0.count } }

    package func removeAll() { table.withLock { $0.removeAll() } }

    /// - Parameters:
    ///   - bytes: called at each use, because some values grow.
    ///   - make: if it throws, the next caller tries again.
    package func value<Failure: Error>(
        _ key: Key, bytes: (Value) -> Int, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let entry = table.withLock { table in
            if let known = table.use(key) { return known }
            let entry = Entry()
            table.insert(entry, cost: ValueCache.minimumBytes, for: key)
            return entry
        }
        let value = try entry.value.withLock { (value: inout Value?) throws(Failure) -> Value in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
        let cost = max(ValueCache.minimumBytes, bytes(value))
        table.withLock { table in
            // An entry that exceeds the limit evicts all other entries.
            if table.use(key) === entry { table.insert(entry, cost: min(cost, table.maximumCost), for: key) }
        }
        return value
    }
}

extension InputAnimation {
    /// The estimated bytes in memory.
    package var estimatedBytes: Int {
        switch self {
        case .movie(let file):
            let records = file.movie.sprites.reduce(0) { $0 + $1.frames.count * 40 }
            let images = file.movie.images.reduce(0) { $0 + $1.bytes.count }
            let sounds = file.movie.sounds.reduce(0) { $0 + $1.bytes.count }
            return records + images + sounds + (file.prepared?.keptBytes ?? 0)
        // Parsed values take several times the bytes of their JSON.
        case .lottie(let file): return 16 * file.byteCount
        }
    }
}
