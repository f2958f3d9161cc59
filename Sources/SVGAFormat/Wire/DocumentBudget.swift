package import SVGAModel

/// Counts the memory of a document against the limits, before it is allocated.
package struct DocumentBudget {
    /// The memory overhead of a Swift array or long string.
    private static let heapHead = 32
    /// The length of the longest text that a String stores inline.
    private static let inlineText = 15

    let limits: ReadLimits
    private(set) var bytes = 0
    private(set) var sprites = 0
    private(set) var spriteFrames = 0
    private(set) var images = 0
    /// The capacity of an array per element: 2 if it grows by doubling.
    let slack: Int

    package init(limits: ReadLimits, slack: Int) {
        self.limits = limits
        self.slack = slack
    }

    var bytesLeft: Int { max(0, limits.documentBytes - bytes) }

    package mutating func take(_ count: Int) throws(SVGAError) {
        bytes += count
        if bytes > limits.documentBytes { throw .limit(LimitExceeded(\.documentBytes, of: limits, found: bytes)) }
    }

    package mutating func takeText(_ count: Int) throws(SVGAError) {
        if count > DocumentBudget.inlineText { try take(count + DocumentBudget.heapHead) }
    }

    package mutating func takeSprite() throws(SVGAError) {
        sprites += 1
        if sprites > limits.sprites { throw .limit(LimitExceeded(\.sprites, of: limits, found: sprites)) }
        try take(MemoryLayout<WireSprite>.stride * slack + DocumentBudget.heapHead)
    }

    package mutating func takeFrame() throws(SVGAError) {
        spriteFrames += 1
        if spriteFrames > limits.spriteFrames { throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: spriteFrames)) }
        try take(MemoryLayout<WireFrame>.stride * slack)
    }

    package mutating func takeShape() throws(SVGAError) { try take(MemoryLayout<WireShape>.stride * slack) }

    /// A repeated occurrence of a singular field: an estimate of protobuf-c's memory for it.
    mutating func takeRepetition() throws(SVGAError) { try take(64) }

    /// An unknown field: its bytes, and the two arrays that store them.
    package mutating func takeUnknown(_ count: Int) throws(SVGAError) { try take(count + 4 * DocumentBudget.heapHead) }

    package mutating func takeAudio() throws(SVGAError) { try take(MemoryLayout<WireAudio>.stride * slack) }

    package mutating func takeImage() throws(SVGAError) {
        images += 1
        if images > limits.images { throw .limit(LimitExceeded(\.images, of: limits, found: images)) }
        try take(MemoryLayout<WireImage>.stride * slack + DocumentBudget.heapHead)
    }

    /// The frame count takes no memory itself, but exports and checks take time per frame.
    package func check(frames: Int32) throws(SVGAError) {
        if frames > limits.frames { throw .limit(LimitExceeded(\.frames, of: limits, found: Int(frames))) }
    }
}

/// Makes Strings from a file's bytes and replaces invalid UTF-8. Replacing is slow and makes the text longer, so it is done for at most
/// `limit` bytes per file.
struct TextRepair {
    /// The maximum number of bytes of all repaired texts.
    static let limit = 4 << 20

    /// The number of repaired texts.
    private(set) var count = 0
    private var bytes = 0

    /// nil: over the limit.
    mutating func text(_ source: UnsafeBufferPointer<UInt8>) -> String? {
        if let valid = String(validating: source, as: UTF8.self) { return valid }
        count += 1
        bytes += source.count
        return bytes <= TextRepair.limit ? String(decoding: source, as: UTF8.self) : nil
    }

    /// Counts a text that the caller has repaired.
    mutating func note() { count += 1 }
}
