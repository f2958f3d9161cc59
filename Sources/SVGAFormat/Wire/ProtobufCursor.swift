/// Steps through the fields of one protobuf message without decoding what is in them.
struct ProtobufCursor {
    enum WireType: UInt8 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
        case fixed32 = 5
    }

    struct Field {
        let number: Int
        let wireType: WireType
        /// Of the field's tag.
        let offset: Int
        /// The value without tag and length.
        let value: Range<Int>
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    /// `range` lies within `bytes`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// nil at the end of the message.
    mutating func next() throws(ReadError) -> Field? {
        guard position < end else { return nil }
        let offset = position
        let tag = try varint("a field's tag")
        let number = tag >> 3
        // protobuf-c reads no tag above 32 bits and knows no groups.
        guard number > 0, tag <= UInt64(UInt32.max) else {
            throw .protobuf(byteOffset: offset, reason: "\(number) is no field number")
        }
        guard let wireType = WireType(rawValue: UInt8(tag & 7)) else {
            throw .protobuf(byteOffset: offset, reason: "wire type \(tag & 7) is unknown")
        }
        var start = position
        switch wireType {
        case .varint: _ = try varint("a number")
        case .fixed64: try skip(8, from: offset)
        case .fixed32: try skip(4, from: offset)
        case .lengthDelimited:
            let length = try varint("a length")
            start = position
            guard length <= UInt64(Int32.max), Int(length) <= end - position else {
                throw .protobuf(byteOffset: offset, reason: "a field of \(length) bytes where \(end - position) are left")
            }
            position += Int(length)
        }
        return Field(number: Int(number), wireType: wireType, offset: offset, value: start..<position)
    }

    private mutating func skip(_ count: Int, from offset: Int) throws(ReadError) {
        guard count <= end - position else {
            throw .protobuf(byteOffset: offset, reason: "a field of \(count) bytes where \(end - position) are left")
        }
        position += count
    }

    private mutating func varint(_ what: @autoclosure () -> String) throws(ReadError) -> UInt64 {
        let offset = position
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 { return result }
            shift += 7
            if shift >= 70 { throw .protobuf(byteOffset: offset, reason: "\(what()) has more than 10 bytes") }
        }
        throw .protobuf(byteOffset: offset, reason: "\(what()) breaks off")
    }
}
