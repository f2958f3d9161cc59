import SVGAModel
import SVGASupport

/// A cache of encoded pictures, by their pixels. Animations of one movie with different names have many frames, or parts of frames, in
/// common. The cached bytes equal those of encoding again.
///
/// A picture is stored at its second request, because most are requested once. The least recently used ones are evicted.
package final class EncodedPictures: Sendable {
    /// Everything that determines the file. For the pixels it has a 128-bit hash with a random key per process, so that no picture can be
    /// crafted to match another one.
    private struct Key: Hashable {
        let first: Int
        let second: Int
        let width: Int
        let height: Int
        let options: WebPOptions
    }

    private struct State {
        var files: RecencyTable<Key, [UInt8]?>
        var found = 0
    }

    /// The size of an entry without its file.
    private static let entryBytes = 160

    private let state: Locked<State>

    package init(maximumBytes: Int) { state = Locked(State(files: RecencyTable(maximumCost: maximumBytes))) }

    /// The approximate size of the cache.
    package var bytes: Int { state.withLock { $0.files.cost } }
    package func removeAll() { state.withLock { $0.files.removeAll() } }
    /// The number of cache hits.
    package var found: Int { state.withLock { $0.found } }

    /// - Parameter encode: makes the file. After an error, the next caller encodes again.
    func file(
        _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, options: WebPOptions, encode: () throws(SVGAError) -> [UInt8]
    ) throws(SVGAError) -> [UInt8] {
        let key = Key(
            first: EncodedPictures.hash(pixels, 1), second: EncodedPictures.hash(pixels, 2), width: width, height: height, options: options)
        let (cached, wasRequested) = state.withLock { state -> ([UInt8]?, Bool) in
            guard let entry = state.files.use(key) else {
                state.files.insert(nil, cost: EncodedPictures.entryBytes, for: key)
                return (nil, false)
            }
            if entry != nil { state.found += 1 }
            return (entry, true)
        }
        if let cached { return cached }
        let file = try encode()
        if wasRequested { state.withLock { $0.files.insert(file, cost: EncodedPictures.entryBytes + file.count, for: key) } }
        return file
    }

    private static func hash(_ pixels: UnsafeRawBufferPointer, _ number: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(number)
        hasher.combine(bytes: pixels)
        return hasher.finalize()
    }
}
