import SVGACheck
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport

/// A cache of recently opened movies with their decoded bitmaps.
final class MovieCache: Sendable {
    /// One version of one file. The first caller reads it; the others wait.
    private final class Slot: Sendable {
        let version: FileVersion
        let movie = Locked<PreparedMovie?>(nil)

        init(_ version: FileVersion) { self.version = version }
    }

    private static let maximumBytes = 384 << 20

    /// By identifier. The cost is the estimated size of the movie and its decoded bitmaps; 0 while it is read.
    private let table = Locked(RecencyTable<String, Slot>(maximumCost: maximumBytes, maximumCount: 12))

    /// - Parameter read: reads the movie if this version is not cached.
    func movie(_ id: String, _ version: FileVersion, read: () throws(PreviewError) -> PreparedMovie) throws(PreviewError) -> PreparedMovie {
        let slot = slot(id, version)
        do throws(PreviewError) {
            let (movie, isNew) = try slot.movie.withLock { (movie) throws(PreviewError) -> (PreparedMovie, Bool) in
                if let movie { return (movie, false) }
                let prepared = try read()
                movie = prepared
                return (prepared, true)
            }
            if isNew { updateCost(of: slot, movie, id) }
            return movie
        } catch {
            table.withLock { table in if table[id] === slot { table.remove(id) } }
            throw error
        }
    }

    /// The movie if it is cached.
    func cached(_ id: String, _ version: FileVersion) -> PreparedMovie? {
        guard let slot = table.withLock({ $0[id] }), slot.version == version else { return nil }
        return slot.movie.withLock { $0 }
    }

    /// The estimated size of the movies and their decoded bitmaps.
    var bytes: Int { table.withLock { $0.cost } }

    /// Removes all movies; users keep theirs.
    func removeAll() {
        let dropped = table.withLock { table in
            defer { table.removeAll() }
            return table
        }
        // Deallocated outside the lock.
        withExtendedLifetime(dropped) {}
    }

    private func slot(_ id: String, _ version: FileVersion) -> Slot {
        table.withLock { table in
            if let slot = table.use(id), slot.version == version { return slot }
            let slot = Slot(version)
            table.insert(slot, cost: 0, for: id)
            return slot
        }
    }

    /// Updates the cost of a movie that was just read, and evicts others. A movie above the maximum evicts all others.
    private func updateCost(of slot: Slot, _ movie: PreparedMovie, _ id: String) {
        // The sum must not overflow for any file.
        let bytes = movie.movie.memoryBytes.addingSaturating(movie.movie.decodedImageBytes)
        table.withLock { table in
            if table[id] === slot { table.insert(slot, cost: min(bytes, MovieCache.maximumBytes), for: id) }
        }
    }
}
