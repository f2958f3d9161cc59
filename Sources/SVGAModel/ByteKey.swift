/// A key or another name of a file as a dictionary key, compared byte for byte.
///
/// Swift's `String` treats texts that differ only in Unicode normalization as equal, such as `é` as one scalar or as two. In a file they
/// are two keys. Hashing is linear in the text and does not allocate.
package struct ByteKey: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    package var description: String { text }

    package static func == (left: ByteKey, right: ByteKey) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// In the order of the bytes, which is that of the Unicode scalars.
    package static func < (left: ByteKey, right: ByteKey) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension String {
    /// Whether both have the same bytes. `==` also accepts texts that differ in Unicode normalization.
    package func hasSameBytes(as other: String) -> Bool {
        // Equal bytes imply equal texts, and `==` is fast if the texts differ.
        guard utf8.count == other.utf8.count, self == other else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer($0)) }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    package func hashBytes(into hasher: inout Hasher) {
        let isDone: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if isDone == nil { for byte in utf8 { hasher.combine(byte) } }
        // UTF-8 never contains this byte. It terminates the text, so that `ab`, `c` and `a`, `bc` hash differently.
        hasher.combine(0xFF as UInt8)
    }

    /// Whether the text ends with the bytes of `suffix`.
    package func endsInBytes(of suffix: String) -> Bool {
        utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Whether the text contains the bytes of a part, which must not be empty. The library's search takes a microsecond even for short
    /// texts.
    package func containsBytes(of part: String) -> Bool {
        var copy = self
        var part = part
        return copy.withUTF8 { bytes in
            part.withUTF8 { part in
                guard let first = part.first else { return true }
                var start = 0
                while bytes.count - start >= part.count {
                    if bytes[start] == first, bytes[start..<start + part.count].elementsEqual(part) { return true }
                    start += 1
                }
                return false
            }
        }
    }

    /// The text without its last `count` bytes, which must be ASCII characters.
    package func droppingLastBytes(_ count: Int) -> String { String(self[..<utf8.index(endIndex, offsetBy: -count)]) }
}

extension UnsafeRawBufferPointer {
    /// Compares 8 bytes at a time.
    /// - Precondition: both have the same length.
    fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 8 <= count {
            guard loadUnaligned(fromByteOffset: offset, as: UInt64.self) == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            offset += 8
        }
        return self[offset...].elementsEqual(other[offset...])
    }
}
