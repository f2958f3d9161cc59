/// Numbers at offsets of a header; nil past its end.
struct ByteReader {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func little16(at offset: Int) -> UInt16? { load(at: offset).map(UInt16.init(littleEndian:)) }
    func little32(at offset: Int) -> UInt32? { load(at: offset).map(UInt32.init(littleEndian:)) }
    func big32(at offset: Int) -> UInt32? { load(at: offset).map(UInt32.init(bigEndian:)) }

    private func load<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> T? {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<T>.size else { return nil }
        return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: T.self)
    }
}
