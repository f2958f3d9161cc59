/// Reads unsigned integers at byte offsets, in either byte order.
package struct ByteReader<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
    @usableFromInline let bytes: Bytes

    @inlinable
    package init(_ bytes: Bytes) { self.bytes = bytes }

    /// A little-endian integer, or nil if it extends past the end.
    /// - Parameters:
    ///   - offset: from the first byte.
    ///   - count: at most 7.
    @inlinable
    package func little(at offset: Int, bytes count: Int) -> Int? {
        guard let range = range(offset, count) else { return nil }
        var value = 0
        for index in range.reversed() { value = value << 8 | Int(bytes[index]) }
        return value
    }

    /// A big-endian integer, or nil if it extends past the end.
    /// - Parameters:
    ///   - offset: from the first byte.
    ///   - count: at most 7.
    @inlinable
    package func big(at offset: Int, bytes count: Int) -> Int? {
        guard let range = range(offset, count) else { return nil }
        var value = 0
        for index in range { value = value << 8 | Int(bytes[index]) }
        return value
    }

    /// Like ``little(at:bytes:)``, with eight bytes.
    @inlinable
    package func little64(at offset: Int) -> UInt64? { big64(at: offset)?.byteSwapped }

    /// Like ``big(at:bytes:)``, with eight bytes.
    @inlinable
    package func big64(at offset: Int) -> UInt64? {
        guard let range = range(offset, 8) else { return nil }
        var value: UInt64 = 0
        for index in range { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    @inlinable
    func range(_ offset: Int, _ count: Int) -> Range<Int>? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let start = bytes.startIndex + offset
        return start..<start + count
    }
}

extension [UInt8] {
    /// Appends the lowest bytes of an integer, little-endian.
    @inlinable
    package mutating func append(little value: some FixedWidthInteger, bytes count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// Appends the lowest bytes of an integer, big-endian.
    @inlinable
    package mutating func append(big value: some FixedWidthInteger, bytes count: Int) {
        for index in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// The lowest bytes of an integer, little-endian.
    @inlinable
    package init(little value: some FixedWidthInteger, bytes count: Int) {
        self = []
        append(little: value, bytes: count)
    }

    /// The lowest bytes of an integer, big-endian.
    @inlinable
    package init(big value: some FixedWidthInteger, bytes count: Int) {
        self = []
        append(big: value, bytes: count)
    }
}
