import SVGASupport

/// Pictures that were encoded before, found by their pixels: animations of one movie with another name in each have many frames, or parts of
/// frames, in common. What is given back is what encoding would make, to the last bit.
///
/// A picture is kept when it comes the second time: most never do. Those that were not used for longest go.
package final class EncodedPictures: Sendable {
    /// What decides how a file comes out. Of the pixels there are 128 bits of a hash with a secret that is new in each process, so that no
    /// picture can be made to pass for another one.
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

    /// What an entry takes beside its file.
    private static let entryBytes = 160

    private let state: Locked<State>

    package init(maximumBytes: Int) { state = Locked(State(files: RecencyTable(maximumCost: maximumBytes))) }

    /// What is kept takes about so much.
    package var bytes: Int { state.withLock { $0.files.cost } }
    /// How often a picture was not encoded again.
    package var found: Int { state.withLock { $0.found } }

    /// - Parameter encode: makes the file. What throws is made again by the next one who asks.
    func file(
        _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, options: WebPOptions, encode: () throws(ImageError) -> [UInt8]
    ) throws(ImageError) -> [UInt8] {
        let key = Key(
            first: EncodedPictures.hash(pixels, 1), second: EncodedPictures.hash(pixels, 2), width: width, height: height, options: options)
        let (known, cameBefore) = state.withLock { state -> ([UInt8]?, Bool) in
            guard let entry = state.files.use(key) else {
                state.files.insert(nil, cost: EncodedPictures.entryBytes, for: key)
                return (nil, false)
            }
            if entry != nil { state.found += 1 }
            return (entry, true)
        }
        if let known { return known }
        let file = try encode()
        if cameBefore { state.withLock { $0.files.insert(file, cost: EncodedPictures.entryBytes + file.count, for: key) } }
        return file
    }

    private static func hash(_ pixels: UnsafeRawBufferPointer, _ number: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(number)
        hasher.combine(bytes: pixels)
        return hasher.finalize()
    }
}
