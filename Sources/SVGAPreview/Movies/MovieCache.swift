import SVGACheck
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport

/// The movies that were opened last, with their decoded bitmaps.
final class MovieCache: Sendable {
    /// One content of one file. Who comes first reads it, and the others wait.
    private final class Slot: Sendable {
        let version: FileVersion
        let movie = Locked<PreparedMovie?>(nil)

        init(_ version: FileVersion) { self.version = version }
    }

    private static let maximumBytes = 384 << 20

    /// By identifier. The cost is that of the movie and its decoded bitmaps, about; 0 while it is read.
    private let kept = Locked(RecencyTable<String, Slot>(maximumCost: maximumBytes, maximumCount: 12))

    /// - Parameter read: reads the movie if this version of it is not kept.
    func movie(_ id: String, _ version: FileVersion, read: () throws(PreviewError) -> PreparedMovie) throws(PreviewError) -> PreparedMovie {
        let slot = slot(id, version)
        do throws(PreviewError) {
            let (movie, isNew) = try slot.movie.withLock { (movie) throws(PreviewError) -> (PreparedMovie, Bool) in
                if let movie { return (movie, false) }
                let made = try read()
                movie = made
                return (made, true)
            }
            if isNew { count(slot, movie, id) }
            return movie
        } catch {
            kept.withLock { kept in if kept[id] === slot { kept.remove(id) } }
            throw error
        }
    }

    /// The movie if it is kept.
    func known(_ id: String, _ version: FileVersion) -> PreparedMovie? {
        guard let slot = kept.withLock({ $0[id] }), slot.version == version else { return nil }
        return slot.movie.withLock { $0 }
    }

    /// Of the movies and their decoded bitmaps, about.
    var bytes: Int { kept.withLock { $0.cost } }

    /// Drops all movies; those in use live on with who uses them.
    func removeAll() {
        let dropped = kept.withLock { kept in
            defer { kept.removeAll() }
            return kept
        }
        // Freed here, without the lock.
        withExtendedLifetime(dropped) {}
    }

    private func slot(_ id: String, _ version: FileVersion) -> Slot {
        kept.withLock { kept in
            if let known = kept.use(id), known.version == version { return known }
            let slot = Slot(version)
            kept.insert(slot, cost: 0, for: id)
            return slot
        }
    }

    /// Makes room for a movie that was just read. One that is larger than the maximum stays alone.
    private func count(_ slot: Slot, _ movie: PreparedMovie, _ id: String) {
        // The sum must not overflow, whatever a file says.
        let bytes = movie.movie.memoryBytes.addingSaturating(movie.movie.decodedImageBytes)
        kept.withLock { kept in
            if kept[id] === slot { kept.insert(slot, cost: min(bytes, MovieCache.maximumBytes), for: id) }
        }
    }
}
