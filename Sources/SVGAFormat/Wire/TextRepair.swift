/// Makes Strings of a file's bytes and replaces what is no valid UTF-8, which is slow and makes text longer: so only as
/// much of it as any movie could mean.
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

    /// A text that was made valid otherwise.
    mutating func note() { count += 1 }
}
