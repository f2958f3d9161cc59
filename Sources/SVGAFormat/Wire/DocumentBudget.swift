package import SVGAModel

/// Counts what a document asks for against the limits, before the memory for it is taken.
package struct DocumentBudget {
    /// What a Swift array or long string takes beside its elements.
    private static let heapHead = 32
    /// The longest text that a String holds without memory of its own.
    private static let inlineText = 15

    let limits: ReadLimits
    private(set) var bytes = 0
    private(set) var sprites = 0
    private(set) var spriteFrames = 0
    private(set) var images = 0
    /// How many elements' memory an array takes for each element in it: 2 where it grows by doubling.
    let slack: Int

    package init(limits: ReadLimits, slack: Int) {
        self.limits = limits
        self.slack = slack
    }

    var bytesLeft: Int { max(0, limits.documentBytes - bytes) }

    package mutating func take(_ count: Int) throws(ReadError) {
        bytes += count
        if bytes > limits.documentBytes { throw .limit(LimitExceeded(\.documentBytes, of: limits, found: bytes)) }
    }

    package mutating func takeText(_ count: Int) throws(ReadError) {
        if count > DocumentBudget.inlineText { try take(count + DocumentBudget.heapHead) }
    }

    package mutating func takeSprite() throws(ReadError) {
        sprites += 1
        if sprites > limits.sprites { throw .limit(LimitExceeded(\.sprites, of: limits, found: sprites)) }
        try take(MemoryLayout<WireSprite>.stride * slack + DocumentBudget.heapHead)
    }

    package mutating func takeFrame() throws(ReadError) {
        spriteFrames += 1
        if spriteFrames > limits.spriteFrames { throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: spriteFrames)) }
        try take(MemoryLayout<WireFrame>.stride * slack)
    }

    package mutating func takeShape() throws(ReadError) { try take(MemoryLayout<WireShape>.stride * slack) }

    /// A repeated field that its message should have once: about what protobuf-c allocates for it.
    mutating func takeRepetition() throws(ReadError) { try take(64) }

    /// A field that is kept as it is: its bytes, and the two arrays that hold them.
    package mutating func takeUnknown(_ count: Int) throws(ReadError) { try take(count + 4 * DocumentBudget.heapHead) }

    package mutating func takeAudio() throws(ReadError) { try take(MemoryLayout<WireAudio>.stride * slack) }

    package mutating func takeImage() throws(ReadError) {
        images += 1
        if images > limits.images { throw .limit(LimitExceeded(\.images, of: limits, found: images)) }
        try take(MemoryLayout<WireImage>.stride * slack + DocumentBudget.heapHead)
    }

    /// The movie's length takes no memory itself, but exports and checks take time for each frame.
    package func check(frames: Int32) throws(ReadError) {
        if frames > limits.frames { throw .limit(LimitExceeded(\.frames, of: limits, found: Int(frames))) }
    }
}

/// Makes Strings of a file's bytes and replaces invalid UTF-8. Replacing is slow and makes text longer, so it is done for at most `limit`
/// bytes of a file.
struct TextRepair {
    /// Bytes of broken texts, all together, that are repaired.
    static let limit = 4 << 20

    /// Texts that were repaired.
    private(set) var count = 0
    private var bytes = 0

    /// nil: over the limit.
    mutating func text(_ source: UnsafeBufferPointer<UInt8>) -> String? {
        if let valid = String(validating: source, as: UTF8.self) { return valid }
        count += 1
        bytes += source.count
        return bytes <= TextRepair.limit ? String(decoding: source, as: UTF8.self) : nil
    }

    /// Counts a text that the caller repaired.
    mutating func note() { count += 1 }
}
