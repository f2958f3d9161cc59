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

    private struct Kept {
        let id: String
        let slot: Slot
        /// Of the movie and its decoded bitmaps, about; 0 while it is read.
        var bytes = 0
    }

    private static let mostMovies = 12
    private static let mostBytes = 384 << 20

    /// The last used at the end.
    private let kept = Locked<[Kept]>([])

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
            if isNew { count(slot, movie) }
            return movie
        } catch {
            kept.withLock { kept in kept.removeAll { $0.slot === slot } }
            throw error
        }
    }

    /// The movie if it is kept.
    func known(_ id: String, _ version: FileVersion) -> PreparedMovie? {
        let slot = kept.withLock { kept in kept.first { $0.id == id && $0.slot.version == version }?.slot }
        return slot?.movie.withLock { $0 }
    }

    /// Of the movies and their decoded bitmaps, about.
    var bytes: Int { kept.withLock { kept in kept.reduce(0) { $0 + $1.bytes } } }

    /// Drops all movies; those in use live on with who uses them.
    func removeAll() {
        let dropped = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        // Freed here, without the lock.
        withExtendedLifetime(dropped) {}
    }

    private func slot(_ id: String, _ version: FileVersion) -> Slot {
        kept.withLock { kept in
            var entry = Kept(id: id, slot: Slot(version))
            if let index = kept.firstIndex(where: { $0.id == id }) {
                let old = kept.remove(at: index)
                if old.slot.version == version { entry = old }
            }
            kept.append(entry)
            return entry.slot
        }
    }

    /// Makes room for a movie that was just read, by dropping those that were not used for the longest time.
    private func count(_ slot: Slot, _ movie: PreparedMovie) {
        // The sum over all must not overflow, whatever a file says.
        let bytes = min(movie.movie.memoryBytes, 1 << 40) + min(movie.movie.decodedImageBytes, 1 << 40)
        kept.withLock { kept in
            if let index = kept.firstIndex(where: { $0.slot === slot }) { kept[index].bytes = bytes }
            while kept.count > 1, kept.count > MovieCache.mostMovies || kept.reduce(0, { $0 + $1.bytes }) > MovieCache.mostBytes {
                kept.removeFirst()
            }
        }
    }
}
