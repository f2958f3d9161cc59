import SVGAEmulation
package import SVGAFormat
package import SVGAImage
package import SVGAModel
import SVGAPlatform
package import SVGARender
import SVGASupport

/// What jobs have read, prepared and encoded, for the jobs after them: movies, pictures, fonts and frames, those last used, within a limit of
/// bytes. A file that has changed since is read anew.
package final class InputCache: Sendable {
    /// What a file was when it was read.
    private struct Version: Hashable {
        let path: ByteKey
        let version: FileVersion

        /// nil: no regular file, which gives its bytes only once.
        init?(_ file: FileName) {
            guard !file.isStandardStream, let status = FilePath(file.path).status, status.st_mode & S_IFMT == S_IFREG else { return nil }
            path = ByteKey(file.path)
            version = FileVersion(status)
        }
    }

    /// Files, and what else decides what is made of them.
    private struct Key: Hashable {
        let files: [Version]
        var limits = ReadLimits.default
        var flag = false
        var player: PublicPlayer?
    }

    private let movies: Kept<Key, InputAnimation>
    private let pictures: Kept<Key, ReplacementImage>
    private let fontSets: Kept<Key, FontSet>
    package let encoded: EncodedPictures

    /// - Parameter maximumBytes: all but movies get a small part each, so that a picture for each of many users drives out no movie.
    package init(maximumBytes: Int) {
        movies = Kept(maximumBytes: maximumBytes / 8 * 5)
        pictures = Kept(maximumBytes: maximumBytes / 8)
        fontSets = Kept(maximumBytes: maximumBytes / 8)
        encoded = EncodedPictures(maximumBytes: maximumBytes / 8)
    }

    package func shown(
        _ file: FileName, _ options: ReadOptions, read: () throws(TaskError) -> InputAnimation
    ) throws(TaskError) -> InputAnimation {
        guard let version = Version(file) else { return try read() }
        var isNew = false
        let shown = try movies.value(
            Key(files: [version], limits: options.limits, flag: options.isStrict, player: options.player), bytes: \.keptBytes
        ) {
            () throws(TaskError) in
            isNew = true
            let file = try read()
            guard case .movie(var movie) = file else { return file }
            movie.prepared = PreparedMovie(movie.movie, limits: options.limits)
            return .movie(movie)
        }
        // Pictures beside a Lottie may have changed since, though its own file has not.
        if !isNew, case .lottie(let lottie) = shown, !lottie.picturesBeside.isEmpty { return try read() }
        return shown
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

    /// What is kept takes now.
    package var bytes: Int { movies.bytes + pictures.bytes + fontSets.bytes + encoded.bytes }
}

/// Values by key, those last used, within a limit of bytes. Whoever still uses one that has gone keeps it.
package final class Kept<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Made by whoever comes first; the others wait.
    private final class Entry: Sendable {
        let value = Locked<Value?>(nil)
    }

    /// No value takes less, so there are never too many.
    private static var minimumBytes: Int { 4096 }

    private let table: Locked<RecencyTable<Key, Entry>>

    package init(maximumBytes: Int) { table = Locked(RecencyTable(maximumCost: maximumBytes)) }

    package var bytes: Int { table.withLock { $0.cost } }
    package var count: Int { table.withLock { $0.count } }

    /// - Parameters:
    ///   - bytes: asked for at each use, because some values grow.
    ///   - make: what throws is made again by the next one who asks.
    package func value<Failure: Error>(
        _ key: Key, bytes: (Value) -> Int, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let entry = table.withLock { table in
            if let known = table.use(key) { return known }
            let entry = Entry()
            table.insert(entry, cost: Kept.minimumBytes, for: key)
            return entry
        }
        let value = try entry.value.withLock { (value: inout Value?) throws(Failure) -> Value in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
        let cost = max(Kept.minimumBytes, bytes(value))
        table.withLock { table in
            // One that is larger than everything may be is kept alone.
            if table.use(key) === entry { table.insert(entry, cost: min(cost, table.maximumCost), for: key) }
        }
        return value
    }
}

extension InputAnimation {
    /// About what it takes in memory.
    fileprivate var keptBytes: Int {
        switch self {
        case .movie(let file):
            let records = file.movie.sprites.reduce(0) { $0 + $1.frames.count * 40 }
            let images = file.movie.images.reduce(0) { $0 + $1.bytes.count }
            let sounds = file.movie.sounds.reduce(0) { $0 + $1.bytes.count }
            return records + images + sounds + (file.prepared?.keptBytes ?? 0)
        // Its values take some times as much as its text.
        case .lottie(let file): return 16 * file.byteCount
        }
    }
}
